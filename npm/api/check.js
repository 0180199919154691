// Argument checks, before a value reaches the WebAssembly. The generated bindings assume correct
// types: a wrong one can trap the instance or fill its memory.

import { FLAG_PROPERTIES, PROPERTIES } from "./properties.js";

/** In characters, as over HTTP. No name in a release is longer. */
const MAX_QUERY = 200;
/** In characters. A QR code holds at most 7,089 digits. */
const MAX_SCAN = 8000;
/** In characters. File systems allow no longer names. */
const MAX_NAME = 1000;
/** In characters. A GTIN has 14 digits and an AMPP code 18; the rest is for surrounding spaces. */
const MAX_CODE = 100;
const MAX_REQUEST = 16_384;
/** The body of a list of codes, the longest one. */
const MAX_BODY = 1_048_576;
/** About 20 MB of records. */
const MAX_CODES = 10_000;
/** The number of values that a facet lists. */
const MAX_FACET_VALUES = 50;
const LIMITS = [1, 100];
const OFFSETS = [0, 999_999_999];
/** A page of changes may be longer than one of packs. */
const CHANGES_LIMITS = [1, 1000];
const MAX_CHANGED_CODES = 100;

/** The kinds of changes. A test compares them with the core (`src/history/kind.rs`). */
export const CHANGE_KINDS = [
  "new",
  "removed",
  "discontinued",
  "reinstated",
  "invalid",
  "valid",
  "renamed",
  "replaces",
  "price",
  "gtin_added",
  "gtin_ended",
  "gtin_resumed",
  "gtin_removed",
  "gtin_moved",
  "gtin_reused",
];

/** Names the type of a wrong argument, for the message: of an object the name of its class. */
function typeName(value) {
  if (value === null) return "null";
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "an array";
  const name = typeof value === "object" ? className(value) : typeof value;
  return name === "undefined" ? name : `${/^[aeiou]/i.test(name) ? "an" : "a"} ${shortened(name)}`;
}

function className(value) {
  const name = value.constructor?.name;
  return typeof name === "string" && name !== "" && name !== "Object" ? name : "object";
}

/** Reports whether a value is an object without a class, also of another frame or context. */
export function isPlainObject(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf"))
  );
}

/** Builds an error with a `reason`, a stable code. */
const errorWith = (ErrorClass, reason, message) =>
  Object.assign(new ErrorClass(message), { reason });

export const invalid = (reason, message) => errorWith(TypeError, reason, message);

export const wrongType = (reason, label, expected, value, advice = "") =>
  errorWith(TypeError, reason, `${label} must be ${expected}, not ${typeName(value)}${advice}`);

/**
 * Reads the options. Throws if one is unknown, because a misspelt option would silently have no
 * effect. The same holds for all fields of an instance of a class that are not its own.
 */
export function options(value, names, method) {
  if (value === undefined) return {};
  if (!isPlainObject(value))
    throw wrongType("bad_options", `the options of ${method}`, "a plain object", value);
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw errorWith(
      TypeError,
      "unknown_option",
      `${method} has no option "${shortened(unknown)}"; its options are ${names.join(", ")}`,
    );
  if (value.signal !== undefined && typeof value.signal?.throwIfAborted !== "function")
    throw wrongType("bad_signal", "signal", "an AbortSignal", value.signal);
  return value;
}

/** Builds an error for an option that needs another one. */
export const missing = (name, other) =>
  errorWith(TypeError, "missing_option", `the option ${name} needs the option ${other}`);

const shortened = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Requires a text of at most `max` characters. */
function text(value, { label, reason, max, expected = "a string" }) {
  if (typeof value !== "string") throw wrongType(`bad_${reason}`, label, expected, value);
  if (isLonger(value, max))
    throw errorWith(
      RangeError,
      `${reason}_too_long`,
      `${label} must have at most ${max.toLocaleString("en")} characters`,
    );
  return value;
}

/** Counts characters, as over HTTP. Some characters are two UTF-16 code units. */
const isLonger = (value, max) =>
  value.length > max && (value.length > 2 * max || [...value].length > max);

export const query = (value) => text(value, { label: "the query", reason: "q", max: MAX_QUERY });

export const scanned = (value) =>
  text(value, { label: "the scanned text", reason: "scan", max: MAX_SCAN });

export const name = (value) => text(value, { label: "name", reason: "name", max: MAX_NAME });

const isInteger = (value) =>
  typeof value === "bigint" || (Number.isSafeInteger(value) && value >= 0);

/** Reads the digits of a GTIN. A number or `bigint` is converted to text. */
export function code(value) {
  return text(isInteger(value) ? String(value) : value, {
    label: "a GTIN",
    reason: "code",
    max: MAX_CODE,
  });
}

/** Reads the digits of a dm+d code. A number is allowed if it holds all digits. */
export function concept(value) {
  return text(isInteger(value) ? String(value) : value, {
    label: "a dm+d code",
    reason: "code",
    max: MAX_CODE,
    expected: "a string or a bigint, which hold all its digits",
  });
}

/** Requires each code of an iterable, checked with `check`. `what` names them. */
function codesOf(value, what, check) {
  // The characters of a text, and the pairs of a map, are not codes.
  const isIterable = typeof value === "object" && value !== null && Symbol.iterator in value;
  if (!isIterable || value instanceof Map)
    throw wrongType("bad_codes", "codes", `an array or another iterable of ${what}`, value);
  const codes = [];
  for (const code of value) {
    if (codes.length === MAX_CODES)
      throw errorWith(
        RangeError,
        "too_many_codes",
        `codes must have at most ${MAX_CODES.toLocaleString("en")} ${what}; split them into several calls`,
      );
    codes.push(check(code));
  }
  return codes;
}

/** Reads the digits of each GTIN, as {@link code} does. */
export const codes = (value) => codesOf(value, "GTINs", code);

/** Finds the codes of a list, as a person or a spreadsheet wrote them. */
export const listedCodes = (value) => codesOf(value, "codes", concept);

/**
 * Reads the digits of an AMPP code. A number is rejected: it cannot hold 18 digits exactly, and
 * could be another pack's code.
 */
export function id(value) {
  return text(typeof value === "bigint" ? String(value) : value, {
    label: "an AMPP code",
    reason: "id",
    max: MAX_CODE,
    expected: "a string or a bigint, which hold all its digits",
  });
}

/** Requires a whole number within bounds. */
function integer(value, name, [min, max]) {
  if (typeof value !== "number") throw wrongType(`bad_${name}`, name, "a number", value);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw errorWith(
    RangeError,
    `bad_${name}`,
    `${name} must be a whole number from ${min} to ${max.toLocaleString("en")}, not ${value}`,
  );
}

/** In days. */
const AGES = [1, 99_999];

/** Requires an age in days, if there is one. */
export const oldAfterDays = (value) =>
  value === undefined ? undefined : integer(value, "oldAfterDays", AGES);

/**
 * A base path is segments without escapes, of which the first is none of the paths of the
 * interface.
 */
const BASE_PATH = /^(?!\/(?:01|api|fhir|mcp|med|string-ids)(?:\/|$))(?:\/[\w~-][\w.~-]*)+$/;
const MAX_BASE_PATH = 200;

/** Reports whether a text is a path under which clients may reach the interface. */
export const isBasePath = (text) => text.length <= MAX_BASE_PATH && BASE_PATH.test(text);

/** Finds the path under which clients reach the interface. An empty one is none. */
export function basePath(value) {
  const path = text(value, { label: "basePath", reason: "basePath", max: MAX_BASE_PATH });
  if (path !== "" && !BASE_PATH.test(path))
    throw errorWith(
      RangeError,
      "bad_basePath",
      `basePath must be a path such as /dmd, without a slash at its end, and not one of the interface, not "${shortened(path)}"`,
    );
  return path;
}

export const limit = (value) => integer(value, "limit", LIMITS);

export const changesLimit = (value) => integer(value, "limit", CHANGES_LIMITS);

export const offset = (value) => integer(value, "offset", OFFSETS);

/** Requires a boolean. */
export function flag(value, name) {
  if (typeof value !== "boolean") throw wrongType(`bad_${name}`, name, "true or false", value);
  return value;
}

/** Requires one of the `words`. */
export function choice(value, name, words) {
  if (typeof value !== "string") throw wrongType(`bad_${name}`, name, words.join(" or "), value);
  if (!words.includes(value))
    throw errorWith(
      RangeError,
      `bad_${name}`,
      `${name} must be ${words.join(" or ")}, not "${shortened(value)}"`,
    );
  return value;
}

/** Requires one value or several as an array. */
function listOf(value, name, max) {
  const values = Array.isArray(value) ? value : [value];
  if (values.length <= max) return values;
  throw errorWith(
    RangeError,
    `bad_${name}`,
    `${name} must have at most ${max} values, not ${values.length}`,
  );
}

/** Reads the values of a facet as an array, from one text or several. */
export function facetValues(value, name) {
  const texts = listOf(value, name, MAX_FACET_VALUES);
  return Array.from(texts, (one) => text(one, { label: name, reason: name, max: MAX_NAME }));
}

/** The number of values of all filters, as in the core. */
const MAX_FILTER_VALUES = 100;

/** Requires filters with the values of each property as an array. `undefined` does not filter. */
export function filters(value = {}) {
  if (!isPlainObject(value)) throw wrongType("bad_filters", "filters", "an object", value);
  const filters = {};
  for (const [property, values] of Object.entries(value)) {
    choice(property, "filters", PROPERTIES);
    if (values === undefined) continue;
    const list = listOf(values, property, MAX_FILTER_VALUES);
    filters[property] = Array.from(list, (one) => filterValue(one, property));
  }
  return filters;
}

/** Writes the value of a filter as text. */
function filterValue(value, property) {
  if (typeof value === "boolean" && FLAG_PROPERTIES.includes(property)) return String(value);
  return text(value, { label: property, reason: property, max: MAX_NAME });
}

/** Requires kinds of changes as an array. */
export const changeKinds = (value) =>
  Array.from(listOf(value, "kind", CHANGE_KINDS.length), (kind) =>
    choice(kind, "kind", CHANGE_KINDS),
  );

/** Requires dm+d codes and GTINs as an array of their digits. */
export const changedCodes = (value) =>
  Array.from(listOf(value, "code", MAX_CHANGED_CODES), concept);

/** Requires a day as `YYYY-MM-DD`. A `Date` gives the local day of the device. */
export function day(value, name) {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return localDay(value);
  if (typeof value !== "string")
    throw wrongType(`bad_${name}`, name, "a day as YYYY-MM-DD, or a valid Date", value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && isInCalendar(value)) return value;
  throw errorWith(
    RangeError,
    `bad_${name}`,
    `${name} must be a day as YYYY-MM-DD, not "${shortened(value)}"`,
  );
}

/** Reports whether a day exists. `Date` would read 30 February as a day in March. */
function isInCalendar(day) {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Computes the local day of a time, `YYYY-MM-DD`. */
export function localDay(now) {
  const digits = (number, width) => String(number).padStart(width, "0");
  return `${digits(now.getFullYear(), 4)}-${digits(now.getMonth() + 1, 2)}-${digits(now.getDate(), 2)}`;
}

/** Requires a function, or `undefined`. */
export function callback(value, name) {
  if (value !== undefined && typeof value !== "function")
    throw wrongType(`bad_${name}`, name, "a function", value);
  return value;
}

const bodyText = (value) => text(value, { label: "the body", reason: "request", max: MAX_BODY });

/** Finds the parts of a request for `respond`. Path and query are as sent, percent-encoded. */
const REQUEST_PARTS = [
  "method",
  "path",
  "query",
  "ifNoneMatch",
  "origin",
  "accept",
  "prefer",
  "contentType",
  "body",
];

export function requestParts(request) {
  const {
    method = "GET",
    path,
    query = "",
    ifNoneMatch,
    origin,
    accept,
    prefer,
    contentType,
    body,
  } = options(request, REQUEST_PARTS, "respond");
  const part = (value, label) => text(value, { label, reason: "request", max: MAX_REQUEST });
  const optional = (value, label) => (value === undefined ? undefined : part(value, label));
  return {
    method: part(method, "the method"),
    path: part(path, "the path"),
    query: part(query, "the query"),
    ifNoneMatch: optional(ifNoneMatch, "If-None-Match"),
    origin: optional(origin, "the origin"),
    accept: optional(accept, "Accept"),
    prefer: optional(prefer, "Prefer"),
    contentType: optional(contentType, "Content-Type"),
    body: body === undefined || body instanceof Uint8Array ? body : bodyText(body),
  };
}

const NEGOTIATED =
  /^\/(?:(?:01|fhir|\.well-known)\/|fhir$|opensearch\.xml$|(?:(?:med|string-ids)\/)?api\/(?:changes\.atom|check-list)\/?$)/;

/**
 * Reports whether the answer at a path depends on the origin of the host, on a body, or on a header
 * besides `If-None-Match`.
 */
export const isNegotiated = (path) => NEGOTIATED.test(path);

/** Builds the address of a request, of which the host does not matter. */
export function address(url) {
  const given = text(url?.href ?? url, { label: "the URL", reason: "url", max: MAX_REQUEST });
  try {
    return new URL(given, "http://localhost");
  } catch {
    throw invalid("bad_url", `the URL is not valid: "${shortened(given)}"`);
  }
}

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];

/** Normalises a method as the Fetch standard does: these in upper case, others unchanged. */
export function method(value) {
  const upper = text(value, { label: "the method", reason: "method", max: MAX_CODE }).toUpperCase();
  return METHODS.includes(upper) ? upper : value;
}
