// Generates films of a shelf with twelve codes, from a number: a hand moves a camera slightly in
// front of boxes with bar codes and matrix codes. Some boxes have the same EAN-13, so only their
// places distinguish them.
import { Random } from "../../common/random.mjs";
import { blurred, exposed, someSymbol, smeared } from "./scene.mjs";

/**
 * The sizes of a frame. Places and modules are in pixels of the first, and a smaller frame shows
 * the same shelf.
 */
export const SIZES = {
  "1920 × 1080": { width: 1920, height: 1080 },
  "1280 × 720": { width: 1280, height: 720 },
};
const { "1920 × 1080": FULL } = SIZES;
export const FRAMES = 24;
const COLUMNS = 3;
const ROWS = 4;

/** The codes of a shelf. Boxes with the same letter have the same code. */
const MIXTURES = [
  [
    "ean13 A",
    "ean13 A",
    "ean13 B",
    "ean13 B",
    "ean13 C",
    "ean13 D",
    "itf14 E",
    "itf14 F",
    "gs1datamatrix G",
    "gs1datamatrix H",
    "gs1datamatrix I",
    "gs1datamatrix J",
  ],
  [
    "ean13 A",
    "ean13 A",
    "ean13 A",
    "ean13 A",
    "ean13 B",
    "ean13 C",
    "itf14 D",
    "gs1datamatrix E",
    "gs1datamatrix F",
    "gs1datamatrix G",
    "gs1datamatrix H",
    "gs1datamatrix I",
  ],
  [
    "ean13 A",
    "ean13 B",
    "ean13 C",
    "ean13 D",
    "ean13 E",
    "ean13 E",
    "ean13 E",
    "ean13 F",
    "itf14 G",
    "itf14 H",
    "gs1datamatrix I",
    "gs1datamatrix J",
  ],
];

const between = (random, low, high) => low + (high - low) * random.next();

/** The shelf with this number, and how the camera moves in front of it. */
export function shelf(number) {
  const random = new Random(15_485_863 * (number + 1));
  // The bars of an EAN-13 are 0.33 mm wide, so this is a shelf of 24 to 35 cm. Matrix codes have
  // larger modules.
  const scale = between(random, 1.8, 2.6);
  const boxes = arranged(random, number).map(([bcid, seed], place) =>
    boxAt(place, bcid, seed, scale, random),
  );
  return { number, boxes, camera: cameraOf(random), seed: random.below(2 ** 31) };
}

function arranged(random, number) {
  const codes = random
    .pick(MIXTURES)
    .map((code) => [code.split(" ")[0], 104_729 * (number + 1) + code.charCodeAt(code.length - 1)]);
  return random.sample(codes, codes.length);
}

function boxAt(place, bcid, seed, scale, random) {
  const symbol = someSymbol(bcid, seed);
  const module = bcid === "gs1datamatrix" ? scale * between(random, 1.2, 1.5) : scale;
  const [width, height] = [symbol.width * module, symbol.height * module];
  const cell = { width: (FULL.width - 120) / COLUMNS, height: (FULL.height - 120) / ROWS };
  const free = {
    x: Math.max(0, cell.width - width - 30),
    y: Math.max(0, cell.height - height - 30),
  };
  return {
    symbol,
    module,
    cell: {
      x: 60 + (place % COLUMNS) * cell.width,
      y: 60 + Math.floor(place / COLUMNS) * cell.height,
      ...cell,
    },
    at: {
      x: 60 + ((place % COLUMNS) + 0.5) * cell.width + free.x * (random.next() - 0.5),
      y: 60 + (Math.floor(place / COLUMNS) + 0.5) * cell.height + free.y * (random.next() - 0.5),
    },
    turn: between(random, -0.09, 0.09),
    ink: between(random, 0.04, 0.2),
    paper: between(random, 0.75, 0.97),
    cardboard: between(random, 0.35, 0.85),
  };
}

/** Tells how a hand moves the camera, and its light and noise. */
function cameraOf(random) {
  return {
    sway: {
      x: between(random, 6, 28),
      y: between(random, 4, 20),
      turn: between(random, 0.003, 0.02),
      zoom: between(random, 0.004, 0.02),
    },
    pace: between(random, 0.2, 0.5),
    phase: between(random, 0, 6),
    focus: between(random, 0.35, 0.8),
    noise: between(random, 0.01, 0.04),
    gain: between(random, 0.5, 0.9),
    slope: {
      x: between(random, -0.3, 0.3) / FULL.width,
      y: between(random, -0.3, 0.3) / FULL.height,
    },
    isSmeared: random.chance(0.3),
    smear: between(random, 1, 2.5),
    direction: between(random, 0, Math.PI),
  };
}

/** The poster, from which frames are sampled, has this many pixels per pixel of a full frame. */
const DETAIL = 2;
/** The reflectance of what is around the boxes. */
const TABLE = 0.25;

/** Draws the shelf as the camera would see it without motion, light or noise. */
export function posterOf({ boxes }) {
  const [width, height] = [DETAIL * FULL.width, DETAIL * FULL.height];
  const poster = { width, height, light: new Float32Array(width * height).fill(TABLE) };
  for (const box of boxes) {
    paint(poster, box.cell, (x, y) => cardboard(box, x, y));
    paint(poster, around(box), (x, y) => labelAt(box, x, y));
  }
  return poster;
}

function cardboard({ cell, cardboard }, x, y) {
  const isEdge = x - cell.x < 4 || y - cell.y < 4;
  return isEdge ? 0.12 : cardboard;
}

function around({ symbol, module, at }) {
  const reach = 0.6 * module * Math.hypot(symbol.width, symbol.height);
  return { x: at.x - reach, y: at.y - reach, width: 2 * reach, height: 2 * reach };
}

function labelAt({ symbol, module, at, turn, ink, paper }, px, py) {
  const [x, y] = [(px - at.x) / module, (py - at.y) / module];
  const u = x * Math.cos(turn) + y * Math.sin(turn) + symbol.width / 2;
  const v = y * Math.cos(turn) - x * Math.sin(turn) + symbol.height / 2;
  if (u < 0 || v < 0 || u >= symbol.width || v >= symbol.height) return undefined;
  return symbol.isDark(u, v) ? ink : paper;
}

/** Paints a part of the poster, in places of a full frame. `undefined` leaves a pixel as it is. */
function paint({ width, height, light }, part, lightAt) {
  const [left, top] = [
    Math.max(0, Math.floor(DETAIL * part.x)),
    Math.max(0, Math.floor(DETAIL * part.y)),
  ];
  const [right, bottom] = [
    Math.min(width, Math.ceil(DETAIL * (part.x + part.width))),
    Math.min(height, Math.ceil(DETAIL * (part.y + part.height))),
  ];
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const value = lightAt((column + 0.5) / DETAIL, (row + 0.5) / DETAIL);
      if (value !== undefined) light[row * width + column] = value;
    }
  }
}

/** A frame of the film of a shelf. */
export function frameOf({ camera, seed }, poster, index, size) {
  const random = new Random(seed + 7919 * index);
  const share = size.width / FULL.width;
  let light = blurred(
    seen(poster, camera, poseAt(camera, index), size),
    size,
    camera.focus * share,
  );
  if (camera.isSmeared && index % 3 === 0)
    light = smeared(light, size, { length: camera.smear * share, turn: camera.direction });
  return exposed(light, size, { gain: camera.gain, noise: camera.noise, haze: 0.03 }, random);
}

/** The position of the camera at a frame. */
function poseAt({ sway, pace, phase }, index) {
  const wave = (period) => Math.sin(phase + pace * index * period);
  return {
    x: sway.x * wave(1),
    y: sway.y * wave(1.3),
    turn: sway.turn * wave(0.7),
    zoom: 1 + sway.zoom * wave(0.9),
  };
}

const SUBPIXELS = [0.25, 0.75].flatMap((row) => [0.25, 0.75].map((column) => ({ row, column })));

/** Samples the poster at four places of each pixel. */
function seen(poster, { slope }, pose, { width, height }) {
  const light = new Float32Array(width * height);
  const share = FULL.width / width;
  const [cos, sin] = [
    share * Math.cos(pose.turn) * pose.zoom,
    share * Math.sin(pose.turn) * pose.zoom,
  ];
  for (const { row: subrow, column: subcolumn } of SUBPIXELS) {
    for (let row = 0, at = 0; row < height; row += 1) {
      const dy = row + subrow - height / 2;
      let x = DETAIL * (FULL.width / 2 + pose.x + (subcolumn - width / 2) * cos - dy * sin);
      let y = DETAIL * (FULL.height / 2 + pose.y + (subcolumn - width / 2) * sin + dy * cos);
      for (
        let column = 0;
        column < width;
        column += 1, at += 1, x += DETAIL * cos, y += DETAIL * sin
      )
        light[at] += posterAt(poster, x, y);
    }
  }
  return shaded(light, { width, height }, slope, share);
}

function posterAt({ width, height, light }, x, y) {
  return x < 0 || y < 0 || x >= width || y >= height
    ? TABLE
    : light[Math.floor(y) * width + Math.floor(x)];
}

/** The mean of the samples, with light that falls off across the shelf. */
function shaded(light, { width, height }, slope, share) {
  for (let row = 0, at = 0; row < height; row += 1) {
    const down = 1 + slope.y * share * (row - height / 2);
    for (let column = 0; column < width; column += 1, at += 1)
      light[at] *= (down + slope.x * share * (column - width / 2)) / SUBPIXELS.length;
  }
  return light;
}
