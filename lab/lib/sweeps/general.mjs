// Questions with some of strength, form, route, size and supplier of one pack, or with a meaningless word.
import { halfOf, isCompany, supplierOnBox } from "../boxes/products.mjs";
import { drawQuestions, formText, plainOf, strengthText, wantsOf } from "./release.mjs";
import { routeOf } from "./medicines.mjs";
import { formWords } from "./judge.mjs";
import { wordsOf } from "./names.mjs";

export const general = {
  name: "general",
  size: 3000,
  make: (release, random, size) => {
    const medicines = new Map(plainOf(release).map((medicine) => [medicine.generic, medicine]));
    const packs = release.packs.filter(({ generic, supplier }) => medicines.has(generic) && supplier && isCompany(supplier));
    return drawQuestions(size, () => ((pack) => questionGeneral(random, pack, medicines.get(pack.generic)))(random.pick(packs)));
  },
};

/** Words for the route of a form. */
const ROUTE_WORDS = { oral: ["oral", "for oral use", "by mouth"], rectal: ["rectal"], vaginal: ["vaginal"], nasal: ["nasal"], transdermal: ["transdermal"], inhaled: ["inhaled", "for inhalation"] };
const SIZE_WORDS = { tablet: "tablets", capsule: "capsules", ml: "ml", gram: "g", sachet: "sachets", suppository: "suppositories", patch: "patches", ampoule: "ampoules", vial: "vials" };

/** For each optional part: how often it is requested for, and how; `null` where a pack does not have it. */
const PARTS = [
  [0.7, (_random, _pack, medicine) => ({ text: strengthText(medicine), wants: { strengths: wantsOf(medicine).strengths } })],
  [0.5, (_random, _pack, medicine) => ({ text: formText(medicine), wants: { administration: formText(medicine), form: formWords(formText(medicine)) } })],
  [0.2, (random, _pack, medicine) => routePart(random, routeOf(medicine.tail))],
  [0.3, (random, pack) => sizePart(random, pack.size)],
  [0.3, (_random, pack) => supplierPart(pack.supplier)],
];

function questionGeneral(random, pack, medicine) {
  const chosen = PARTS.filter(([share]) => random.chance(share)).map(([, make]) => make(random, pack, medicine)).filter(Boolean);
  if (chosen.length === 0) return null;
  const wants = Object.assign({ medicines: [medicine.words] }, ...chosen.map((part) => part.wants));
  const text = [medicine.substance, ...chosen.map((part) => part.text)].join(" ");
  return { class: general.name, text, half: halfOf(medicine.substance, wants.supplier && pack.supplier), exists: true, wants };
}

const routePart = (random, route) => (ROUTE_WORDS[route] ? { text: random.pick(ROUTE_WORDS[route]), wants: { route: { route } } } : null);

function sizePart(random, size) {
  const [, count, unit] = /^(\d+) ([a-z]+)/.exec(size) ?? [];
  if (!SIZE_WORDS[unit] || Number(count) < 2) return null;
  const isCounted = unit !== "ml" && unit !== "gram";
  const text = isCounted ? random.pick([`${count} ${SIZE_WORDS[unit]}`, `x${count}`, `pack of ${count}`]) : `${count}${SIZE_WORDS[unit]}`;
  return { text, wants: { size: Number(count) } };
}

function supplierPart(supplier) {
  const text = supplierOnBox(supplier);
  const [word] = wordsOf(text);
  return word.length >= 3 ? { text, wants: { supplier: word } } : null;
}

// A meaningless word before, within or after a medicine with its strength and form.

export const junk = {
  name: "junk word",
  size: 1200,
  make: (release, random, size) => {
    const medicines = plainOf(release);
    return drawQuestions(size, () => questionJunk(release, random, random.pick(medicines)));
  },
};

/** Words of everyday English that are no part of a medicine's description. */
const ENGLISH = (
  "house garden window kitchen monday tuesday thursday urgent delivery shelf fridge cupboard ward nurse mother school street river mountain bicycle letter phone invoice stock broken " +
  "empty morning evening tomorrow upstairs basket drawer corner ceiling pencil neighbour holiday weather station village bridge castle picture music football summer winter question"
).split(" ");

const letters = (random, from, length) => Array.from({ length }, () => random.pick([...from])).join("");

const MAKE = {
  consonants: (random) => letters(random, "bcdfghjkpqrstvwxz", random.from(4, 7)),
  digits: (random) => String(random.from(100_003, 9_999_989)),
  code: (random) => letters(random, "123456789", random.from(3, 5)) + letters(random, "ABDEFHJKNPRTVWX", random.from(1, 2)),
  english: (random) => random.pick(ENGLISH),
  short: (random) => random.pick(["ee", "xq", "zz", "jk", "vq"]),
};

const ORDERS = [
  (medicine, word) => [word, medicine.substance, strengthText(medicine), formText(medicine)],
  (medicine, word) => [medicine.substance, word, strengthText(medicine), formText(medicine)],
  (medicine, word) => [medicine.substance, strengthText(medicine), word, formText(medicine)],
  (medicine, word) => [medicine.substance, strengthText(medicine), formText(medicine), word],
];

function questionJunk(release, random, medicine) {
  const kind = random.pick(Object.keys(MAKE));
  const word = MAKE[kind](random);
  if (isKnown(release, medicine, word.toLowerCase())) return null;
  const text = random.pick(ORDERS)(medicine, word).join(" ");
  return { class: junk.name, way: kind, text, half: medicine.half, exists: true, wants: { ...wantsOf(medicine), administration: formText(medicine) } };
}

/** Returns whether a pack of the medicine has a word with this prefix. */
function isKnown(release, medicine, word) {
  return release.byGeneric.get(medicine.generic).some(({ name }) => wordsOf(name).some((known) => known.startsWith(word)));
}
