// The worker of the reader of print for tests. It computes nothing.
const question = (text, rest = {}) => ({
  text,
  parts: [{ text, optional: false }],
  doubts: [],
  alternatives: [],
  ...rest,
});

/** The answers by the width of the picture. A frame of the camera is larger. */
const ANSWERS = {
  101: {
    lines: [],
    question: question("Amlodipine 5mg tablets", { name: "Amlodipine", strength: "5mg" }),
    expiry: "2031-03",
    batch: "AB1234",
    licence: "PL 20075/0123",
  },
  102: {
    lines: [],
    question: question("Amlodipine 5mg 10mg tablets", {
      name: "Amlodipine",
      doubts: ["several_strengths"],
      alternatives: [{ text: "Amlodipine 10mg tablets", doubt: "one_box" }],
    }),
  },
  103: { lines: [], question: question("") },
  104: { lines: [], question: question(""), expiry: "2031-03", batch: "AB1234" },
};

addEventListener("message", async ({ data: { picture, guide } }) => {
  const { width } = await createImageBitmap(picture);
  // A picture of this width is never read to its end.
  if (width === 105) return;
  postMessage(ANSWERS[width] ?? ANSWERS[guide ? 104 : 101]);
});
