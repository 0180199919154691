// The parts of a pack's record that are printed on its box (medicine, strength, form, brand,
// supplier and size), and the wording of boxes.
import { createHash } from "node:crypto";
import { fold, wordsOf } from "../records.mjs";

/** Makes a choice of a regular expression from lines of words. */
export function oneOf(lines) {
  return lines.trim().replaceAll("\n", "|");
}

const AMOUNT = String.raw`\d[\d,.]*(?:mg|micrograms?|g|%|units?|mmol)`;
const STRENGTH = String.raw`${AMOUNT}(?:/[\d,.]*(?:mg|g|ml|dose|hours?))?`;
const GENERIC_NAME = new RegExp(
  `^(?<medicine>[A-Z][A-Za-z' -]+?) (?<strength>${STRENGTH}) (?<form>[a-z].*)$`,
);
const PACK_SIZE = /^(?<count>\d[\d,.]*) (?<unit>[a-z-]+)/;

/**
 * Parses a pack: `{ name, product, generic, medicine, strength, form, brand, supplier, count, unit
 * }`. Returns `null` unless it is one medicine in one strength, because other names are ambiguous.
 */
export function productOf({ name, generic_product_name: generic, generic_pack_name: pack }) {
  const parts = GENERIC_NAME.exec(generic)?.groups;
  const size = pack?.startsWith(`${generic} `) && pack.slice(generic.length + 1);
  const { product, supplier } = (size && splitName(name, size)) || {};
  if (!parts || !supplier || parts.medicine.startsWith("Generic ")) return null;
  return {
    name,
    product,
    generic,
    ...parts,
    brand: brandOf(product, parts.medicine),
    supplier,
    ...PACK_SIZE.exec(size)?.groups,
  };
}

/** Splits a name that ends with supplier and size: `Product (Supplier) 28 tablet …`. */
function splitName(name, size) {
  const end = name.lastIndexOf(`) ${size}`);
  const begin = openingBracketOf(name, end);
  return begin > 0
    ? { product: name.slice(0, begin - 1), supplier: name.slice(begin + 1, end) }
    : null;
}

/**
 * The position of the opening bracket for the closing one at `end`. Names of suppliers may
 * contain brackets.
 */
export function openingBracketOf(name, end) {
  let depth = 1;
  let at = end;
  while (depth > 0 && --at >= 0) depth += DEPTHS[name[at]] ?? 0;
  return at;
}

/** How each bracket changes the depth, from the end of a name. */
const DEPTHS = { ")": 1, "(": -1 };

/** The one or two words before the first digit, unless the medicine is among them. */
function brandOf(product, medicine) {
  if (fold(product).includes(fold(medicine).slice(0, 5))) return null;
  return /^([A-Z][A-Za-z-]{2,}(?: [A-Z][A-Za-z-]+)?) \d/.exec(product)?.[1] ?? null;
}

const SALT_SUFFIX = new RegExp(
  ` (?:${oneOf(`
hydrochloride|hydrobromide|besilate|maleate|mesilate|fumarate|tartrate|acetate|phosphate|sulfate
citrate|succinate|erbumine|arginine|cilexetil|medoxomil|diethylammonium|epolamine|lysine
dipropionate|valerate|propionate|butyrate|bromide|nitrate|benzoate|xinafoate|trometamol|disodium
sodium|potassium|calcium|magnesium|monohydrate|dihydrate
`)})$`,
);
/** After these elements, the second word is part of the medicine. */
const ELEMENTS =
  /^(?:sodium|potassium|calcium|magnesium|zinc|ferrous|aluminium|copper|lithium|iron) /;

/**
 * The medicine of a pack: the words before each strength of its generic name, without
 * salts.
 */
export function medicineOf({ generic_product_name: generic }) {
  return fold(generic ?? "")
    .split(" / ")
    .map(substance)
    .sort()
    .join(" / ");
}

const substance = (part) => withoutSalts(part.replace(/\s+\d.*$/, ""));

function withoutSalts(text) {
  const shorter = ELEMENTS.test(text) ? text : text.replace(SALT_SUFFIX, "");
  return shorter === text ? text : withoutSalts(shorter);
}

// The two halves of the queries from boxes: the search is tuned on one, and the report shows the
// other.

export const HALVES = ["tune", "report"];

/**
 * The first word that identifies a name: `codamol` of `Co-codamol`, and all of `A A H`,
 * which has no such word.
 */
export function keyOf(name) {
  return wordsOf(name).find((word) => word.length >= 3 && !UNSPECIFIC_WORDS.has(word)) ?? name;
}

const UNSPECIFIC_WORDS = new Set(["the", "generic"]);

const half = (name) => HALVES[createHash("sha256").update(keyOf(name)).digest()[0] >> 7];

/**
 * The half of a query about a medicine, and a supplier if it names one. Returns `null` if
 * the two are in different halves, because such a query would leak between them.
 */
export function halfOf(medicine, supplier) {
  const own = half(medicine);
  return !supplier || half(supplier) === own ? own : null;
}

// The wording of boxes for what the names of dm+d state: forms, salts, suppliers, and other text
// that is printed on a box.

/** The ways in which boxes write each form, with their weights. */
export const FORMS = formsOf(`
tablets = Tablets 40 | Film-coated Tablets 35 | film-coated tablets 10 | Tablets BP 15
capsules = Capsules 40 | Capsules, hard 15 | Hard Capsules 35 | Capsules BP 10
gastro-resistant tablets = Gastro-resistant Tablets 60 | Enteric Coated Tablets 20 | EC Tablets 20
gastro-resistant capsules = Gastro-resistant Capsules 50 | Gastro-resistant Capsules, hard 50
modified-release tablets = Prolonged-release Tablets 60 | Modified-release Tablets 25
modified-release tablets = MR Tablets 15
modified-release capsules = Prolonged-release Capsules, hard 50 | Modified-release Capsules 30
modified-release capsules = MR Capsules 20
orodispersible tablets = Orodispersible Tablets 100
orodispersible tablets sugar free = Orodispersible Tablets 70 | Orodispersible Tablets sugar-free 30
dispersible tablets = Dispersible Tablets 70 | Dispersible Tablets BP 30
effervescent tablets = Effervescent Tablets 100
chewable tablets = Chewable Tablets 100
oral solution = Oral Solution 70 | Oral Solution BP 30
oral solution sugar free = Oral Solution Sugar-free 50 | Sugar Free Oral Solution 50
oral suspension = Oral Suspension 70 | Oral Suspension BP 30
oral suspension sugar free = Oral Suspension Sugar-free 50 | Sugar Free Oral Suspension 50
cream = Cream 60 | w/w Cream 30 | Cream BP 10
ointment = Ointment 60 | w/w Ointment 30 | Ointment BP 10
gel = Gel 60 | w/w Gel 40
eye drops = Eye Drops 30 | Eye Drops, Solution 60 | Eye Drops BP 10
eye drops preservative free = Eye Drops, Solution preservative-free 50
eye drops preservative free = Preservative Free Eye Drops 50
nasal spray = Nasal Spray 50 | Nasal Spray, Suspension 50
suppositories = Suppositories 80 | Suppositories BP 20
pessaries = Pessaries 50 | Vaginal Pessaries 50
transdermal patches = Transdermal Patch 50 | Transdermal Patches 50
inhaler CFC free = CFC-free Inhaler 50 | Inhaler CFC-Free 50
solution for injection ampoules = Solution for Injection 60
solution for injection ampoules = Solution for Injection or Infusion ampoules 40
solution for injection vials = Solution for Injection 60 | Solution for Injection vial 40
solution for injection pre-filled syringes = Solution for Injection in pre-filled syringe 100
`);

function formsOf(table) {
  const forms = {};
  for (const line of table.trim().split("\n")) {
    const [form, writings] = line.split(" = ");
    forms[form] ??= {};
    for (const way of writings.split(" | ")) {
      const end = way.lastIndexOf(" ");
      forms[form][way.slice(0, end)] = Number(way.slice(end));
    }
  }
  return forms;
}

/** Units of a pack size in names, with the words that people use. */
const UNIT_WORDS = Object.fromEntries(
  (
    "tablet tablets,capsule capsules,ml ml,gram g,dose doses,patch patches,sachet sachets," +
    "suppository suppositories,pessary pessaries,ampoule ampoules,vial vials"
  )
    .split(",")
    .map((pair) => pair.split(" ")),
);
export const isWeighed = (unit) => ["ml", "gram"].includes(unit);
export const unitWord = (unit) => UNIT_WORDS[unit];

/** Salts that boxes print and the names of dm+d omit, each with its medicines. */
const MEDICINES_BY_SALT = `
hydrochloride: Amitriptyline Atomoxetine Bupropion Cetirizine Ciprofloxacin Clomipramine Cyclizine
hydrochloride: Diltiazem Donepezil Dosulepin Duloxetine Fexofenadine Fluoxetine Hydroxyzine
hydrochloride: Lercanidipine Mebeverine Memantine Metformin Metoclopramide Naratriptan
hydrochloride: Nortriptyline Oxybutynin Oxycodone Paroxetine Pioglitazone Promethazine Propranolol
hydrochloride: Quinapril Raloxifene Ranitidine Ropinirole Sertraline Tamsulosin Terbinafine
hydrochloride: Tramadol Trazodone Valaciclovir Venlafaxine Verapamil
sodium: Flucloxacillin Montelukast Pravastatin Rabeprazole Risedronate
tartrate: Metoprolol Tolterodine Zolpidem
calcium: Atorvastatin Rosuvastatin
citrate: Sildenafil Tamoxifen
fumarate: Bisoprolol Quetiapine
maleate: Enalapril Prochlorperazine
succinate: Solifenacin Sumatriptan
benzoate: Rizatriptan
besilate: Amlodipine
cilexetil: Candesartan
dihydrate: Lisinopril
erbumine: Perindopril
etexilate: Dabigatran
hemihydrate: Levofloxacin
hyclate: Doxycycline
hydrobromide: Citalopram
hydrochloride dihydrate: Ondansetron
hydrochloride trihydrate: Vardenafil
hydrogen sulfate: Clopidogrel
hydrogen tartrate: Rivastigmine
magnesium dihydrate: Esomeprazole
mesilate: Doxazosin
oxalate: Escitalopram
phosphate: Codeine
phosphate monohydrate: Sitagliptin
potassium: Losartan
sodium sesquihydrate: Pantoprazole
`;
const SALT_BY_MEDICINE = new Map();
for (const line of MEDICINES_BY_SALT.trim().split("\n")) {
  const [salt, medicines] = line.split(": ");
  for (const medicine of medicines.split(" ")) SALT_BY_MEDICINE.set(medicine, salt);
}

/** The salt that boxes print and names omit, or `null`. */
export const saltOf = (medicine) => SALT_BY_MEDICINE.get(medicine) ?? null;

const PHRASES = `
POM
P
For oral use
Oral use
Keep out of the sight and reach of children
Keep out of reach of children
Read the package leaflet before use
Please read the enclosed leaflet carefully before use
Do not store above 25°C
Store in the original package
Use as directed by your doctor
To be taken as directed by a doctor or pharmacist
Contains lactose
Also contains lactose monohydrate. See leaflet for further information
Ph. Eur.
PL 20075/0123
PL 04569/0345
PL 00289/1234
PLGB 12345/0678
Lot
EXP 03 2027
BN 4H217 EXP 11/26
GTIN
SN
MA Holder
Blister packs
Each tablet contains
`
  .trim()
  .split("\n");

const BY_MOUTH = /tablet|capsule|oral/i;
const ORAL_ONLY = /oral|lactose|Each tablet|taken|Blister/i;
/** The phrases that fit a form: no cream is `For oral use`. */
export function phrasesFor(form) {
  return PHRASES.filter((phrase) => BY_MOUTH.test(form) || !ORAL_ONLY.test(phrase));
}

/** Suppliers that boxes do not name: wholesalers, importers, and suppliers of special orders. */
const NOT_ON_BOX = new RegExp(
  oneOf(`
A A H|Alliance Healthcare|Phoenix Healthcare Dist|Sigma Pharm|Medihealth|Mawdsley|Necessity
DE Pharm|Waymade|Lexon|CST|Doncaster|Drugsrus|Pharmaram|Pilsco|Kosei|Originalis|Special Order
Imported|Not Specified|Ethigen|Dowelhurst|Stephar|NorthStar|Numark
`),
);
export const isOnBox = (supplier) => !NOT_ON_BOX.test(supplier);
const NOT_A_COMPANY = /Order$|^Imported|Not Specified/;
export const isCompany = (supplier) => !NOT_A_COMPANY.test(supplier);

const COMPANY_SUFFIX = new RegExp(
  String.raw`(?:-UK)?,? (?:${oneOf(String.raw`
Ltd|Plc|PLC|Limited|Inc|GmbH|UK|\(UK\)|Trading|Europe|Pharma|Pharmaceuticals?|Healthcare
Laboratories|Products|Company|International|Sciences
`)})$|-UK$`,
);

/**
 * The name of a supplier on its boxes: `Teva` for `Teva UK Ltd`, `Accord` for `Accord-UK
 * Ltd`.
 */
export function supplierOnBox(supplier) {
  const shorter = supplier.replace(/^The /, "").replace(COMPANY_SUFFIX, "");
  return shorter === supplier ? supplier : supplierOnBox(shorter);
}

export const fullSupplierOnBox = (supplier) => supplier.replace(/\bLtd$/, "Limited");
