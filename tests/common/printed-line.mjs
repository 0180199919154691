// A line of print as the reader of print returns it.

/**
 * Makes the line of `text @height` in a row of a box. With `text ≠ other @height`, the second reading
 * of the line differs.
 */
export function printedLine(line, row) {
  const [, text, second = text, digits] = /^(.+?)(?: ≠ (.+))? @(\d+)$/.exec(line);
  const height = Number(digits);
  return {
    height,
    width: 20 * height,
    x: 0,
    y: 60 * row,
    dx: 1,
    dy: 0,
    readings: [text, second].map((text) => ({ text, lowest: 1, mean: 1, frame: 1 })),
  };
}
