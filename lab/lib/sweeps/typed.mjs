// Questions as people type them: some of strength, form, route, size and supplier of one pack; a
// meaningless word; the start of a medicine's name, or a misspelt one.
import { halfOf, isCompany, supplierOnBox } from "../boxes/products.mjs";
import { canBeMisspelt, misspell } from "../misspell.mjs";
import { formWords } from "./judge.mjs";
import { routeOf } from "./medicines.mjs";
import { wordsOf } from "./names.mjs";
import { drawQuestions, formText, plainOf, strengthText, wantsOf } from "./release.mjs";

export const general = {
  name: "general",
  size: 3000,
  make: (release, random, size) => {
    const medicines = new Map(plainOf(release).map((medicine) => [medicine.generic, medicine]));
    const packs = release.packs.filter(
      ({ generic, supplier }) => medicines.has(generic) && supplier && isCompany(supplier),
    );
    return drawQuestions(size, () =>
      ((pack) => questionGeneral(random, pack, medicines.get(pack.generic)))(random.pick(packs)),
    );
  },
};

/** Words for the route of a form. */
const ROUTE_WORDS = {
  oral: ["oral", "for oral use", "by mouth"],
  rectal: ["rectal"],
  vaginal: ["vaginal"],
  nasal: ["nasal"],
  transdermal: ["transdermal"],
  inhaled: ["inhaled", "for inhalation"],
};
const SIZE_WORDS = {
  tablet: "tablets",
  capsule: "capsules",
  ml: "ml",
  gram: "g",
  sachet: "sachets",
  suppository: "suppositories",
  patch: "patches",
  ampoule: "ampoules",
  vial: "vials",
};

/**
 * For each optional part: how often it is requested for, and how; `null` where a pack does not have
 * it.
 */
const PARTS = [
  [
    0.7,
    (_random, _pack, medicine) => ({
      text: strengthText(medicine),
      wants: { strengths: wantsOf(medicine).strengths },
    }),
  ],
  [
    0.5,
    (_random, _pack, medicine) => ({
      text: formText(medicine),
      wants: { administration: formText(medicine), form: formWords(formText(medicine)) },
    }),
  ],
  [0.2, (random, _pack, medicine) => routePart(random, routeOf(medicine.tail))],
  [0.3, (random, pack) => sizePart(random, pack.size)],
  [0.3, (_random, pack) => supplierPart(pack.supplier)],
];

function questionGeneral(random, pack, medicine) {
  const chosen = PARTS.filter(([share]) => random.chance(share))
    .map(([, make]) => make(random, pack, medicine))
    .filter(Boolean);
  if (chosen.length === 0) return null;
  const wants = Object.assign({ medicines: [medicine.words] }, ...chosen.map((part) => part.wants));
  const text = [medicine.substance, ...chosen.map((part) => part.text)].join(" ");
  return {
    class: general.name,
    text,
    half: halfOf(medicine.substance, wants.supplier && pack.supplier),
    exists: true,
    wants,
  };
}

const routePart = (random, route) =>
  ROUTE_WORDS[route]
    ? { text: random.pick(ROUTE_WORDS[route]), wants: { route: { route } } }
    : null;

function sizePart(random, size) {
  const [, count, unit] = /^(\d+) ([a-z]+)/.exec(size) ?? [];
  if (!SIZE_WORDS[unit] || Number(count) < 2) return null;
  const isCounted = unit !== "ml" && unit !== "gram";
  const text = isCounted
    ? random.pick([`${count} ${SIZE_WORDS[unit]}`, `x${count}`, `pack of ${count}`])
    : `${count}${SIZE_WORDS[unit]}`;
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

const letters = (random, from, length) =>
  Array.from({ length }, () => random.pick([...from])).join("");

const MAKE = {
  consonants: (random) => letters(random, "bcdfghjkpqrstvwxz", random.from(4, 7)),
  digits: (random) => String(random.from(100_003, 9_999_989)),
  code: (random) =>
    letters(random, "123456789", random.from(3, 5)) +
    letters(random, "ABDEFHJKNPRTVWX", random.from(1, 2)),
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
  return {
    class: junk.name,
    way: kind,
    text,
    half: medicine.half,
    exists: true,
    wants: { ...wantsOf(medicine), administration: formText(medicine) },
  };
}

/** Returns whether a pack of the medicine has a word with this prefix. */
function isKnown(release, medicine, word) {
  return release.byGeneric
    .get(medicine.generic)
    .some(({ name }) => wordsOf(name).some((known) => known.startsWith(word)));
}

// Questions with a prefix of a medicine's name, or a misspelt one, and a strength.

const MOST_EDITS = 3;

export const prefix = {
  name: "prefix of a medicine",
  size: 700,
  make: (release, random, size) => {
    const medicines = plainOf(release).filter(({ words }) => words[0].length >= 7);
    return drawQuestions(size, () => questionPrefix(release, random, random.pick(medicines)));
  },
};

export const misspelt = {
  name: "misspelt medicine",
  size: 1000,
  make: (release, random, size) => {
    const words = medicineWords(release);
    const medicines = new Map(plainOf(release).map((medicine) => [medicine.generic, medicine]));
    const products = release.products.filter(({ generic }) => medicines.has(generic));
    return drawQuestions(size, () =>
      ((product) =>
        questionMisspelt(release, random, medicines.get(product.generic), product, words))(
        random.pick(products),
      ),
    );
  },
};

const ABBREVIATED = {
  tablets: "tab",
  capsules: "cap",
  "oral solution": "soln",
  "oral suspension": "susp",
  cream: "cream",
  "solution for injection": "inj",
  suppositories: "supp",
};

function questionPrefix(release, random, medicine) {
  const [word] = medicine.words;
  const cut = word.slice(0, random.from(4, 6));
  if (release.allWords.has(cut) || release.supplierWords.has(word)) return null;
  const others = genericNamesOf(cut);
  const form = ABBREVIATED[formText(medicine)] ?? "";
  const text = `${cut} ${strengthText(medicine)} ${random.chance(0.6) ? form : ""}`.trim();
  return {
    class: prefix.name,
    text,
    half: medicine.half,
    exists: true,
    wants: named((own) => own.startsWith(cut) || others.includes(own), new Set(), medicine),
  };
}

/**
 * Returns the parts of a question by name: a word that fits or the substances of a brand that fits,
 * and the strength of that component.
 */
function named(isFitting, substances, medicine) {
  const fits = (release, pack) => partsNamed(release, pack, isFitting, substances);
  return { name: fits, namedStrengths: { fits, strengths: wantsOf(medicine).strengths } };
}

/**
 * Returns the components with a word that fits, or all where a brand fits or has the same
 * substances.
 */
function partsNamed(release, pack, isFitting, substances) {
  const [generic, product] = [release.parse(pack.generic), release.parse(pack.product)];
  const all = [...generic.parts, ...product.parts];
  const own = pack.generic.startsWith("Generic ")
    ? wordsOf(pack.product)
    : product.parts.flatMap(({ words }) => words);
  if (substances.has(substancesOf(generic)) || own.some(isFitting)) return all;
  return generic.parts.filter(({ words }) => words.some(isFitting));
}

const substancesOf = ({ parts }) =>
  parts
    .map(({ substance }) => substance)
    .sort()
    .join(" / ");

/**
 * Returns the words of medicines: of substances, and of brands where the form is one of a medicine.
 */
function medicineWords(release) {
  const words = new Set();
  for (const { generic, product } of release.products) {
    const name = release.parse(generic);
    if (routeOf(name.tail) === null && name.parts.every(({ strengths }) => strengths.length === 0))
      continue;
    for (const word of [
      ...name.parts.flatMap((part) => part.words),
      ...release.parse(product).parts.flatMap((part) => part.words),
    ])
      if (/^[a-z]{4,}$/.test(word)) words.add(word);
  }
  return words;
}

function questionMisspelt(release, random, medicine, product, words) {
  const [first] = wordsOf(random.chance(0.5) ? medicine.substance : product.product);
  if (!canBeMisspelt(first) || !words.has(first) || release.supplierWords.has(first)) return null;
  const typo = misspell(random, first, release.allWords);
  const close = nearest(typo, words, MOST_EDITS);
  if (close.length === 0 || [...words].some((word) => word.startsWith(typo))) return null;
  const text =
    `${typo} ${strengthText(medicine)} ${random.chance(0.4) ? formText(medicine) : ""}`.trim();
  const substances = new Set(
    close
      .flatMap((word) => release.productsWith([word]))
      .map(({ generic }) => substancesOf(release.parse(generic))),
  );
  const wants = named((own) => close.includes(own), substances, medicine);
  return {
    class: misspelt.name,
    way: `${first} (nearest: ${close.join(", ")})`,
    text,
    half: halfOf(first),
    exists: close.includes(first),
    wants,
  };
}

// Other names of substances: those of the United States (USAN), and former British Approved Names.

const OTHER_NAMES = {
  acetaminophen: "paracetamol",
  albuterol: "salbutamol",
  amphetamine: "amfetamine",
  amoxycillin: "amoxicillin",
  beclomethasone: "beclometasone",
  bendrofluazide: "bendroflumethiazide",
  benztropine: "benzatropine",
  cephalexin: "cefalexin",
  chlorthalidone: "chlortalidone",
  cholecalciferol: "colecalciferol",
  clomiphene: "clomifene",
  cyclosporine: "ciclosporin",
  dextroamphetamine: "dexamfetamine",
  dextrose: "glucose",
  dicyclomine: "dicycloverine",
  epinephrine: "adrenaline",
  frusemide: "furosemide",
  glyburide: "glibenclamide",
  glycerin: "glycerol",
  hydroxyurea: "hydroxycarbamide",
  indomethacin: "indometacin",
  isoproterenol: "isoprenaline",
  leucovorin: "folinate",
  levarterenol: "noradrenaline",
  lignocaine: "lidocaine",
  meperidine: "pethidine",
  mesalamine: "mesalazine",
  methimazole: "thiamazole",
  methotrimeprazine: "levomepromazine",
  nitroglycerin: "glyceryl",
  norepinephrine: "noradrenaline",
  oestradiol: "estradiol",
  phytonadione: "phytomenadione",
  rifampin: "rifampicin",
  scopolamine: "hyoscine",
  simethicone: "simeticone",
  sulphasalazine: "sulfasalazine",
  thioguanine: "tioguanine",
  thyroxine: "levothyroxine",
  trimeprazine: "alimemazine",
};

/** Returns the words of generic names whose other names begin with a prefix. */
function genericNamesOf(prefix) {
  const names = [];
  for (const [other, name] of Object.entries(OTHER_NAMES))
    if (other.startsWith(prefix)) names.push(name);
  return names;
}

// The Damerau-Levenshtein distance: insertions, deletions, replacements, and exchanges of
// neighbours.

/** Returns the distance of two words, or `limit + 1` where it is greater than `limit`. */
function distance(a, b, limit) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = rowOf(a, b, i, before, last);
    if (Math.min(...row) > limit) return limit + 1;
    [before, last] = [last, row];
  }
  return last[b.length];
}

function rowOf(a, b, i, before, last) {
  const row = [i];
  for (let j = 1; j <= b.length; j++) {
    const isSame = a[i - 1] === b[j - 1];
    row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
      row[j] = Math.min(row[j], before[j - 2] + 1);
  }
  return row;
}

/** Returns the words nearest to a word, within a distance of `limit`. */
function nearest(word, words, limit) {
  let least = limit;
  let found = [];
  for (const other of words) {
    const apart = distance(word, other, least);
    if (apart > least) continue;
    if (apart < least) found = [];
    least = apart;
    found.push(other);
  }
  return found;
}
