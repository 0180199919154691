// The examples of the OpenAPI document: responses of the module to requests on demonstration data.
import { EXAMPLE_LIST } from "./paths.mjs";

/** A GTIN, a re-used GTIN, and a mistyped one. */
const CODES = ["9521234567899", "9521001000017", "9521001000018"];

/**
 * Asks `packs`, opened with the demonstration data, and `changed`, opened with the dataset of the
 * cases, which has a history.
 */
export function examplesOf(packs, changed) {
  const ask = (path, query) => answerTo(packs, { path, query });
  const pack = ask(`/api/gtin/${CODES[0]}`);
  const ids = idsOf(pack, ask);
  const responses = { pack, ...conceptsOf(ids, ask), ...listsOf(ask), ...changesOf(changed) };
  responses.about = withoutRelease(ask("/api/about"));
  // Parameters are strings, so they have the ids of the demonstration data.
  const parameters = { codes: CODES, ids, page: pack.url.split("/").at(-1) };
  return { ...parameters, ...shortIds(ask)(responses) };
}

function answerTo(packs, { query = "", ...request }) {
  return parseExact(new TextDecoder().decode(packs.respond({ query, ...request }).body));
}

function idsOf({ pack_id }, ask) {
  const { dmd } = ask(`/api/ampp/${pack_id}`);
  const ids = { ampp: String(pack_id) };
  for (const kind of ["amp", "vmpp", "vmp", "vtm"]) ids[kind] = String(dmd[kind].id);
  return ids;
}

function conceptsOf(ids, ask) {
  const answers = { ampp: ask(`/api/ampp/${ids.ampp}`) };
  for (const kind of ["amp", "vmpp", "vmp", "vtm"])
    answers[kind] = ask(`/api/${kind}/${ids[kind]}`, "limit=1");
  return answers;
}

function listsOf(ask) {
  const counts = ask("/api/filters", "q=amlod");
  return {
    many: ask("/api/gtin", `codes=${CODES}`),
    found: ask("/api/search", "q=amlod+5&limit=2"),
    filters: { ...counts, properties: counts.properties.slice(0, 2) },
    suggested: ask("/api/suggest", "q=amlod&limit=3"),
  };
}

function changesOf(changed) {
  const query = "since=2025-08-07&kind=price,renamed&limit=3";
  const body = JSON.stringify(EXAMPLE_LIST);
  return {
    changes: answerTo(changed, { path: "/api/changes", query }),
    checked: answerTo(changed, { method: "POST", path: "/api/check-list", body }),
  };
}

/** Digest and version change with every release, and the age every day: the example has others. */
function withoutRelease(about) {
  const dataset = { ...about.dataset, digest: "0".repeat(64), age_days: 3 };
  return { ...about, version: "1.0.0", dataset };
}

/** Parses JSON. Integers that a number cannot hold become `bigint`. */
export const parseExact = (json) =>
  JSON.parse(json, (_key, value, { source }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  );

// The ids of the demonstration data have 18 digits, which most tools round when they show the
// document.

/** The first item number. With it an id has 16 digits, fewer than 2^53. */
const FIRST_ITEM = 900_001;
const LONG_ID = /\b\d{17,18}\b/g;

/**
 * Creates a function that replaces the ids in an example, in numbers and texts, by ids of 16 digits
 * with a correct check digit. An id is always replaced by the same one. `ask` answers a path.
 */
function shortIds(ask) {
  const items = new Map();
  const short = (id) => {
    if (!items.has(id)) items.set(id, FIRST_ITEM + items.size);
    // The namespace of dm+d and the partition.
    const body = `${items.get(id)}1000001${id.slice(-3, -1)}`;
    return body + checkDigitOf(body, ask);
  };
  const replace = (value) => {
    if (typeof value === "bigint") return Number(short(String(value)));
    if (typeof value === "string") return value.replace(LONG_ID, short);
    if (Array.isArray(value)) return value.map(replace);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part)]));
  };
  return replace;
}

/** The API reports the correct check digit of an unknown code. */
function checkDigitOf(body, ask) {
  for (const digit of [0, 1]) {
    const { expected_check_digit } = ask(`/api/ampp/${body}${digit}`);
    if (expected_check_digit !== undefined) return expected_check_digit;
  }
  throw new Error(`the demonstration data has the codes ${body}0 and ${body}1`);
}
