// The worker of the reader of print for tests. It computes nothing.
const lineOf = ([text, height, second = text], row) => ({
  height,
  width: 20 * height,
  x: 0,
  y: 60 * row,
  dx: 1,
  dy: 0,
  readings: [text, second].map((read) => ({ text: read, lowest: 1, mean: 1, frame: 1 })),
});
const printed = (...lines) => lines.map(lineOf);

/** The answers by the width of the picture. A frame of the camera is larger. */
const ANSWERS = {
  101: {
    lines: printed(["Amlodipine", 60], ["5mg tablets", 50]),
    expiry: "2031-03",
    batch: "AB1234",
    licence: "PL 20075/0123",
  },
  // Two boxes. No two readings agree on the strength of the first.
  102: {
    lines: [
      ...printed(["Amlodipine", 60], ["5mg", 50, "6mg"], ["PL 20075/0123", 25]),
      ...printed(["Amlodipine", 55], ["10mg tablets", 50], ["PL 11111/2222", 25]).map((line) => ({
        ...line,
        x: 3000,
      })),
    ],
  },
  103: { lines: [] },
  104: { lines: [], expiry: "2031-03", batch: "AB1234" },
};

addEventListener("message", async ({ data: { picture, guide } }) => {
  const { width } = await createImageBitmap(picture);
  // A picture of this width is never read to its end.
  if (width === 105) return;
  postMessage(ANSWERS[width] ?? ANSWERS[guide ? 104 : 101]);
});
