// Requests for the differential test: the same seed gives the same ones everywhere.
import { Random } from "../common/random.mjs";
import { readTarget } from "../../npm/serve/target.js";
import { readCases } from "../cases/read.mjs";

const targets = [...new Set(readCases("api").map(({ request }) => request.target))];

/** How often each kind of request comes. */
const KINDS = { known: 3, changed: 4, searched: 3, malformed: 2, strange: 2, long: 1 };
const METHODS = { GET: 12, HEAD: 3, OPTIONS: 1, POST: 1, PUT: 0.5, DELETE: 0.5, PATCH: 0.5, PROPFIND: 0.2, PURGE: 0.2, REPORT: 0.2 };
const CONDITIONS = { none: 8, own: 2, list: 1, star: 1, other: 1, odd: 1 };

const ROUTES = ["/api/search?q=", "/med/api/search?q=", "/api/suggest?q=", "/api/gtin/", "/med/api/gtin/", "/api/gtin?codes=", "/api/ampp/", "/api/vmp/", "/fhir/Medication?code=https://www.gs1.org/gtin|", "/fhir/Medication/", "/med/ampp/ampp/", "/api/about?", "/med/ampp/pack.css?", "/api/", "/", "/no/such/path?"];
const NAMES = ["q", "limit", "offset", "current", "format", "ids", "include", "sort", "Q", "", "q[]", "%71"];
const VALUES = ["para", "support stocking", "5mg", "true", "false", "json", "string", "dmd", "relevance", "-1", "0", "1", "100", "101", "999999999", "1e3", "+5", "9520000000011", "995200000000000013"];
const PIECES = [
  "%", "%2", "%zz", "%00", "%0a", "%0d%0aX-A:%20b", "%2f", "%5c", "%2e%2e", "%252e", "%ff", "%c3%28", "%ed%a0%80", "%F0%9F%92%8A", "%e2%80%ae", "%20", "+", "&", "&&", "=", ";", "?", "/", "//", "/./", "/../",
  "\\", "'", "\"", "<", ">", "|", "^", "`", "{", "}", "[", "]", "~", "!", "*", ":", "@", ",", "$", "ß", "é", "e\u0301", "İ", "Ⅻ", "１", "\u202e", "💊", "\ufeff", "\u00a0", "中", "0", "00", "a", "Z", "-", ".", "..",
];

/** `count` requests of `{ method, target, condition }`; the target is as it is sent, the condition what `If-None-Match` is made of. */
export function makeRequests(count, seed) {
  const random = new Random(seed);
  const requests = [];
  while (requests.length < count) {
    const request = { method: random.weighted(METHODS), target: sendable(makers[random.weighted(KINDS)](random)), condition: random.weighted(CONDITIONS) };
    if (isReadAlike(request.target) && isCores(request.target)) requests.push(request);
  }
  return requests;
}

const makers = {
  known: (random) => random.pick(targets),
  changed: (random) => changed(random.pick(targets), random),
  searched: (random) => parameters(random, `${random.pick(ROUTES)}${value(random)}`, random.below(4)),
  malformed: (random) => `${random.pick(ROUTES)}${pieces(random, random.from(1, 6))}`,
  strange: (random) => `${random.pick(ROUTES)}${Array.from({ length: random.from(1, 40) }, () => String.fromCodePoint(codePoint(random))).join("")}`,
  long: (random) => parameters(random, `${random.pick(ROUTES)}${pieces(random, 3).repeat(random.from(10, 200))}`.slice(0, random.from(100, 2500)), random.below(30)),
};

const pieces = (random, count) => Array.from({ length: count }, () => random.pick(PIECES)).join("");
const value = (random) => (random.chance(0.7) ? random.pick(VALUES) : pieces(random, random.from(1, 4)));
const parameters = (random, target, count) => target + Array.from({ length: count }, () => `&${random.pick(NAMES)}=${value(random)}`).join("");

/** Some characters out, some pieces in, some letters encoded that need not be. */
function changed(target, random) {
  let text = target;
  for (let edits = random.from(1, 4); edits > 0; edits--) {
    const at = random.from(1, text.length);
    const removed = random.below(3);
    const put = random.chance(0.3) ? encodeURIComponent((text[at] ?? "x").toWellFormed()).replace(/^[^%]$/, (c) => `%${c.charCodeAt(0).toString(16)}`) : random.pick(PIECES);
    text = text.slice(0, at) + put + text.slice(at + removed);
  }
  return text;
}

/** Any but halves of pairs. */
function codePoint(random) {
  const point = random.chance(0.5) ? random.from(0x21, 0x24f) : random.from(0x250, 0x1ffff);
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
}

/**
 * A target is ASCII, as clients send it: a space ends one, and a fragment stays at home. Node's server and the local Worker's front
 * refuse the rest by themselves.
 */
const sendable = (target) => target.toWellFormed().replace(/[^!-~]|["#<>`]/gu, encodeURIComponent);

/** Node's URL leaves `.` and `..` where they are behind a segment that only begins with a dot (`/.a/../b`); browsers and workerd don't. */
function isReadAlike(target) {
  const segments = target.split("?")[0].split(/[/\\]/);
  const dotted = segments.findIndex((segment) => segment.startsWith("."));
  const goesUp = (segment) => segment === "." || segment === "..";
  return dotted < 0 || goesUp(segments[dotted]) || !segments.slice(dotted).some(goesUp);
}

const isOfFolders = /^\/(?:assets|dataset)(?:\/|$)/;

/** Files are served before the core is asked, each host in its own way: tests/worker/files.test.mjs compares them. */
function isCores(target) {
  const { path } = readTarget(target);
  return /^\/(?:api|fhir|med)\//.test(path) || !(isOfFolders.test(path) || /^\/(?:\/*|index[^/]*|healthz|[^/]*)$/.test(path));
}

/** What `If-None-Match` says, once the answer's tag is known. */
export const conditionOf = (condition, etag) =>
  ({ none: undefined, own: etag, list: `"x", W/${etag}`, star: "*", other: '"0123456789abcdef"', odd: `,;"${"a".repeat(300)}` })[condition];
