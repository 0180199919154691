// Exclusions of a release characteristic, a component, a form or an attribute; and attributes such as `sugar free`.
import { releasesOf } from "./forms.mjs";
import { drawQuestions, plainOf, strengthText, wantsOf } from "./draw.mjs";
import { wordsOf } from "./names.mjs";

export const negation = {
  name: "negation",
  size: 900,
  make: (release, random, size) => {
    const pools = poolsOf(release);
    const kinds = Object.keys(ASK);
    return drawQuestions(size, () => ((kind) => ASK[kind](random, pools))(random.pick(kinds)));
  },
};

/// Attributes that names state, and others that people ask for.
export const freeOf = {
  name: "free of",
  size: 500,
  make: (release, random, size) => {
    const pools = poolsOf(release);
    return drawQuestions(size, () => askFree(random, pools));
  },
};

const ATTRIBUTES = ["sugar", "gelatin", "preservative", "gluten", "lactose", "alcohol", "cfc", "latex", "dairy", "colour", "fragrance"];

function poolsOf(release) {
  const plain = plainOf(release);
  const hasBoth = (medicine) => release.bySubstance.get(medicine.substance).some(({ tail }) => releasesOf(tail)[0] !== "immediate");
  const stated = plain.filter(({ tail }) => / free\b/.test(tail));
  return { plain, released: plain.filter(hasBoth), mixtures: release.generics.filter((medicine) => medicine.isMixture), stated };
}

const ASK = {
  release: (random, { released }) => ((medicine) => ask(medicine, writeRelease(random, medicine)))(random.pick(released)),
  component: (random, { mixtures }) => askComponent(random, random.pick(mixtures)),
  form: (random, { plain }) => ((medicine) => ask(medicine, writeForm(random)))(random.pick(plain)),
  attribute: (random, { stated }) => ((medicine) => ask(medicine, writeAttribute(random, medicine)))(random.pick(stated)),
};

function ask(medicine, { written, wants }) {
  return { class: negation.name, way: written, text: `${medicine.substance} ${strengthText(medicine)} ${written}`, half: medicine.half, wants: { ...wantsOf(medicine), ...wants } };
}

const MODIFIED = ["not modified release", "non modified release", "not modified-release", "not mr", "no modified release", "not prolonged release"];
const GASTRO_RESISTANT = ["not gastro-resistant", "not gastro resistant", "not enteric coated", "without enteric coating", "not ec"];

function writeRelease(random, medicine) {
  const [kind] = releasesOf(medicine.tail);
  const isGastro = kind === "gastro-resistant" || (kind === "immediate" && random.chance(0.3));
  return { written: random.pick(isGastro ? GASTRO_RESISTANT : MODIFIED), wants: { notReleases: [isGastro ? "gastro-resistant" : "modified"] } };
}

const FORMS = ["tablet", "capsule", "suppositor", "injection", "cream", "solution", "suspension"];
const FORM_WORDS = { suppositor: "suppositories", injection: "injection", cream: "cream", solution: "solution", suspension: "suspension" };

function writeForm(random) {
  const form = random.pick(FORMS);
  return { written: `${random.pick(["not", "no"])} ${FORM_WORDS[form] ?? `${form}s`}`, wants: { notForm: form } };
}

function writeAttribute(random, { tail }) {
  const attribute = /(\w+ free)\b/.exec(tail)[1];
  return { written: `${random.pick(["not", "non"])} ${attribute}`, wants: { notAttribute: attribute } };
}

function askComponent(random, { parts, half }) {
  const [own, other] = random.sample(parts.filter(({ substance }) => substance), 2);
  if (!other || own.substance === other.substance) return null;
  const way = random.pick(["no", "without", "not", "excluding"]);
  const strength = random.chance(0.6) ? own.strengths.slice(0, 1) : [];
  const text = [own.substance, ...strength.map(({ text }) => text), way, other.substance].join(" ");
  const wants = { medicines: [wordsOf(own.substance)], strengths: strength, without: wordsOf(other.substance) };
  return { class: negation.name, way, text, half, wants };
}

/// Half of the attributes are those of the medicine drawn.
function askFree(random, { stated, plain }) {
  const medicine = random.pick(random.chance(0.6) ? stated : plain);
  const own = /(\w+) free\b/.exec(medicine.tail)?.[1];
  const name = own && random.chance(0.4) ? own : random.pick(ATTRIBUTES);
  const written = random.pick([`${name} free`, `${name}-free`]);
  const text = random.chance(0.6) ? `${medicine.substance} ${strengthText(medicine)} ${written}` : `${medicine.substance} ${written}`;
  const { medicines, strengths } = wantsOf(medicine);
  const wants = { medicines, ...(text.includes(strengthText(medicine)) && { strengths }), attribute: `${name} free` };
  return { class: freeOf.name, way: written, text, half: medicine.half, wants };
}
