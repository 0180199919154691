// Where lines are on a box: their order along the text, repeats on a strip, and the lines of
// another box in view.

/** Two lines are on one row if their centres differ by less than this part of a height. */
const ONE_ROW = 0.5;

/**
 * Returns the lines row by row, from the left of each row. Rows follow the direction of the text,
 * also in a picture that is tilted.
 */
export function inReadingOrder(lines) {
  const { dx, dy } = directionOf(lines);
  const along = ({ x, y }) => x * dx + y * dy;
  const across = ({ x, y }) => y * dx - x * dy;
  const rows = [];
  for (const line of [...lines].sort((one, other) => across(one) - across(other))) {
    const row = rows.at(-1);
    if (row && across(line) - across(row[0]) < ONE_ROW * Math.min(line.height, row[0].height))
      row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.sort((one, other) => along(one) - along(other)));
}

/**
 * Returns the direction of most text, a unit vector. Long lines count more: the direction of a
 * short one is less exact.
 */
export function directionOf(lines) {
  const [x, y] = [
    sum(lines, ({ dx, width }) => dx * width),
    sum(lines, ({ dy, width }) => dy * width),
  ];
  const length = Math.hypot(x, y);
  return length > 0 ? { dx: x / length, dy: y / length } : { dx: 1, dy: 0 };
}

const sum = (values, of) => values.reduce((total, value) => total + of(value), 0);

/**
 * Returns a text without spaces and case: the network omits most spaces, so they are no difference.
 */
export const keyOf = (text) => text.replace(/\s/g, "").toLowerCase();

/**
 * Returns a text with the spaces of another reading of its line, if both have as many characters. A
 * wrong character rarely adds one.
 */
export function withSpacesOf(text, other) {
  const characters = text.replace(/\s/g, "");
  if (characters.length !== other.replace(/\s/g, "").length) return text;
  let next = 0;
  return other.replace(/\S/g, () => characters[next++]);
}

/**
 * Returns each text once. A strip repeats its text on each pocket, and its lines may be cut beside
 * a neighbour: a single letter at either end is dropped if the rest is read twice without it.
 */
export function withoutRepeats(texts) {
  const singles = texts.map(withoutInnerRepeats);
  const counts = new Map();
  for (const { text, times } of singles)
    counts.set(repeatKey(text), (counts.get(repeatKey(text)) ?? 0) + times);
  const found = new Map();
  for (const { text } of singles) {
    const rest = withoutCutLetter(text);
    const kept = (counts.get(repeatKey(rest)) ?? 0) >= 2 ? rest : text;
    if (!found.has(repeatKey(kept))) found.set(repeatKey(kept), kept);
  }
  return [...found.values()];
}

/** An apostrophe is so small that a reading may omit it. */
const repeatKey = (text) => keyOf(text).replace(/['’]/g, "");

/**
 * Widths of letters, in heights of their line. The network reads two equal letters that are
 * `narrow` as one: `88` becomes `8`.
 */
const LETTER = { narrow: 0.31, wide: 0.42 };
/** The largest factor by which a line is widened. */
const WIDEST = 2;

/**
 * Returns the factor by which a line is widened for the network, so that its letters are wide. It
 * is 1 unless they are narrow.
 */
export function wideningOf({ width, height, readings: [{ text }] }) {
  const letter = width / height / text.length;
  return letter < LETTER.narrow ? Math.min(WIDEST, LETTER.wide / letter) : 1;
}

/** The shortest text that repeats itself in a line: a shorter one may be a part of a name. */
const SHORTEST_REPEAT = 6;
/** At most so many pockets are in a row. */
const MOST_IN_ROW = 6;

/**
 * Returns the text that a line repeats, and how often. Single letters between the repeats are those
 * of lines that are cut.
 */
function withoutInnerRepeats(text) {
  const repeated = [text, text.replace(END_OF_NEIGHBOUR, "")]
    .map(repeatOf)
    .find(({ times }) => times > 1);
  return repeated ?? withoutCutLetters(text);
}

/** The end of the text of a pocket before: `mg` of `100 mg`. */
const END_OF_NEIGHBOUR = /^[a-z]{1,3} /;

function withoutCutLetters(text) {
  const repeated = repeatOf(text.replace(/(?<= |^)[a-z](?= |$)/gi, ""));
  return repeated.times > 1 ? repeated : { text, times: 1 };
}

function repeatOf(text) {
  const key = keyOf(text);
  for (let times = MOST_IN_ROW; times > 1; times -= 1) {
    const part = key.slice(0, key.length / times);
    if (part.length >= SHORTEST_REPEAT && part.repeat(times) === key)
      return { text: beginningOf(text.trim(), part.length), times };
  }
  return { text, times: 1 };
}

/** Returns the beginning of a text with `length` characters that are no spaces. */
const beginningOf = (text, length) => new RegExp(`^(?:\\s*\\S){${length}}`).exec(text)[0];

/** Returns a text without single letters at its ends. */
export const withoutCutLetter = (text) => text.replace(/^[a-z] | [a-z]$/gi, "");

/** The rounds of 2-means: two boxes are far apart, so it settles in a few. */
const ROUNDS = 8;

/**
 * Returns the lines of two boxes, each with one of two `seeds`, which are lines of different boxes.
 * A straight edge separates the boxes, as 2-means does. Returns `undefined` if both seeds come to
 * lie on one side.
 */
export function linesOfTwoBoxes(lines, seeds) {
  // Seeds are at the edge of their boxes. Both are moved by the same distance, so that they start
  // in the middle.
  const [middle, edge] = [centerOf(lines), centerOf(seeds)];
  let centers = seeds.map(({ x, y }) => ({ x: x + middle.x - edge.x, y: y + middle.y - edge.y }));
  let boxes;
  for (let round = 0; round < ROUNDS; round += 1) {
    boxes = centers.map((center) => lines.filter((line) => nearestOf(centers, line) === center));
    if (!seeds.every((seed, index) => boxes[index].includes(seed))) return undefined;
    centers = boxes.map(centerOf);
  }
  return boxes;
}

const nearestOf = ([one, other], line) =>
  distance(one, line) <= distance(other, line) ? one : other;

const centerOf = (lines) => ({
  x: sum(lines, ({ x }) => x) / lines.length,
  y: sum(lines, ({ y }) => y) / lines.length,
});

/** The lines of a box are spread along its rows, so a distance along them counts half. */
const ALONG_ROW = 0.5;

const distance = (one, other) => Math.hypot(ALONG_ROW * (one.x - other.x), one.y - other.y);
