// Where lines are on a box: their direction, and their order along the text.

/** Two lines are on one row if their centres differ by less than this part of a height. */
const ONE_ROW = 0.5;

/**
 * Returns the lines row by row, from the left of each row. Rows follow the direction of most text,
 * also in a picture that is tilted. Text of another direction follows: it is on another face.
 */
export function inReadingOrder(lines) {
  const main = directionOf(lines);
  const isMain = (line) => isAlike(line, main);
  const others = lines.filter((line) => !isMain(line));
  const rest = others.length === lines.length ? others : inReadingOrder(others);
  return lines.length === 0 ? [] : [...rowsAlong(lines.filter(isMain), main), ...rest];
}

function rowsAlong(lines, { dx, dy }) {
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

/** A single character, or two, in heights; and the largest gap to the next one. */
const CHARACTER = { width: 1.6, gap: 1.3 };
/** Fewer characters may be a number or a unit of their own. */
const FEWEST_APART = 4;

/**
 * Returns lines in which characters that stand apart are one line: dot matrix and codes are printed
 * with wide gaps, and the network then finds each character alone.
 */
export function withJoinedCharacters(lines) {
  const direction = directionOf(lines);
  const isCharacter = ({ width, height }) => width < CHARACTER.width * height;
  const runs = [];
  for (const line of rowsAlong(lines.filter(isCharacter), direction)) {
    const run = runs.at(-1);
    if (run && isNextCharacter(line, run.at(-1), direction)) run.push(line);
    else runs.push([line]);
  }
  const apart = runs.filter(({ length }) => length >= FEWEST_APART);
  return [...lines.filter((line) => !apart.flat().includes(line)), ...apart.map(joined)];
}

function isNextCharacter(line, last, { dx, dy }) {
  const [x, y] = [line.x - last.x, line.y - last.y];
  const gap = x * dx + y * dy - (line.width + last.width) / 2;
  const height = Math.min(line.height, last.height);
  return Math.abs(y * dx - x * dy) < ONE_ROW * height && gap < CHARACTER.gap * height;
}

/** Returns the line from the first to the last of some characters. */
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
    height: Math.max(...characters.map(({ height }) => height)),
  };
}

/**
 * Returns the place of a point, from the centre of a rectangle: along its direction, and across.
 */
export function placeIn({ x, y, dx, dy }, pointX, pointY) {
  const [right, down] = [pointX - x, pointY - y];
  return { along: right * dx + down * dy, across: down * dx - right * dy };
}

/** Returns a line that is read from its other end. */
export const reversed = (line) => ({ ...line, dx: -line.dx, dy: -line.dy });

/** Returns whether two directions differ by less than 45 degrees. */
export const isAlike = (one, other) => one.dx * other.dx + one.dy * other.dy > Math.SQRT1_2;

/** Returns the side of the picture that a line is nearer to: `row` or `column`. */
export const axisOf = ({ dx, dy }) => (Math.abs(dx) >= Math.abs(dy) ? "row" : "column");

/**
 * Returns the direction of most text, a unit vector. Long lines count more: the direction of a
 * short one is less exact. `like` is a line whose direction is meant, if there are several.
 */
export function directionOf(lines, like = mostLike(lines)) {
  const some = lines.filter((line) => isAlike(line, like));
  const [x, y] = [
    sum(some, ({ dx, width }) => dx * width),
    sum(some, ({ dy, width }) => dy * width),
  ];
  const length = Math.hypot(x, y);
  return length > 0 ? { dx: x / length, dy: y / length } : { dx: 1, dy: 0 };
}

/** Returns the line that shares its direction with the most text. */
function mostLike(lines) {
  let [best, most] = [{ dx: 1, dy: 0 }, 0];
  for (const line of lines) {
    const length = sum(
      lines.filter((other) => isAlike(other, line)),
      ({ width }) => width,
    );
    if (length > most) [best, most] = [line, length];
  }
  return best;
}

export const sum = (values, of) => values.reduce((total, value) => total + of(value), 0);

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
