// Tests which pixels of a frame are visible, and which are inside the guide.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { cut, firstRead, guidedPart, visiblePart } = await load("scan/parts.ts");

const HD = { width: 1280, height: 720 };
const whole = ({ width, height }) => ({ x: 0, y: 0, width, height });

// object-fit: cover, centred: the frame fills the box, and the excess is cropped equally on both sides.
const boxes = [
  { name: "the same shape", frame: HD, box: { width: 640, height: 360 }, part: whole(HD) },
  { name: "a square box", frame: HD, box: { width: 300, height: 300 }, part: { x: 280, y: 0, width: 720, height: 720 } },
  { name: "a wide box", frame: HD, box: { width: 400, height: 100 }, part: { x: 0, y: 200, width: 1280, height: 320 } },
  { name: "a phone held upright", frame: { width: 720, height: 1280 }, box: { width: 360, height: 320 }, part: { x: 0, y: 320, width: 720, height: 640 } },
  { name: "a box larger than the frame", frame: { width: 320, height: 240 }, box: { width: 640, height: 320 }, part: { x: 0, y: 40, width: 320, height: 160 } },
  { name: "parts of pixels are out of sight", frame: HD, box: { width: 358, height: 320 }, part: { x: 238, y: 0, width: 804, height: 720 } },
  { name: "a box that is not shown", frame: HD, box: { width: 0, height: 0 }, part: undefined },
  { name: "no frame yet", frame: { width: 0, height: 0 }, box: { width: 360, height: 320 }, part: undefined },
];

for (const { name, frame, box, part } of boxes) {
  test(`in sight: ${name}`, () => assert.deepEqual(visiblePart(frame, box), part));
}

test("the guide's part lies in the frame as the guide lies in the box", () => {
  const box = { x: 10, y: 50, width: 300, height: 300 };
  const guide = { x: 40, y: 110, width: 240, height: 150 };
  assert.deepEqual(guidedPart(HD, box, guide), { x: 352, y: 144, width: 576, height: 360 });
});

test("a guide that reaches beyond the box ends with what is in sight", () => {
  const box = { x: 0, y: 0, width: 300, height: 300 };
  const guide = { x: -100, y: 100, width: 600, height: 100 };
  assert.deepEqual(guidedPart(HD, box, guide), { x: 280, y: 240, width: 720, height: 240 });
});

test("without a guide in the box there is no such part", () => {
  const box = { x: 0, y: 0, width: 300, height: 300 };
  assert.equal(guidedPart(HD, box, { x: 0, y: 0, width: 0, height: 0 }), undefined);
  assert.equal(guidedPart(HD, box, { x: 400, y: 0, width: 100, height: 100 }), undefined);
});

test("whatever the shapes, the guide's part is in sight and what is in sight is in the frame", () => {
  const sizes = [[1280, 720], [720, 1280], [640, 480], [1920, 1080], [1, 1]];
  const boxes = [[358, 320], [400, 208], [320, 130], [999, 320], [33, 320.5]];
  for (const [width, height] of sizes) {
    for (const [boxWidth, boxHeight] of boxes) {
      const visible = visiblePart({ width, height }, { width: boxWidth, height: boxHeight });
      assert.ok(isWithin(visible, { x: 0, y: 0, width, height }));
      const box = { x: 7.5, y: 9, width: boxWidth, height: boxHeight };
      const guide = { x: 7.5 + 0.12 * boxWidth, y: 9 + 0.14 * boxHeight, width: 0.76 * boxWidth, height: 0.62 * boxHeight };
      const guided = guidedPart({ width, height }, box, guide);
      if (width > 1) assert.ok(isWithin(guided, visible), JSON.stringify({ guided, visible }));
    }
  }
});

test("cutting keeps each pixel as it is", () => {
  const image = { width: 4, height: 3, data: Uint8ClampedArray.from({ length: 48 }, (_, index) => index) };
  const { width, height, data } = cut(image, { x: 1, y: 1, width: 2, height: 2 });
  assert.deepEqual([width, height], [2, 2]);
  assert.deepEqual([...data], [20, 21, 22, 23, 24, 25, 26, 27, 36, 37, 38, 39, 40, 41, 42, 43]);
});

test("the guide's part comes first, and the rest only if nothing is read there", async () => {
  const asked = [];
  const reader = (found) => async (part) => {
    asked.push(part);
    return found[part] ?? [];
  };
  assert.deepEqual(await firstRead(["guided", "visible"], reader({ guided: [1], visible: [1, 2] })), [1]);
  assert.deepEqual(await firstRead(["guided", "visible"], reader({ visible: [2] })), [2]);
  assert.deepEqual(await firstRead(["guided", "visible"], reader({})), []);
  assert.deepEqual(asked, ["guided", "guided", "visible", "guided", "visible"]);
});

function isWithin(inner, outer) {
  return (
    inner.x >= outer.x && inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height
  );
}
