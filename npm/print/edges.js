// Lines at an edge of the picture. What is left of a line that the edge cuts may be another text:
// `5 mg` of `2.5 mg`.

const ENDS = [-1, 1];

function pointOf({ x, y, dx, dy }, along, across) {
  return [x + along * dx - across * dy, y + along * dy + across * dx];
}

function isOutside([x, y], { width, height }) {
  return x < 1 || y < 1 || x > width - 1 || y > height - 1;
}

/**
 * Says what an edge does to a line: `isCut` if it cuts the line, and `mayLackEnd` if it may cut
 * what follows: `10/20` may be left of `10/2028`. Its label is before a value.
 */
export function cutsOf(line, picture) {
  return {
    isCut: isAtEdge(line, -1, picture) || isAtEdge(line, 1, picture, WITH_PAPER),
    mayLackEnd: isNearEdge(line, 1, picture),
  };
}

/** The part of a line's height, from its middle, that has letters. */
const LETTERS = 0.35;

/** The part of a line's height that has letters and a little paper: below it, no edge cuts them. */
const WITH_PAPER = 0.42;

/**
 * Reports whether an edge is at the end of a line, or cuts the upper or the lower part of the
 * letters there.
 */
function isAtEdge(line, end, picture, part = LETTERS) {
  const along = (end * line.width) / 2;
  for (const across of [-part, 0, part])
    if (isOutside(pointOf(line, along, across * line.height), picture)) return true;
  return false;
}

/**
 * The distance from an edge in which a line is suspect, in its heights: the upper or the lower part
 * of tilted letters is cut first, and they are not found.
 */
const NEAR = 2;

function isNearEdge(line, end, picture) {
  const along = end * (line.width / 2 + NEAR * line.height);
  const [above, below] = [-line.height / 2, line.height / 2];
  return (
    isOutside(pointOf(line, along, above), picture) ||
    isOutside(pointOf(line, along, below), picture)
  );
}

/** The part of a line that is read beyond its end, in heights. */
const BEYOND = 2;

/** Makes a line with what is beyond its end in the picture. */
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
  return Promise.all(ENDS.map((end) => mayBeCut(line, end, picture, read)));
}

async function mayBeCut(line, end, picture, read) {
  if (isAtEdge(line, end, picture)) return true;
  return isNearEdge(line, end, picture) && !(await isWhole(line, end, picture, read));
}

/** Reports whether nothing is printed beyond the end of a line. */
async function isWhole(line, end, picture, read) {
  const text = lettersOf(line.readings[0].text);
  const longer = lettersOf(await read(withBeyond(line, end, picture)));
  // The edge of the box may be read as one character.
  if (longer.length - text.length > 1) return false;
  return end < 0 ? longer.endsWith(text) : longer.startsWith(text);
}

function lettersOf(text) {
  return text.replace(/[^\p{L}\d]/gu, "").toLowerCase();
}
