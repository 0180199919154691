// Questions with a route or a release characteristic: as an abbreviation, and in words.
import { drawQuestions, formText, plainOf, strengthText, wantsOf } from "./release.mjs";
import { hasRoute, releasesOf, routeOf } from "./medicines.mjs";
import { wordsOf } from "./names.mjs";

/** Abbreviations of prescriptions (BNF, ISMP). `pr` is rectal or prolonged release. */
const ABBREVIATIONS = [
  { route: "intravenous", written: ["iv", "i.v.", "IV"] },
  { route: "intramuscular", written: ["im", "i/m", "i.m."] },
  { route: "subcutaneous", written: ["sc", "s/c", "subcut"] },
  { route: "oral", written: ["po", "p.o."] },
  { route: "rectal", orRelease: "modified", written: ["pr", "PR"] },
  { route: "vaginal", written: ["pv", "PV"] },
  { route: "sublingual", written: ["sl", "s/l"] },
  { route: "inhaled", written: ["inh"] },
  { route: "nebulised", written: ["neb"] },
  { route: "topical", written: ["top"] },
  { route: "transdermal", written: ["td"] },
  { release: "modified", written: ["mr", "m/r", "sr", "xl", "la"] },
  { release: "gastro-resistant", written: ["ec", "e/c", "gr"] },
];

const WORDS = [
  { route: "intravenous", written: ["intravenous", "for intravenous use", "intravenously"] },
  { route: "intramuscular", written: ["intramuscular", "for intramuscular use"] },
  { route: "subcutaneous", written: ["subcutaneous", "for subcutaneous use"] },
  { route: "oral", written: ["oral", "for oral use", "by mouth"] },
  { route: "rectal", written: ["rectal", "for rectal use"] },
  { route: "vaginal", written: ["vaginal", "for vaginal use"] },
  { route: "topical", written: ["topical", "for topical use"] },
  { route: "inhaled", written: ["inhaled", "for inhalation"] },
  { route: "nasal", written: ["nasal", "for nasal use"] },
  { route: "transdermal", written: ["transdermal", "for transdermal use"] },
  {
    release: "modified",
    written: [
      "modified release",
      "modified-release",
      "prolonged release",
      "slow release",
      "sustained release",
      "extended release",
    ],
  },
  {
    release: "immediate",
    written: ["immediate release", "immediate-release", "standard release", "plain", "plain"],
  },
  {
    release: "gastro-resistant",
    written: ["gastro resistant", "gastro-resistant", "enteric coated", "enteric-coated"],
  },
];

export const abbreviation = {
  name: "abbreviation",
  size: 1200,
  make: (release, random, size) =>
    drawFrom(release, random, size, ABBREVIATIONS, questionAbbreviation),
};
export const inWords = {
  name: "route or release in words",
  size: 900,
  make: (release, random, size) => drawFrom(release, random, size, WORDS, questionWords),
};

/** Draws questions, half of them about a medicine that has the characteristic. */
function drawFrom(release, random, size, table, makeQuestion) {
  const medicines = plainOf(release);
  const pools = new Map(
    table.map((entry) => [entry, medicines.filter((medicine) => fits(release, medicine, entry))]),
  );
  return drawQuestions(size, () => {
    const entry = random.pick(table);
    const pool = random.chance(0.5) || entry.release === "immediate" ? pools.get(entry) : medicines;
    const medicine = random.pick(pool);
    return medicine
      ? withForm(makeQuestion(random, medicine, entry), fits(release, medicine, entry))
      : null;
  });
}

/** Marks a question without a right pack: its form contradicts the characteristic. */
const withForm = (question, isFitting) =>
  question.order === "form" && !isFitting ? { ...question, exists: false } : question;

/**
 * Returns whether a medicine has the characteristic. For immediate release, its substance must have
 * another one too.
 */
function fits(release, medicine, entry) {
  if (entry.route) return hasRoute(medicine.tail, entry.route);
  const isOther = ({ tail }) => releasesOf(tail)[0] !== "immediate";
  if (entry.release === "immediate")
    return (
      routeOf(medicine.tail) === "oral" && release.bySubstance.get(medicine.substance).some(isOther)
    );
  return releasesOf(medicine.tail).includes(entry.release);
}

const ORDERS = {
  after: (medicine, written) => `${medicine.substance} ${written}`,
  before: (medicine, written) => `${written} ${medicine.substance}`,
  within: (medicine, written) => `${medicine.substance} ${written} ${strengthText(medicine)}`,
  last: (medicine, written) => `${medicine.substance} ${strengthText(medicine)} ${written}`,
  form: (medicine, written) => `${medicine.substance} ${written} ${formText(medicine)}`,
};
const WITH_STRENGTH = new Set(["within", "last"]);

function questionAbbreviation(random, medicine, entry) {
  const written = random.pick(entry.written);
  const letters = written.toLowerCase().replace(/[^a-z]/g, "");
  const question = questionAbout(medicine, entry, written, random.pick(Object.keys(ORDERS)));
  const wants = { ...question.wants, ...characteristicOf(entry, letters) };
  return {
    ...question,
    class: abbreviation.name,
    wants,
    abbreviation: letters,
    lists: ["supplier's word"],
  };
}

function questionWords(random, medicine, entry) {
  const written = random.pick(entry.written);
  const question = questionAbout(
    medicine,
    entry,
    written,
    random.pick(["after", "before", "within", "last"]),
  );
  return { ...question, class: inWords.name };
}

function questionAbout(medicine, entry, written, order) {
  const { medicines, strengths } = wantsOf(medicine);
  const wants = {
    medicines,
    ...(WITH_STRENGTH.has(order) && { strengths }),
    ...characteristicOf(entry, undefined),
  };
  return {
    way: written,
    order,
    text: ORDERS[order](medicine, written),
    half: medicine.half,
    wants,
  };
}

function characteristicOf({ route, orRelease, release }, abbreviation) {
  return route
    ? { route: { route, orRelease, abbreviation } }
    : { release: { release, abbreviation } };
}

// Exclusions of a release characteristic, a component, a form or an attribute; and attributes such
// as `sugar free`.

export const negation = {
  name: "negation",
  size: 900,
  make: (release, random, size) => {
    const pools = poolsOf(release);
    const kinds = Object.keys(QUESTIONS);
    return drawQuestions(size, () =>
      ((kind) => QUESTIONS[kind](random, pools))(random.pick(kinds)),
    );
  },
};

/** Attributes that names state, and others that people search for. */
export const freeOf = {
  name: "free of",
  size: 500,
  make: (release, random, size) => {
    const pools = poolsOf(release);
    return drawQuestions(size, () => questionFree(random, pools));
  },
};

const ATTRIBUTES = [
  "sugar",
  "gelatin",
  "preservative",
  "gluten",
  "lactose",
  "alcohol",
  "cfc",
  "latex",
  "dairy",
  "colour",
  "fragrance",
];

function poolsOf(release) {
  const plain = plainOf(release);
  const hasBoth = (medicine) =>
    release.bySubstance
      .get(medicine.substance)
      .some(({ tail }) => releasesOf(tail)[0] !== "immediate");
  const stated = plain.filter(({ tail }) => / free\b/.test(tail));
  return {
    plain,
    released: plain.filter(hasBoth),
    mixtures: release.generics.filter((medicine) => medicine.isMixture),
    stated,
  };
}

const QUESTIONS = {
  release: (random, { released }) =>
    ((medicine) => question(medicine, writeRelease(random, medicine)))(random.pick(released)),
  component: (random, { mixtures }) => questionComponent(random, random.pick(mixtures)),
  form: (random, { plain }) =>
    ((medicine) => question(medicine, writeForm(random)))(random.pick(plain)),
  attribute: (random, { stated }) =>
    ((medicine) => question(medicine, writeAttribute(random, medicine)))(random.pick(stated)),
};

function question(medicine, { written, wants }) {
  return {
    class: negation.name,
    way: written,
    text: `${medicine.substance} ${strengthText(medicine)} ${written}`,
    half: medicine.half,
    wants: { ...wantsOf(medicine), ...wants },
  };
}

const MODIFIED = [
  "not modified release",
  "non modified release",
  "not modified-release",
  "not mr",
  "no modified release",
  "not prolonged release",
];
const GASTRO_RESISTANT = [
  "not gastro-resistant",
  "not gastro resistant",
  "not enteric coated",
  "without enteric coating",
  "not ec",
];

function writeRelease(random, medicine) {
  const [kind] = releasesOf(medicine.tail);
  const isGastro = kind === "gastro-resistant" || (kind === "immediate" && random.chance(0.3));
  return {
    written: random.pick(isGastro ? GASTRO_RESISTANT : MODIFIED),
    wants: { notReleases: [isGastro ? "gastro-resistant" : "modified"] },
  };
}

const FORMS = ["tablet", "capsule", "suppositor", "injection", "cream", "solution", "suspension"];
const FORM_WORDS = {
  suppositor: "suppositories",
  injection: "injection",
  cream: "cream",
  solution: "solution",
  suspension: "suspension",
};

function writeForm(random) {
  const form = random.pick(FORMS);
  return {
    written: `${random.pick(["not", "no"])} ${FORM_WORDS[form] ?? `${form}s`}`,
    wants: { notForm: form },
  };
}

function writeAttribute(random, { tail }) {
  const attribute = /(\w+ free)\b/.exec(tail)[1];
  return {
    written: `${random.pick(["not", "non"])} ${attribute}`,
    wants: { notAttribute: attribute },
  };
}

function questionComponent(random, { parts, half }) {
  const [own, other] = random.sample(
    parts.filter(({ substance }) => substance),
    2,
  );
  if (!other || own.substance === other.substance) return null;
  const way = random.pick(["no", "without", "not", "excluding"]);
  const strength = random.chance(0.6) ? own.strengths.slice(0, 1) : [];
  const text = [own.substance, ...strength.map(({ text }) => text), way, other.substance].join(" ");
  const wants = {
    medicines: [wordsOf(own.substance)],
    strengths: strength,
    without: wordsOf(other.substance),
  };
  return { class: negation.name, way, text, half, wants };
}

/** Draws a question with an attribute: often that of the medicine itself. */
function questionFree(random, { stated, plain }) {
  const medicine = random.pick(random.chance(0.6) ? stated : plain);
  const own = /(\w+) free\b/.exec(medicine.tail)?.[1];
  const name = own && random.chance(0.4) ? own : random.pick(ATTRIBUTES);
  const written = random.pick([`${name} free`, `${name}-free`]);
  const text = random.chance(0.6)
    ? `${medicine.substance} ${strengthText(medicine)} ${written}`
    : `${medicine.substance} ${written}`;
  const { medicines, strengths } = wantsOf(medicine);
  const wants = {
    medicines,
    ...(text.includes(strengthText(medicine)) && { strengths }),
    attribute: `${name} free`,
  };
  return { class: freeOf.name, way: written, text, half: medicine.half, wants };
}
