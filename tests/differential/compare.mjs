// Sends the same random requests to every host, and reports how each response differs from the
// native core. The same seed gives the same requests on every platform.
import { isDeepStrictEqual } from "node:util";
import { readTarget } from "../../npm/serve/answers.js";
import { readCases } from "../cases/read.mjs";
import { Random } from "../common/random.mjs";
import { native } from "./hosts.mjs";

const CONNECTION_HEADERS = {
  connection: "says whether the connection is kept",
  date: "a server with a clock has to send it (RFC 9110 section 6.6.1)",
  "keep-alive": "says for how long the connection is kept",
};

/** The headers that a platform adds to the core's response, each with the reason. */
const ADDED_HEADERS = {
  worker: {
    ...CONNECTION_HEADERS,
    "transfer-encoding": "wrangler's development server parses HTML, and forwards it in chunks",
  },
  serve: { ...CONNECTION_HEADERS, "x-request-id": "names the request in the log of the server" },
  node: {},
  chromium: {},
};

const BATCH = 2000;

/** Sends the requests to all `hosts`, by name. Returns the differences, at most `most`. */
export async function compare(hosts, { requests: count, seed, most = 20, onProgress = () => {} }) {
  const differences = [];
  const requests = makeRequests(count, seed);
  for (let start = 0; start < count && differences.length < most; start += BATCH) {
    const batch = await withConditions(requests.slice(start, start + BATCH));
    const expected = await native.ask(batch);
    for (const [name, host] of Object.entries(hosts))
      differences.push(...differencesOf(name, batch, expected, await host.ask(batch)));
    onProgress(start + batch.length);
  }
  return differences.slice(0, most);
}

/** Adds conditional requests. An entity tag is known only after the unconditional response. */
async function withConditions(requests) {
  const plain = await native.ask(requests);
  return requests.map((request, index) => ({
    ...request,
    ifNoneMatch: conditionOf(request.condition, plain[index].headers.etag),
  }));
}

/** The headers that a platform may omit. A chunked response has no length. */
const OMITTED = { worker: ["content-length"], serve: [], node: [], chromium: [] };

const differencesOf = (host, requests, expected, responses) =>
  requests.flatMap((request, index) => {
    const actual = withCoreHeaders(host, responses[index], expected[index]);
    return isDeepStrictEqual(actual, expected[index])
      ? []
      : [{ host, request, expected: expected[index], actual }];
  });

function withCoreHeaders(host, { headers, ...answer }, expected) {
  const omitted = OMITTED[host]
    .filter((name) => name in expected.headers)
    .map((name) => [name, expected.headers[name]]);
  const kept = Object.entries(headers).filter(([name]) => !(name in ADDED_HEADERS[host]));
  const all = { ...Object.fromEntries(omitted), ...Object.fromEntries(kept) };
  return { ...answer, headers: host === "serve" ? withoutCompression(all) : all };
}

/** Removes from `Vary` that `serve` compresses as `Accept-Encoding` allows. */
function withoutCompression({ vary = "", ...headers }) {
  const other = vary.replace(/(?:, )?Accept-Encoding$/, "");
  return other ? { ...headers, vary: other } : headers;
}

/** Describes a difference in a few lines. */
export function describe({ host, request, expected, actual }) {
  const names = [
    ...new Set([...Object.keys(expected.headers), ...Object.keys(actual.headers)]),
  ].filter((name) => expected.headers[name] !== actual.headers[name]);
  const parts = [
    ["status", expected.status, actual.status],
    ...names.map((name) => [name, expected.headers[name], actual.headers[name]]),
    ["body", expected.body, actual.body],
  ];
  const lines = parts
    .filter(([, ofCore, ofHost]) => ofCore !== ofHost)
    .map(([name, ofCore, ofHost]) => `  ${name}: ${shown(ofCore)}, in ${host}: ${shown(ofHost)}`);
  return [
    `${host}: ${request.method} ${shown(request.target)}${request.ifNoneMatch ? ` If-None-Match: ${shown(request.ifNoneMatch)}` : ""}`,
    ...lines,
  ].join("\n");
}

const shown = (value) => JSON.stringify(value)?.slice(0, 300) ?? "nothing";

// The requests.

const targets = [...new Set(readCases("api").map(({ request }) => request.target))];

/** The weights of the kinds of requests. */
const KINDS = { known: 3, changed: 4, searched: 3, malformed: 2, strange: 2, long: 1 };
const METHODS = {
  GET: 12,
  HEAD: 3,
  OPTIONS: 1,
  POST: 1,
  PUT: 0.5,
  DELETE: 0.5,
  PATCH: 0.5,
  PROPFIND: 0.2,
  PURGE: 0.2,
  REPORT: 0.2,
};
const CONDITIONS = { none: 8, own: 2, list: 1, star: 1, other: 1, odd: 1 };

const ROUTES = [
  "/api/search?q=",
  "/med/api/search?q=",
  "/api/suggest?q=",
  "/api/gtin/",
  "/med/api/gtin/",
  "/api/gtin?codes=",
  "/api/ampp/",
  "/api/vmp/",
  "/api/changes?since=2025-08-07&kind=",
  "/api/changes.atom?kind=",
  "/fhir/Medication?code=https://www.gs1.org/gtin|",
  "/fhir/Medication/",
  "/med/ampp/ampp/",
  "/api/about?",
  "/med/ampp/pack.css?",
  "/01/",
  "/01/09520000000035?linkType=",
  "/med/gtin/",
  "/api/",
  "/",
  "/no/such/path?",
];
const NAMES = [
  "q",
  "limit",
  "offset",
  "current",
  "format",
  "ids",
  "include",
  "sort",
  "Q",
  "",
  "q[]",
  "%71",
];
const VALUES = [
  "para",
  "support stocking",
  "5mg",
  "true",
  "false",
  "json",
  "string",
  "dmd",
  "relevance",
  "linkset",
  "gs1:pip",
  "09520000000011",
  "-1",
  "0",
  "1",
  "100",
  "101",
  "999999999",
  "1e3",
  "+5",
  "9520000000011",
  "995200000000000013",
];
const FRAGMENTS = [
  "%",
  "%2",
  "%zz",
  "%00",
  "%0a",
  "%0d%0aX-A:%20b",
  "%2f",
  "%5c",
  "%2e%2e",
  "%252e",
  "%ff",
  "%c3%28",
  "%ed%a0%80",
  "%F0%9F%92%8A",
  "%e2%80%ae",
  "%20",
  "+",
  "&",
  "&&",
  "=",
  ";",
  "?",
  "/",
  "//",
  "/./",
  "/../",
  "\\",
  "'",
  '"',
  "<",
  ">",
  "|",
  "^",
  "`",
  "{",
  "}",
  "[",
  "]",
  "~",
  "!",
  "*",
  ":",
  "@",
  ",",
  "$",
  "ß",
  "é",
  "e\u0301",
  "İ",
  "Ⅻ",
  "１",
  "\u202e",
  "💊",
  "\ufeff",
  "\u00a0",
  "中",
  "0",
  "00",
  "a",
  "Z",
  "-",
  ".",
  "..",
];

/**
 * Returns `count` requests `{ method, target, condition }`. `target` is as sent, and `condition`
 * decides `If-None-Match`.
 */
function makeRequests(count, seed) {
  const random = new Random(seed);
  const requests = [];
  while (requests.length < count) {
    const request = {
      method: random.weighted(METHODS),
      target: sendable(makers[random.weighted(KINDS)](random)),
      condition: random.weighted(CONDITIONS),
    };
    if (isParsedAlike(request.target) && isForCore(request.target)) requests.push(request);
  }
  return requests;
}

const makers = {
  known: (random) => random.pick(targets),
  changed: (random) => changed(random.pick(targets), random),
  searched: (random) =>
    parameters(random, `${random.pick(ROUTES)}${value(random)}`, random.below(4)),
  malformed: (random) => `${random.pick(ROUTES)}${fragments(random, random.from(1, 6))}`,
  strange: (random) =>
    `${random.pick(ROUTES)}${Array.from({ length: random.from(1, 40) }, () => String.fromCodePoint(codePoint(random))).join("")}`,
  long: (random) =>
    parameters(
      random,
      `${random.pick(ROUTES)}${fragments(random, 3).repeat(random.from(10, 200))}`.slice(
        0,
        random.from(100, 2500),
      ),
      random.below(30),
    ),
};

const fragments = (random, count) =>
  Array.from({ length: count }, () => random.pick(FRAGMENTS)).join("");
const value = (random) =>
  random.chance(0.7) ? random.pick(VALUES) : fragments(random, random.from(1, 4));
const parameters = (random, target, count) =>
  target + Array.from({ length: count }, () => `&${random.pick(NAMES)}=${value(random)}`).join("");

/** A target with some characters removed, some inserted, and some encoded without need. */
function changed(target, random) {
  let text = target;
  for (let edits = random.from(1, 4); edits > 0; edits--) {
    const at = random.from(1, text.length);
    const removed = random.below(3);
    const put = random.chance(0.3)
      ? encodeURIComponent((text[at] ?? "x").toWellFormed()).replace(
          /^[^%]$/,
          (c) => `%${c.charCodeAt(0).toString(16)}`,
        )
      : random.pick(FRAGMENTS);
    text = text.slice(0, at) + put + text.slice(at + removed);
  }
  return text;
}

/** A random character, without surrogates. */
function codePoint(random) {
  const point = random.chance(0.5) ? random.from(0x21, 0x24f) : random.from(0x250, 0x1ffff);
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
}

/**
 * Encodes characters that are not allowed in a target. A target is ASCII: a space ends it, and a
 * fragment is never sent. Node's server and the local Worker's proxy reject the others themselves.
 */
const sendable = (target) => target.toWellFormed().replace(/[^!-~]|["#<>`]/gu, encodeURIComponent);

/**
 * Reports whether all hosts parse a target alike. After a segment that starts with a dot, Node's
 * URL keeps `.` and `..` (`/.a/../b`); browsers and workerd do not.
 */
function isParsedAlike(target) {
  const segments = target.split("?")[0].split(/[/\\]/);
  const dotted = segments.findIndex((segment) => segment.startsWith("."));
  const goesUp = (segment) => segment === "." || segment === "..";
  return dotted < 0 || goesUp(segments[dotted]) || !segments.slice(dotted).some(goesUp);
}

const FILE_FOLDERS = /^\/(?:assets|dataset)(?:\/|$)/;

/**
 * Reports whether the core answers a target. Each host serves files in its own way:
 * tests/worker/files.test.mjs compares them.
 */
function isForCore(target) {
  const { path } = readTarget(target);
  return (
    /^\/(?:01|api|fhir|med|string-ids)\//.test(path) ||
    !(FILE_FOLDERS.test(path) || /^\/(?:\/*|index[^/]*|healthz|[^/]*)$/.test(path))
  );
}

/** The value of `If-None-Match` for an entity tag. */
const conditionOf = (condition, etag) =>
  ({
    none: undefined,
    own: etag,
    list: `"x", W/${etag}`,
    star: "*",
    other: '"0123456789abcdef"',
    odd: `,;"${"a".repeat(300)}`,
  })[condition];
