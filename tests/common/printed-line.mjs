// A line of print as the reader of print returns it.

/** Returns the line of `[text, height, second reading]` in a row of a box. */
export const printedLine = ([text, height, second = text], row) => ({
  height,
  width: 20 * height,
  x: 0,
  y: 60 * row,
  dx: 1,
  dy: 0,
  readings: [text, second].map((text) => ({ text, lowest: 1, mean: 1, frame: 1 })),
});
