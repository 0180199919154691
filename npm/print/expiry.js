// Parses an expiry date as it is printed on UK medicine boxes, and checks it: a real month, a
// plausible year, and no doubt about day and month.

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
/** The months as a pattern. */
const MONTH = MONTHS.join("|");
/** A month and a year: the label before them may be misread. */
export const MONTH_AND_YEAR = new RegExp(
  String.raw`(?<!\d)(?:(?:0[1-9]|1[0-2])[./ -]|(?:${MONTH})\s?)20\d\d(?!\d)`,
);
/** No box in use expired earlier, and no medicine is made to last longer than about five years. */
const FIRST_YEAR = 2020;
const YEARS_AHEAD = 6;

/**
 * The label of an expiry date, also with a wrong letter. The network may omit the space before the
 * date, and glare may widen a gap. An expectorant is a medicine.
 */
export const EXPIRY_LABEL =
  /(?:\bEXP(?!ECT)(?:[I1L]RY|[I1L]RES)?(?:\s*DATE)?|E ?X ?P(?=\W*\d)|^\W*E ?X ?P(?=\W*$)|^\W*E[A-Z/>]P(?=[\W\d])|USE\W*(?:BY|BEF[O0]RE))/i;
/**
 * What a label that is partly misread or hidden looks like: `EXP`, or a word such as `Expiry`.
 * Before anything but a date it is not a label: `BP` is a pharmacopoeia. May and July are not part
 * of it.
 */
export const MISREAD_LABEL =
  /^\W*(?:E\W?(?:\w\W?){2,4}(?<!MA|JUL)Y|(?:[EFB]\W?[A-Z/>]?|X)P|EX[A-Z])(?=[\W\d])/i;
/** Marks between a label and its date. */
const AFTER_LABEL = /^[\s.:-]+/;
/** Labels of other dates. */
const OTHER_DATE = /\b(?:MFD|MFG|MAN|MANUF\w*|PROD|PRD|DOM|PACKED|REVIS\w*)/i;

const SEPARATOR = String.raw`\s*[.,/\s:-]\s*`;
/**
 * Months and days have two digits: what looks like `1/30` is often the rest of `11/30`. A number
 * next to it is a part of the date: `5/10/2026` is what is left of `25/10/2026`, and not October.
 */
const NUMERIC = new RegExp(
  String.raw`(?<!\d|\d${SEPARATOR})(\d{2}|\d{4})${SEPARATOR}(\d{2}|\d{4})(?:${SEPARATOR}(\d{2,4}))?(?!\d|[.,/-]\d)`,
);
const NAMED = new RegExp(
  String.raw`(?:(?<!\d)(\d{1,2})\s*[./\s-]?\s*)?(${MONTH})[A-Z]*\s*[./:\s-]?\s*(\d{4}|\d{2})(?!\d)`,
);

/**
 * A month and a year whose space the network omits, or whose slash it reads as 7. It is not a day,
 * month and year: no month is 20.
 */
const JOINED = /(?<![\d/.-])(\d{2})7?(20\d{2})(?!\d)/;
/** Single digits between spaces are one number: in some fonts the gaps around a 1 are wide. */
const DIGITS_APART = /(?<!\d)(\d) (?=\d(?!\d))/g;

/**
 * Finds the dates that may be meant after a label such as `EXP`, as `YYYY-MM` or `YYYY-MM-DD`:
 * none without a label or a date, and several if digits may be zeros in several ways. `today` is
 * `YYYY-MM-DD`. If `isExact`, no digit is replaced by a zero, and no letter of a month by another
 * one.
 */
export function labelledDates(text, today, { isExact = false } = {}) {
  const label = EXPIRY_LABEL.exec(text);
  if (label) {
    const after = text.slice(label.index + label[0].length);
    return datesIn(after.replace(AFTER_LABEL, ""), today, isExact);
  }
  if (!MISREAD_LABEL.test(text)) return [];
  const after = text.replace(MISREAD_LABEL, "");
  return bareDates(after.replace(AFTER_LABEL, ""), today, { isExact });
}

/** Reports whether a text ends with the year of a date, in four digits. */
export function endsWithYear(text, date) {
  return text.replace(/\W+$/, "").endsWith(date.slice(0, 4));
}

/**
 * Finds the dates that may be meant by a text that has no label, if it is nothing but a date. Its
 * label may be on another line.
 */
export function bareDates(text, today, { isExact = false } = {}) {
  const read = upper(text);
  const isBare =
    /^[\d\s.,/:-]{4,12}$/.test(read) || /^(?:\d{1,2})?\W*[A-Z]{3}\W*\d{2,4}$/.test(read);
  return isBare && !OTHER_DATE.test(text) ? datesIn(text, today, isExact) : [];
}

function datesIn(text, today, isExact) {
  const read = upper(text).replace(DIGITS_APART, "$1");
  const exact = literalDate(read, today);
  if (isExact || exact) return exact ? [exact] : [];
  const likely = read.replace(LIKE_MONTH, monthLike);
  const texts = literalDate(likely, today) ? [likely] : variantsOf(likely);
  const dates = new Set(texts.map((one) => literalDate(one, today)));
  dates.delete(undefined);
  return [...dates];
}

/** A slashed zero is often read as 8 or 9. */
const LIKE_ZERO = /[89]/g;
/** A date has at most eight digits, and a line of more of them is not a date. */
const MOST_LIKE_ZERO = 8;

/** Five digits whose middle one may be a slash. */
const LIKE_SLASH = /(?<!\d)(\d{2})7(\d{2})(?!\d)/;

/** Three letters that may be a month. */
const LIKE_MONTH = /(?<![A-Z])[A-Z]{3}(?![A-Z])/g;

/**
 * Finds the only month from which a word differs in one letter, or the word: `NOY` is November,
 * and `MAP` may be March or May.
 */
function monthLike(word) {
  const months = MONTHS.filter((month) => differingLetters(month, word) <= 1);
  return months.length === 1 ? months[0] : word;
}

function differingLetters(month, word) {
  let count = 0;
  for (const [index, letter] of [...month].entries()) if (letter !== word[index]) count += 1;
  return count;
}

/**
 * Writes the text with each choice of its digits that may be zeros, and with a slash instead of a
 * 7 between month and year.
 */
function variantsOf(text) {
  const places = [...text.matchAll(LIKE_ZERO)].map(({ index }) => index).slice(0, MOST_LIKE_ZERO);
  let variants = [text.replace(LIKE_SLASH, "$1/$2")];
  for (const place of places)
    variants = variants.flatMap((text) => [text, withZeroAt(text, place)]);
  return variants;
}

function withZeroAt(text, place) {
  return `${text.slice(0, place)}0${text.slice(place + 1)}`;
}

function literalDate(read, today) {
  const named = NAMED.exec(read);
  if (named) return checked(named[3], MONTHS.indexOf(named[2]) + 1, named[1], today);
  const joined = JOINED.exec(read);
  if (joined) return checked(joined[2], Number(joined[1]), undefined, today);
  const numeric = NUMERIC.exec(read);
  if (!numeric) return undefined;
  const [, first, second, third] = numeric;
  return third === undefined
    ? monthAndYear(first, second, today)
    : fullDate(first, second, third, today);
}

/** A month whose letters a gap divides. */
const WIDE_MONTH = new RegExp(
  String.raw`(?<![A-Z])(?:${MONTHS.map((month) => [...month].join(" ?")).join("|")})(?=\W?\d)`,
  "g",
);

/** Beside a digit, an O is a zero. In a month, a zero is an O. */
function upper(text) {
  return text
    .toUpperCase()
    .replace(/(?<=\d)O|O(?=\d)/g, "0")
    .replace(/(?<![A-Z\d])0 ?C ?T(?![A-Z])/g, "OCT")
    .replace(/(?<![A-Z])N ?0 ?V(?![A-Z])/g, "NOV")
    .replace(WIDE_MONTH, (month) => month.replaceAll(" ", ""));
}

/**
 * A year of two digits is last: `28.02` may be left of `28.02.2029`. And no year of the allowed
 * ones is a month in two digits.
 */
function monthAndYear(first, second, today) {
  return first.length === 4
    ? checked(first, Number(second), undefined, today)
    : checked(second, Number(first), undefined, today);
}

/**
 * UK boxes print the day first, others the month. If both meanings are possible, none is returned.
 * The year is last, unless it has four digits.
 */
function fullDate(first, second, third, today) {
  if (first.length === 4) return checked(first, Number(second), third, today);
  const dayFirst = checked(third, Number(second), first, today);
  const monthFirst = checked(third, Number(first), second, today);
  if (dayFirst === undefined || dayFirst === monthFirst) return monthFirst;
  return monthFirst === undefined ? dayFirst : undefined;
}

/**
 * Builds the date if it exists and its year is plausible. A year of two digits is in this century.
 * `20` is rather the start of `2028`.
 */
function checked(year, month, day, today) {
  if (year === "20" || (year.length !== 2 && year.length !== 4)) return undefined;
  const whole = Number(year) + (year.length === 2 ? 2000 : 0);
  if (whole < FIRST_YEAR || whole > Number(today.slice(0, 4)) + YEARS_AHEAD) return undefined;
  if (!(month >= 1 && month <= 12)) return undefined;
  const start = `${whole}-${twoDigits(month)}`;
  if (day === undefined) return start;
  const exists = Number(day) >= 1 && Number(day) <= daysIn(whole, month);
  return exists ? `${start}-${twoDigits(Number(day))}` : undefined;
}

function twoDigits(number) {
  return String(number).padStart(2, "0");
}

function daysIn(year, month) {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
