// Makes a question for the search from the lines of a box. The parser of the search says what each
// line is, and the search which lines belong together.
import {
  hasRole,
  isNumber,
  isSupplier,
  knownText,
  repeats,
  saysOfPack,
  sizesIn,
  strengthsIn,
  textsOf,
} from "./known.js";
import { BATCH_LABEL, bareBatch, hasLicence, isNumberAlone, licenceIn } from "./labels.js";
import { linesOfTwoBoxes, withoutPharmacyLabel } from "./boxes.js";
import { keyOf, placeIn } from "./layout.js";
import { withoutCutRepeats, withoutRepeats } from "./repeats.js";
import { isAskable } from "./packs.js";
import { supplierOf } from "./supplier.js";

/** Of a line that is lower than this part of the largest one, only a company counts. */
const SMALL_PRINT = 0.28;
/** A line of at least this part of the largest one must be read without doubt, and belong to the pack. */
const PROMINENT = 0.6;
/** The name of a medicine is in lines of at least this part of the largest one with a medicine. */
const OF_NAME = 0.8;
/** The characters that the search accepts. */
const LONGEST = 200;

/**
 * Returns `{ text, name, strength, isOneProduct, supplier, lacksSupplier, doubts, alternatives }` of a
 * box that was read. `packs` is the dataset that the question is for.
 */
export async function questionOf(box, packs) {
  if (packs === undefined) return withoutData(box.lines);
  const onBox = withoutPharmacyLabel(box.lines);
  const lines = onBox.filter(({ isSmallPrint }) => !isSmallPrint);
  const known = await describedLines(lines, packs);
  const licences = licencesOf(lines);
  const boxes = boxesOf(known, lines, licences);
  const { seeds, hasForm, ...question } = await questionOfBox(ownLines(known, boxes), packs);
  const named = boxes.length > 0 ? [] : await ofEachBox(boxesOf(known, lines, seeds), packs);
  const alternatives = named.length > 1 ? named : await ofEachBox(boxes, packs);
  const doubts = new Set([
    ...(licences.length > 1 || named.length > 1 ? ["several_boxes"] : []),
    ...question.doubts,
  ]);
  const statesStrength = known.some((line) => strengthsIn(line).length > 0);
  const asked = {
    ...question,
    isOneProduct: !statesStrength && (await isOneProduct(question, packs)),
    doubts: [...doubts],
    alternatives,
  };
  if (!isAskable(asked) || alternatives.length > 0) return asked;
  const { facets } = await packs.search(asked.text, { groupBy: "product", limit: 1 });
  if (!hasForm && facets.form.length > 1) asked.doubts.push("several_forms");
  return { ...asked, ...supplierOf(facets, onBox) };
}

/** Returns whether one product alone has the name of a question. A box without a strength may be of it. */
async function isOneProduct({ name, doubts }, packs) {
  if (name === undefined || doubts.includes("no_pack")) return false;
  const { products, corrections } = await packs.search(name, { groupBy: "product", limit: 1 });
  return products === 1 && corrections.length === 0;
}

/** Without a dataset nobody knows what a line is: the question has the large ones. */
function withoutData(lines) {
  const tallest = tallestOf(lines);
  const texts = lines
    .filter(({ height, isValue }) => !isValue && height >= PROMINENT * tallest)
    .map(({ readings: [{ text }] }) => text);
  return {
    text: cut(withoutRepeats(texts).join(" ")),
    name: undefined,
    strength: undefined,
    doubts: ["no_data"],
    alternatives: [],
  };
}

/** Returns the lines that may say something of the pack, with what the parser knows of each. */
async function describedLines(lines, packs) {
  const tallest = tallestOf(lines);
  const describe = (text) => packs.describe(text);
  const described = [];
  for (const line of lines) {
    if (line.isValue || hasLicence(line)) continue;
    const own = { line, share: line.height / tallest, ...(await knownText(line, describe)) };
    if (own.share >= SMALL_PRINT || isSupplier(own)) described.push(own);
  }
  const numbers = described.filter(({ text }) => isNumberAlone(text));
  const others = [];
  for (const own of described.filter((one) => !numbers.includes(one)))
    others.push(...(await withNumberAbove(own, numbers, describe)));
  return withoutCutRepeats(others);
}

/**
 * Returns a line, or that with a number above it, if both are a strength: `10` over `mg`. A unit alone is
 * nothing, though some names of devices have it.
 */
async function withNumberAbove(unit, numbers, describe) {
  const above = numbers.find(({ line }) => isBelow(unit.line, line));
  if (!above && /[\s\d]/.test(unit.text)) return [unit];
  const text = `${above?.text ?? 1} ${unit.text}`;
  const parts = await describe(text);
  const isUnit = parts.length === 1 && parts[0].role === "strength" && parts[0].known;
  if (!isUnit) return [unit];
  if (!above) return [];
  const share = Math.max(above.share, unit.share);
  const isAgreed = above.isAgreed && unit.isAgreed;
  return [{ ...unit, share, text, words: text, parts, isAgreed, isKnown: true }];
}

/** Returns whether a line is below another one, in its columns. */
function isBelow(line, other) {
  const { along, across } = placeIn(other, line.x, line.y);
  return (
    across > 0 &&
    across < other.height + line.height &&
    Math.abs(along) < (line.width + other.width) / 2
  );
}

const tallestOf = (lines) => Math.max(0, ...lines.filter(hasLetters).map(({ height }) => height));

const hasLetters = ({ readings }) => readings.some(({ text }) => /[a-z]{3}/i.test(text));

/** Returns `{ text, name, strength, hasForm, doubts, seeds }` of the lines of one box. */
async function questionOfBox(own, packs) {
  const fit = await linesThatFit(own, packs);
  const { lines, names, unknown, kept } = fit;
  const asked = kept.length > 0 ? kept : [...lines, ...unknown];
  const text = textOf(own.filter((line) => asked.includes(line)));
  const agreed = asked.filter(isSure);
  const known = agreed.filter((line) => names.includes(line));
  return {
    text: cut(text),
    name: nameOf(known, unknown),
    strength: agreed.flatMap(strengthsIn)[0],
    hasForm: own.some((line) => hasRole(line, "form")),
    doubts: doubtsOf(own, fit, text),
    seeds: twoNames(fit),
  };
}

function doubtsOf(own, { lines, unknown, kept, said, contradicting }, text) {
  const hasPack = kept.length > 0;
  const left = lines.filter(
    (line) => !kept.includes(line) && !said.includes(line) && !isOfContents(line, kept),
  );
  const strengths = new Set(kept.flatMap(strengthsIn).map(keyOf));
  const isOther = (strength) => !strengths.has(keyOf(strength));
  const stated = left.filter(({ isAgreed, share }) => isAgreed || share >= PROMINENT);
  const widest = Math.max(...kept.map(letterWidthOf));
  const doubts = {
    unsure_line:
      own.some((line) => isUnsure(line) && letterWidthOf(line) > SMALL_LETTERS * widest) ||
      kept.some(isUnsurePart) ||
      (hasPack && strengths.size === 0 && left.some((line) => strengthsIn(line).length > 0)),
    cut_line: own.some((line) => isCutPart(line) && !isSaidElsewhere(line, own)),
    several_strengths: hasPack && stated.flatMap(strengthsIn).some(isOther),
    several_sizes: haveOtherSizes(left, kept),
    unknown_name: unknown.length > 0,
    contradicting_line: contradicting.length > 0,
    no_pack: !hasPack,
    cut_question: cut(text) !== text,
  };
  return Object.keys(doubts).filter((doubt) => doubts[doubt]);
}

/** Returns a name of the packs and one that contradicts it, if there is one: two boxes may be in view. */
function twoNames({ names, kept, contradicting }) {
  const own = names.find((line) => kept.includes(line));
  const other = contradicting.find((line) => hasRole(line, "medicine"));
  return own && other ? [own.line, other.line] : [];
}

const nameOf = (names, unknown) => textOf(names.length > 0 ? names : unknown) || undefined;

/**
 * Returns a function that returns whether a search finds packs with all words of some lines. The
 * salt of a substance may be on the box, and not in the name of its packs.
 */
function finderOf(packs) {
  return async (lines) => {
    const salts = lines.flatMap((line) => textsOf(line, "salt"));
    const isSalt = (text) => text.split(" ").every((word) => salts.includes(word.toLowerCase()));
    const { packs: found, corrections } = await packs.search(cut(textOf(lines)), {
      limit: 1,
      sort: "name",
    });
    return (
      found.some(beginsWith(lines)) &&
      corrections.every(({ from, to }) => isSame(from, to) || isSalt(from))
    );
  };
}

/**
 * Returns whether the name of a pack begins with the words of some lines. Words alone, which are no
 * medicine, may be a company.
 */
function beginsWith(lines) {
  const words = lines
    .filter((line) => line.share >= PROMINENT)
    .flatMap((line) => textsOf(line, "word"));
  return ({ name }) =>
    lines.some((line) => hasRole(line, "medicine")) ||
    words.some((word) => keyOf(name).startsWith(keyOf(word)));
}

/** Returns whether a part was read with other spaces only, or as a pack size. */
const isSame = (from, to) =>
  to.some((text) => [keyOf(from), keyOf(`pack size ${from}`)].includes(keyOf(text)));

/**
 * Returns the lines with the name and the strengths, or no line if no pack has them. Of several
 * strengths, it is the tallest that belongs to the name. One on which no two readings agree may be
 * none.
 */
async function mandatoryLines(lines, names, finds) {
  const inOrder = (some) => lines.filter((line) => some.includes(line));
  const strengths = [];
  for (const line of lines)
    if (strengthsIn(line).length > 0 && !saysNothingNew(line, [...names, ...strengths]))
      strengths.push(line);
  const tallestFirst = [...strengths].sort((one, other) => other.share - one.share);
  const agreed = strengths.filter(({ isAgreed }) => isAgreed);
  for (const name of [names, ...names.map((name) => [name])]) {
    for (const strength of [strengths, ...tallestFirst.map((one) => [one]), agreed]) {
      const some = inOrder([...name, ...strength]);
      if (name.length > 0 && (await finds(some))) return some;
    }
  }
  return [];
}

/**
 * Returns `{ lines, names, unknown, kept, said, contradicting }`: the lines that the parser knows,
 * those with the name, those that nobody knows and that may have it, those that packs have together,
 * those that say the same in other words, and those that contradict them. To the name and the strengths, each other line is added in order while
 * packs remain.
 */
async function linesThatFit(own, packs) {
  const finds = finderOf(packs);
  const lines = withoutSame(own.filter(saysOfPack)).filter(
    (line) => isSure(line) || !isSaidElsewhere(line, own),
  );
  const names = namesOf(lines);
  const mandatory = await mandatoryLines(lines, names, finds);
  let kept = mandatory;
  const others = [];
  for (const line of kept.length > 0 ? lines.filter((one) => !kept.includes(one)) : []) {
    const more = lines.filter((one) => one === line || kept.includes(one));
    if (!saysNothingNew(line, kept) && (await finds(more))) kept = more;
    else others.push(line);
  }
  const [said, contradicting] = [[], []];
  for (const line of others) {
    const restates = () => finds([...mandatory, ...ratiosOf(line)]);
    if (saysNothingNew(line, kept) || (mayRestate(line, kept) && (await restates())))
      said.push(line);
    else if (isContradiction(line, kept) && !(await isSalt(line, names, packs)))
      contradicting.push(line);
  }
  return { lines, names, unknown: unknownNames(own, names), kept, said, contradicting };
}

/** Returns whether a line below the name is its salt: alone, `sodium` is a medicine. */
async function isSalt(line, names, packs) {
  const parts = await packs.describe(cut(`${textOf(names)} ${line.words}`));
  return parts
    .slice(names.flatMap((name) => name.parts).length)
    .every(({ role }) => role === "salt");
}

/** Returns whether a line has nothing but amounts, and what others say. A second medicine is never the same. */
function mayRestate(line, kept) {
  const known = new Set(kept.flatMap(partKeys));
  const amounts = [...strengthsIn(line), ...sizesIn(line)].map(singular);
  return partKeys(line).every((key) => known.has(key) || amounts.includes(key));
}

/**
 * Returns what `1 g contains 10 mg` says as a strength, `10 mg/1 g`, or the line, if it says nothing
 * like that.
 */
function ratiosOf(line) {
  const [whole, part] = line.parts;
  const isRatio = part?.role === "strength" && /^[\d.,]+\s*(?:g|ml)$/.test(whole.text);
  return [isRatio ? { ...line, words: `${part.text}/${whole.text}` } : line];
}

/**
 * Returns whether a line of small print states what is in the pack: the strength of the packs with its
 * equivalent as a base or a salt, or an amount of something else, such as lactose. It is no second
 * strength.
 */
function isOfContents(line, kept) {
  if (line.share >= PROMINENT || !line.hasNoise) return false;
  const amounts = new Set(kept.flatMap(amountsIn));
  const medicines = kept.flatMap((one) => textsOf(one, "medicine"));
  const own = textsOf(line, "medicine");
  return (
    amountsIn(line).some((amount) => amounts.has(amount)) ||
    (own.length > 0 && !own.some((name) => medicines.includes(name))) ||
    line.parts.every(({ role }) => role === "strength")
  );
}

const amountsIn = (line) => strengthsIn(line).flatMap((text) => keyOf(text).split("/"));

/** Returns whether other lines have another size than the question, in the same unit. */
function haveOtherSizes(left, kept) {
  const sizes = kept.flatMap(sizesIn);
  const others = left.flatMap(sizesIn).filter((size) => !sizes.some((own) => isSame(own, [size])));
  return others.some((size) => sizes.some((own) => unitOf(own) === unitOf(size)));
}

const unitOf = (size) => size.replace(/[\d.,\s]/g, "");

function saysNothingNew(line, kept) {
  const known = new Set(kept.filter((other) => other !== line).flatMap(partKeys));
  return partKeys(line).every((key) => known.has(key)) || [...known].some(isStrengthOf(line));
}

/** Returns whether a key is a strength whose last unit a line lacks: `40 mg/5` above `ml`. */
const isStrengthOf = ({ words }) => {
  const start = keyOf(words);
  return (key) =>
    /\/\d+$/.test(start) && key.startsWith(start) && /^[a-z]/.test(key.slice(start.length));
};

const partKeys = ({ parts }) => parts.map(({ text }) => singular(text));

/** Returns a text without spaces, and in the singular. */
const singular = (text) => keyOf(text).replace(/s$/, "");

/** What decides which medicine it is. */
const DECISIVE = ["medicine", "strength", "route", "release", "form", "exclusion", "attribute"];

/** A second medicine in small letters has at least so many. Shorter texts are pieces of sentences. */
const SHORTEST_SECOND = 6;

/**
 * A large line contradicts the others if it says something else, but not with a form in a sentence:
 * `each tablet contains`. What looks like a batch may be one, whose label was not found. A second
 * medicine contradicts in small letters, too, unless it is in a sentence.
 */
function isContradiction(line, kept) {
  const known = new Set(
    kept
      .flatMap(({ words, parts }) => [...words.split(/[\s-]/), ...parts.map(({ text }) => text)])
      .map(singular),
  );
  const others = line.parts.filter(({ text }) => !known.has(singular(text)));
  if (line.share >= PROMINENT) return others.some((part) => isDecisivePart(part, line));
  const isMedicine = ({ role, text }) => role === "medicine" && isWholeName(text);
  return line.isAgreed && !line.hasNoise && others.some(isMedicine);
}

function isDecisivePart({ role, text }, line) {
  if (role === "medicine") return isNoPiece(text);
  if (role === "form") return !line.isSentence;
  if (role === "strength") return !isNumber(text) || textsOf(line, "medicine").some(isNoPiece);
  if (role === "attribute") return text.length > 1 && bareBatch(line.text) === undefined;
  return DECISIVE.includes(role);
}

const isDecisive = (line) => DECISIVE.some((role) => hasRole(line, role));

/**
 * Returns the tallest lines with a medicine. The name of a company may be taller, and a name that
 * nobody knows: then the substance below it is the name. A device has words alone, and
 * packs whose names begin with them.
 */
function namesOf(lines) {
  const medicines =
    NAMES.map((isName) => lines.filter(isName)).find(({ length }) => length > 0) ?? [];
  const tallest = Math.max(0, ...medicines.map(({ share }) => share));
  return medicines.filter(({ share }) => share >= OF_NAME * tallest);
}

/** What may be a name, in this order. */
const NAMES = [
  (line) => line.share >= PROMINENT && textsOf(line, "medicine").some(isNoPiece),
  (line) => !line.hasNoise && textsOf(line, "medicine").some(isWholeName),
  (line) => line.share >= PROMINENT && textsOf(line, "word").some(isWholeName),
];

/** Two letters, such as `mg` or `en`, are names of devices, and pieces of other words. */
const isNoPiece = ({ length }) => length > 2;

/** A name in small letters, and one of a device, has at least so many letters. */
const isWholeName = ({ length }) => length >= SHORTEST_SECOND;

/**
 * Returns the lines that may have the name, are taller than each known one, and that nobody knows
 * though two readings agree.
 */
function unknownNames(own, names) {
  const tallest = Math.max(OF_NAME, ...names.map(({ share }) => share));
  return own.filter(
    (line) => !line.isKnown && line.isAgreed && line.share >= tallest && mayBeName(line),
  );
}

/** Returns whether a line has a word that nobody knows and that is no unit: `5 mgl` has none. */
function mayBeName({ line: { isDate, readings }, parts }) {
  if (isDate || readings.some(({ text }) => BATCH_LABEL.test(text))) return false;
  const isUnit = (index) => parts[index - 1]?.role === "strength" && parts[index].text.length < 4;
  return parts.some(
    ({ role, text, known }, index) =>
      !known && role !== "strength" && /\p{L}{3}/u.test(text) && !isUnit(index),
  );
}

/** Returns the lines without those that repeat another, of which a sure one stays, and the tallest. */
function withoutSame(lines) {
  const kept = [];
  const surest = (one, other) => isSure(other) - isSure(one) || other.share - one.share;
  for (const line of [...lines].sort(surest))
    if (!kept.some((other) => repeats(line, other))) kept.push(line);
  return lines.filter((line) => kept.includes(line));
}

const textOf = (lines) =>
  lines.map(({ words, text, isKnown }) => (isKnown ? words : text)).join(" ");

/** Returns the words of a text that the search accepts. */
const cut = (text) =>
  text.length <= LONGEST ? text : text.slice(0, text.lastIndexOf(" ", LONGEST));

const hasCutEnd = ({ line: { cutEnds = [] } }) => cutEnds.includes(true);

/**
 * Returns whether the edge of the picture cuts a line that may have a part of the name or a
 * strength: `5 mg` may be the rest of `2.5 mg`.
 */
const isCutPart = (line) =>
  hasCutEnd(line) && (line.share >= PROMINENT || strengthsIn(line).length > 0);

/**
 * Letters that are narrower than this part of the widest ones are small print: a long line that is
 * tilted has a high rectangle.
 */
const SMALL_LETTERS = 0.4;

const letterWidthOf = ({ line: { width, readings } }) =>
  width / Math.max(1, ...readings.map(({ text }) => text.length));

/** Returns whether two readings agree on a line, and no edge cuts it. */
const isSure = (line) => line.isAgreed && !hasCutEnd(line);

/** Returns whether sure lines say all that a line says. */
const isSaidElsewhere = (line, own) => saysOfPack(line) && saysNothingNew(line, own.filter(isSure));

/**
 * Returns whether a large line was read in different ways, none of which is known. One or two
 * letters are neither a name nor a strength.
 */
const isUnsure = ({ line, share, isAgreed, isKnown }) =>
  share >= PROMINENT &&
  !line.isDate &&
  !isAgreed &&
  !isKnown &&
  line.readings.filter(({ text }) => /\d|\p{L}.*\p{L}.*\p{L}/u.test(text)).length > 1;

/** Returns whether no two readings agree on a line that decides which pack it is. */
const isUnsurePart = (line) =>
  !line.isAgreed && (strengthsIn(line).length > 0 || (line.share >= PROMINENT && isDecisive(line)));

/** Returns the lines of the product licences, of which a box has one. */
function licencesOf(lines) {
  const found = new Map();
  for (const line of lines) {
    const licence = line.readings.map(({ text }) => licenceIn(text)).find(Boolean);
    if (licence !== undefined) found.set(licence, line);
  }
  return [...found.values()];
}

/**
 * Returns the lines of two boxes in view, that with the largest name first. `seeds` are lines of
 * which a box has one.
 */
function boxesOf(known, lines, seeds) {
  const boxes = seeds.length === 2 ? linesOfTwoBoxes(lines, seeds) : undefined;
  if (!boxes) return [];
  const parts = boxes.map((box) => sharedWithin(known.filter(({ line }) => box.includes(line))));
  return parts.sort((one, other) => largestName(other) - largestName(one));
}

/**
 * Returns the lines of one box, with their heights as parts of its largest one: the other box may
 * have larger ones.
 */
function sharedWithin(some) {
  const tallest = Math.max(0, ...some.map(({ line }) => line.height));
  return some.map((one) => ({ ...one, share: one.line.height / tallest }));
}

const largestName = (some) =>
  Math.max(0, ...namesOf(some.filter(saysOfPack)).map(({ line }) => line.height));

/**
 * Omits the lines of another box, unless its name or its strength is in view too: then nobody knows
 * which box is meant.
 */
function ownLines(known, boxes) {
  const [own, other] = boxes;
  if (!other || largestName(own) === 0) return known;
  const isOther = largestName(other) > 0 || other.some((line) => strengthsIn(line).length > 0);
  return isOther ? known : known.filter(({ line }) => !other.some((one) => one.line === line));
}

/** Returns the questions of boxes in view that have a name and a strength of some pack. */
async function ofEachBox(boxes, packs) {
  const questions = [];
  for (const box of boxes) {
    const question = await questionOfBox(box, packs);
    const { text, name, strength } = question;
    if (isAskable(question)) questions.push({ text, name, strength, doubt: "one_box" });
  }
  return questions;
}
