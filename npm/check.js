// What people give is checked here, before any of it reaches the WebAssembly: that takes for granted what a program in
// JavaScript may get wrong, and would stop, or fill its memory, for good.

/** Longer than any name that a release has, as over HTTP. */
const LONGEST_QUERY = 200;
/** A QR code holds at most 7,089 digits. */
const LONGEST_SCAN = 8000;
/** A file's name is no longer anywhere. */
const LONGEST_NAME = 1000;
/** A GTIN has 14 digits, an AMPP code 18; there may be spaces around them. */
const LONGEST_CODE = 100;
const LONGEST_REQUEST = 16_384;
/** Some twenty megabytes of records. */
const MOST_CODES = 10_000;
/** As many as are told of a facet. */
const MOST_CHOICES = 50;
const LIMITS = [1, 100];
const OFFSETS = [0, 999_999_999];

/** What was given instead, for people. */
function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  const kind = typeof value;
  return kind === "undefined" ? "undefined" : `${kind === "object" ? "an" : "a"} ${kind}`;
}

const refusal = (Kind, reason, message) => Object.assign(new Kind(message), { reason });

const wrongType = (reason, what, wanted, value) => refusal(TypeError, reason, `${what} is ${wanted}, not ${kindOf(value)}`);

/** The options, none of which is unknown: a misspelt one would be left out without a word. */
export function options(given, known, of) {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw wrongType("bad_options", `what ${of} takes`, "an object of options", given);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  throw refusal(TypeError, "unknown_option", `${of} has no option "${shown(unknown)}"; it has ${known.join(", ")}`);
}

const shown = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function text(value, { what, reason, longest }) {
  if (typeof value !== "string") throw wrongType(`bad_${reason}`, what, "a text", value);
  if (isLonger(value, longest)) throw refusal(RangeError, `${reason}_too_long`, `${what} has more than ${longest} characters`);
  return value;
}

/** In characters, as over HTTP: some of them are two units of a text here. */
const isLonger = (value, longest) => value.length > longest && (value.length > 2 * longest || [...value].length > longest);

export const query = (value) => text(value, { what: "what is searched for", reason: "q", longest: LONGEST_QUERY });

export const scanned = (value) => text(value, { what: "what was scanned", reason: "scan", longest: LONGEST_SCAN });

export const name = (value) => text(value, { what: "name", reason: "name", longest: LONGEST_NAME });

const isWhole = (value) => typeof value === "bigint" || (Number.isSafeInteger(value) && value >= 0);

/** Digits, also as a number where it holds them all. */
export function code(value) {
  return text(isWhole(value) ? String(value) : value, { what: "a GTIN", reason: "code", longest: LONGEST_CODE });
}

/** A code of dm+d, also as a number where it holds all digits. */
export function concept(value) {
  return text(isWhole(value) ? String(value) : value, { what: "a code of dm+d", reason: "code", longest: LONGEST_CODE });
}

/** Each as `code` takes it. */
export function codes(value) {
  if (!Array.isArray(value)) throw wrongType("bad_codes", "what is looked up", "an array of GTINs", value);
  if (value.length > MOST_CODES) throw refusal(RangeError, "too_many_codes", `at most ${MOST_CODES.toLocaleString("en")} GTINs are looked up at a time`);
  // `map` would leave out the places of an array that were never filled.
  return Array.from(value, code);
}

/** An AMPP code. A number can't hold one exactly, and may be another pack's. */
export function id(value) {
  return text(typeof value === "bigint" ? String(value) : value, { what: "an AMPP code", reason: "id", longest: LONGEST_CODE });
}

function whole(value, name, [least, most]) {
  if (typeof value !== "number") throw wrongType(`bad_${name}`, name, "a number", value);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw refusal(RangeError, `bad_${name}`, `${name} is a whole number from ${least} to ${most}`);
}

export const limit = (value) => whole(value, "limit", LIMITS);

export const offset = (value) => whole(value, "offset", OFFSETS);

export function flag(value, name) {
  if (typeof value !== "boolean") throw wrongType(`bad_${name}`, name, "true or false", value);
  return value;
}

export function choice(value, name, words) {
  if (typeof value !== "string") throw wrongType(`bad_${name}`, name, words.join(" or "), value);
  if (!words.includes(value)) throw refusal(RangeError, `bad_${name}`, `${name} is ${words.join(" or ")}`);
  return value;
}

/** One text or several, each as a name of a release has it. */
export function choices(value, name) {
  const texts = Array.isArray(value) ? value : [value];
  if (texts.length > MOST_CHOICES) throw refusal(RangeError, `bad_${name}`, `at most ${MOST_CHOICES} values of ${name} are chosen at a time`);
  return Array.from(texts, (one) => text(one, { what: name, reason: name, longest: LONGEST_NAME }));
}

/** A day on the calendar: `YYYY-MM-DD`, or a date, which is the day that it is where the device is. */
export function day(value, name) {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return localDay(value);
  if (typeof value !== "string") throw wrongType(`bad_${name}`, name, "a day as YYYY-MM-DD, or a valid Date", value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  throw refusal(RangeError, `bad_${name}`, `${name} is a day as YYYY-MM-DD`);
}

export function localDay(now) {
  const digits = (number, width) => String(number).padStart(width, "0");
  return `${digits(now.getFullYear(), 4)}-${digits(now.getMonth() + 1, 2)}-${digits(now.getDate(), 2)}`;
}

export function callback(value, name) {
  if (value !== undefined && typeof value !== "function") throw wrongType(`bad_${name}`, name, "a function", value);
  return value;
}

/** A request as `respond` takes it: path and query as they are sent. */
export function asked({ method = "GET", path, query = "", ifNoneMatch }) {
  const part = (value, what) => text(value, { what, reason: "request", longest: LONGEST_REQUEST });
  const condition = ifNoneMatch === undefined ? undefined : part(ifNoneMatch, "If-None-Match");
  return { method: part(method, "the method"), path: part(path, "the path"), query: part(query, "the query"), ifNoneMatch: condition };
}

/** The parts of a request that the API reads, from `fetch`'s own arguments or from an object of them. */
export function request(input, init) {
  const { url = input, method: own = "GET", headers: ownHeaders } = typeof input === "object" && input !== null ? input : {};
  const { method = own, headers = ownHeaders } = init ?? {};
  if (typeof method !== "string") throw wrongType("bad_method", "the method", "a text", method);
  const { pathname, search } = new URL(text(url?.href ?? url, { what: "the address", reason: "url", longest: LONGEST_REQUEST }), "http://localhost");
  return { method: asSent(method), path: pathname, query: search.slice(1), ifNoneMatch: new Headers(headers ?? {}).get("if-none-match") ?? undefined };
}

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];

/** As the platform does it: these in any letters, others as they are. */
function asSent(method) {
  const upper = text(method, { what: "the method", reason: "method", longest: LONGEST_CODE }).toUpperCase();
  return METHODS.includes(upper) ? upper : method;
}
