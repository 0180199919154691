// A model of queries that people type from a box, drawn by a seed from the names of a release. The
// shares are estimates.
import { Random } from "../../../tests/common/random.mjs";
import {
  canBeMisspelt,
  phoneticWord,
  inOtherUnits,
  misreadStrength,
  misreadWord,
  misspell,
  printed,
  sizeWritten,
} from "../misspell.mjs";
import { fold, groupBy, words } from "../records.mjs";
import {
  FORMS,
  fullSupplierOnBox,
  halfOf,
  HALVES,
  isCompany,
  isOnBox,
  keyOf,
  supplierOnBox,
  phrasesFor,
  productOf,
  saltOf,
  unitWord,
} from "./products.mjs";

const SEED = 20261122;
/** The number of queries of each class and half. */
export const QUERIES_PER_CLASS = 30;
const MAX_DRAWS = 20_000;

/**
 * The queries of all classes: `[{ class, half, text, intended, right: names, isRight(name)
 * }]`. Small releases have fewer per class.
 */
export function makeBoxQueries(records) {
  const products = records.map(productOf).filter(Boolean);
  const drawable = products.filter(isDrawable);
  const known = new Set(records.flatMap(({ name }) => words(name)));
  const right = rightNames(products, records);
  return Object.keys(GENERATORS).flatMap((kind, i) =>
    makeClass(kind, new Random(SEED + i), { drawable, known, right }),
  );
}

/**
 * Whether a pack can be drawn. A pack of one tablet or millilitre is only a price unit, not
 * a box.
 */
function isDrawable({ form, unit, count, supplier }) {
  return (
    form in FORMS &&
    unitWord(unit) &&
    (count !== "1" || COMES_ALONE.has(unit)) &&
    isCompany(supplier)
  );
}
const COMES_ALONE = new Set(["ampoule", "vial"]);

/**
 * Draws the queries of a class. Each medicine occurs once. Common medicines have more packs, so
 * they are drawn more often.
 */
function makeClass(kind, random, { drawable, known, right }) {
  const made = { tune: [], report: [] };
  const seen = new Set();
  const isFull = () => HALVES.every((half) => made[half].length >= QUERIES_PER_CLASS);
  for (let draw = 0; drawable.length > 0 && draw < MAX_DRAWS && !isFull(); draw++) {
    const product = random.pick(drawable);
    const { text, criteria } =
      (!seen.has(product.medicine) && GENERATORS[kind](random, product, known)) || {};
    const half = text && halfOf(product.medicine, criteria.maker && product.supplier);
    if (!half || made[half].length >= QUERIES_PER_CLASS) continue;
    seen.add(product.medicine);
    made[half].push({
      class: kind,
      half,
      text,
      intended: product.name,
      ...right(product, criteria),
    });
  }
  return HALVES.flatMap((half) => made[half]);
}

/**
 * A function that finds the right packs of a query: same medicine, and equal by each
 * criterion. A brand without a strength is matched by name.
 */
function rightNames(products, records) {
  const byMedicine = groupBy(products, ({ medicine }) => medicine);
  const ofBrand = (brand) => records.filter(({ name }) => name.startsWith(`${brand} `));
  return (intended, criteria) => {
    const agrees = (one) =>
      Object.entries(criteria).every(([key, applies]) => !applies || SAME[key](one, intended));
    const found =
      criteria.brand && !criteria.strength
        ? ofBrand(intended.brand)
        : byMedicine.get(intended.medicine).filter(agrees);
    const right = new Set(found.map(({ name }) => name));
    return { right, isRight: (name) => right.has(name) };
  };
}

const SAME = {
  strength: (one, intended) => one.strength === intended.strength,
  form: (one, intended) => one.generic === intended.generic,
  brand: (one, intended) => one.brand === intended.brand,
  maker: (one, intended) => keyOf(one.supplier) === keyOf(intended.supplier),
  size: (one, intended) => one.count === intended.count && one.unit === intended.unit,
};

const PRODUCT = { strength: true, form: true };
const hasGenericName = ({ product, generic }) => product === generic;

/**
 * By class: a function from a pack to a query and its criteria. Returns `null` if the pack does not
 * fit the class.
 */
const GENERATORS = {
  "box-text": (random, product) => boxText(random, product, false),
  "box-text-maker": (random, product) =>
    isOnBox(product.supplier) && boxText(random, product, true),
  sentence: sentence,
  "brand-and-generic": brandAndGeneric,
  misread: misread,
  heard: phonetic,
  "size-as-written": sizeAsWritten,
  glued: joinedWords,
  "other-units": otherUnits,
  "maker-misspelt": supplierMisspelt,
  "brand-misspelt": brandMisspelt,
  "two-misspelt": twoMisspelt,
};

// ---- whole boxes ----

/** The maximum length of a query. */
const MAX_LENGTH = 200;

function boxText(random, product, withSupplier) {
  const isSized = random.chance(0.7);
  const lines = [
    ...title(random, product),
    ...(isSized ? [sizeOnBox(random, product)] : []),
    ...phrases(random, product),
  ];
  const ordered = random.chance(0.25) ? random.sample(lines, lines.length) : lines;
  const all = withSupplier ? withSupplierLine(random, ordered, product.supplier) : ordered;
  const text = all.join(random.weighted({ " ": 60, "\n": 30, ", ": 10 }));
  if (text.length > MAX_LENGTH) return null;
  return {
    text: inCase(random, text),
    criteria: { ...PRODUCT, brand: Boolean(product.brand), size: isSized, maker: withSupplier },
  };
}

function inCase(random, text) {
  return { asIs: text, upper: text.toUpperCase(), lower: text.toLowerCase() }[
    random.weighted({ asIs: 60, upper: 15, lower: 25 })
  ];
}

/** The lines with brand, medicine, strength and form. */
function title(random, product) {
  if (!product.brand && !hasGenericName(product)) return [product.product];
  const substance = withSalt(random, product.medicine);
  const strength = printed(random, product.strength);
  const form = random.weighted(FORMS[product.form]);
  if (product.brand) return [`${product.brand} ${strength} ${form}`, substance];
  return random.chance(0.7) ? [`${substance} ${strength} ${form}`] : [substance, strength, form];
}

function withSalt(random, medicine) {
  return saltOf(medicine) && random.chance(0.5) ? `${medicine} ${saltOf(medicine)}` : medicine;
}
function sizeOnBox(random, { count, unit }) {
  const space = random.chance(0.8) ? " " : "";
  const word = random.chance(0.8) ? unitWord(unit) : unitWord(unit).toUpperCase();
  return `${count}${space}${word}`;
}
const phrases = (random, { form }) => random.sample(phrasesFor(form), random.from(0, 3));
function supplierText(random, supplier) {
  return random.chance(0.75) ? supplierOnBox(supplier) : fullSupplierOnBox(supplier);
}
function withSupplierLine(random, lines, supplier) {
  return ((name) => (random.chance(0.5) ? [name, ...lines] : [...lines, name]))(
    supplierText(random, supplier),
  );
}

// ---- sentences ----

const BEGINNINGS = (
  "a box of|box of|a pack of|do you have|have you got|I need|looking for|can I get" +
  "|patient wants|please order|one box|which pack is|i have a box of|please can I have some|what is this:|"
).split("|");
const ENDS = ["please", "for a patient", "in stock?", "brand", "thanks", "", "", "", ""];

function sentence(random, product) {
  if (!hasGenericName(product)) return null;
  const isSized = random.chance(0.25);
  const hasSupplier = random.chance(0.4) && isOnBox(product.supplier);
  const size = isSized && `${random.pick(["pack of", "box of"])} ${product.count}`;
  const from =
    hasSupplier &&
    `${random.pick(["from", "by", "made by"])} ${supplierOnBox(product.supplier).toLowerCase()}`;
  const parts = [random.pick(BEGINNINGS), inWords(product), size, from, random.pick(ENDS)];
  const said = parts.filter(Boolean);
  const criteria = { ...PRODUCT, size: isSized, maker: hasSupplier };
  return said.length > 1 && { text: said.join(" "), criteria };
}

const inWords = ({ medicine, strength, form }) => `${medicine.toLowerCase()} ${strength} ${form}`;

// ---- names ----

function brandAndGeneric(random, { brand, medicine, strength, form, product }) {
  if (!brand || !product.includes(strength)) return null;
  const hasStrength = random.chance(0.6);
  const names = random.weighted({ brandFirst: 55, genericFirst: 30, parentheses: 15 });
  const text = {
    brandFirst: `${brand} ${medicine}`,
    genericFirst: `${medicine} ${brand}`,
    parentheses: `${brand} (${medicine})`,
  }[names];
  const hasForm = hasStrength && random.chance(0.4);
  const whole = [text, hasStrength && strength, hasForm && form].filter(Boolean).join(" ");
  return {
    text: whole.toLowerCase(),
    criteria: { brand: true, strength: hasStrength, form: hasForm },
  };
}

function misread(random, product, known) {
  if (!hasGenericName(product)) return null;
  const word = fold(product.medicine);
  const what = random.weighted({ word: 55, strength: 20, both: 25 });
  const medicine = what === "strength" ? word : misreadWord(random, word, known);
  const strength = what === "word" ? product.strength : misreadStrength(random, product.strength);
  if (!medicine || !strength) return null;
  return { text: `${medicine} ${strength} ${product.form}`, criteria: PRODUCT };
}

function phonetic(random, product, known) {
  const medicine =
    /^[a-z]{6,}$/i.test(product.medicine) && phoneticWord(random, fold(product.medicine), known);
  return medicine && withStrength(random, medicine, product);
}

function withStrength(random, text, { strength }) {
  const hasStrength = random.chance(0.5);
  return { text: hasStrength ? `${text} ${strength}` : text, criteria: { strength: hasStrength } };
}

// ---- sizes, joined words, units ----

const shortName = ({ medicine, strength }) => `${medicine} ${strength}`.toLowerCase();

function sizeAsWritten(random, product) {
  if (!hasGenericName(product)) return null;
  const hasForm = random.chance(0.5);
  const text = [shortName(product), hasForm && product.form, sizeWritten(random, product)]
    .filter(Boolean)
    .join(" ");
  return { text, criteria: { strength: true, form: hasForm, size: true } };
}

function joinedWords(random, product) {
  if (!hasGenericName(product) || product.medicine.includes(" ") || product.form.includes(" "))
    return null;
  const { medicine, strength, form, count } = product;
  const how = random.weighted({ whole: 45, front: 20, back: 20, sized: 15 });
  const text = {
    whole: medicine + strength + form,
    front: `${medicine}${strength} ${form}`,
    back: `${medicine} ${strength}${form}`,
    sized: `${medicine}${strength}${form}${count}`,
  }[how];
  return { text: text.toLowerCase(), criteria: { ...PRODUCT, size: how === "sized" } };
}

function otherUnits(random, product) {
  const strength = hasGenericName(product) && inOtherUnits(random, product.strength, product.form);
  if (!strength) return null;
  const hasForm = random.chance(0.5) || strength.includes("%") !== product.strength.includes("%");
  const text = [product.medicine.toLowerCase(), strength, hasForm && product.form]
    .filter(Boolean)
    .join(" ");
  return { text, criteria: { strength: true, form: hasForm } };
}

// ---- words misspelt ----

function supplierMisspelt(random, product, known) {
  const name =
    isOnBox(product.supplier) &&
    hasGenericName(product) &&
    fold(supplierOnBox(product.supplier)).split(/[^a-z]+/)[0];
  if (!name || !canBeMisspelt(name) || name !== keyOf(product.supplier)) return null;
  const hasForm = random.chance(0.5);
  const text = [shortName(product), hasForm && product.form, misspell(random, name, known)]
    .filter(Boolean)
    .join(" ");
  return { text, criteria: { strength: true, form: hasForm, maker: true } };
}

function brandMisspelt(random, product, known) {
  const brand = fold(product.brand ?? "");
  if (!canBeMisspelt(brand)) return null;
  const { text, criteria } = withStrength(random, misspell(random, brand, known), product);
  return { text, criteria: { ...criteria, brand: true } };
}

function twoMisspelt(random, product, known) {
  const [form] = product.form.split(/[ -]/);
  const medicine = fold(product.medicine);
  if (!hasGenericName(product) || !canBeMisspelt(form) || !canBeMisspelt(medicine)) return null;
  const rest = product.form.slice(form.length);
  return {
    text: `${misspell(random, medicine, known)} ${product.strength} ${misspell(random, form, known)}${rest}`,
    criteria: PRODUCT,
  };
}
