// Generates frames that are hard to read, from a number, so no pictures are stored. Each has a
// symbol under one condition, from easy to hopeless.
import { Random } from "../../common/random.mjs";
import { isLinear, photograph, someSymbol, SYMBOLOGIES } from "./scene.mjs";

export const SIZE = { width: 1280, height: 720 };
const OF_EACH = 6;
const WITHOUT_CODE = 80;

/** Pixels per module, for conditions other than size. */
const SCALES = {
  ean13: [3, 5],
  ean8: [3.5, 6],
  upca: [3, 5],
  itf14: [2.5, 4],
  "gs1-128": [2.4, 3.6],
  gs1datamatrix: [6, 12],
  qrcode: [5, 9],
};

const between = (random, low, high) => low + (high - low) * random.next();

/** The change that each condition makes to a readable scene. */
const CONDITIONS = {
  clear: () => ({}),
  curved: (random, { symbol, scale }) => ({
    radius: symbol.width * scale * between(random, 0.38, 0.75),
    tilt: tilted(random, 0.0003),
  }),
  glare: (random, scene) => ({ lights: [glare(random, scene), glare(random, scene)] }),
  shadow: (random, scene) => ({
    lights: [shadow(random, scene), shadow(random, scene)],
    gain: between(random, 0.4, 0.9),
  }),
  "out of focus": (random, { scale }) => ({ focus: scale * between(random, 0.45, 1.05) }),
  moved: (random, { scale }) => ({
    motion: { length: scale * between(random, 1.2, 3.2), turn: between(random, 0, Math.PI) },
  }),
  "low contrast": (random) => lowContrast(random),
  small: (random, scene) => ({
    scale: smallScale(random, scene),
    focus: between(random, 0.3, 0.6),
    noise: 0.02,
  }),
  tilted: (random) => ({ tilt: tilted(random, 0.0009), turn: between(random, -0.9, 0.9) }),
  dark: (random) => ({
    gain: between(random, 0.04, 0.16),
    noise: between(random, 0.006, 0.02),
    haze: 0.02,
  }),
  noise: (random) => ({ noise: between(random, 0.05, 0.22), gain: between(random, 0.5, 0.9) }),
  screen: (random, { scale }) => screen(random, scale),
  worn: (random, scene) => worn(random, scene),
};

export const NO_CODE = "no code";

/** The description of each frame, without its pixels. */
export const frames = [
  ...Object.keys(CONDITIONS).flatMap((condition) =>
    SYMBOLOGIES.flatMap((bcid) =>
      Array.from({ length: OF_EACH }, (_, number) => ({ condition, bcid, number })),
    ),
  ),
  ...Array.from({ length: WITHOUT_CODE }, (_, number) => ({
    condition: NO_CODE,
    bcid: SYMBOLOGIES[number % SYMBOLOGIES.length],
    number,
  })),
].map((frame, index) => ({
  ...frame,
  index,
  name: `${frame.condition}, ${frame.bcid}, ${frame.number}`,
}));

/**
 * The frame's pixels and the expected text, or `undefined` if it has no code. `worse`
 * overrides properties of the scene.
 */
export function draw({ condition, bcid, index }, worse = {}) {
  const random = new Random(7919 * index + 13);
  const symbol = someSymbol(bcid, 104_729 * index + 1);
  const scene = sceneOf(symbol, bcid, random);
  if (condition === NO_CODE)
    return { image: photograph({ ...scene, ...without(random, symbol) }, SIZE, random) };
  return {
    content: symbol.content,
    image: photograph(
      { ...scene, ...CONDITIONS[condition](random, scene), ...worse },
      SIZE,
      random,
    ),
  };
}

/**
 * Reports whether a text with its symbology identifier is right. Some readers put a zero before a
 * UPC-A.
 */
export function isRight(content, text) {
  const read = text.slice(3).replaceAll("\x1d", "");
  return read === content || (/^\d{12}$/.test(content) && read === `0${content}`);
}

/**
 * The scene of a readable label held by hand: never quite in the middle, never quite
 * straight.
 */
function sceneOf(symbol, bcid, random) {
  const scale = between(random, ...SCALES[bcid]);
  return {
    symbol,
    scale,
    at: { x: 640 + between(random, -70, 70), y: 345 + between(random, -40, 40) },
    turn: between(random, -0.08, 0.08),
    tilt: tilted(random, 0.00008),
    radius: 0,
    focus: 0,
    noise: 0.01,
    gain: 0.85,
    haze: 0.03,
    ink: between(random, 0.04, 0.15),
    paper: between(random, 0.85, 0.97),
    box: between(random, 0.4, 0.9),
    table: between(random, 0.1, 0.6),
    print: Array.from({ length: 997 }, () => random.chance(0.4)),
    spread: () => 0,
    isWorn: () => false,
    lights: [falloff(random)],
  };
}

function tilted(random, most) {
  return {
    x: between(random, -most, most),
    y: between(random, -most, most),
    narrow: 1 - between(random, 0, 250 * most),
  };
}

function smallScale(random, { symbol }) {
  return isLinear(symbol.bcid) ? between(random, 0.95, 1.7) : between(random, 1.7, 3.2);
}

/** Uneven lighting, as in any room. */
function falloff(random) {
  const slope = between(random, -0.2, 0.2) / SIZE.width;
  return (value, x) => value * (1 + slope * (x - SIZE.width / 2));
}

/** The reflection of a lamp on a glossy surface, somewhere on the code. */
function glare(random, { symbol, scale, at }) {
  const x0 = at.x + (random.next() - 0.5) * symbol.width * scale;
  const y0 = at.y + (random.next() - 0.5) * symbol.height * scale;
  const wide = symbol.width * scale * between(random, 0.12, 0.4);
  const high = symbol.height * scale * between(random, 0.15, 0.6);
  const strength = between(random, 0.8, 2.2);
  return (value, x, y) =>
    value + strength * Math.exp(-(((x - x0) / wide) ** 2) - ((y - y0) / high) ** 2);
}

/** The edge of a hand's shadow across the code. */
function shadow(random, { at }) {
  const turn = between(random, 0, 2 * Math.PI);
  const from = between(random, -60, 60);
  const soft = between(random, 2, 50);
  const depth = between(random, 0.05, 0.35);
  return (value, x, y) => {
    const beyond = ((x - at.x) * Math.cos(turn) + (y - at.y) * Math.sin(turn) - from) / soft;
    return value * (depth + (1 - depth) / (1 + Math.exp(-beyond)));
  };
}

function lowContrast(random) {
  const ink = between(random, 0.3, 0.6);
  return { ink, paper: ink + between(random, 0.04, 0.16), noise: between(random, 0.006, 0.018) };
}

/** A code on a screen, whose lines interfere with the lines of the sensor. */
function screen(random, scale) {
  const period = between(random, 1.7, 3.3);
  const turn = between(random, -0.15, 0.15);
  const depth = between(random, 0.3, 0.75);
  const wave = (place) => 1 - depth * (0.5 + 0.5 * Math.cos((2 * Math.PI * place) / period));
  const across = (x, y) => wave(x * Math.cos(turn) + y * Math.sin(turn));
  const down = (x, y) => wave(y * Math.cos(turn) - x * Math.sin(turn));
  return {
    isOnScreen: true,
    screen: (x, y) => across(x, y) * down(x, y),
    gain: 1.4,
    noise: 0.02,
    scale: scale * 0.8,
  };
}

/** Spread ink, and scratches across the code. */
function worn(random, { symbol }) {
  const bleed = between(random, -0.3, 0.3);
  const scratches = Array.from({ length: random.from(2, 7) }, () => scratch(random, symbol));
  return {
    spread: ({ u, v }) => bleed * Math.sin(9 * v + 5 * u),
    isWorn: (place) => scratches.some((isOn) => isOn(place)),
  };
}

function scratch(random, { width, height }) {
  const turn = between(random, 0, Math.PI);
  const from = { u: random.next() * width, v: random.next() * height };
  const half = between(random, 0.15, 0.7);
  return ({ u, v }) =>
    Math.abs((u - from.u) * Math.sin(turn) - (v - from.v) * Math.cos(turn)) < half;
}

/** Stripes and speckles that resemble a code, without content. */
function without(random, { width, height }) {
  const stripes = Array.from({ length: 400 }, () => random.chance(0.5));
  const isLine = random.chance(0.6);
  const cells = Array.from({ length: 1021 }, () => random.chance(0.5));
  const cell = (u, v) => cells[(Math.floor(v) * 37 + Math.floor(u)) % cells.length];
  const isDark = (u, v) => u > 6 && u < width - 6 && (isLine ? stripes[Math.floor(u)] : cell(u, v));
  return {
    symbol: { width, height, isDark },
    noise: between(random, 0.01, 0.1),
    focus: between(random, 0.3, 3),
  };
}
