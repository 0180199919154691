// Static files: the page, read once at start, and any other bytes that are served at a path.
// Headers and encodings are prepared in advance. Requests are looked up among these files, so no
// path leads out of the folder.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { gunzipSync } from "node:zlib";
import { chooseEncoding } from "./http.js";

const RULES = "_headers";
const ROBOTS = "/robots.txt";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".gz": "application/gzip",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Returns the media type of a path by its suffix. */
export const mediaType = (path) => TYPES[extname(path)] ?? "application/octet-stream";

/**
 * Returns the header rules, and the resources by path. Both are empty if no page was built.
 * `robots` is a file that replaces `/robots.txt`, and `base` the path before each address.
 */
export function readPage(folder, { robots, base = "" } = {}) {
  const files = filesIn(folder);
  const rules = files.has(`/${RULES}`)
    ? parseRules(readFileSync(join(folder, RULES), "utf8").replaceAll("</", `<${base}/`))
    : [];
  files.delete(`/${RULES}`);
  const resources = new Map(
    [...files].map(([path, encodings]) => [path, readResource(folder, path, encodings, rules)]),
  );
  if (robots)
    resources.set(
      ROBOTS,
      makeResource(
        mediaType(ROBOTS),
        { identity: readFileSync(robots) },
        headersFor(rules, ROBOTS),
      ),
    );
  if (base !== "")
    for (const path of DESCRIPTIONS.filter((path) => resources.has(path)))
      resources.set(path, underBase(resources.get(path), base, headersFor(rules, path), path));
  for (const [path, resource] of [...resources])
    if (path.endsWith(".html")) resources.set(pageAddress(path), resource);
  return { rules, resources };
}

/** What describes the interface to programs, with addresses from the root of the service. */
const DESCRIPTIONS = ["/openapi.json", "/.well-known/api-catalog"];

/** The start of the address of a server, or of a link. The `url` of a record is longer, and stays. */
const SERVER_OR_LINK = /("url": "(?=\/[\w-]*")|"(?:href|anchor)": ")\//g;

/** Returns a description whose addresses start with the base path. */
function underBase({ variants }, base, headers, path) {
  const text = String(variants.get("identity").body);
  const based = text.replaceAll(SERVER_OR_LINK, `$1${base}/`);
  return makeResource(mediaType(path), { identity: Buffer.from(based) }, headers);
}

/**
 * Returns the address of a page as the Worker's host does: without `.html`, and without `index` for
 * a folder.
 */
export const pageAddress = (path) => path.replace(/(index)?\.html$/, "");

const ENCODINGS = { ".br": "br", ".gz": "gzip" };

/** Returns the suffixes of each file by encoding, in a map by path. */
function filesIn(folder) {
  const files = new Map();
  for (const name of namesIn(folder)) {
    const path = `/${name.split(sep).join("/")}`;
    const suffix = extname(path) in ENCODINGS ? extname(path) : "";
    const base = path.slice(0, path.length - suffix.length);
    files.set(base, { ...files.get(base), [ENCODINGS[suffix] ?? "identity"]: suffix });
  }
  return files;
}

function namesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    );
  } catch {
    return [];
  }
}

function readResource(folder, path, suffixes, rules) {
  const bytes = Object.fromEntries(
    Object.entries(suffixes).map(([encoding, suffix]) => [
      encoding,
      readFileSync(join(folder, path + suffix)),
    ]),
  );
  // A file that is in the package in compressed forms only is decompressed here.
  bytes.identity ??= gunzipSync(bytes.gzip);
  return makeResource(mediaType(path), bytes, headersFor(rules, path));
}

/**
 * The usual `Cache-Control` of static hosts for files that may change: cached, and revalidated each
 * time.
 */
const REVALIDATED = "public, max-age=0, must-revalidate";

/**
 * Prepares a resource. `bytes` is by encoding and always has `identity`. `headers` are pairs of
 * name and value.
 */
export function makeResource(type, bytes, headers = []) {
  const tag = createHash("sha256").update(bytes.identity).digest("hex").slice(0, 32);
  const encodings = Object.keys(bytes).filter((encoding) => bytes[encoding]);
  const common = [...headers];
  if (!headers.some(([name]) => name === "Cache-Control"))
    common.push(["Cache-Control", REVALIDATED]);
  if (encodings.length > 1) common.push(["Vary", "Accept-Encoding"]);
  return {
    encodings,
    variants: new Map(
      encodings.map((encoding) => [
        encoding,
        variant(type, encoding, bytes[encoding], tag, common),
      ]),
    ),
  };
}

/**
 * Prepares a resource that is stored in gzip only. It is decompressed for a client that does not
 * accept gzip.
 */
export function makeGzipResource(type, gzipBytes, headers) {
  const resource = makeResource(
    type,
    { identity: gunzipSync(gzipBytes), gzip: gzipBytes },
    headers,
  );
  Object.defineProperty(resource.variants.get("identity"), "body", {
    get: () => gunzipSync(gzipBytes),
  });
  return resource;
}

function variant(type, encoding, body, tag, common) {
  const isEncoded = encoding !== "identity";
  // Different bytes need a different entity tag (RFC 9110 section 8.8.3).
  const etag = isEncoded ? `"${tag}-${encoding}"` : `"${tag}"`;
  const unchanged = [...common, ["ETag", etag]];
  const content = [
    ...(common.some(([name]) => name === "Content-Type") ? [] : [["Content-Type", type]]),
    ["Content-Length", String(body.length)],
  ];
  if (isEncoded) content.push(["Content-Encoding", encoding]);
  return { etag, body, unchanged: unchanged.flat(), headers: [...unchanged, ...content].flat() };
}

/** Returns the response with a resource in the best encoding, or 304 if the client has it. */
export function answerResource({ encodings, variants }, headers) {
  const chosen = variants.get(chooseEncoding(headers["accept-encoding"], encodings));
  if (matchesTag(headers["if-none-match"], chosen.etag))
    return { status: 304, headers: chosen.unchanged };
  return { status: 200, headers: chosen.headers, body: chosen.body };
}

/**
 * Returns whether an `If-None-Match` list contains the entity tag, by the weak comparison of RFC
 * 9110 section 8.8.3.2.
 */
function matchesTag(list = "", etag) {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .some((entry) => entry === "*" || entry.replace(/^W\//, "") === etag);
}

/** Returns the rules in their order: `[{ pattern, headers }]`. */
export function parseRules(text) {
  const rules = [];
  for (const line of text.split("\n").filter((line) => line.trim() && !line.startsWith("#"))) {
    if (!/^\s/.test(line)) rules.push({ pattern: line.trim(), headers: [] });
    else rules.at(-1).headers.push(line.trim().split(/:\s*(.*)/s, 2));
  }
  return rules;
}

/** Returns the headers of a path as pairs of name and value. */
export const headersFor = (rules, path) =>
  rules.filter(({ pattern }) => matches(pattern, path)).flatMap(({ headers }) => headers);

const matches = (pattern, path) =>
  pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
