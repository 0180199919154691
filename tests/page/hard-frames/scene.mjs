// Draws symbols, and renders them on a label in front of a camera: the place that each pixel shows,
// its light, and the effects of lens and sensor. Reflectance and light are 0 to 1 until the sensor
// converts them to bytes.
import bwipjs from "bwip-js/node";
import { Random } from "../../common/random.mjs";

/** For each kind, the width of its quiet zone and the height of its bars, in modules. */
const LINEAR = {
  ean13: { margin: 11, height: 62 },
  ean8: { margin: 8, height: 50 },
  upca: { margin: 10, height: 62 },
  itf14: { margin: 10, height: 60 },
  "gs1-128": { margin: 10, height: 56 },
};
const MATRIX = { gs1datamatrix: { margin: 2 }, qrcode: { margin: 4 } };

export const SYMBOLOGIES = [...Object.keys(LINEAR), ...Object.keys(MATRIX)];
export const isLinear = (bcid) => Object.hasOwn(LINEAR, bcid);

/** A symbol of a made-up pack, and the expected text without separators. */
export function someSymbol(bcid, seed) {
  const random = new Random(seed);
  const { text, content } = TEXTS[bcid](random);
  return { bcid, content, ...modulesOf(bcid, text) };
}

const TEXTS = {
  ean13: (random) => plain(gtin(random, 13)),
  ean8: (random) => plain(gtin(random, 8)),
  upca: (random) => plain(gtin(random, 12)),
  itf14: (random) => plain(gtin(random, 14)),
  "gs1-128": (random) => elements(`01${gtin(random, 14)}`, `10${word(random, 6)}`),
  gs1datamatrix: (random) =>
    elements(
      `01${gtin(random, 14)}`,
      `17${expiry(random)}`,
      `10${word(random, 6)}`,
      `21${word(random, 10)}`,
    ),
  qrcode: (random) =>
    plain(
      `https://id.example.org/01/${gtin(random, 14)}/10/${word(random, 6)}?17=${expiry(random)}`,
    ),
};

const plain = (text) => ({ text, content: text });

function elements(...fields) {
  const text = fields.map((field) => `(${field.slice(0, 2)})${field.slice(2)}`).join("");
  return { text, content: fields.join("") };
}

const digits = (random, length) => Array.from({ length }, () => random.below(10)).join("");
const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";
const word = (random, length) => Array.from({ length }, () => random.pick(LETTERS)).join("");
const expiry = (random) => `${random.from(27, 39)}${String(random.from(1, 12)).padStart(2, "0")}28`;

/**
 * A GTIN with a valid first digit: 0 would turn an EAN-13 into a UPC-A, and a case code
 * into an EAN-13.
 */
function gtin(random, length) {
  const body = random.from(1, 9) + digits(random, length - 2);
  const sum = [...body]
    .reverse()
    .reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return body + ((10 - (sum % 10)) % 10);
}

function modulesOf(bcid, text) {
  const [drawn] = bwipjs.raw({ bcid, text });
  return isLinear(bcid) ? bars(drawn.sbs, LINEAR[bcid]) : squares(drawn, MATRIX[bcid]);
}

function bars(widths, { margin, height }) {
  const line = widths.flatMap((width, index) => Array(width).fill(index % 2 === 0));
  const width = line.length + 2 * margin;
  const isDark = (x, y) => y >= 3 && y < height - 3 && line[Math.floor(x) - margin] === true;
  return { width, height, isDark };
}

function squares({ pixs, pixx, pixy }, { margin }) {
  const inside = (x, y) => x >= 0 && y >= 0 && x < pixx && y < pixy;
  const isDark = (x, y) => {
    const [column, row] = [Math.floor(x) - margin, Math.floor(y) - margin];
    return inside(column, row) && pixs[row * pixx + column] === 1;
  };
  return { width: pixx + 2 * margin, height: pixy + 2 * margin, isDark };
}

const SUBPIXELS = [-1 / 3, 0, 1 / 3];

/** The picture of a scene as the `ImageData` of a frame. `random` generates the noise. */
export function photograph(scene, size, random) {
  const { turn } = scene;
  let light = rendered({ ...scene, turn: { cos: Math.cos(turn), sin: Math.sin(turn) } }, size);
  if (scene.focus > 0) light = blurred(light, size, scene.focus);
  if (scene.motion) light = smeared(light, size, scene.motion);
  return exposed(light, size, scene, random);
}

function rendered(scene, { width, height }) {
  const light = new Float32Array(width * height);
  const offsets = scene.isOnScreen ? [0] : SUBPIXELS;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) light[at] = pixel(scene, x, y, offsets);
  }
  return light;
}

function pixel(scene, x, y, offsets) {
  const centre = onLabel(scene, x, y);
  if (!isNearLabel(scene, centre)) return lit(scene, x, y, surface(scene, centre));
  let sum = 0;
  for (const dy of offsets)
    for (const dx of offsets) sum += reflectance(scene, onLabel(scene, x + dx, y + dy));
  return lit(scene, x, y, sum / offsets.length ** 2);
}

/**
 * The place on the label that a pixel shows, in modules from its corner. `undefined` where
 * a bottle curves away.
 */
function onLabel({ symbol, at, turn, scale, tilt, radius }, px, py) {
  const dx = px - at.x;
  const dy = py - at.y;
  const x = dx * turn.cos + dy * turn.sin;
  const y = dy * turn.cos - dx * turn.sin;
  const depth = scale * (1 + tilt.x * x + tilt.y * y);
  if (depth <= 0.05 * scale || (radius && Math.abs(x) >= radius)) return undefined;
  const across = radius ? radius * Math.asin(x / radius) : x;
  return { u: across / (depth * tilt.narrow) + symbol.width / 2, v: y / depth + symbol.height / 2 };
}

function isNearLabel({ symbol }, place) {
  return (
    place !== undefined &&
    place.u > -1 &&
    place.v > -1 &&
    place.u < symbol.width + 1 &&
    place.v < symbol.height + 1
  );
}

function reflectance(scene, place) {
  const { symbol, ink, paper } = scene;
  if (!place || place.u < 0 || place.v < 0 || place.u >= symbol.width || place.v >= symbol.height)
    return surface(scene, place);
  const isInk = symbol.isDark(place.u + scene.spread(place), place.v);
  if (scene.isWorn(place)) return (ink + 2 * paper) / 3;
  return isInk ? ink : paper;
}

/** The reflectance of the box around the label with its small print, or of the table. */
function surface({ symbol, box, table, print }, place) {
  if (!place) return table;
  const u = place.u / symbol.width;
  const v = place.v / symbol.width;
  const isOnBox = u > -0.6 && u < 1.6 && v > -0.7 && v < 1.4;
  if (!isOnBox) return table;
  const line = Math.floor(v * 11);
  const isLetter =
    print[(((line * 61 + Math.floor(u * 70)) % print.length) + print.length) % print.length];
  return v * 11 - line > 0.7 && isLetter ? 0.3 * box : box;
}

function lit({ lights, screen }, x, y, reflected) {
  let value = screen ? reflected * screen(x, y) : reflected;
  for (const light of lights) value = light(value, x, y);
  return value;
}

export function blurred(light, size, sigma) {
  return along(along(light, size, gaussian(sigma), 1, 0), size, gaussian(sigma), 0, 1);
}

function gaussian(sigma) {
  const reach = Math.ceil(2.5 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma ** 2)),
  );
  const sum = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / sum);
}

export function smeared(light, size, { length, turn }) {
  const steps = Math.max(1, Math.ceil(length)) | 1;
  return along(
    light,
    size,
    Array(steps).fill(1 / steps),
    (Math.cos(turn) * length) / steps,
    (Math.sin(turn) * length) / steps,
  );
}

function along(light, { width, height }, weights, stepX, stepY) {
  const result = new Float32Array(light.length);
  const middle = (weights.length - 1) / 2;
  const shifts = weights.map((weight, index) => [
    weight,
    Math.round((index - middle) * stepX),
    Math.round((index - middle) * stepY),
  ]);
  for (const [weight, dx, dy] of shifts) {
    const columns = Int32Array.from({ length: width }, (_, x) => clamped(x + dx, width));
    for (let y = 0, at = 0; y < height; y += 1) {
      const row = clamped(y + dy, height) * width;
      for (let x = 0; x < width; x += 1, at += 1) result[at] += weight * light[row + columns[x]];
    }
  }
  return result;
}

function clamped(value, limit) {
  if (value < 0) return 0;
  return value < limit ? value : limit - 1;
}

/** Converts light to bytes, with photon noise, sensor noise and the camera's black level. */
export function exposed(light, { width, height }, { gain, noise, haze }, random) {
  const grain = grains(random.below(2 ** 32));
  const pixels = new Uint32Array(light.length);
  for (let at = 0; at < light.length; at += 1) {
    const bright = Math.min(1, haze + gain * light[at]);
    const byte = 255 * (bright + noise * (0.4 + Math.sqrt(bright)) * grain());
    pixels[at] = 0xff000000 | (Math.floor(Math.min(Math.max(byte, 0), 255)) * 0x010101);
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

/**
 * Returns noise with mean 0 and standard deviation 1: the sum of the bytes of one random number,
 * fast enough for a million pixels.
 */
function grains(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (
      ((state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24) - 510) / 148
    );
  };
}
