// Print for tests: lines as the reader of print returns them, and a box that is drawn and
// photographed.

/**
 * Makes the line of `text @height` in a row of a box. With `text ≠ other @height`, the second
 * reading of the line differs.
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

/** How a drawn box is photographed. */
export const PHOTO = {
  fill: 0.9,
  turn: 0.02,
  tilt: { x: 0, y: 0 },
  gain: 0.9,
  noise: 0.012,
  focus: 0.6,
};

/** Makes a line that is printed at a height of the box. */
export const line = (text, y, size) => ({
  text,
  x: 70,
  y,
  size,
  font: "sans-serif",
  weight: 700,
  ink: 30,
  width: 1400,
});

/** Makes the lines of a box with an expiry date. */
export const boxOf = (expiry) => [
  line("Amlodipine", 150, 110),
  line("5 mg", 290, 96),
  line("Tablets", 400, 70),
  line("28 tablets", 520, 60),
  line(`EXP ${expiry}`, 700, 60),
  line("LOT AB1234", 800, 60),
];
