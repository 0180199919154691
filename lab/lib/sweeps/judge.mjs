// Judges an answer: compares each pack with the criteria of the question, by its names alone.
import { markdown } from "../report.mjs";
import { groupBy } from "../records.mjs";
import {
  contradictsRoute,
  hasMedicine,
  hasOtherSalt,
  hasRoute,
  LISTS,
  releasesOf,
  routeOf,
  stateOfPack,
  strengthsOf,
} from "./medicines.mjs";
import { compareStrengths, numberOf, OTHER_VOLUME, partsWith, wordsOf } from "./names.mjs";

/** The number of packs that a person sees without scrolling. */
export const FIRST = 5;

/** Criteria that a search may ignore if it reports so. */
const OPTIONAL = new Set(["form", "size", "supplier"]);

/**
 * Judges one answer: each pack by `kinds`, the parts of the question that it does not satisfy, and
 * the answer as a whole.
 */
export function judge(release, question, answer) {
  const isNoticed = answer.relaxed || answer.corrections.length > 0;
  const packs = answer.names.map((name, i) => packOf(release, name, answer.generic[i]));
  const judged = packs.map((pack) => violationsOf({ release, question, pack, isNoticed }));
  addLists(judged, {
    release,
    question,
    packs,
    judged,
    isRight: (pack) => isRight(release, question, pack),
  });
  const isNothing = answer.total === 0;
  return {
    ...countsOf(judged),
    isNoticed,
    isNothing,
    exists: isNothing && rightExists(release, question),
    judged,
  };
}

/**
 * Counts the packs of the first five and the wrong ones among them; `isWrongLater` concerns later
 * packs.
 */
function countsOf(judged) {
  const first = judged.slice(0, FIRST);
  const isWrong = ({ kinds }) => kinds.length > 0;
  return {
    shown: first.length,
    wrong: first.filter(isWrong).length,
    isWrongLater: judged.slice(FIRST).some(isWrong),
    otherVolume: first.some((one) => one.isOtherVolume),
  };
}

/** Returns the pack of the records, or one from its names if the records do not have it. */
const packOf = (release, name, generic) =>
  release.pack(name) ?? { name, generic: generic ?? "", product: name, supplier: "", size: "" };

function addLists(judged, context) {
  for (const key of context.question.lists ?? []) {
    for (const at of LISTS[key](context)) judged[at]?.kinds.push(key);
  }
}

/** Returns the parts of a question that a pack does not satisfy. */
function violationsOf(context) {
  const kinds = [];
  let isOtherVolume = false;
  for (const [key, want] of Object.entries(context.question.wants)) {
    if (context.isNoticed && OPTIONAL.has(key)) continue;
    const result = CHECKS[key](context, want);
    if (!result) kinds.push(key);
    isOtherVolume ||= result === OTHER_VOLUME;
  }
  return { kinds, isOtherVolume };
}

/**
 * Returns whether the release has a pack that surely satisfies all criteria that a search may not
 * ignore.
 */
function rightExists(release, question) {
  if (question.exists !== undefined) return question.exists;
  return release
    .productsWith(question.wants.medicines.flat())
    .some((pack) => isRight(release, question, pack));
}

function isRight(release, question, pack) {
  const wants = Object.entries(question.wants).filter(([key]) => !OPTIONAL.has(key));
  return wants.every(([key, want]) =>
    CHECKS[key]({ release, question, pack, isNoticed: true, isSure: true }, want),
  );
}

/**
 * For each criterion: whether the pack satisfies it. With `isSure` it must do so surely; else it
 * must not contradict it.
 */
const CHECKS = {
  medicines: ({ release, pack, isNoticed, isSure }, list) =>
    list.every((words) => hasMedicine(release, pack, words, isNoticed && !isSure)),
  strengths: ({ release, pack, question }, strengths) =>
    agreeAll(
      strengths,
      strengthsOf(release, pack, question.wants.medicines[0]),
      stateOfPack(release, pack),
    ),
  number: hasNumber,
  ratio: ({ release, pack, question }, ratio) => hasRatio(release, pack, question, ratio),
  route: ({ release, pack, isSure }, want) =>
    hasWord(pack, want.abbreviation) || agreesInRoute(tailOf(release, pack), want, isSure, pack),
  release: ({ release, pack }, want) =>
    hasWord(pack, want.abbreviation) || agreesInRelease(pack, want.release),
  notReleases: ({ pack }, releases) =>
    !releases.some((one) => releasesOf(textOf(pack)).includes(one)),
  without: ({ release, pack }, words) => !hasMedicine(release, pack, words, false),
  attribute: ({ pack }, attribute) => hasAttribute(pack, attribute),
  notAttribute: ({ pack }, attribute) => !hasAttribute(pack, attribute),
  notForm: ({ release, pack }, form) => !release.parse(pack.generic).tail.includes(form),
  administration: ({ release, pack }, tail) => isSameAdministration(release, pack, tail),
  salt: ({ release, pack }, want) => !hasOtherSalt(release, pack, want),
  name: ({ release, pack }, fits) => fits(release, pack).length > 0,
  namedStrengths: ({ release, pack }, { fits, strengths }) =>
    agreesInStrength(release, pack, fits(release, pack), strengths),
  foreign: ({ release, pack }, alternatives) =>
    alternatives.some((list) => list.every((words) => hasMedicine(release, pack, words, false))),
  form: ({ pack }, words) =>
    ((have) => words.every((word) => have.includes(word)))(formWords(withUnit(pack))),
  size: ({ pack }, count) =>
    numbersIn(pack.size).includes(count) || numbersIn(pack.product).includes(count),
  supplier: ({ pack }, word) =>
    wordsOf(`${pack.supplier} ${pack.product}`).some((own) => own.startsWith(word)),
};

const textOf = ({ generic, product }) => `${generic} ${product}`.toLowerCase();
/** The names with the unit of the pack size: lyophilisates are counted in tablets. */
const withUnit = (pack) => `${textOf(pack)} ${pack.size.split(" ")[1] ?? ""}`;
const hasWord = ({ product }, word) => word !== undefined && wordsOf(product).includes(word);

/**
 * Returns whether each requested strength is stated. The result is `OTHER_VOLUME` if one is stated
 * for another volume only.
 */
function agreeAll(requested, stated, state) {
  let result = true;
  for (const one of requested) {
    const agreements = stated.map((other) => compareStrengths(one, other, state)).filter(Boolean);
    if (agreements.length === 0) return false;
    if (!agreements.includes("same")) result = OTHER_VOLUME;
  }
  return result;
}

const numbersIn = (text) =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => numberOf(number));
const hasStrengthNumber = ({ generic, product }, number) =>
  [...numbersIn(generic), ...numbersIn(product)].includes(number);

/**
 * Returns whether the pack has the number as a strength. It may be a pack size if no product has
 * that strength and the answer has a notice.
 */
function hasNumber({ release, question, pack, isNoticed, isSure }, number) {
  if (hasStrengthNumber(pack, number)) return true;
  if (!isNoticed || isSure || !numbersIn(pack.size).includes(number)) return false;
  const [words] = question.wants.medicines;
  return !release
    .productsWith(words)
    .some((product) =>
      strengthsOf(release, product, words).some((stated) => stated.number === number),
    );
}

function hasRatio(release, pack, question, ratio) {
  const requested = {
    dimension: "mass",
    amount: 1e9,
    per: { dimension: "volume", amount: ratio * 1e3 },
  };
  const [words] = question.wants.medicines;
  if (partsWith(release.parse(pack.generic), words).some(({ ratios }) => ratios.includes(ratio)))
    return true;
  return strengthsOf(release, pack, words).some((stated) =>
    compareStrengths(requested, stated, "liquid"),
  );
}

/**
 * Returns the text that states the form: of the generic name, or of the product if the generic name
 * does not decide.
 */
function tailOf(release, { generic, product }) {
  const { tail } = release.parse(generic);
  return routeOf(tail) === null ? release.parse(product).tail : tail;
}

function agreesInRoute(tail, { route, orRelease }, isSure, pack) {
  if (orRelease && releasesOf(textOf(pack)).includes(orRelease)) return true;
  return isSure ? hasRoute(tail, route) : !contradictsRoute(tail, route);
}

function agreesInRelease(pack, requested) {
  const stated = releasesOf(textOf(pack));
  return requested === "immediate" ? stated[0] === "immediate" : stated.includes(requested);
}

const hasAttribute = (pack, attribute) => textOf(pack).replaceAll("-", " ").includes(attribute);

/**
 * Returns whether the pack has the form in the same words, or a form with the same route and
 * release characteristic.
 */
function isSameAdministration(release, pack, requested) {
  const tail = tailOf(release, pack);
  const have = singularWords(withUnit(pack));
  if (singularWords(requested).every((word) => have.includes(word))) return true;
  const [route, other] = [routeOf(requested), routeOf(tail)].map(broadRoute);
  const isSameRoute = route === null || other === null || route === other;
  return isSameRoute && releasesOf(requested).join() === releasesOf(textOf(pack)).join();
}

const BROAD = {
  infusion: "injection",
  intramuscular: "injection",
  subcutaneous: "injection",
  cream: "cutaneous",
};
const broadRoute = (route) => BROAD[route] ?? route;

const FORM_WORDS = new Set(
  (
    "tablet capsule solution suspension emulsion cream ointment gel paste drop spray powder granule injection infusion suppositorie pessarie patche " +
    "inhaler liquid lotion shampoo enema foam lozenge"
  ).split(" "),
);

const singularWords = (text) => wordsOf(text).map((word) => word.replace(/(?<=[a-z]{3})s$/, ""));

/** Returns the words of a text that name a form, in the singular. */
export const formWords = (text) => singularWords(text).filter((word) => FORM_WORDS.has(word));

/**
 * Returns whether the components that match the requested name have its strengths. Returns `true`
 * if no component matches.
 */
function agreesInStrength(release, pack, parts, requested) {
  const stated = parts.flatMap(({ strengths }) => strengths);
  return parts.length === 0 || Boolean(agreeAll(requested, stated, stateOfPack(release, pack)));
}

// The tables of the sweeps, and examples.

const HEAD = [
  "class",
  "queries",
  "wrong, silent: any / all",
  "wrong, with a notice: any / all",
  "wrong from the sixth on only",
  "nothing found: a right pack exists / none exists",
  "other volume",
];

/** Makes the table of some judged questions, with a line for all of them together. */
export function tableOf(judged) {
  const rows = [...groupBy(judged, ({ question }) => question.class)].map(([name, some]) =>
    rowOf(name, some),
  );
  return markdown(HEAD, [...rows, rowOf("all", judged)]);
}

function rowOf(name, judged) {
  const count = (holds) => judged.filter(({ verdict }) => holds(verdict)).length;
  const wrong = (isNoticed) => (verdict) => verdict.wrong > 0 && verdict.isNoticed === isNoticed;
  const onlyWrong = (isNoticed) => (verdict) =>
    wrong(isNoticed)(verdict) && verdict.wrong === verdict.shown;
  const pair = (a, b) => `${count(a)} / ${count(b)}`;
  const nothing = (exists) => (verdict) => verdict.isNothing && verdict.exists === exists;
  const later = count(({ wrong, isWrongLater }) => wrong === 0 && isWrongLater);
  const counts = [
    pair(wrong(false), onlyWrong(false)),
    pair(wrong(true), onlyWrong(true)),
    later,
    pair(nothing(true), nothing(false)),
  ];
  return [name, judged.length, ...counts, count(({ otherVolume }) => otherVolume)];
}

/**
 * Counts, for each class and each part of a question, the questions with a pack among the first 20
 * that is wrong in that part.
 */
export function kindsOf(judged) {
  const lines = [];
  for (const [name, some] of groupBy(judged, ({ question }) => question.class)) {
    const counts = countKinds(some);
    if (counts.length > 0)
      lines.push(`- ${name}: ${counts.map(([kind, count]) => `${kind} ${count}`).join(", ")}`);
  }
  return lines.join("\n");
}

function countKinds(judged) {
  const counts = new Map();
  for (const { verdict } of judged) {
    for (const kind of new Set(verdict.judged.flatMap(({ kinds }) => kinds)))
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/**
 * Returns a judged question as an example: the query, the answer, and the parts in which the first
 * five packs are wrong, and later ones.
 */
export function exampleOf({ question, answer, verdict }) {
  const packs = verdict.judged.map(({ kinds }, i) => ({
    name: answer.names[i],
    generic: answer.generic[i],
    wrong: kinds,
  }));
  const later = packs.slice(FIRST).filter(({ wrong }) => wrong.length > 0);
  const { class: name, way, half, text } = question;
  const notice = {
    notice: verdict.isNoticed,
    relaxed: answer.relaxed,
    corrections: answer.corrections,
  };
  return {
    class: name,
    half,
    text,
    way,
    ...notice,
    exists: verdict.isNothing ? verdict.exists : undefined,
    first: packs.slice(0, FIRST),
    later,
  };
}

export const isWrong = ({ verdict }) => verdict.wrong > 0 || verdict.isWrongLater;
export const isMissed = ({ verdict }) => verdict.isNothing && verdict.exists;

/**
 * Writes an example for people: the query, the notice, and the first five packs, each with the
 * parts in which it is wrong.
 */
export function writeExample({ text, way, notice, corrections, first, later }) {
  const remark = notice
    ? ` [${corrections.map(([written, taken]) => `${written} → ${taken.join("|") || "ignored"}`).join(", ") || "partial match"}]`
    : "";
  const shown = first.some(({ wrong }) => wrong.length > 0)
    ? first
    : [...first, ...later.slice(0, 2)];
  const packs = shown.map(
    ({ name, generic, wrong }) =>
      `    ${wrong.length > 0 ? `WRONG (${wrong.join(", ")})` : "right"}: ${name} = ${generic}`,
  );
  return [
    `  ${text}${way ? `  (${way})` : ""}${remark}`,
    ...(packs.length > 0 ? packs : ["    nothing found"]),
  ].join("\n");
}
