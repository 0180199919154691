// Where lines are on a box: their direction, and their order along the text.

/** Two lines are on one row if their centres differ by less than this part of a height. */
const ONE_ROW = 0.5;

/**
 * Finds the lines row by row, from the left of each row. Rows follow the direction of most text,
 * also in a picture that is tilted. Text of another direction follows: it is on another face.
 */
export function inReadingOrder(lines) {
  const main = directionOf(lines);
  const own = lines.filter((line) => isAlike(line, main));
  if (own.length === 0) return lines;
  const others = lines.filter((line) => !own.includes(line));
  return [...rowsAlong(own, main), ...inReadingOrder(others)];
}

function rowsAlong(lines, { dx, dy }) {
  const placed = [];
  for (const line of lines)
    placed.push({ line, ...placeIn({ x: 0, y: 0, dx, dy }, line.x, line.y) });
  placed.sort((one, other) => one.across - other.across);
  const ordered = [];
  for (const row of runsOf(placed, isOnRow)) {
    row.sort((one, other) => one.along - other.along);
    for (const { line } of row) ordered.push(line);
  }
  return ordered;
}

function isOnRow(one, [first]) {
  const height = Math.min(one.line.height, first.line.height);
  return one.across - first.across < ONE_ROW * height;
}

/** Divides values into runs: a value that `belongs` to the run before it extends that run. */
function runsOf(values, belongs) {
  const runs = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run && belongs(value, run)) run.push(value);
    else runs.push([value]);
  }
  return runs;
}

/** A single character, or two, in heights; and the largest gap to the next one. */
const CHARACTER = { width: 1.6, gap: 1.3 };
/** Fewer characters may be a separate number or unit. */
const FEWEST_APART = 4;

/**
 * Makes lines in which characters that stand apart are one line: dot matrix and codes are printed
 * with wide gaps, and the network then finds each single character.
 */
export function withJoinedCharacters(lines) {
  const direction = directionOf(lines);
  const characters = rowsAlong(lines.filter(isCharacter), direction);
  const runs = runsOf(characters, (line, run) => isNextCharacter(line, run.at(-1), direction));
  const apart = runs.filter(({ length }) => length >= FEWEST_APART);
  const inRuns = new Set(apart.flat());
  return [...lines.filter((line) => !inRuns.has(line)), ...apart.map(joined)];
}

function isCharacter({ width, height }) {
  return width < CHARACTER.width * height;
}

function isNextCharacter(line, last, { dx, dy }) {
  const { along, across } = placeIn({ x: last.x, y: last.y, dx, dy }, line.x, line.y);
  const gap = along - (line.width + last.width) / 2;
  const height = Math.min(line.height, last.height);
  return Math.abs(across) < ONE_ROW * height && gap < CHARACTER.gap * height;
}

/** Finds the line from the first to the last of some characters. */
function joined(characters) {
  const [first, last] = [characters[0], characters.at(-1)];
  const [x, y] = [last.x - first.x, last.y - first.y];
  const length = Math.hypot(x, y);
  return {
    ...first,
    x: (first.x + last.x) / 2,
    y: (first.y + last.y) / 2,
    dx: x / length,
    dy: y / length,
    width: length + (first.width + last.width) / 2,
    height: heightOf(characters),
  };
}

/** Computes the height of the tallest of some lines, or 0. */
export function heightOf(lines) {
  let tallest = 0;
  for (const { height } of lines) tallest = Math.max(tallest, height);
  return tallest;
}

/**
 * Finds the place of a point, from the centre of a rectangle: along its direction, and across.
 */
export function placeIn({ x, y, dx, dy }, pointX, pointY) {
  const [right, down] = [pointX - x, pointY - y];
  return { along: right * dx + down * dy, across: down * dx - right * dy };
}

/** Makes a line that is read from its other end. */
export function reversed(line) {
  return { ...line, dx: -line.dx, dy: -line.dy };
}

/** Reports whether two directions differ by less than 45 degrees. */
export function isAlike(one, other) {
  return one.dx * other.dx + one.dy * other.dy > Math.SQRT1_2;
}

/** Finds the side of the picture that a line is nearer to: `row` or `column`. */
export function axisOf({ dx, dy }) {
  return Math.abs(dx) >= Math.abs(dy) ? "row" : "column";
}

/**
 * Computes the direction of most text, a unit vector. Long lines count more: the direction of a
 * short one is less exact. `like` is a line whose direction is meant, if there are several.
 */
export function directionOf(lines, like = mostLike(lines)) {
  let [x, y] = [0, 0];
  for (const line of lines) {
    if (!isAlike(line, like)) continue;
    x += line.dx * line.width;
    y += line.dy * line.width;
  }
  const length = Math.hypot(x, y);
  return length > 0 ? { dx: x / length, dy: y / length } : { dx: 1, dy: 0 };
}

/** Finds the line that shares its direction with the most text. */
function mostLike(lines) {
  let [best, most] = [{ dx: 1, dy: 0 }, 0];
  for (const line of lines) {
    const length = lengthAlong(lines, line);
    if (length > most) [best, most] = [line, length];
  }
  return best;
}

/** Adds up the lines that have the direction of another one. */
export function lengthAlong(lines, like) {
  let length = 0;
  for (const line of lines) if (isAlike(line, like)) length += line.width;
  return length;
}

/**
 * Makes a text without spaces and case: the network omits most spaces, so they do not count as a
 * difference.
 */
export function keyOf(text) {
  return text.replace(/\s/g, "").toLowerCase();
}

/**
 * Makes a text with the spaces of another reading of its line, if both have as many characters. A
 * wrong character rarely adds one.
 */
export function withSpacesOf(text, other) {
  const characters = text.replace(/\s/g, "");
  if (characters.length !== other.replace(/\s/g, "").length) return text;
  let next = 0;
  return other.replace(/\S/g, () => characters[next++]);
}

/**
 * Widths of letters, in heights of their line. The network reads two equal letters that are
 * `narrow` as one: `88` becomes `8`.
 */
const LETTER = { narrow: 0.31, wide: 0.42 };
/** The largest factor by which a line is widened. */
const WIDEST = 2;

/**
 * Computes the factor by which a line is widened for the network, so that its letters are wide. It
 * is 1 unless they are narrow.
 */
export function wideningOf({ width, height, readings: [{ text }] }) {
  const letter = width / height / text.length;
  return letter < LETTER.narrow ? Math.min(WIDEST, LETTER.wide / letter) : 1;
}
