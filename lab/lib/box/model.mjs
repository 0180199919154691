// What people type from a box in the hand, made of the real names of a release: a seed draws the same queries every
// time. lab/reports/evaluation.md has the shares and where they are from.
import { groupBy } from "../records.mjs";
import { Random } from "../../../tests/common/random.mjs";
import { canBeMisspelt, misspell } from "../typos.mjs";
import { fold, words } from "../words.mjs";
import { heardWord, misreadStrength, misreadWord, inOtherUnits, printed, sizeWritten } from "./misread.mjs";
import { halfOf, HALVES, keyOf, productOf } from "./products.mjs";
import { FORMS, fullMakerOnBox, isCompany, isOnBox, makerOnBox, phrasesFor, saltOf, unitWord } from "./wording.mjs";

const SEED = 20261122;
export const MADE = 30;
const DRAWS = 20_000;

/// `MADE` queries a class and half: `[{ class, half, text, meant, right: names, isRight(name) }]`, fewer where a release hasn't enough.
export function makeBoxQueries(records) {
  const products = records.map(productOf).filter(Boolean);
  const drawable = products.filter(isDrawable);
  const known = new Set(records.flatMap(({ name }) => words(name)));
  const right = rightNames(products, records);
  return Object.keys(MAKERS).flatMap((kind, i) => makeClass(kind, new Random(SEED + i), { drawable, known, right }));
}

/// What is priced by the millilitre or tablet is no box.
const isDrawable = ({ form, unit, count, supplier }) => form in FORMS && unitWord(unit) && (count !== "1" || COMES_ALONE.has(unit)) && isCompany(supplier);
const COMES_ALONE = new Set(["ampoule", "vial"]);

/// Each medicine comes once in a class; what is common has more packs, and is drawn more often.
function makeClass(kind, random, { drawable, known, right }) {
  const made = { tune: [], report: [] };
  const seen = new Set();
  const isFull = () => HALVES.every((half) => made[half].length >= MADE);
  for (let draw = 0; drawable.length > 0 && draw < DRAWS && !isFull(); draw++) {
    const product = random.pick(drawable);
    const { text, asks } = (!seen.has(product.medicine) && MAKERS[kind](random, product, known)) || {};
    const half = text && halfOf(product.medicine, asks.maker && product.supplier);
    if (!half || made[half].length >= MADE) continue;
    seen.add(product.medicine);
    made[half].push({ class: kind, half, text, meant: product.name, ...right(product, asks) });
  }
  return HALVES.flatMap((half) => made[half]);
}

/// A right pack has the same medicine and agrees in every other part of the query. A brand alone asks for all packs with its name.
function rightNames(products, records) {
  const byMedicine = groupBy(products, ({ medicine }) => medicine);
  const ofBrand = (brand) => records.filter(({ name }) => name.startsWith(`${brand} `));
  return (meant, asks) => {
    const agrees = (one) => Object.entries(asks).every(([what, isAsked]) => !isAsked || SAME[what](one, meant));
    const found = asks.brand && !asks.strength ? ofBrand(meant.brand) : byMedicine.get(meant.medicine).filter(agrees);
    const right = new Set(found.map(({ name }) => name));
    return { right, isRight: (name) => right.has(name) };
  };
}

const SAME = {
  strength: (one, meant) => one.strength === meant.strength,
  form: (one, meant) => one.generic === meant.generic,
  brand: (one, meant) => one.brand === meant.brand,
  maker: (one, meant) => keyOf(one.supplier) === keyOf(meant.supplier),
  size: (one, meant) => one.count === meant.count && one.unit === meant.unit,
};

const PRODUCT = { strength: true, form: true };
const hasGenericName = ({ product, generic }) => product === generic;

/// By class: from a pack to what is typed, and which of its parts are asked for; null where the pack can't give it.
const MAKERS = {
  "box-text": (random, product) => boxText(random, product, false),
  "box-text-maker": (random, product) => isOnBox(product.supplier) && boxText(random, product, true),
  "sentence": sentence,
  "brand-and-generic": brandAndGeneric,
  "misread": misread,
  "heard": heard,
  "size-as-written": sizeAsWritten,
  "glued": glued,
  "other-units": otherUnits,
  "maker-misspelt": makerMisspelt,
  "brand-misspelt": brandMisspelt,
  "two-misspelt": twoMisspelt,
};

// ---- whole boxes ----

/// What a query may have at most.
const LONGEST = 200;

function boxText(random, product, withMaker) {
  const isSized = random.chance(0.7);
  const lines = [...title(random, product), ...(isSized ? [sizeOnBox(random, product)] : []), ...phrases(random, product)];
  const ordered = random.chance(0.25) ? random.sample(lines, lines.length) : lines;
  const all = withMaker ? withMakerLine(random, ordered, product.supplier) : ordered;
  const text = all.join(random.weighted({ " ": 60, "\n": 30, ", ": 10 }));
  if (text.length > LONGEST) return null;
  return { text: inCase(random, text), asks: { ...PRODUCT, brand: Boolean(product.brand), size: isSized, maker: withMaker } };
}

const inCase = (random, text) => ({ asIs: text, upper: text.toUpperCase(), lower: text.toLowerCase() })[random.weighted({ asIs: 60, upper: 15, lower: 25 })];

/// Brand, medicine, strength and form, on one line or on some.
function title(random, product) {
  if (!product.brand && !hasGenericName(product)) return [product.product];
  const substance = withSalt(random, product.medicine);
  const strength = printed(random, product.strength);
  const form = random.weighted(FORMS[product.form]);
  if (product.brand) return [`${product.brand} ${strength} ${form}`, substance];
  return random.chance(0.7) ? [`${substance} ${strength} ${form}`] : [substance, strength, form];
}

const withSalt = (random, medicine) => (saltOf(medicine) && random.chance(0.5) ? `${medicine} ${saltOf(medicine)}` : medicine);
const sizeOnBox = (random, { count, unit }) => `${count}${random.chance(0.8) ? " " : ""}${random.chance(0.8) ? unitWord(unit) : unitWord(unit).toUpperCase()}`;
const phrases = (random, { form }) => random.sample(phrasesFor(form), random.from(0, 3));
const maker = (random, supplier) => (random.chance(0.75) ? makerOnBox(supplier) : fullMakerOnBox(supplier));
const withMakerLine = (random, lines, supplier) => ((name) => (random.chance(0.5) ? [name, ...lines] : [...lines, name]))(maker(random, supplier));

// ---- sentences ----

const BEGINNINGS = ["a box of", "box of", "a pack of", "do you have", "have you got", "I need", "looking for", "can I get", "patient wants", "please order", "one box", "which pack is", "i have a box of", "please can I have some", "what is this:", ""];
const ENDS = ["please", "for a patient", "in stock?", "brand", "thanks", "", "", "", ""];

function sentence(random, product) {
  if (!hasGenericName(product)) return null;
  const isSized = random.chance(0.25);
  const hasMaker = random.chance(0.4) && isOnBox(product.supplier);
  const size = isSized && `${random.pick(["pack of", "box of"])} ${product.count}`;
  const from = hasMaker && `${random.pick(["from", "by", "made by"])} ${makerOnBox(product.supplier).toLowerCase()}`;
  const parts = [random.pick(BEGINNINGS), `${spoken(product)}`, size, from, random.pick(ENDS)].filter(Boolean);
  return parts.length > 1 && { text: parts.join(" "), asks: { ...PRODUCT, size: isSized, maker: hasMaker } };
}

const spoken = ({ medicine, strength, form }) => `${medicine.toLowerCase()} ${strength} ${form}`;

// ---- names ----

function brandAndGeneric(random, { brand, medicine, strength, form, product }) {
  if (!brand || !product.includes(strength)) return null;
  const asksStrength = random.chance(0.6);
  const names = random.weighted({ brandFirst: 55, genericFirst: 30, parentheses: 15 });
  const text = { brandFirst: `${brand} ${medicine}`, genericFirst: `${medicine} ${brand}`, parentheses: `${brand} (${medicine})` }[names];
  const asksForm = asksStrength && random.chance(0.4);
  const whole = [text, asksStrength && strength, asksForm && form].filter(Boolean).join(" ");
  return { text: whole.toLowerCase(), asks: { brand: true, strength: asksStrength, form: asksForm } };
}

function misread(random, product, known) {
  if (!hasGenericName(product)) return null;
  const word = fold(product.medicine);
  const what = random.weighted({ word: 55, strength: 20, both: 25 });
  const medicine = what === "strength" ? word : misreadWord(random, word, known);
  const strength = what === "word" ? product.strength : misreadStrength(random, product.strength);
  if (!medicine || !strength) return null;
  return { text: `${medicine} ${strength} ${product.form}`, asks: PRODUCT };
}

function heard(random, product, known) {
  const medicine = /^[a-z]{6,}$/i.test(product.medicine) && heardWord(random, fold(product.medicine), known);
  return medicine && withStrength(random, medicine, product);
}

function withStrength(random, text, { strength }) {
  const asksStrength = random.chance(0.5);
  return { text: asksStrength ? `${text} ${strength}` : text, asks: { strength: asksStrength } };
}

// ---- sizes, glue, units ----

const shortName = ({ medicine, strength }) => `${medicine} ${strength}`.toLowerCase();

function sizeAsWritten(random, product) {
  if (!hasGenericName(product)) return null;
  const asksForm = random.chance(0.5);
  const text = [shortName(product), asksForm && product.form, sizeWritten(random, product)].filter(Boolean).join(" ");
  return { text, asks: { strength: true, form: asksForm, size: true } };
}

function glued(random, product) {
  if (!hasGenericName(product) || product.medicine.includes(" ") || product.form.includes(" ")) return null;
  const { medicine, strength, form, count } = product;
  const how = random.weighted({ whole: 45, front: 20, back: 20, sized: 15 });
  const text = { whole: medicine + strength + form, front: `${medicine}${strength} ${form}`, back: `${medicine} ${strength}${form}`, sized: `${medicine}${strength}${form}${count}` }[how];
  return { text: text.toLowerCase(), asks: { ...PRODUCT, size: how === "sized" } };
}

function otherUnits(random, product) {
  const strength = hasGenericName(product) && inOtherUnits(random, product.strength, product.form);
  if (!strength) return null;
  const asksForm = random.chance(0.5) || strength.includes("%") !== product.strength.includes("%");
  const text = [product.medicine.toLowerCase(), strength, asksForm && product.form].filter(Boolean).join(" ");
  return { text, asks: { strength: true, form: asksForm } };
}

// ---- words misspelt ----

function makerMisspelt(random, product, known) {
  const name = isOnBox(product.supplier) && hasGenericName(product) && fold(makerOnBox(product.supplier)).split(/[^a-z]+/)[0];
  if (!name || !canBeMisspelt(name) || name !== keyOf(product.supplier)) return null;
  const asksForm = random.chance(0.5);
  const text = [shortName(product), asksForm && product.form, misspell(random, name, known)].filter(Boolean).join(" ");
  return { text, asks: { strength: true, form: asksForm, maker: true } };
}

function brandMisspelt(random, product, known) {
  const brand = fold(product.brand ?? "");
  if (!canBeMisspelt(brand)) return null;
  const { text, asks } = withStrength(random, misspell(random, brand, known), product);
  return { text, asks: { ...asks, brand: true } };
}

function twoMisspelt(random, product, known) {
  const [form] = product.form.split(/[ -]/);
  const medicine = fold(product.medicine);
  if (!hasGenericName(product) || !canBeMisspelt(form) || !canBeMisspelt(medicine)) return null;
  const rest = product.form.slice(form.length);
  return { text: `${misspell(random, medicine, known)} ${product.strength} ${misspell(random, form, known)}${rest}`, asks: PRODUCT };
}
