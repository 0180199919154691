// A box that tests draw and photograph.

export const PHOTO = {
  fill: 0.9,
  turn: 0.02,
  tilt: { x: 0, y: 0 },
  gain: 0.9,
  noise: 0.012,
  focus: 0.6,
};
/** Returns a line of print at a height. */
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

/** Returns the lines of a box with an expiry date, as it is printed. */
export const boxOf = (expiry) => [
  line("Amlodipine", 150, 110),
  line("5 mg", 290, 96),
  line("Tablets", 400, 70),
  line("28 tablets", 520, 60),
  line(`EXP ${expiry}`, 700, 60),
  line("LOT AB1234", 800, 60),
];
