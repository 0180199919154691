// Lines at an edge of the picture. What is left of a line that the edge cuts may be another text:
// `5 mg` of `2.5 mg`.

const ENDS = [-1, 1];

const pointOf = ({ x, y, dx, dy }, along, across) => [
  x + along * dx - across * dy,
  y + along * dy + across * dx,
];

const isOutside = ([x, y], { width, height }) => x < 1 || y < 1 || x > width - 1 || y > height - 1;

/**
 * Returns what an edge does to a line: `isCut` if it cuts the line, and `mayLackEnd` if it may cut
 * what follows: `10/20` may be left of `10/2028`. Its label is before a value.
 */
export const cutsOf = (line, picture) => ({
  isCut: isAtEdge(line, -1, picture) || isAtEdge(line, 1, picture, WITH_PAPER),
  mayLackEnd: isNearEdge(line, 1, picture),
});

/** The part of a line's height, from its middle, that has letters. */
const LETTERS = 0.35;

/** The part of a line's height that has letters and a little paper: below it, no edge cuts them. */
const WITH_PAPER = 0.42;

/**
 * Returns whether an edge is at the end of a line, or cuts the upper or the lower part of the
 * letters there.
 */
const isAtEdge = (line, end, picture, part = LETTERS) =>
  [-part, 0, part].some((across) =>
    isOutside(pointOf(line, (end * line.width) / 2, across * line.height), picture),
  );

/**
 * The distance from an edge in which a line is suspect, in its heights: the upper or the lower part
 * of tilted letters is cut first, and they are not found.
 */
const NEAR = 2;

function isNearEdge(line, end, picture) {
  const along = end * (line.width / 2 + NEAR * line.height);
  return [-line.height / 2, line.height / 2].some((across) =>
    isOutside(pointOf(line, along, across), picture),
  );
}

/** The part of a line that is read beyond its end, in heights. */
const BEYOND = 2;

/** Returns a line with what is beyond its end in the picture. */
function withBeyond(line, end, picture) {
  let beyond = BEYOND * line.height;
  while (beyond > 1 && isOutside(pointOf(line, end * (line.width / 2 + beyond), 0), picture))
    beyond /= 2;
  const [x, y] = pointOf(line, (end * beyond) / 2, 0);
  return { ...line, x, y, width: line.width + beyond };
}

/**
 * Returns `[start, end]`: whether an edge may cut the start and the end of a line. `read` returns a
 * promise of the text of a line.
 */
export function cutEnds(line, picture, read) {
  return Promise.all(
    ENDS.map(
      async (end) =>
        isAtEdge(line, end, picture) ||
        (isNearEdge(line, end, picture) && !(await isWhole(line, end, picture, read))),
    ),
  );
}

/** Returns whether nothing is printed beyond the end of a line. */
async function isWhole(line, end, picture, read) {
  const [text, longer] = [line.readings[0].text, await read(withBeyond(line, end, picture))].map(
    (one) => one.replace(/[^\p{L}\d]/gu, "").toLowerCase(),
  );
  // The edge of the box may be read as one character.
  return (
    longer.length - text.length <= 1 && (end < 0 ? longer.endsWith(text) : longer.startsWith(text))
  );
}
