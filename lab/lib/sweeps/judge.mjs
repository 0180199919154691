// Decides whether an answer is right: each pack shown is compared with what the question asks for, by its names alone.
import { contradictsRoute, hasRoute, releasesOf, routeOf } from "./forms.mjs";
import { hasMedicine, hasOtherSalt, LISTS, stateOfPack, strengthsOf } from "./medicines.mjs";
import { partsWith, wordsOf } from "./names.mjs";
import { compareStrengths, numberOf, OTHER_VOLUME } from "./strengths.mjs";

/// The number of packs that a person sees without scrolling.
export const FIRST = 5;

/// Parts that a search may drop if it reports so.
const DROPPABLE = new Set(["form", "size", "supplier"]);

/// Judges one answer: each pack by `kinds`, the parts of the question that it does not satisfy, and the answer as a whole.
export function judge(release, question, answer) {
  const isNoticed = answer.relaxed || answer.corrections.length > 0;
  const packs = answer.names.map((name, i) => packOf(release, name, answer.generic[i]));
  const judged = packs.map((pack) => violationsOf({ release, question, pack, isNoticed }));
  addLists(judged, { release, question, packs, judged, isRight: (pack) => isRight(release, question, pack) });
  const isNothing = answer.total === 0;
  return { ...countsOf(judged), isNoticed, isNothing, exists: isNothing && rightExists(release, question), judged };
}

/// Counts the packs of the first five and the wrong ones among them; `isWrongLater` concerns later packs.
function countsOf(judged) {
  const first = judged.slice(0, FIRST);
  const isWrong = ({ kinds }) => kinds.length > 0;
  return { shown: first.length, wrong: first.filter(isWrong).length, isWrongLater: judged.slice(FIRST).some(isWrong), otherVolume: first.some((one) => one.isOtherVolume) };
}

/// Returns the pack of the records; a pack that they lack is judged by its names.
const packOf = (release, name, generic) => release.pack(name) ?? { name, generic: generic ?? "", product: name, supplier: "", size: "" };

function addLists(judged, context) {
  for (const key of context.question.lists ?? []) {
    for (const at of LISTS[key](context)) judged[at]?.kinds.push(key);
  }
}

/// Returns the parts of a question that a pack does not satisfy.
function violationsOf(context) {
  const kinds = [];
  let isOtherVolume = false;
  for (const [key, want] of Object.entries(context.question.wants)) {
    if (context.isNoticed && DROPPABLE.has(key)) continue;
    const result = CHECKS[key](context, want);
    if (!result) kinds.push(key);
    isOtherVolume ||= result === OTHER_VOLUME;
  }
  return { kinds, isOtherVolume };
}

/// Whether the release has a pack that surely satisfies all that a search may not drop.
function rightExists(release, question) {
  if (question.exists !== undefined) return question.exists;
  return release.productsWith(question.wants.medicines.flat()).some((pack) => isRight(release, question, pack));
}

function isRight(release, question, pack) {
  const wants = Object.entries(question.wants).filter(([key]) => !DROPPABLE.has(key));
  return wants.every(([key, want]) => CHECKS[key]({ release, question, pack, isNoticed: true, isSure: true }, want));
}

/// For each part of a question: whether the pack satisfies it, surely where `isSure` is set, else without contradiction.
const CHECKS = {
  medicines: ({ release, pack, isNoticed, isSure }, list) => list.every((words) => hasMedicine(release, pack, words, isNoticed && !isSure)),
  strengths: ({ release, pack, question }, strengths) => agreeAll(strengths, strengthsOf(release, pack, question.wants.medicines[0]), stateOfPack(release, pack)),
  number: hasNumber,
  ratio: ({ release, pack, question }, ratio) => hasRatio(release, pack, question, ratio),
  route: ({ release, pack, isSure }, want) => hasWord(pack, want.abbreviation) || agreesInRoute(tailOf(release, pack), want, isSure, pack),
  release: ({ release, pack }, want) => hasWord(pack, want.abbreviation) || agreesInRelease(release, pack, want.release),
  notReleases: ({ pack }, releases) => !releases.some((one) => releasesOf(textOf(pack)).includes(one)),
  without: ({ release, pack }, words) => !hasMedicine(release, pack, words, false),
  attribute: ({ pack }, attribute) => hasAttribute(pack, attribute),
  notAttribute: ({ pack }, attribute) => !hasAttribute(pack, attribute),
  notForm: ({ release, pack }, form) => !release.parse(pack.generic).tail.includes(form),
  administration: ({ release, pack }, tail) => isSameAdministration(release, pack, tail),
  salt: ({ release, pack }, want) => !hasOtherSalt(release, pack, want),
  name: ({ release, pack }, fits) => fits(release, pack).length > 0,
  namedStrengths: ({ release, pack }, { fits, strengths }) => agreesInStrength(release, pack, fits(release, pack), strengths),
  foreign: ({ release, pack }, alternatives) => alternatives.some((list) => list.every((words) => hasMedicine(release, pack, words, false))),
  form: ({ pack }, words) => ((have) => words.every((word) => have.includes(word)))(formWords(withUnit(pack))),
  size: ({ pack }, count) => numbersIn(pack.size).includes(count) || numbersIn(pack.product).includes(count),
  supplier: ({ pack }, word) => wordsOf(`${pack.supplier} ${pack.product}`).some((own) => own.startsWith(word)),
};

const textOf = ({ generic, product }) => `${generic} ${product}`.toLowerCase();
/// The names with the unit of the pack size: lyophilisates are counted in tablets.
const withUnit = (pack) => `${textOf(pack)} ${pack.size.split(" ")[1] ?? ""}`;
const hasWord = ({ product }, word) => word !== undefined && wordsOf(product).includes(word);

/// Whether each strength asked is stated: `OTHER_VOLUME` where one is stated for another volume only.
function agreeAll(asked, stated, state) {
  let result = true;
  for (const one of asked) {
    const agreements = stated.map((other) => compareStrengths(one, other, state)).filter(Boolean);
    if (agreements.length === 0) return false;
    if (!agreements.includes("same")) result = OTHER_VOLUME;
  }
  return result;
}

const numbersIn = (text) => [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => numberOf(number));
const hasStrengthNumber = ({ generic, product }, number) => [...numbersIn(generic), ...numbersIn(product)].includes(number);

/// A bare number is a strength; it may be a pack size only where no product has that strength, and with a notice.
function hasNumber({ release, question, pack, isNoticed, isSure }, number) {
  if (hasStrengthNumber(pack, number)) return true;
  if (!isNoticed || isSure || !numbersIn(pack.size).includes(number)) return false;
  const [words] = question.wants.medicines;
  return !release.productsWith(words).some((product) => strengthsOf(release, product, words).some((stated) => stated.number === number));
}

function hasRatio(release, pack, question, ratio) {
  const asked = { dimension: "mass", amount: 1e9, per: { dimension: "volume", amount: ratio * 1e3 } };
  const [words] = question.wants.medicines;
  if (partsWith(release.parse(pack.generic), words).some(({ ratios }) => ratios.includes(ratio))) return true;
  return strengthsOf(release, pack, words).some((stated) => compareStrengths(asked, stated, "liquid"));
}

/// The text that states the form: of the generic name, or of the product where that one does not decide.
function tailOf(release, { generic, product }) {
  const { tail } = release.parse(generic);
  return routeOf(tail) === null ? release.parse(product).tail : tail;
}

function agreesInRoute(tail, { route, orRelease }, isSure, pack) {
  if (orRelease && releasesOf(textOf(pack)).includes(orRelease)) return true;
  return isSure ? hasRoute(tail, route) : !contradictsRoute(tail, route);
}

function agreesInRelease(release, pack, asked) {
  const stated = releasesOf(textOf(pack));
  return asked === "immediate" ? stated[0] === "immediate" : stated.includes(asked);
}

const hasAttribute = (pack, attribute) => textOf(pack).replaceAll("-", " ").includes(attribute);

/// Whether the pack states the form in the same words, or has a form of the same route and release characteristic.
function isSameAdministration(release, pack, asked) {
  const tail = tailOf(release, pack);
  const have = singularWords(withUnit(pack));
  if (singularWords(asked).every((word) => have.includes(word))) return true;
  const [route, other] = [routeOf(asked), routeOf(tail)].map(broadRoute);
  const isSameRoute = route === null || other === null || route === other;
  return isSameRoute && releasesOf(asked).join() === releasesOf(textOf(pack)).join();
}

const BROAD = { infusion: "injection", intramuscular: "injection", subcutaneous: "injection", cream: "cutaneous" };
const broadRoute = (route) => BROAD[route] ?? route;

const FORM_WORDS = new Set(
  (
    "tablet capsule solution suspension emulsion cream ointment gel paste drop spray powder granule injection infusion suppositorie pessarie patche " +
    "inhaler liquid lotion shampoo enema foam lozenge"
  ).split(" "),
);

const singularWords = (text) => wordsOf(text).map((word) => word.replace(/(?<=[a-z]{3})s$/, ""));

/// The words of a text that name a form, each without the plural.
export const formWords = (text) => singularWords(text).filter((word) => FORM_WORDS.has(word));

/// Whether the components that fit the name asked have its strengths. Without such a component there is nothing to compare.
function agreesInStrength(release, pack, parts, asked) {
  const stated = parts.flatMap(({ strengths }) => strengths);
  return parts.length === 0 || Boolean(agreeAll(asked, stated, stateOfPack(release, pack)));
}
