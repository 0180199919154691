// Argument checks, before a value reaches the WebAssembly. The generated bindings assume correct types: a wrong one can trap the instance or
// fill its memory.

/** In characters, as over HTTP. No name in a release is longer. */
const LONGEST_QUERY = 200;
/** In characters. A QR code holds at most 7,089 digits. */
const LONGEST_SCAN = 8000;
/** In characters. File systems allow no longer names. */
const LONGEST_NAME = 1000;
/** In characters. A GTIN has 14 digits and an AMPP code 18; the rest is for surrounding spaces. */
const LONGEST_CODE = 100;
const LONGEST_REQUEST = 16_384;
/** About 20 MB of records. */
const MOST_CODES = 10_000;
/** The number of values that a facet lists. */
const MOST_CHOICES = 50;
const LIMITS = [1, 100];
const OFFSETS = [0, 999_999_999];

/** Returns the type of a wrong argument, for the message. */
function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  const kind = typeof value;
  return kind === "undefined" ? "undefined" : `${kind === "object" ? "an" : "a"} ${kind}`;
}

/** Returns an error with a `reason`, a stable code. */
const errorWith = (Kind, reason, message) => Object.assign(new Kind(message), { reason });

const wrongType = (reason, what, wanted, value) => errorWith(TypeError, reason, `${what} is ${wanted}, not ${kindOf(value)}`);

/** Returns the options. Throws if one is unknown, because a misspelt option would silently have no effect. */
export function options(given, known, of) {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw wrongType("bad_options", `what ${of} takes`, "an object of options", given);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  throw errorWith(TypeError, "unknown_option", `${of} has no option "${shown(unknown)}"; it has ${known.join(", ")}`);
}

const shown = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Returns a text of at most `longest` characters. */
function text(value, { what, reason, longest }) {
  if (typeof value !== "string") throw wrongType(`bad_${reason}`, what, "a text", value);
  if (isLonger(value, longest)) throw errorWith(RangeError, `${reason}_too_long`, `${what} has more than ${longest} characters`);
  return value;
}

/** Counts characters, as over HTTP. Some characters are two UTF-16 code units. */
const isLonger = (value, longest) => value.length > longest && (value.length > 2 * longest || [...value].length > longest);

export const query = (value) => text(value, { what: "what is searched for", reason: "q", longest: LONGEST_QUERY });

export const scanned = (value) => text(value, { what: "what was scanned", reason: "scan", longest: LONGEST_SCAN });

export const name = (value) => text(value, { what: "name", reason: "name", longest: LONGEST_NAME });

const isWhole = (value) => typeof value === "bigint" || (Number.isSafeInteger(value) && value >= 0);

/** Returns the digits of a GTIN. A number or `bigint` is converted to text. */
export function code(value) {
  return text(isWhole(value) ? String(value) : value, { what: "a GTIN", reason: "code", longest: LONGEST_CODE });
}

/** Returns the digits of a dm+d code. A number is allowed if it holds all digits. */
export function concept(value) {
  return text(isWhole(value) ? String(value) : value, { what: "a code of dm+d", reason: "code", longest: LONGEST_CODE });
}

/** Returns the digits of each GTIN, as {@link code} does. */
export function codes(value) {
  if (!Array.isArray(value)) throw wrongType("bad_codes", "what is looked up", "an array of GTINs", value);
  if (value.length > MOST_CODES) throw errorWith(RangeError, "too_many_codes", `at most ${MOST_CODES.toLocaleString("en")} GTINs are looked up at a time`);
  // `map` would skip the empty slots of a sparse array.
  return Array.from(value, code);
}

/** Returns the digits of an AMPP code. A number is rejected: it cannot hold 18 digits exactly, and could be another pack's code. */
export function id(value) {
  return text(typeof value === "bigint" ? String(value) : value, { what: "an AMPP code", reason: "id", longest: LONGEST_CODE });
}

/** Returns a whole number within bounds. */
function whole(value, name, [least, most]) {
  if (typeof value !== "number") throw wrongType(`bad_${name}`, name, "a number", value);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw errorWith(RangeError, `bad_${name}`, `${name} is a whole number from ${least} to ${most}`);
}

export const limit = (value) => whole(value, "limit", LIMITS);

export const offset = (value) => whole(value, "offset", OFFSETS);

/** Returns a boolean. */
export function flag(value, name) {
  if (typeof value !== "boolean") throw wrongType(`bad_${name}`, name, "true or false", value);
  return value;
}

/** Returns one of the `words`. */
export function choice(value, name, words) {
  if (typeof value !== "string") throw wrongType(`bad_${name}`, name, words.join(" or "), value);
  if (!words.includes(value)) throw errorWith(RangeError, `bad_${name}`, `${name} is ${words.join(" or ")}`);
  return value;
}

/** Returns the values of a facet as an array, from one text or several. */
export function choices(value, name) {
  const texts = Array.isArray(value) ? value : [value];
  if (texts.length > MOST_CHOICES) throw errorWith(RangeError, `bad_${name}`, `at most ${MOST_CHOICES} values of ${name} are chosen at a time`);
  return Array.from(texts, (one) => text(one, { what: name, reason: name, longest: LONGEST_NAME }));
}

/** Returns a day as `YYYY-MM-DD`. A `Date` gives the local day of the device. The calendar is checked in the WebAssembly. */
export function day(value, name) {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return localDay(value);
  if (typeof value !== "string") throw wrongType(`bad_${name}`, name, "a day as YYYY-MM-DD, or a valid Date", value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  throw errorWith(RangeError, `bad_${name}`, `${name} is a day as YYYY-MM-DD`);
}

/** Returns the local day of a time, `YYYY-MM-DD`. */
export function localDay(now) {
  const digits = (number, width) => String(number).padStart(width, "0");
  return `${digits(now.getFullYear(), 4)}-${digits(now.getMonth() + 1, 2)}-${digits(now.getDate(), 2)}`;
}

/** Returns a function, or `undefined`. */
export function callback(value, name) {
  if (value !== undefined && typeof value !== "function") throw wrongType(`bad_${name}`, name, "a function", value);
  return value;
}

/** Returns the parts of a request for `respond`. Path and query are as sent, percent-encoded. */
export function requestParts({ method = "GET", path, query = "", ifNoneMatch }) {
  const part = (value, what) => text(value, { what, reason: "request", longest: LONGEST_REQUEST });
  const condition = ifNoneMatch === undefined ? undefined : part(ifNoneMatch, "If-None-Match");
  return { method: part(method, "the method"), path: part(path, "the path"), query: part(query, "the query"), ifNoneMatch: condition };
}

/** Returns the parts of a request that the API reads, from the arguments of `fetch` or an object with the same fields. */
export function request(input, init) {
  const { url = input, method: own = "GET", headers: ownHeaders } = typeof input === "object" && input !== null ? input : {};
  const { method = own, headers = ownHeaders } = init ?? {};
  if (typeof method !== "string") throw wrongType("bad_method", "the method", "a text", method);
  const { pathname, search } = new URL(text(url?.href ?? url, { what: "the address", reason: "url", longest: LONGEST_REQUEST }), "http://localhost");
  return { method: asSent(method), path: pathname, query: search.slice(1), ifNoneMatch: new Headers(headers ?? {}).get("if-none-match") ?? undefined };
}

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];

/** Normalises a method as the Fetch standard does: these in upper case, others unchanged. */
function asSent(method) {
  const upper = text(method, { what: "the method", reason: "method", longest: LONGEST_CODE }).toUpperCase();
  return METHODS.includes(upper) ? upper : method;
}
