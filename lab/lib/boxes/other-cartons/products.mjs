// Which packs are drawn, and the parts of their names: name, strength, form, supplier, quantity.
import { gtin14 } from "../../records.mjs";
import { oneOf, openingBracketOf } from "../products.mjs";

/**
 * Medicines that pharmacies in the United Kingdom dispense most, roughly in this order. It is
 * written from memory; only the shares of names among the drawings depend on it.
 */
const COMMON = `
Atorvastatin|Amlodipine|Omeprazole|Levothyroxine|Ramipril|Lansoprazole|Bisoprolol|Metformin
Paracetamol|Sertraline|Salbutamol|Ventolin|Losartan|Simvastatin|Aspirin|Colecalciferol|Furosemide
Apixaban|Folic acid|Citalopram|Amitriptyline|Mirtazapine|Tamsulosin|Co-codamol|Prednisolone
Lisinopril|Clopidogrel|Fluoxetine|Gabapentin|Codeine|Pregabalin|Naproxen|Amoxicillin|Cetirizine
Bendroflumethiazide|Indapamide|Candesartan|Allopurinol|Edoxaban|Lixiana|Rivaroxaban|Xarelto|Eliquis
Dapagliflozin|Forxiga|Empagliflozin|Jardiance|Linagliptin|Trajenta|Sitagliptin|Gliclazide
Fostair|Clenil|Seretide|Symbicort|Trelegy|Spiriva|Braltus|Trimbow|Luforbec|Easyhaler
Famotidine|Flucloxacillin|Doxycycline|Clarithromycin|Nitrofurantoin|Trimethoprim|Co-amoxiclav
Warfarin|Digoxin|Spironolactone|Doxazosin|Felodipine|Propranolol|Atenolol|Diltiazem|Verapamil
Finasteride|Solifenacin|Mirabegron|Betmiga|Oxybutynin|Alendronic acid|Ferrous fumarate
Ferrous sulfate|Thiamine|Cyanocobalamin|Hydroxocobalamin|Venlafaxine|Duloxetine|Escitalopram
Quetiapine|Olanzapine|Risperidone|Aripiprazole|Diazepam|Zopiclone|Lorazepam|Melatonin|Circadin
Morphine|Zomorph|Oramorph|Oxycodone|Tramadol|Buprenorphine|Butec|Fentanyl|Ibuprofen|Diclofenac
Lamotrigine|Levetiracetam|Carbamazepine|Tegretol|Epilim|Topiramate|Methotrexate|Hydroxychloroquine
Sulfasalazine|Azathioprine|Mesalazine|Octasa|Pentasa|Lactulose|Senna|Laxido|Cosmocol|Movicol
Bisacodyl|Gaviscon|Peptac|Domperidone|Ondansetron|Metoclopramide|Cyclizine|Prochlorperazine
Hyoscine|Buscopan|Mebeverine|Loperamide|Loratadine|Fexofenadine|Chlorphenamine|Mometasone
Beclometasone|Fluticasone|Avamys|Latanoprost|Hypromellose|Chloramphenicol|Timolol|Brinzolamide
Dorzolamide|Carbomer|Hylo-Forte|Bimatoprost|Lantus|Toujeo|NovoRapid|Humalog|Levemir|Tresiba
Ozempic|Trulicity|Victoza|Mounjaro|Enoxaparin|Inhixa|Clexane|Adrenaline|EpiPen|Jext|Naloxone
Hydrocortisone|Betnovate|Dermovate|Eumovate|Fucidin|Clotrimazole|Canesten|Daktacort|Aciclovir
Cetraben|Epaderm|Doublebase|Dermol|Zerobase|Nystatin|Fluconazole|Desogestrel|Microgynon|Rigevidon
Cerazette|Evorel|Oestrogel|Utrogestan|Estradot|Vagifem|Tibolone|Norethisterone|Medroxyprogesterone
Montelukast|Carbocisteine|Tiotropium|Ipratropium|Budesonide|Nicorandil|Isosorbide mononitrate
Glyceryl trinitrate|Ezetimibe|Rosuvastatin|Pravastatin|Irbesartan|Valsartan|Entresto|Lercanidipine
Donepezil|Memantine|Rivastigmine|Ropinirole|Co-careldopa|Madopar|Sinemet|Pramipexole|Baclofen
Sumatriptan|Rizatriptan|Pizotifen|Sildenafil|Tadalafil|Nexium|Esomeprazole|Pantoprazole
Quinine|Penicillin V|Phenoxymethylpenicillin|Cefalexin|Ciprofloxacin|Metronidazole|Azithromycin
Dexamethasone|Tranexamic acid|Ferinject|Midazolam|Ketamine|Lidocaine|Bupivacaine|Heparin
Gentamicin|Vancomycin|Piperacillin|Ceftriaxone|Meropenem|Sodium chloride|Glucose|Furosemide
`
  .trim()
  .split(/[|\n]/);

const FORM_KINDS = [
  ["device-like", /test strip|lancet|needle|spacer|dressing|catheter|meter|plaster|bandage/i],
  ["eye drops", /eye|ear drops|ophthalmic/i],
  ["inhaler", /inhal|accuhaler|evohaler|turbohaler|nexthaler|ellipta|respimat|easyhaler|nebul/i],
  ["nasal spray", /nasal|spray/i],
  ["patch", /patch|plaster/i],
  ["injection", /inject|infusion|vial|ampoule|syringe|pen\b|penfill|flexpen|kwikpen|solostar/i],
  ["suppositories", /suppositor|pessar|enema/i],
  ["sachets", /sachet|granules|effervescent powder/i],
  ["tablets", /tablet|caplet|lozenge/i],
  ["capsules", /capsule/i],
  ["cream", /cream|ointment|gel\b|lotion|scalp|emollient|paste/i],
  ["liquid", /solution|suspension|liquid|syrup|elixir|drops|mouthwash|linctus|shampoo/i],
];

/** The kind of a product by the words of its form, or null if none is drawn. */
function kindOf(text) {
  for (const [kind, pattern] of FORM_KINDS) if (pattern.test(text)) return kind;
  return null;
}

const UNIT =
  "(?:million units|micrograms?|nanograms?|mg|units?|mmol|microlitres?|g|ml|litres?|L|%|kBq|MBq)";
const PER = "(?:micrograms?|nanograms?|mg|g|ml|litre|dose|actuation|hour|24hours|72hours|units?)";
const STRENGTH = new RegExp(
  `\\s(\\d[\\d.,]*\\s?${UNIT}(?:(?: w/w| w/v|(?:/\\s?[\\d.]*\\s?${PER})))*)(?=\\s|$)`,
);

/** Words after a strength that show that it was not all of the strength. */
const MORE = /^(\+|and |in )|\d ?(mg|micrograms?|units)\b/;

/**
 * The parts of a product's name: `{ names, strengths, form }`. Two ingredients with a
 * strength each give two names; strengths of a brand's ingredients give one. Without a strength,
 * all of it is the name.
 */
function partsOf(product) {
  const names = [];
  const strengths = [];
  const pieces = product.split(" / ");
  let form = "";
  for (const [index, piece] of pieces.entries()) {
    const found = STRENGTH.exec(` ${piece}`);
    const rest = found && ` ${piece}`.slice(found.index + found[0].length).trim();
    if (!found || (index < pieces.length - 1 && rest !== "") || MORE.test(rest))
      return { names: [product], strengths: [], form: "" };
    const name = piece.slice(0, Math.max(0, found.index - 1)).trim();
    if (name) names.push(name);
    strengths.push(found[1].trim());
    form = rest;
  }
  return { names, strengths, form };
}

/** Whether a name still has a strength inside, which no carton prints like that. */
function hasStrengthInside(names) {
  return names.some((name) => /\d ?(mg|micrograms?|units|ml)\b/.test(name));
}

/** Puts a space between number and unit: `250mg/5ml` → `250 mg/5 ml`. */
export const spaced = (strength) => strength.replaceAll(/(\d)(?=[a-zA-Z])/g, "$1 ");

/**
 * What a pack's record says: `{ product, supplier, quantity }`, or null if the name has
 * another form than `product (supplier) quantity`.
 */
function statedIn({ name, generic_pack_name, generic_product_name }) {
  const quantity = generic_pack_name.slice(generic_product_name.length + 1);
  const end = quantity && name.lastIndexOf(`) ${quantity}`);
  const begin = quantity && openingBracketOf(name, end);
  if (!(begin > 0)) return null;
  return { product: name.slice(0, begin).trim(), supplier: name.slice(begin + 1, end), quantity };
}

const PLURALS = {
  gram: "g",
  patch: "patches",
  suppository: "suppositories",
  pessary: "pessaries",
  device: "pieces",
  "pre-filled disposable injection": "pre-filled syringes or pens",
  "unit dose": "single-dose units",
};
const WITH_S = /^(tablet|capsule|dose|sachet|ampoule|vial|strip|lozenge|cartridge|dressing)$/;

function quantityText(quantity) {
  const [, count, unit] = /^([\d.]+) (.+)$/.exec(quantity) ?? [null, quantity, ""];
  if (unit === "pre-filled disposable injection" && count === "1") return "1 pre-filled pen";
  if (count === "1" && unit !== "gram") return `1 ${unit}`;
  return `${count} ${PLURALS[unit] ?? unit.replace(WITH_S, "$1s")}`;
}

const NOT_SOLD_IN_CARTONS =
  /Special Order|Drug Tariff|Imported|garment|stocking|hosiery|ostomy|sock|tights/i;

/**
 * A record's facts for a carton, or null if it is not drawn: no GTIN, discontinued, made to
 * order, or a name too long for the front of a carton.
 */
function factsOf(record) {
  if (record.invalid !== null || record.discontinued_date !== null) return null;
  if (record.gtin_codes.length === 0 || NOT_SOLD_IN_CARTONS.test(record.name)) return null;
  const stated = statedIn(record);
  if (!stated || stated.product.length > 80 || stated.product.startsWith("#")) return null;
  const { names, strengths, form } = partsOf(stated.product);
  const kind = kindOf(form || stated.product);
  if (!kind || names.length > 2 || names.length === 0 || hasStrengthInside(names)) return null;
  const generic = partsOf(record.generic_product_name);
  return {
    record,
    ...stated,
    quantity: quantityText(stated.quantity),
    names,
    strengths,
    form: form || null,
    kind,
    brandOf: brandedIngredients(names, generic.names),
    gtin: gtin14(record.gtin_codes[0].gtin),
  };
}

/** The ingredients below a brand name, or null for a pack under its generic name. */
function brandedIngredients(names, ingredients) {
  if (names.join("/").toLowerCase() === ingredients.join("/").toLowerCase()) return null;
  const text = ingredients.join(" and ");
  return text.length > 70 || text.startsWith("Generic ") ? null : text;
}

/** Suppliers whose packs are common on shelves. */
const KNOWN = new RegExp(
  oneOf(`
Teva|Accord|Zentiva|Almus|Milpharm|Aurobindo|Sandoz|Viatris|Mylan|GlaxoSmithKline|AstraZeneca
Boehringer|Novo Nordisk|Sanofi|Pfizer|Bayer|Novartis|Eli Lilly|Chiesi|Actavis|Bristol|Reddy
Crescent|Brown & Burk|Wockhardt|Sun Pharm|Torrent|Lupin|Cipla|Rosemont|Martindale|hameln
Fresenius|Reckitt|Merck|Krka|Thornton|Pinewood|Medreich|Tillomed|Morningside|Orion|Napp|Organon
Leo|Galen|Ranbaxy|Alliance Healthcare|A A H|Dexcel|Rowa|Ethypharm|Glenmark|Daiichi|Bausch
Norgine|Takeda|Servier
`),
);

/** Makes a chooser of packs: common medicines by how common they are, or any drawn one. */
export function chooserOf(records) {
  const byWord = new Map();
  for (const record of records) {
    const word = firstWord(record.name);
    const group = byWord.get(word);
    if (group) group.push(record);
    else byWord.set(word, [record]);
  }
  return { records, byWord };
}

/** Whether a word begins the name of a pack. */
export const isFirstWord = ({ byWord }, word) => byWord.has(firstWord(word));

const firstWord = (text) => text.split(" ", 1)[0].toLowerCase();

/** Chooses a common medicine: a name of the list, earlier ones more often, then one of its packs. */
export function commonPack({ byWord, records }, random) {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const name = COMMON[Math.floor(COMMON.length * random.next() ** 1.6)];
    const candidates = candidatesFor(byWord.get(firstWord(name)) ?? [], name);
    const known = candidates.filter((facts) => KNOWN.test(facts.supplier));
    const list = known.length > 0 ? known : candidates;
    if (list.length > 0) return random.pick(list);
  }
  return anyPack({ records }, random);
}

function candidatesFor(records, name) {
  const found = [];
  for (const record of records) {
    if (!record.name.toLowerCase().startsWith(`${name.toLowerCase()} `)) continue;
    const facts = factsOf(record);
    if (facts && facts.kind !== "device-like") found.push(facts);
  }
  return found;
}

/** Chooses any pack that is drawn. Few of them are devices. */
export function anyPack({ records }, random) {
  for (let attempt = 0; attempt < 5000; attempt += 1) {
    const facts = factsOf(random.pick(records));
    if (facts && (facts.kind !== "device-like" || random.chance(0.15))) return facts;
  }
  throw new Error("No record can be drawn as a carton.");
}

/** Salts that cartons name below the ingredient. */
const SALTS = valuesOf(`
besilate: Amlodipine
calcium trihydrate: Atorvastatin
hydrochloride: Metformin Sertraline Tamsulosin Venlafaxine Donepezil Propranolol Fluoxetine
hydrobromide: Citalopram
potassium: Losartan
fumarate: Bisoprolol Quetiapine
hydrogen sulfate: Clopidogrel
sulfate: Salbutamol
propanediol monohydrate: Dapagliflozin
mesilate: Doxazosin
phosphate monohydrate: Sitagliptin
sodium sesquihydrate: Pantoprazole
magnesium trihydrate: Esomeprazole
sodium: Montelukast Flucloxacillin Levothyroxine
trihydrate: Amoxicillin
hyclate: Doxycycline
hydrochloride dihydrate: Ondansetron
phosphate hemihydrate: Codeine
calcium: Rosuvastatin
cilexetil: Candesartan
succinate: Solifenacin Sumatriptan
citrate: Sildenafil
sodium trihydrate: Alendronic
`);

/** A table of the words of each line, with what is before them. */
function valuesOf(lines) {
  const values = {};
  for (const line of lines.trim().split("\n")) {
    const [value, words] = line.split(": ");
    for (const word of words.split(" ")) values[word] = value;
  }
  return values;
}

/** The salt of a pack's ingredient, unless its name has it. */
export function saltOf({ names }) {
  const salt = SALTS[names[0].split(" ")[0]];
  return salt && !names[0].includes(salt.split(" ")[0]) ? salt : null;
}
