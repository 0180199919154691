// Symbols as modules: dark or light, without printing and optics.
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

/** Returns a symbol of an invented pack, and the expected text without separators. */
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
  gs1datamatrix: (random) => elements(`01${gtin(random, 14)}`, `17${expiry(random)}`, `10${word(random, 6)}`, `21${word(random, 10)}`),
  qrcode: (random) => plain(`https://id.example.org/01/${gtin(random, 14)}/10/${word(random, 6)}?17=${expiry(random)}`),
};

const plain = (text) => ({ text, content: text });

function elements(...fields) {
  const text = fields.map((field) => `(${field.slice(0, 2)})${field.slice(2)}`).join("");
  return { text, content: fields.join("") };
}

const quality = (random, length) => Array.from({ length }, () => random.below(10)).join("");
const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";
const word = (random, length) => Array.from({ length }, () => random.pick(LETTERS)).join("");
const expiry = (random) => `${random.from(27, 39)}${String(random.from(1, 12)).padStart(2, "0")}28`;

/** Returns a GTIN with a valid first digit: 0 would turn an EAN-13 into a UPC-A, and a case code into an EAN-13. */
function gtin(random, length) {
  const body = random.from(1, 9) + quality(random, length - 2);
  const sum = [...body].reverse().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
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
