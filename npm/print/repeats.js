// Repeats: a blister strip prints its text on each pocket, and the edge cuts some of them.
import { isAlike, keyOf, placeIn } from "./layout.js";

/**
 * Lists each text once. A strip repeats its text on each pocket, and its lines may be cut next to
 * a neighbour: a single letter at either end is dropped if the rest is read twice without it.
 */
export function withoutRepeats(texts) {
  const singles = texts.map(withoutInnerRepeats);
  const counts = new Map();
  for (const { text, times } of singles) {
    const key = repeatKey(text);
    counts.set(key, (counts.get(key) ?? 0) + times);
  }
  const found = new Map();
  for (const { text } of singles) {
    const rest = withoutCutLetter(text);
    const kept = (counts.get(repeatKey(rest)) ?? 0) >= 2 ? rest : text;
    if (!found.has(repeatKey(kept))) found.set(repeatKey(kept), kept);
  }
  return [...found.values()];
}

/** A mark is so small that a reading may omit it, or see one. Between digits it may be a point. */
function repeatKey(text) {
  return keyOf(text).replace(/(?<!\d)[.,:;'’-]|[.,:;'’-](?!\d)/g, "");
}

/** The shortest text that repeats itself in a line: a shorter one may be a part of a name. */
const SHORTEST_REPEAT = 6;
/** At most so many pockets are in a row. */
const MOST_IN_ROW = 6;

/**
 * Writes the text that a line repeats, and how often. Single letters between the repeats are those
 * of lines that are cut.
 */
function withoutInnerRepeats(text) {
  const whole = repeatOf(text);
  if (whole.times > 1) return whole;
  const afterNeighbour = repeatOf(text.replace(END_OF_NEIGHBOUR, ""));
  return afterNeighbour.times > 1 ? afterNeighbour : withoutCutLetters(text);
}

/** The end of the text of a pocket before: `mg` of `100 mg`. */
const END_OF_NEIGHBOUR = /^[a-z]{1,3} /;

function withoutCutLetters(text) {
  const repeated = repeatOf(text.replace(/(?<= |^)[a-z](?= |$)/gi, ""));
  return repeated.times > 1 ? repeated : { text, times: 1 };
}

function repeatOf(text) {
  const key = keyOf(text);
  for (let times = MOST_IN_ROW; times > 1; times -= 1) {
    const part = key.slice(0, key.length / times);
    if (part.length >= SHORTEST_REPEAT && part.repeat(times) === key)
      return { text: beginningOf(text.trim(), part.length), times };
  }
  return { text, times: 1 };
}

/** Computes the beginning of a text with `length` characters other than spaces. */
function beginningOf(text, length) {
  return new RegExp(`^(?:\\s*\\S){${length}}`).exec(text)[0];
}

/** Makes a text without single letters at its ends. */
export function withoutCutLetter(text) {
  return text.replace(/^[a-z] | [a-z]$/gi, "");
}

/** A cut repeat has letters, and more than these characters. */
const SHORTEST_CUT = 3;
/** The most characters at an end that may be misread, none of them a digit. */
const MISREAD_END = 4;

/**
 * Removes the lines that a cut has left of a text that at least two other lines have: `lodipine 5
 * mg Amlo` next to `Amlodipine 5 mg`. A number that may be a part of another one is not at a
 * repeat, unless the whole text is on its row: `5 mg` may be a separate strength.
 */
export function withoutCutRepeats(lines) {
  const wholes = repeatedTexts(lines);
  return lines.filter((own) => !isCutRepeatOfAny(own, wholes));
}

function isCutRepeatOfAny(own, wholes) {
  const key = repeatKey(own.text);
  if (wholes.some(({ whole }) => whole === key)) return false;
  for (const { whole, at } of wholes) {
    const isBeside = at.some(({ line }) => isOnRowOf(own.line, line));
    if (isCutRepeat(key, whole, isBeside)) return true;
  }
  return false;
}

/** Returns `[{ whole, at }]`: the texts of two or more lines, and these lines. */
function repeatedTexts(lines) {
  const byText = new Map();
  for (const one of lines) {
    const whole = repeatKey(one.text);
    if (whole.length >= SHORTEST_REPEAT) byText.set(whole, [...(byText.get(whole) ?? []), one]);
  }
  const found = [];
  for (const [whole, at] of byText) if (at.length > 1) found.push({ whole, at });
  return found.filter((one) => !found.some((other) => isPartOf(one, other)));
}

/**
 * Reports whether a text is a part of another one, or what a cut has left of one with more lines.
 */
function isPartOf(one, other) {
  if (one === other) return false;
  if (other.whole.includes(one.whole)) return true;
  return other.at.length > one.at.length && isCutRepeat(one.whole, other.whole, false);
}

/** Two neighbours of which a cut between them divides a number. */
const CUT_NUMBER = /\d[\d.,]|[.,]\d/;

function isCutRepeat(key, whole, isBesideWhole) {
  const row = whole.repeat(MOST_IN_ROW);
  for (const rest of withoutMisreadEnds(key)) {
    const at = row.indexOf(rest);
    const [before, after] = [row[at - 1] ?? "", row[at + rest.length] ?? ""];
    const isInNumber = CUT_NUMBER.test(before + rest[0]) || CUT_NUMBER.test(rest.at(-1) + after);
    if (at >= 0 && (isBesideWhole || !isInNumber)) return true;
  }
  return false;
}

/** Makes a text, and what is left of it if some characters at either end are misread. */
function withoutMisreadEnds(key) {
  const texts = [];
  for (let cut = 0; cut <= MISREAD_END; cut += 1) {
    const end = key.length - cut;
    if (mayBeMisread(key.slice(0, cut), key.slice(cut))) texts.push(key.slice(cut));
    if (mayBeMisread(key.slice(end), key.slice(0, end))) texts.push(key.slice(0, end));
  }
  return texts;
}

function mayBeMisread(end, rest) {
  return !/\d/.test(end) && rest.length > SHORTEST_CUT && /[a-z]/.test(rest);
}

/** Reports whether two lines are on one row of a strip. */
function isOnRowOf(line, other) {
  const { across } = placeIn(line, other.x, other.y);
  return isAlike(line, other) && Math.abs(across) < line.height / 2;
}
