// The cartons by another author: which pack each one is, what of it is in view, and what a person
// would read there. They are drawn by draw.mjs. Only reports use them: no reader is tuned on them.
import { batchOf, companyOf, expiryOf, licenceOf, manufacturedOf, serialOf } from "./prints.mjs";
import { anyPack, chooserOf, commonPack, isFirstWord, saltOf, spaced } from "./products.mjs";
import { randomOf, seedOf, weights } from "./random.mjs";

const BASE_SEED = 20_451;
/** Of 20 cartons in a row, these three are traps. */
const TRAP_PLACES = [4, 11, 17];

/**
 * Returns `count` drawings' descriptions: `{ number, seed, pack, layout, distortion, truth, isTrap?,
 * plan }`. They depend on the records and on nothing else. `plan` is for the drawing.
 *
 * `truth` has what is in view: `expiry` (the printed day, or the last day of the printed month) and
 * `batch`. A trap has `pack: null`. Two medicines have `packs`.
 */
export function otherCartonsOf(records, count) {
  const chooser = chooserOf(records);
  const cartons = [];
  for (let number = 0; number < count; number += 1) cartons.push(cartonOf(chooser, number));
  return cartons;
}

function cartonOf(chooser, number) {
  const seed = seedOf(BASE_SEED, number);
  const random = randomOf(seed);
  const base = { number, seed };
  const place = TRAP_PLACES.indexOf(number % 20);
  if (place >= 0) {
    const trap = trapAt(Math.floor(number / 20) * TRAP_PLACES.length + place);
    return TRAPS[trap](base, trap, chooser, random);
  }
  const facts = random.chance(0.6) ? commonPack(chooser, random) : anyPack(chooser, random);
  return packCarton(base, facts, layoutsFor(facts), random);
}

/** A carton of one pack. */
function packCarton(base, facts, layouts, random) {
  const plan = planOf(facts, random.weighted(layouts), random);
  return {
    ...base,
    pack: facts.record,
    layout: plan.layout,
    distortion: random.weighted(distortionsFor(plan)),
    truth: truthOf(plan),
    plan,
  };
}

// Traps.

const TRAPS = {
  "invented name": inventedCarton,
  "other goods": goodsCarton,
  "two medicines": twoMedicines,
  leaflet: paper,
  letter: paper,
  "label alone": paper,
};

function inventedCarton(base, isTrap, chooser, random) {
  const facts = commonPack(chooser, random);
  const invented = inventedFacts(facts, (word) => isFirstWord(chooser, word), random);
  const carton = packCarton(base, invented, CARTON_LAYOUTS, random);
  const plan = { ...carton.plan, codePlace: null };
  return { ...carton, plan, pack: null, isTrap };
}

function goodsCarton(base, isTrap, chooser, random) {
  const [maker, name, strength, form, note] = random.pick(GOODS);
  const facts = commonPack(chooser, random);
  const layouts = CARTON_LAYOUTS.filter(([layout]) => layout !== "overlabel");
  const medicine = planOf(facts, random.weighted(layouts), random);
  const plan = {
    ...medicine,
    ...BARE,
    printed: { name, generic: maker, strength, form, salt: null, quantity: form, legal: null },
    company: { printed: maker, address: "PO Box 412, Northampton NN4 7XX" },
    note,
    isGoods: true,
  };
  return trapOf(base, isTrap, plan, random);
}

/** Puts a second carton next to the first. Neither is the answer. */
function twoMedicines(base, isTrap, chooser, random) {
  const first = commonPack(chooser, random);
  let second;
  do second = commonPack(chooser, random);
  while (second.names[0] === first.names[0]);
  const plans = [];
  for (const facts of [first, second])
    plans.push({ ...planOf(facts, random.weighted(CARTON_LAYOUTS), random), ...BARE });
  const plan = { ...plans[0], others: [plans[1]] };
  const packs = [first.record, second.record];
  return { ...trapOf(base, isTrap, plan, random), packs };
}

/** A leaflet, a letter, or a pharmacy's label, which mention a medicine. */
function paper(base, isTrap, chooser, random) {
  const facts = commonPack(chooser, random);
  const plan = { ...planOf(facts, "paper", random), ...BARE, isPortrait: isTrap !== "label alone" };
  return trapOf(base, isTrap, plan, random);
}

/** A plan without late prints, licence, codes and labels, seen from the front. */
const BARE = {
  view: "front",
  printPlace: null,
  hasMarks: false,
  licencePlace: null,
  codePlace: null,
  label: null,
  turned: 0,
  isPortrait: false,
};

function trapOf(base, isTrap, plan, random) {
  const layout = isTrap === "other goods" || isTrap === "two medicines" ? plan.layout : isTrap;
  const distortion = random.weighted(DISTORTIONS.filter(([name]) => name !== "out of frame"));
  return { ...base, pack: null, layout, distortion, truth: {}, isTrap, plan };
}

/** The kinds in turn. Of three in a row, one has an invented name. */
const KINDS =
  "invented name|other goods|two medicines|invented name|leaflet|label alone" +
  "|invented name|other goods|letter";

/** The kind of the trap at a place among the traps. */
const trapAt = (place) => KINDS.split("|")[place % 9];

/** A pack's facts with an invented name, one or two letters away from the medicine's. */
function inventedFacts(facts, isMedicine, random) {
  const [first, ...others] = facts.names;
  let invented;
  do invented = inventedName(first, random);
  while (isMedicine(invented));
  return { ...facts, names: [invented, ...others], brandOf: null, supplier: "Northvale Pharma" };
}

const VOWELS = "aeiou";
const CONSONANTS = "bcdfglmnprstvz";

/** Changes one or two letters of the first word, never its first, into ones that can be spoken. */
function inventedName(name, random) {
  const letters = [...name];
  const changes = random.whole(1, 2);
  const changed = new Set();
  while (changed.size < changes) {
    const at = random.whole(1, name.split(" ", 1)[0].length - 1);
    const letter = letters[at].toLowerCase();
    if (changed.has(at) || !/[a-xz]/.test(letter)) continue;
    const other = random.pick(VOWELS.includes(letter) ? VOWELS : CONSONANTS);
    if (other === letter) continue;
    letters[at] = other;
    changed.add(at);
  }
  return letters.join("");
}

/** Other goods: lines of their boxes, large ones first, with dates and batches as goods have them. */
const GOODS = [
  ["Hartwell's", "BREAKFAST TEA", "80 tea bags", "250 g", "Best before end: 03/2029  L4127"],
  ["FIXWELL", "Wood Screws", "5.0 x 40 mm", "200 pieces", "Countersunk, zinc plated  Lot 88214"],
  ["Penhale", "Oat Biscuits", "with sea salt", "300 g", "Best before 12 MAR 2028  BN 7731A"],
  ["LUMERA", "LED bulb", "8.5 W = 60 W", "806 lumen", "E27 warm white 2700 K"],
  ["Voltex", "Alkaline batteries", "AA LR6 1.5 V", "8 pack", "Best before 08-2033"],
  ["Whisker & Paw", "Chicken in jelly", "for adult cats", "12 x 85 g", "Best before 05/2028"],
  ["Riverside", "Tomato seeds", "Gardener's Delight", "50 seeds", "Sow by 2028  Batch TS-204"],
  ["Stokers", "Safety matches", "240 matches", "", "Keep away from children"],
  ["CleanLine", "Dishwasher tablets", "All in 1", "40 tablets", "Lot 31A7  Keep out of reach"],
  ["Bramley Fold", "Printer ink", "Black 302XL", "18 ml", "Use before 10/2028"],
];

// Layouts.

/** Layouts of folded cartons, and how often. */
const CARTON_LAYOUTS = weights(
  "bubble 10|bar 10|panel 10|field 9|waves 9|corner 8|stripes 8" +
    "|arc 7|classic 7|frame 6|split 7|retail 5|overlabel 8",
);

/** Layouts of one kind of product, in addition to the layouts of all. The others weigh 104. */
const OWN_LAYOUTS = {
  tablets: "blister 9",
  capsules: "blister 9",
  injection: "hospital 60|pen 40",
  liquid: "bottle 70",
  cream: "tube 60",
  "eye drops": "tower 60",
  inhaler: "tower 60",
  "nasal spray": "tower 40",
  patch: "pouch 40",
  sachets: "pouch 30",
  "device-like": "device 400",
};

function layoutsFor({ kind }) {
  return kind in OWN_LAYOUTS ? [...CARTON_LAYOUTS, ...weights(OWN_LAYOUTS[kind])] : CARTON_LAYOUTS;
}

/** Packs that show all they have on one face, with the late prints on it. */
const WRAPS = new Set(["blister", "bottle", "tube", "pouch"]);

// Plans.

/** Decides all that the truth depends on. Colours and places are chosen where it is drawn. */
function planOf(facts, layout, random) {
  const view = viewOf(layout, random);
  const company = companyOf(facts.supplier, random);
  const printPlace = printPlaceOf(layout, view, random);
  const label = labelOf(layout, view, printPlace, random);
  const expiry = expiryOf(random);
  return {
    view,
    layout,
    company,
    printPlace,
    label,
    expiry,
    batch: batchOf(random),
    serial: serialOf(random),
    manufactured: random.chance(0.14) ? manufacturedOf(expiry, random) : null,
    hasSymbols: layout === "device" && random.chance(0.5),
    hasMarks: printPlace !== null && label !== "over the prints",
    licence: licenceOf(company, random, { isParallelImport: layout === "overlabel" }),
    licencePlace: licencePlaceOf(facts, { layout, view, label }, random),
    codePlace: codePlaceOf({ layout, printPlace, label }, random),
    isPortrait: isPortraitOf(layout, view, random),
    turned: random.weighted([
      [0, 88],
      [180, 5],
      [90, 4],
      [-90, 3],
    ]),
    facts,
    printed: printedOf(facts, random),
  };
}

/** Which faces are in view: only the front, the front with another, or only a small face. */
function viewOf(layout, random) {
  if (WRAPS.has(layout)) return "front";
  return random.weighted(weights("front 26|top 24|right 18|left 8|end 12|edge 12"));
}

const isSmallFace = (view) => view === "end" || view === "edge";

/** The face with the late prints, or null if they are on one that is not in view. */
function printPlaceOf(layout, view, random) {
  if (WRAPS.has(layout)) return random.chance(0.85) ? "front" : null;
  if (view === "front") return random.chance(0.45) ? "front" : null;
  if (isSmallFace(view)) return random.chance(0.93) ? view : null;
  return random.weighted([
    [view, 17],
    ["front", 2],
    [null, 1],
  ]);
}

/** Which label lies on the front: a dispensing label, or a note of the opening date. */
function labelOf(layout, view, printPlace, random) {
  if (isSmallFace(view) || layout === "tube" || layout === "blister") return null;
  if (printPlace === "front" && random.chance(0.25)) return "over the prints";
  if (WRAPS.has(layout) || layout === "tower" || layout === "pen") return null;
  return random.weighted([
    ["beside", 25],
    ["opening date", 6],
    [null, 69],
  ]);
}

function licencePlaceOf({ kind }, { layout, view, label }, random) {
  if (kind === "device-like" || layout === "blister" || layout === "device") return null;
  if (isSmallFace(view)) return random.chance(0.6) ? view : null;
  if (view !== "front" && random.chance(0.5)) return view;
  if (label === "over the prints") return null;
  return random.chance(0.45) ? "front" : null;
}

function codePlaceOf({ layout, printPlace, label }, random) {
  if (printPlace === null || label === "over the prints") return null;
  if (layout === "blister" || layout === "tube" || layout === "pouch") return null;
  return random.chance(0.75) ? printPlace : null;
}

function isPortraitOf(layout, view, random) {
  if (layout === "tower" || layout === "bottle") return !isSmallFace(view) || view === "end";
  return view === "end" && random.chance(0.5);
}

/** Forms that cartons print in other words than the records. */
function printedForm({ form, brandOf }, random) {
  if (form === "tablets")
    return random.weighted(
      weights(`tablets 6|film-coated tablets 3${brandOf ? "" : "|tablets BP 1"}`),
    );
  return (form ?? "")
    .replace("pre-filled disposable devices", "pre-filled pens")
    .replace("pre-filled disposable injections", "pre-filled pens");
}

/** Cartons print `75 micrograms` where some records have `75microgram`. */
const plural = (strength) => strength.replace(/(micro|nano)gram$/, "$1grams");

/** The words as they are printed: they are the truth for the reader. */
function printedOf(facts, random) {
  const isClosed = random.chance(0.25);
  const strengths = [];
  const isPlural = random.chance(0.7);
  for (const strength of facts.strengths) {
    const written = isClosed ? strength : spaced(strength);
    strengths.push(isPlural ? plural(written) : written);
  }
  const arePlain = strengths.every((strength) => !strength.includes("/"));
  const { legal_category } = facts.record;
  return {
    name: facts.names.join(random.pick([" / ", "/", " and "])),
    strength: strengths.join(arePlain ? random.pick(["/", " / "]) : " + ") || null,
    form: printedForm(facts, random) || null,
    generic: facts.brandOf,
    salt: random.chance(0.5) ? saltOf(facts) : null,
    quantity: facts.quantity,
    legal: /^(POM|P|GSL)$/.test(legal_category) ? legal_category : null,
  };
}

function truthOf({ hasMarks, expiry, batch }) {
  return hasMarks ? { expiry: expiry.date, batch: batch.value } : {};
}

const DISTORTIONS = weights(
  "clean 16|blur 10|motion 5|noise 10|low light 10|glare 10" +
    "|tilt 14|perspective 10|out of frame 8|jpeg 7",
);

/** A bottle is bent in the picture itself, so it stands upright and whole. */
function distortionsFor({ layout }) {
  if (layout !== "bottle") return DISTORTIONS;
  return DISTORTIONS.filter(([name]) => !/tilt|perspective|out of frame/.test(name));
}
