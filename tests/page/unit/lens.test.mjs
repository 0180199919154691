// Tests which of two or more rear cameras is chosen, by the labels and capabilities of phones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { bestLens, isGoodLens, trialOrder } = await load("blocks/scanner/lenses.ts");

const AUTOMATIC = ["manual", "single-shot", "continuous"];
const FIXED = ["manual"];

const lens = (label, capabilities = {}) => ({ deviceId: label, label, ...capabilities });

const phones = {
  "an ultra-wide camera without focus is the first": {
    lenses: [
      lens("camera2 2, facing back", { focusMode: FIXED }),
      lens("camera2 0, facing back", { focusMode: AUTOMATIC, torch: true }),
    ],
    best: "camera2 0, facing back",
  },
  "a telephoto camera focuses only far away": {
    lenses: [
      lens("camera2 3, facing back", { focusMode: AUTOMATIC, nearest: 0.8 }),
      lens("camera2 0, facing back", { focusMode: AUTOMATIC, nearest: 0.1 }),
    ],
    best: "camera2 0, facing back",
  },
  "no camera focuses near enough: the nearest one": {
    lenses: [
      lens("camera2 0, facing back", { focusMode: AUTOMATIC, nearest: 0.4 }),
      lens("camera2 2, facing back", { focusMode: AUTOMATIC, nearest: 0.2 }),
    ],
    best: "camera2 2, facing back",
  },
  "a macro camera is not better than a main camera that focuses near enough": {
    lenses: [
      lens("Back Macro Camera", { focusMode: AUTOMATIC, nearest: 0.02 }),
      lens("Back Camera", { focusMode: AUTOMATIC, nearest: 0.1 }),
    ],
    best: "Back Camera",
  },
  "an ultra-wide camera that focuses near is better than a fixed main camera": {
    lenses: [
      lens("Back Camera", { focusMode: FIXED }),
      lens("Back Ultra Wide Camera", { focusMode: AUTOMATIC, nearest: 0.03 }),
    ],
    best: "Back Ultra Wide Camera",
  },
  "an unknown distance is better than a far one": {
    lenses: [lens("Back Camera", { nearest: 0.24 }), lens("Another Back Camera")],
    best: "Another Back Camera",
  },
  "a distance of 0 is unknown": {
    lenses: [
      lens("camera2 2, facing back", { focusMode: AUTOMATIC, nearest: 0 }),
      lens("camera2 0, facing back", { focusMode: AUTOMATIC, nearest: 0.1 }),
    ],
    best: "camera2 0, facing back",
  },
  "an iPhone with three lenses": {
    lenses: [
      lens("Back Camera", { nearest: 0.24, torch: true }),
      lens("Back Ultra Wide Camera", { nearest: 0.02 }),
      lens("Back Telephoto Camera", { nearest: 0.6 }),
      lens("Back Dual Camera", { nearest: 0.24 }),
      lens("Back Triple Camera", { nearest: 0.02 }),
    ],
    best: "Back Triple Camera",
  },
  "an iPhone with two lenses": {
    lenses: [
      lens("Back Camera", { nearest: 0.15 }),
      lens("Back Ultra Wide Camera"),
      lens("Back Dual Wide Camera"),
    ],
    best: "Back Dual Wide Camera",
  },
  "a browser reports only labels": {
    lenses: [lens("Back Ultra Wide Camera"), lens("Back Telephoto Camera"), lens("Back Camera")],
    best: "Back Camera",
  },
  "equal cameras: the one with a torch": {
    lenses: [
      lens("Back Camera A", { focusMode: AUTOMATIC }),
      lens("Back Camera B", { focusMode: AUTOMATIC, torch: true }),
    ],
    best: "Back Camera B",
  },
  "equal cameras: the main camera of Android": {
    lenses: [
      lens("camera2 4, facing back"),
      lens("camera2 0, facing back"),
      lens("camera2 2, facing back"),
    ],
    best: "camera2 0, facing back",
  },
  "nothing is known: the first": { lenses: [lens("Rear A"), lens("Rear B")], best: "Rear A" },
};

for (const [name, { lenses, best }] of Object.entries(phones)) {
  test(`chooses the lens: ${name}`, () => assert.equal(bestLens(lenses).label, best));
}

const ends = [
  { label: "Back Triple Camera", isGood: true },
  { label: "Back Dual Wide Camera", isGood: true },
  { label: "Back Dual Camera", isGood: false },
  { label: "camera2 0, facing back", focusMode: AUTOMATIC, nearest: 0.1, isGood: true },
  { label: "camera2 0, facing back", focusMode: AUTOMATIC, isGood: false },
  { label: "camera2 0, facing back", focusMode: AUTOMATIC, nearest: 0.3, isGood: false },
  { label: "camera2 2, facing back", focusMode: FIXED, nearest: 0.1, isGood: false },
  { label: "Back Ultra Wide Camera", nearest: 0.02, isGood: false },
  { label: "Back Camera", nearest: 0.12, isGood: true },
];

for (const { isGood, ...one } of ends) {
  test(`${isGood ? "ends" : "continues"} the trial at ${JSON.stringify(one)}`, () =>
    assert.equal(isGoodLens({ deviceId: "one", ...one }), isGood));
}

test("tries the most promising labels first", () => {
  const labels = [
    "Back Telephoto Camera",
    "Back Camera",
    "Back Ultra Wide Camera",
    "Back Triple Camera",
  ];
  const order = trialOrder(labels.map((label) => lens(label))).map(({ label }) => label);
  assert.deepEqual(order, [
    "Back Triple Camera",
    "Back Camera",
    "Back Telephoto Camera",
    "Back Ultra Wide Camera",
  ]);
});
