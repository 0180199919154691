// Describes the cartons that are drawn: what is printed on each, where, and how it is photographed.
// A carton follows from its number and the packs of a release. lab/print.mjs measures on them.
import {
  FORMS,
  fullSupplierOnBox,
  isCompany,
  isOnBox,
  phrasesFor,
  productOf,
  saltOf,
  supplierOnBox,
  unitWord,
} from "../../../lab/lib/boxes/products.mjs";
import { printed } from "../../../lab/lib/misspell.mjs";
import { Random } from "../../common/random.mjs";
import { DESIGNS, htmlOf } from "./designs.mjs";

export const CARTONS = 1000;
/** The flat panel, in pixels of the drawing. */
export const PANEL = { width: 1600, height: 960 };

const between = (random, low, high) => low + (high - low) * random.next();

/**
 * The conditions, in turn: each half has all of them. Each overrides the properties of a clear
 * photograph.
 */
const CONDITIONS = {
  clear: () => ({}),
  curved: (random) => ({ radius: between(random, 0.62, 0.9) }),
  glare: (random) => ({
    glare: {
      x: between(random, 0.25, 0.75),
      y: between(random, 0.2, 0.8),
      size: between(random, 0.05, 0.12),
      light: between(random, 0.5, 1.2),
    },
  }),
  tilted: (random) => ({
    turn: between(random, -0.35, 0.35),
    tilt: { x: between(random, -0.25, 0.25), y: between(random, -0.25, 0.25) },
  }),
  dark: (random) => ({ gain: between(random, 0.1, 0.25), noise: between(random, 0.006, 0.016) }),
  small: (random) => ({ fill: between(random, 0.5, 0.65) }),
  "out of focus": (random) => ({ focus: between(random, 1, 1.8) }),
  noise: (random) => ({ noise: between(random, 0.05, 0.1) }),
  "two boxes": () => ({ isDouble: true }),
  "blister strip": (random) => ({ isStrip: true, turn: between(random, -0.08, 0.08) }),
};
const NAMES = Object.keys(CONDITIONS);

/** How the expiry date and the batch are printed. */
const MARKINGS = ["print", "dots", "embossed"];
const FONTS = ["Roboto", "Open Sans", "Roboto Condensed"];

/** The first `count` cartons of `records`, the packs of a release. */
export function cartonsOf(records, count = CARTONS) {
  const products = drawableOf(records);
  return Array.from({ length: count }, (_, number) => cartonOf(number, products));
}

/** The first `count` cartons in colour, each in one of the designs. */
export function designedCartonsOf(records, count) {
  const products = drawableOf(records);
  return Array.from({ length: count }, (_, number) => designedCarton(number, products));
}

const drawableOf = (records) =>
  records.map(productOf).filter((product) => product && isDrawable(product));

/** A pack of one tablet or millilitre is only a price unit, not a box. */
const isDrawable = ({ form, unit, count, supplier, brand, product, generic }) =>
  form in FORMS &&
  unitWord(unit) &&
  count !== "1" &&
  isCompany(supplier) &&
  isOnBox(supplier) &&
  (brand || product === generic);

/** Tells how a carton is photographed. `change` returns what its condition changes. */
const photoOf = (random, change) => ({
  fill: between(random, 0.78, 0.95),
  turn: between(random, -0.04, 0.04),
  tilt: { x: 0, y: 0 },
  gain: 0.9,
  noise: 0.012,
  focus: 0.6,
  ...change(random),
});

function cartonOf(number, products) {
  const random = new Random(65_537 * number + 11);
  const product = random.pick(products);
  const condition = NAMES[Math.floor(number / 2) % NAMES.length];
  const photo = photoOf(random, CONDITIONS[condition]);
  const marking = MARKINGS[Math.floor(number / 2 / NAMES.length) % MARKINGS.length];
  const texts = textsOf(random, product);
  const other = photo.isDouble ? textsOf(random, random.pick(products)) : undefined;
  return {
    number,
    condition,
    marking,
    product,
    texts,
    photo,
    panel: photo.isStrip ? stripOf(random, texts, marking) : panelOf(random, texts, marking),
    other: other && panelOf(random, { ...other, expiry: undefined }, marking),
  };
}

/** What happens to a designed carton, in turn. Most are upright and clear. */
const VIEWS = {
  upright: () => ({}),
  glare: CONDITIONS.glare,
  tilted: CONDITIONS.tilted,
  noise: CONDITIONS.noise,
  "upright again": () => ({}),
  turned: (random) => ({ turn: random.pick([-1, 1]) * (Math.PI / 2), fill: 0.55 }),
  "out of focus": CONDITIONS["out of focus"],
  "upside down": (random) => ({ turn: Math.PI + between(random, -0.06, 0.06) }),
  "two boxes": CONDITIONS["two boxes"],
};

function designedCarton(number, products) {
  const random = new Random(92_821 * number + 5);
  const product = random.pick(products);
  const designs = Object.keys(DESIGNS);
  const views = Object.keys(VIEWS);
  const design = designs[number % designs.length];
  const view = views[Math.floor(number / designs.length) % views.length];
  const photo = photoOf(random, VIEWS[view]);
  const texts = designedTexts(random, product);
  const otherProduct = photo.isDouble ? random.pick(products) : undefined;
  const other = otherProduct && designedTexts(random, otherProduct);
  return {
    number: `designed-${number}`,
    condition: design,
    marking: view.replace(" again", ""),
    product,
    otherProduct,
    texts,
    photo,
    panel: { html: htmlOf(random, design, texts) },
    other: other && { html: htmlOf(random, random.pick(["band", "panel", "plain"]), other) },
  };
}

const designedTexts = (random, product) => ({
  ...textsOf(random, product),
  company: fullSupplierOnBox(product.supplier),
  serial: { gtin: digits(random, 14), number: digits(random, 12) },
  made: `${twoDigits(random.from(1, 12))}/${random.from(2023, 2025)}`,
});

// What is printed.

function textsOf(random, product) {
  const { medicine, strength, form, brand, supplier, count, unit } = product;
  const salt = saltOf(medicine) && random.chance(0.5) ? ` ${saltOf(medicine)}` : "";
  return {
    name: brand ?? `${medicine}${salt}`,
    substance: brand ? `${medicine}${salt}`.toLowerCase() : undefined,
    strength: printed(random, strength),
    form: random.weighted(FORMS[form]),
    size: `${count}${random.chance(0.8) ? " " : ""}${unitWord(unit)}`,
    maker: random.chance(0.75) ? supplierOnBox(supplier) : fullSupplierOnBox(supplier),
    phrases: random.sample(
      phrasesFor(form).filter(
        (phrase) => !/^(?:PL|EXP|BN|Lot|GTIN|SN|Ph\.|MA |Blister|POM$|P$)/.test(phrase),
      ),
      random.from(2, 4),
    ),
    licence: `PL ${digits(random, 5)}/${digits(random, 4)}`,
    batch: batchOf(random),
    expiry: expiryOf(random),
  };
}

const digits = (random, length) => Array.from({ length }, () => random.below(10)).join("");
const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";
const batchOf = (random) =>
  random.weighted({ letter: 40, digits: 30, mixed: 30 }) === "digits"
    ? digits(random, 6)
    : `${random.pick(LETTERS)}${random.chance(0.4) ? random.pick(LETTERS) : ""}${digits(random, random.from(3, 5))}${random.chance(0.3) ? random.pick(LETTERS) : ""}`;

const twoDigits = (number) => String(number).padStart(2, "0");
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** Returns `{ iso, text }` of an expiry date in one of the usual formats. */
function expiryOf(random) {
  const [year, month, day] = [random.from(2026, 2031), random.from(1, 12), random.from(13, 28)];
  const mm = twoDigits(month);
  const yy = String(year).slice(2);
  const formats = {
    [`${mm}/${year}`]: 30,
    [`${mm}.${year}`]: 8,
    [`${mm} ${year}`]: 15,
    [`${mm}-${year}`]: 7,
    [`${mm}/${yy}`]: 12,
    [`${MONTHS[month - 1]} ${year}`]: 12,
    [`${year}-${mm}`]: 6,
    [`${day}/${mm}/${year}`]: 10,
  };
  const text = random.weighted(formats);
  return { text, iso: text.startsWith(`${day}/`) ? `${year}-${mm}-${day}` : `${year}-${mm}` };
}

// Where it is printed: elements that `draw.mjs` draws in this order. A line that is too long is
// narrowed to `width`.

function panelOf(random, texts, marking) {
  const font = random.pick(FONTS);
  const isDark = random.chance(0.25);
  const [paper, ink] = isDark
    ? [between(random, 20, 60), 245]
    : [between(random, 225, 250), between(random, 15, 70)];
  const band = random.chance(0.6)
    ? {
        x: 0,
        y: random.from(400, 430),
        width: PANEL.width,
        height: random.from(40, 90),
        grey: random.from(90, 200),
      }
    : undefined;
  const big = random.from(84, 120);
  const line = (text, x, y, size, more = {}) => ({
    text,
    x,
    y,
    size,
    font,
    weight: 400,
    ink,
    width: PANEL.width - x - 60,
    ...more,
  });
  const isOneLine = random.chance(0.5);
  const isShort = texts.strength.length <= 9;
  const title = isOneLine
    ? [
        line(`${texts.name} ${texts.strength}`, 70, 130, big * 0.85, { weight: 700 }),
        line(texts.form, 70, 130 + big, big * 0.62),
      ]
    : [
        line(texts.name, 70, 130, big, { weight: 700 }),
        line(texts.strength, 70, 135 + big, big * 0.8, { weight: 700 }),
        line(texts.form, isShort ? 620 : 70, isShort ? 135 + big : 130 + 1.9 * big, big * 0.55),
      ];
  const small = texts.phrases.map((phrase, index) =>
    line(phrase, 70, 610 + 46 * index, random.from(30, 38)),
  );
  return {
    paper,
    shapes: band ? [band] : [],
    lines: [
      ...title,
      ...(texts.substance ? [line(texts.substance, 70, 170 + 2.5 * big, 48)] : []),
      line(texts.size, random.pick([70, 1180]), 545, 56, { weight: 700 }),
      ...small,
      line(texts.maker, 70, 840, random.from(44, 64), { weight: 700 }),
      line(texts.licence, 70, 910, 34),
      ...(texts.expiry
        ? markingOf(random, texts, marking, {
            x: random.from(860, 1000),
            y: random.from(780, 830),
            size: random.from(40, 52),
            paper,
            ink,
          })
        : []),
    ],
    braille: random.chance(0.5) ? { x: 900, y: 560, text: texts.name } : undefined,
  };
}

function contrastTo(paper) {
  return paper > 128 ? 40 : 230;
}

/**
 * The batch and the expiry date, on two rows or one. The labels may be printed before the rest, in
 * another font.
 */
function markingOf(random, { batch, expiry }, marking, { x, y, size, paper, ink }) {
  const style = {
    kind: marking,
    font: marking === "dots" ? random.pick(["Doto", "Roboto Mono"]) : "Roboto Mono",
    weight: marking === "dots" ? 900 : 400,
    ink: marking === "print" ? ink : contrastTo(paper),
    paper,
    size,
  };
  const [lot, exp] = random.pick([
    ["LOT", "EXP"],
    ["Lot:", "EXP:"],
    ["BN", "EXP"],
    ["Batch", "Exp"],
    ["LOT", "Expiry"],
  ]);
  const isLabelApart = random.chance(0.3);
  const row = (label, value, dy) =>
    isLabelApart
      ? [
          {
            ...style,
            kind: "print",
            font: "Roboto",
            weight: 400,
            ink: ink,
            text: label,
            x,
            y: y + dy,
          },
          { ...style, text: value, x: x + 4.2 * size, y: y + dy },
        ]
      : [{ ...style, text: `${label} ${value}`, x, y: y + dy }];
  const rows = random.chance(0.5)
    ? [
        [lot, batch],
        [exp, expiry.text],
      ]
    : [
        [exp, expiry.text],
        [lot, batch],
      ];
  return rows.flatMap(([label, value], index) => row(label, value, index * size * 1.5));
}

/** A blister strip: the same small text on each pocket, and the marking at the end. */
function stripOf(random, texts, marking) {
  const font = random.pick(FONTS);
  const paper = between(random, 165, 205);
  const cells = [0, 1, 2].flatMap((column) =>
    [0, 1].map((row) => ({ x: 60 + column * 420, y: 120 + row * 400 })),
  );
  const lines = cells.flatMap(({ x, y }) => {
    const line = (text, dy, size) => ({
      text,
      x,
      y: y + dy,
      size,
      font,
      weight: 700,
      ink: 40,
      width: 380,
    });
    return [
      line(`${texts.name} ${texts.strength}`, 0, 44),
      line(texts.form, 60, 38),
      line(texts.maker, 230, 32),
    ];
  });
  const pockets = cells.map(({ x, y }) => ({
    x: x + 40,
    y: y + 85,
    width: 280,
    height: 110,
    grey: paper - 25,
  }));
  return {
    paper,
    shapes: pockets,
    lines: [
      ...lines,
      ...markingOf(random, texts, marking, { x: 1010, y: 890, size: 34, paper, ink: 40 }),
    ],
  };
}
