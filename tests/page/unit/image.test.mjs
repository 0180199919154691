// Tests the regions of a frame, and the pauses between frames. Compares the image filters with slow
// reference implementations, and tests the measurements of hard frames and their hints.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../common/random.mjs";
import { draw, frames } from "../hard-frames/frames.mjs";
import { load } from "./source.mjs";

const { copyPixels, crop, guideRegion, visibleRegion } = await load("blocks/scanner/frame.ts");
const { BUSY_MS, MAX_PAUSE_MS, pauseAfter } = await load("blocks/scanner/scanner.ts");

const HD = { width: 1280, height: 720 };
const whole = ({ width, height }) => ({ x: 0, y: 0, width, height });

// object-fit: cover, centred: the frame fills the box, and the excess is cropped equally on both
// sides.
const boxes = [
  { name: "the same shape", frame: HD, box: { width: 640, height: 360 }, region: whole(HD) },
  {
    name: "a square box",
    frame: HD,
    box: { width: 300, height: 300 },
    region: { x: 280, y: 0, width: 720, height: 720 },
  },
  {
    name: "a wide box",
    frame: HD,
    box: { width: 400, height: 100 },
    region: { x: 0, y: 200, width: 1280, height: 320 },
  },
  {
    name: "a phone held upright",
    frame: { width: 720, height: 1280 },
    box: { width: 360, height: 320 },
    region: { x: 0, y: 320, width: 720, height: 640 },
  },
  {
    name: "a box larger than the frame",
    frame: { width: 320, height: 240 },
    box: { width: 640, height: 320 },
    region: { x: 0, y: 40, width: 320, height: 160 },
  },
  {
    name: "fractions of pixels are outside",
    frame: HD,
    box: { width: 358, height: 320 },
    region: { x: 238, y: 0, width: 804, height: 720 },
  },
  { name: "a hidden box", frame: HD, box: { width: 0, height: 0 }, region: undefined },
  {
    name: "no frame yet",
    frame: { width: 0, height: 0 },
    box: { width: 360, height: 320 },
    region: undefined,
  },
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

/** A frame of two pixels, whose bytes are 1. */
const smallFrame = (changes) => ({
  displayWidth: 2,
  displayHeight: 1,
  visibleRect: { x: 0, y: 0, width: 2, height: 1 },
  allocationSize: () => 8,
  copyTo: async (buffer) => void buffer.fill(1),
  ...changes,
});

test("copies the pixels of a frame as RGBA", async () => {
  const formats = [];
  const frame = smallFrame({
    allocationSize: ({ format }) => formats.push(format) && 8,
    copyTo: async (buffer, { format }) => formats.push(format) && buffer.fill(1),
  });
  assert.deepEqual(await copyPixels(frame), {
    width: 2,
    height: 1,
    data: new Uint8ClampedArray(8).fill(1),
  });
  assert.deepEqual(formats, ["RGBA", "RGBA"]);
});

const refuse = () => {
  throw new DOMException("no conversion", "NotSupportedError");
};

for (const [name, changes] of Object.entries({
  "a rotated frame": { rotation: 180 },
  "a mirrored frame": { flip: true },
  "a frame that is displayed at another size": { visibleRect: { x: 0, y: 0, width: 1, height: 2 } },
  "a frame without a visible region": { visibleRect: null },
  "a browser that ignores the format": { allocationSize: () => 3 },
  "a browser that knows no size": { allocationSize: refuse },
  "a browser that cannot convert": { copyTo: async () => refuse() },
})) {
  test(`does not copy: ${name}`, async () =>
    assert.equal(await copyPixels(smallFrame(changes)), undefined));
}

test("the guide is within the visible region, and that within the frame, for all shapes", () => {
  const sizes = [
    [1280, 720],
    [720, 1280],
    [640, 480],
    [1920, 1080],
    [1, 1],
  ];
  const boxes = [
    [358, 320],
    [400, 208],
    [320, 130],
    [999, 320],
    [33, 320.5],
  ];
  for (const [width, height] of sizes) {
    for (const [boxWidth, boxHeight] of boxes) {
      const visible = visibleRegion({ width, height }, { width: boxWidth, height: boxHeight });
      assert.ok(isWithin(visible, { x: 0, y: 0, width, height }));
      const box = { x: 7.5, y: 9, width: boxWidth, height: boxHeight };
      const guide = {
        x: 7.5 + 0.12 * boxWidth,
        y: 9 + 0.14 * boxHeight,
        width: 0.76 * boxWidth,
        height: 0.62 * boxHeight,
      };
      const inGuide = guideRegion({ width, height }, box, guide);
      if (width > 1) assert.ok(isWithin(inGuide, visible), JSON.stringify({ inGuide, visible }));
    }
  }
});

test("cropping keeps every pixel", () => {
  const image = {
    width: 4,
    height: 3,
    data: Uint8ClampedArray.from({ length: 48 }, (_, index) => index),
  };
  const { width, height, data } = crop(image, { x: 1, y: 1, width: 2, height: 2 });
  assert.deepEqual([width, height], [2, 2]);
  assert.deepEqual([...data], [20, 21, 22, 23, 24, 25, 26, 27, 36, 37, 38, 39, 40, 41, 42, 43]);
});

function isWithin(inner, outer) {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
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

// Filters and measurements.

const { blur, downscale, rotate45, sharpen, stretchContrast, toGrey, toPixels, upscale } =
  await load("blocks/scanner/image-filters.ts");
const { Hints, measureQuality, qualityProblem, SHOW_AFTER_MS, SHOW_FOR_MS } = await load(
  "blocks/scanner/image-quality.ts",
);

const random = new Random(5);
const someGrey = (width, height) => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height }, () => random.below(256)),
});
const sizes = [
  [37, 21],
  [16, 16],
  [17, 33],
  [1, 1],
  [2, 5],
  [64, 1],
];
const at = ({ width, height, data }, x, y) =>
  data[Math.max(0, Math.min(y, height - 1)) * width + Math.max(0, Math.min(x, width - 1))];

function isNearly({ width, height, data }, pixel, most) {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      assert.ok(Math.abs(data[y * width + x] - pixel(x, y)) <= most, `${x}, ${y}`);
  }
}

test("converting to pixels and back keeps the grey values", () => {
  const grey = someGrey(37, 21);
  isNearly(toGrey(toPixels(grey)), (x, y) => at(grey, x, y), 1);
  assert.deepEqual(
    [...toPixels({ width: 1, height: 1, data: new Uint8ClampedArray([7]) }).data],
    [7, 7, 7, 255],
  );
});

for (const [width, height] of sizes) {
  const grey = someGrey(width, height);
  const size = `${width} × ${height}`;

  test(`blur, ${size}: weighted mean of the neighbours`, () => {
    const weights = [1, 4, 6, 4, 1];
    const mean = (x, y) =>
      weights.reduce(
        (sum, a, i) =>
          sum + weights.reduce((sum, b, j) => sum + a * b * at(grey, x + i - 2, y + j - 2), 0),
        0,
      ) / 256;
    isNearly(blur(grey), mean, 1.1);
  });

  test(`sharpen, ${size}: adds the difference from the blurred image`, () => {
    const soft = blur(grey);
    const sharp = (x, y) =>
      Math.max(0, Math.min(255, at(grey, x, y) + 2 * (at(grey, x, y) - at(soft, x, y))));
    isNearly(sharpen(grey, 2), sharp, 1);
  });

  test(`upscale, ${size}: linear interpolation`, () => {
    const double = upscale(grey);
    assert.deepEqual([double.width, double.height], [2 * width, 2 * height]);
    const [near, far] = [(place) => place >> 1, (place) => (place >> 1) + (place % 2 ? 1 : -1)];
    const mean = (x, y) =>
      (9 * at(grey, near(x), near(y)) +
        3 * at(grey, far(x), near(y)) +
        3 * at(grey, near(x), far(y)) +
        at(grey, far(x), far(y))) /
      16;
    isNearly(double, mean, 1);
  });

  test(`downscale, ${size}: mean of four pixels`, () => {
    const half = downscale(grey);
    assert.deepEqual([half.width, half.height], [width >> 1, height >> 1]);
    isNearly(
      half,
      (x, y) =>
        [0, 1, 2, 3].reduce((sum, i) => sum + at(grey, 2 * x + (i & 1), 2 * y + (i >> 1)), 0) / 4,
      1,
    );
  });

  test(`stretchContrast and rotate45, ${size}: size of the result`, () => {
    assert.equal(stretchContrast(grey).data.length, width * height);
    const side = Math.ceil((width + height) * Math.SQRT1_2);
    assert.deepEqual([rotate45(grey).width, rotate45(grey).height], [side, side]);
  });
}

test("stretchContrast: dark and light areas become equal", () => {
  const width = 256;
  const print = (x, y) => (x + y) % 7 < 3;
  const data = Uint8ClampedArray.from({ length: width * 64 }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const light = x < width / 2 ? 40 : 220;
    return print(x, y) ? 0.4 * light : light;
  });
  const even = stretchContrast({ width, height: 64, data });
  for (const x of [10, 60, 180, 240])
    for (let y = 4; y < 60; y += 1) {
      assert.equal(at(even, x, y) < 128, print(x, y), `${x}, ${y}`);
    }
});

test("stretchContrast: noise does not become print", () => {
  const wall = {
    width: 64,
    height: 64,
    data: Uint8ClampedArray.from({ length: 4096 }, (_, i) => 100 + (i % 2)),
  };
  const even = stretchContrast(wall);
  assert.ok(Math.max(...even.data) - Math.min(...even.data) < 64);
});

test("rotate45: diagonal stripes become vertical", () => {
  const stripes = {
    width: 100,
    height: 100,
    data: Uint8ClampedArray.from({ length: 10_000 }, (_, i) =>
      (i % 100) + Math.floor(i / 100) < 100 ? 0 : 255,
    ),
  };
  const straight = rotate45(stripes);
  const middle = straight.width >> 1;
  const column = (x) => [-15, 0, 15].map((shift) => at(straight, middle + x, middle + shift));
  assert.deepEqual(
    [column(-20), column(20)],
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  );
});

const framesWith = (condition, kinds, number = 1) =>
  frames.filter(
    (frame) =>
      frame.condition === condition && kinds.includes(frame.bcid) && frame.number === number,
  );
const problemIn = (frame) => qualityProblem(measureQuality(toGrey(draw(frame).image)));

const cases = [
  { condition: "clear", problem: undefined },
  { condition: "tilted", problem: undefined },
  { condition: "dark", problem: "dark" },
  { condition: "out of focus", problem: "blurred" },
  { condition: "small", problem: "small" },
];

for (const { condition, problem } of cases) {
  for (const frame of framesWith(condition, ["ean13", "gs1datamatrix"])) {
    test(`${frame.name}: ${problem ?? "no problem"}`, () =>
      assert.equal(problemIn(frame), problem));
  }
}

test("reports no problem without print: a table, a wall, the edge of a shadow", () => {
  const size = { width: 320, height: 160 };
  const table = { ...size, data: new Uint8ClampedArray(320 * 160).fill(140) };
  const shadow = {
    ...size,
    data: Uint8ClampedArray.from({ length: 320 * 160 }, (_, at) => (at % 320 < 160 ? 40 : 180)),
  };
  for (const grey of [table, shadow]) assert.equal(qualityProblem(measureQuality(grey)), undefined);
});

test("accepts pictures smaller than a block", () => {
  for (const side of [0, 1, 15]) {
    const grey = { width: side, height: side, data: new Uint8ClampedArray(side * side).fill(200) };
    assert.doesNotThrow(() => qualityProblem(measureQuality(grey)));
  }
});

const quality = {
  dark: { brightness: 20, printShare: 0, edgeWidth: 0, barWidth: undefined },
  small: { brightness: 200, printShare: 0.2, edgeWidth: 1, barWidth: 2 },
  none: { brightness: 200, printShare: 0, edgeWidth: 0, barWidth: undefined },
};
const FRAME_MS = 100;

/**
 * Plays a film. A word is a frame with these measurements; "read" is a frame in which a code was
 * read. A number repeats the last frame for this time in milliseconds.
 */
function shown(film) {
  const hints = new Hints();
  const seen = [];
  let [now, last] = [0, undefined];
  for (const step of film.split(" ")) {
    const isTime = /^\d+$/.test(step);
    if (!isTime) last = quality[step];
    for (const end = now + (isTime ? Number(step) : FRAME_MS); now < end; now += FRAME_MS) {
      const hint = hints.update(last, now) ?? "none";
      if (seen.at(-1) !== hint) seen.push(hint);
    }
  }
  return seen.join(" ");
}

const films = {
  "shows no hint for a new problem": { film: `dark ${SHOW_AFTER_MS - 200}`, hints: "none" },
  "shows a hint for a lasting problem": { film: `dark ${SHOW_AFTER_MS + 200}`, hints: "none dark" },
  "shows no hint for a changing problem": {
    film: Array(40).fill("dark small").join(" "),
    hints: "none",
  },
  "shows a hint long enough to be read": {
    film: `dark ${SHOW_AFTER_MS + 200} none ${SHOW_FOR_MS - 400}`,
    hints: "none dark",
  },
  "removes a hint when the problem ends": {
    film: `dark ${SHOW_AFTER_MS + 200} none ${SHOW_FOR_MS + SHOW_AFTER_MS}`,
    hints: "none dark none",
  },
  "replaces one hint by another": {
    film: `dark ${SHOW_AFTER_MS + 200} small ${SHOW_FOR_MS + 200}`,
    hints: "none dark small",
  },
  "removes the hint when a code is read": {
    film: `dark ${SHOW_AFTER_MS + 200} read`,
    hints: "none dark none",
  },
};

for (const [name, { film, hints }] of Object.entries(films))
  test(name, () => assert.equal(shown(film), hints));
