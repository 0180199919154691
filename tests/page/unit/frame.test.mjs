// Tests the regions of a frame, and the pauses between frames.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { crop, guideRegion, visibleRegion } = await load("scan/frame.ts");
const { BUSY_MS, MAX_PAUSE_MS, pauseAfter } = await load("scan/scanner.ts");

const HD = { width: 1280, height: 720 };
const whole = ({ width, height }) => ({ x: 0, y: 0, width, height });

// object-fit: cover, centred: the frame fills the box, and the excess is cropped equally on both sides.
const boxes = [
  { name: "the same shape", frame: HD, box: { width: 640, height: 360 }, region: whole(HD) },
  { name: "a square box", frame: HD, box: { width: 300, height: 300 }, region: { x: 280, y: 0, width: 720, height: 720 } },
  { name: "a wide box", frame: HD, box: { width: 400, height: 100 }, region: { x: 0, y: 200, width: 1280, height: 320 } },
  { name: "a phone held upright", frame: { width: 720, height: 1280 }, box: { width: 360, height: 320 }, region: { x: 0, y: 320, width: 720, height: 640 } },
  { name: "a box larger than the frame", frame: { width: 320, height: 240 }, box: { width: 640, height: 320 }, region: { x: 0, y: 40, width: 320, height: 160 } },
  { name: "fractions of pixels are outside", frame: HD, box: { width: 358, height: 320 }, region: { x: 238, y: 0, width: 804, height: 720 } },
  { name: "a hidden box", frame: HD, box: { width: 0, height: 0 }, region: undefined },
  { name: "no frame yet", frame: { width: 0, height: 0 }, box: { width: 360, height: 320 }, region: undefined },
];

for (const { name, frame, box, region } of boxes) {
  test(`visible region: ${name}`, () => assert.deepEqual(visibleRegion(frame, box), region));
}

test("maps the guide from the box to the frame", () => {
  const box = { x: 10, y: 50, width: 300, height: 300 };
  const guide = { x: 40, y: 110, width: 240, height: 150 };
  assert.deepEqual(guideRegion(HD, box, guide), { x: 352, y: 144, width: 576, height: 360 });
});

test("clips the guide to the visible region", () => {
  const box = { x: 0, y: 0, width: 300, height: 300 };
  const guide = { x: -100, y: 100, width: 600, height: 100 };
  assert.deepEqual(guideRegion(HD, box, guide), { x: 280, y: 240, width: 720, height: 240 });
});

test("returns no region for a guide outside the box", () => {
  const box = { x: 0, y: 0, width: 300, height: 300 };
  assert.equal(guideRegion(HD, box, { x: 0, y: 0, width: 0, height: 0 }), undefined);
  assert.equal(guideRegion(HD, box, { x: 400, y: 0, width: 100, height: 100 }), undefined);
});

test("the guide is within the visible region, and that within the frame, for all shapes", () => {
  const sizes = [[1280, 720], [720, 1280], [640, 480], [1920, 1080], [1, 1]];
  const boxes = [[358, 320], [400, 208], [320, 130], [999, 320], [33, 320.5]];
  for (const [width, height] of sizes) {
    for (const [boxWidth, boxHeight] of boxes) {
      const visible = visibleRegion({ width, height }, { width: boxWidth, height: boxHeight });
      assert.ok(isWithin(visible, { x: 0, y: 0, width, height }));
      const box = { x: 7.5, y: 9, width: boxWidth, height: boxHeight };
      const guide = { x: 7.5 + 0.12 * boxWidth, y: 9 + 0.14 * boxHeight, width: 0.76 * boxWidth, height: 0.62 * boxHeight };
      const inGuide = guideRegion({ width, height }, box, guide);
      if (width > 1) assert.ok(isWithin(inGuide, visible), JSON.stringify({ inGuide, visible }));
    }
  }
});

test("cropping keeps every pixel", () => {
  const image = { width: 4, height: 3, data: Uint8ClampedArray.from({ length: 48 }, (_, index) => index) };
  const { width, height, data } = crop(image, { x: 1, y: 1, width: 2, height: 2 });
  assert.deepEqual([width, height], [2, 2]);
  assert.deepEqual([...data], [20, 21, 22, 23, 24, 25, 26, 27, 36, 37, 38, 39, 40, 41, 42, 43]);
});

function isWithin(inner, outer) {
  return (
    inner.x >= outer.x && inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height
  );
}

const dutyOf = (tookMs, idleMs) => tookMs / (tookMs + pauseAfter(tookMs, idleMs));

test("decodes three quarters of the time while scanning", () => {
  assert.equal(dutyOf(60, 0), 0.75);
  assert.equal(dutyOf(60, BUSY_MS - 1), 0.75);
});

test("decodes half of the time when idle", () => assert.equal(dutyOf(60, BUSY_MS), 0.5));

test("limits the pause on slow devices", () => {
  for (const idle of [0, BUSY_MS]) assert.ok(pauseAfter(5000, idle) <= MAX_PAUSE_MS);
});
