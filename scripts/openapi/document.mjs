// Generates the OpenAPI 3.1 document of the HTTP API and the API catalogue that links to it, in
// www/public. The examples are responses of the module in npm/, which must be built.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paths, root } from "../common/project.mjs";
import { responses } from "./operations.mjs";
import { parameters } from "./parameters.mjs";
import { EXAMPLE_LIST, pathsOf } from "./paths.mjs";
import { headers } from "./responses.mjs";
import { schemas } from "./schemas.mjs";

/** A GTIN, a re-used GTIN, and a mistyped one. */
const CODES = ["9521234567899", "9521001000017", "9521001000018"];

/** The version of the API, not of the program: docs/stability.md defines when it changes. */
const INFO = {
  title: "Pack Lookup",
  version: "1.2.0",
  summary: "Which UK medicine pack does this barcode belong to?",
  description:
    "Looks up packs of the NHS dictionary of medicines and devices (dm+d) by GTIN, by AMPP " +
    "code, or by name. The API is read-only and needs no key. Every path is also served under " +
    "`/med`, and under `/string-ids` with dm+d codes as strings. " +
    "Each response names its dm+d release and allows any origin. Unknown parameters are " +
    "ignored. A repeated parameter is an error. A trailing slash is allowed.\n\n" +
    "You must show the text of `Dataset-Notice` to people. If several packs have carried a " +
    "GTIN, the API returns the latest use and reports the others: show that too.",
  license: {
    name: "Open Government Licence v3.0 (the data)",
    url: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/",
  },
};

/**
 * Returns the document. Its examples are responses of `packs`, opened with the demonstration data,
 * and of `changed`, opened with the dataset of the cases, which has a history.
 */
export const documentOf = (packs, changed) => ({
  openapi: "3.1.0",
  info: INFO,
  servers: [
    { url: "/", description: "The origin of this document." },
    { url: "/med", description: "The same API under another prefix." },
    {
      url: "/string-ids",
      description:
        "The same API with `ids=string` as the default, for clients whose JSON parser rounds " +
        "large integers.",
    },
  ],
  security: [],
  tags: [
    { name: "Look up", description: "Look up packs and concepts, as JSON." },
    { name: "Service", description: "Information about the service." },
    { name: "Pages", description: "Web pages of packs, for people." },
  ],
  paths: pathsOf(examplesOf(packs, changed)),
  components: { schemas, parameters, headers, responses },
});

const answerOf = (packs, path, query = "") =>
  parseExact(new TextDecoder().decode(packs.respond({ path, query }).body));

function examplesOf(packs, changed) {
  const ask = (path, query) => answerOf(packs, path, query);
  const pack = ask(`/api/gtin/${CODES[0]}`);
  const about = ask("/api/about");
  const ampp = ask(`/api/ampp/${pack.pack_id}`);
  const ids = {
    ampp: String(pack.pack_id),
    ...Object.fromEntries(
      ["amp", "vmpp", "vmp", "vtm"].map((kind) => [kind, String(ampp.dmd[kind].id)]),
    ),
  };
  const concept = (kind) => ask(`/api/${kind}/${ids[kind]}`, "limit=1");
  // Parameters are strings, so they have the ids of the demonstration data.
  const parameters = { codes: CODES, ids, page: pack.url.split("/").at(-1) };
  const responses = {
    pack,
    ampp,
    amp: concept("amp"),
    vmpp: concept("vmpp"),
    vmp: concept("vmp"),
    vtm: concept("vtm"),
    many: ask("/api/gtin", `codes=${CODES}`),
    found: ask("/api/search", "q=amlod+5&limit=2"),
    changes: answerOf(changed, "/api/changes", "since=2025-08-07&kind=price,renamed&limit=3"),
    checked: parseExact(
      new TextDecoder().decode(
        changed.respond({
          method: "POST",
          path: "/api/check-list",
          body: JSON.stringify(EXAMPLE_LIST),
        }).body,
      ),
    ),
    filters: filterExample(ask("/api/filters", "q=amlod")),
    suggested: ask("/api/suggest", "q=amlod&limit=3"),
    // Digest and version change with every release, and the age every day, so the example has fixed
    // values.
    about: {
      ...about,
      version: "1.0.0",
      dataset: { ...about.dataset, digest: "0".repeat(64), age_days: 3 },
    },
  };
  return { ...parameters, ...shortIds(ask)(responses) };
}

/** Shortens the answer to a few properties. */
const filterExample = (counts) => ({ ...counts, properties: counts.properties.slice(0, 2) });

/** The API catalogue of this origin (RFC 9727), as a link set (RFC 9264). */
const catalog = {
  linkset: [
    {
      anchor: "/api/",
      "service-desc": [{ href: "/openapi.json", type: "application/openapi+json" }],
      "service-doc": [{ href: "/docs", type: "text/html" }],
      status: [{ href: "/api/about", type: "application/json" }],
      license: [
        { href: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/" },
      ],
    },
  ],
};

/** Returns the content of each generated file by its path. */
export async function generatedFiles() {
  const { PackLookup } = await import("../../npm/core.js");
  const packs = await PackLookup.open(paths.demoDataset);
  const changed = await PackLookup.open(paths.testDataset, { history: paths.testHistory });
  const at = (...parts) => join(root, "www", "public", ...parts);
  return new Map([
    [at("openapi.json"), `${layOut(documentOf(packs, changed))}\n`],
    [at(".well-known", "api-catalog"), `${JSON.stringify(catalog, null, 1)}\n`],
  ]);
}

const LINE = 100;

/** Returns JSON in which a value has a line to itself if it fits into one. */
function layOut(value, indent = "") {
  const line = formatExact(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE)
    return line;
  const inner = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((part) => inner + layOut(part, inner))
    : Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .map(([key, part]) => `${inner}${JSON.stringify(key)}: ${layOut(part, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/** Writes the generated files. */
export async function writeOpenApi() {
  for (const [file, content] of await generatedFiles()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

// JSON with exact integers: pack ids have more digits than a JavaScript number can hold.

/** Parses JSON. Integers that a number cannot hold become `bigint`. */
export const parseExact = (json) =>
  JSON.parse(json, (_key, value, { source }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  );

/** Formats JSON. A `bigint` becomes an integer. */
export const formatExact = (value) =>
  JSON.stringify(value, (_key, part) =>
    typeof part === "bigint" ? JSON.rawJSON(String(part)) : part,
  );

// Ids of examples. Those of the demonstration data have 18 digits, which most tools round when they
// show the document.

/** The first item number. With it an id has 16 digits, fewer than 2^53. */
const FIRST_ITEM = 900_001;
const LONG_ID = /\b\d{17,18}\b/g;

/**
 * Returns a function that replaces the ids in an example, in numbers and texts, by ids of 16 digits
 * with a correct check digit. An id is always replaced by the same one. `ask` returns the JSON of a
 * path.
 */
export function shortIds(ask) {
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
