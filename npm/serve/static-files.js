// Static files: the page, read once at start, and any other bytes that are served at a path.
// The headers of each encoding are prepared once. Requests are looked up among these files, so no
// path leads out of the folder.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { chooseEncoding } from "./http.js";
import { sharedFiles } from "./shared-files.js";

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

/** Finds the media type of a path by its suffix. */
export function mediaType(path) {
  return TYPES[extname(path)] ?? "application/octet-stream";
}

/** The suffixes of files that compression makes smaller. Others have a compressed format. */
const COMPRESSED = [".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest"];

/** Reports whether a file of the page is served compressed. */
export function isCompressed(path) {
  return COMPRESSED.includes(extname(path));
}

/**
 * Finds the header rules, and the resources by path. Both are empty if no page was built.
 * `robots` is a file that replaces `/robots.txt`, and `base` the path before each address.
 */
export function readPage(folder, { robots, base = "" } = {}) {
  const rules = readRules(folder, base);
  const resources = new Map();

  function add(path, bytes) {
    resources.set(path, makeResource(mediaType(path), bytes, headersFor(rules, path)));
  }

  for (const [path, file] of filesIn(folder)) add(path, read(file));
  for (const { path, file } of sharedFiles(folder)) add(path, readShared(path, file));
  if (robots) add(ROBOTS, { identity: readFileSync(robots) });
  if (base !== "") {
    for (const path of DESCRIPTIONS) {
      const description = resources.get(path)?.bytes.identity;
      if (description) add(path, { identity: underBase(description, base) });
    }
  }
  for (const [path, resource] of [...resources])
    if (path.endsWith(".html")) resources.set(pageAddress(path), resource);
  return { rules, resources };
}

function readRules(folder, base) {
  const file = join(folder, RULES);
  if (!existsSync(file)) return [];
  return parseRules(readFileSync(file, "utf8").replaceAll("</", `<${base}/`));
}

/** What describes the interface to programs, with addresses from the root of the service. */
const DESCRIPTIONS = ["/openapi.json", "/.well-known/api-catalog"];

/**
 * The start of the address of a server, or of a link. The `url` of a record is longer, and stays.
 */
const SERVER_OR_LINK = /("url": ?"(?=\/[\w-]*")|"(?:href|anchor)": ?")\//g;

/** Makes a description whose addresses start with the base path. */
function underBase(bytes, base) {
  return Buffer.from(String(bytes).replaceAll(SERVER_OR_LINK, `$1${base}/`));
}

/**
 * Builds the address of a page as the Worker's host does: without `.html`, and without `index` for
 * a folder.
 */
export function pageAddress(path) {
  return path.replace(/(index)?\.html$/, "");
}

/** The suffix of the files that the package has in brotli. */
const BROTLI = ".br";

/**
 * Lists the path of each file on the server, and the file. Names that start with `_` are not
 * served.
 */
function filesIn(folder) {
  const files = new Map();
  for (const name of namesIn(folder)) {
    if (name.startsWith("_")) continue;
    const path = `/${name.split(sep).join("/")}`;
    files.set(path.endsWith(BROTLI) ? path.slice(0, -BROTLI.length) : path, join(folder, name));
  }
  return files;
}

function namesIn(folder) {
  const isFile = (name) => statSync(join(folder, name)).isFile();
  try {
    return readdirSync(folder, { recursive: true }).filter(isFile);
  } catch {
    return [];
  }
}

/** Reads the bytes of a file by encoding. */
function read(file) {
  const bytes = readFileSync(file);
  if (!file.endsWith(BROTLI)) return { identity: bytes };
  return { br: bytes, ...withGzip(brotliDecompressSync(bytes)) };
}

/**
 * Finds the bytes by encoding of a file that the page shares with the module. Brotli follows
 * later.
 */
function readShared(path, file) {
  const identity = readFileSync(file);
  return isCompressed(path) ? withGzip(identity) : { identity };
}

/**
 * Reads the bytes and their gzip, which is made when a client first asks for it: browsers prefer
 * brotli, except over HTTP from another machine.
 */
function withGzip(identity) {
  let made;
  return {
    identity,
    gzip() {
      made ??= gzipSync(identity, { level: 9 });
      return made;
    },
  };
}

/**
 * The usual `Cache-Control` of static hosts for files that may change: cached, and revalidated each
 * time.
 */
const REVALIDATED = "public, max-age=0, must-revalidate";

/**
 * Prepares a resource. `bytes` is by encoding and always has `identity`: bytes, or a function that
 * makes them for each response. An encoding may be added later. `headers` are pairs of name and
 * value.
 */
export function makeResource(type, bytes, headers = []) {
  const tag = createHash("sha256").update(contentOf(bytes.identity)).digest("hex").slice(0, 32);
  const common = [...headers];
  if (!headers.some(([name]) => name === "Cache-Control"))
    common.push(["Cache-Control", REVALIDATED]);
  if (Object.keys(bytes).length > 1) common.push(["Vary", "Accept-Encoding"]);
  const prepared = new Map();

  function headersIn(encoding) {
    if (!prepared.has(encoding)) {
      const { length } = contentOf(bytes[encoding]);
      prepared.set(encoding, prepareHeaders(type, encoding, length, tag, common));
    }
    return prepared.get(encoding);
  }

  return { bytes, headersIn };
}

function contentOf(bytes) {
  return typeof bytes === "function" ? bytes() : bytes;
}

/**
 * Prepares a resource that is stored in gzip only. It is decompressed for a client that does not
 * accept gzip.
 */
export function makeGzipResource(type, gzipBytes, headers) {
  const identity = () => gunzipSync(gzipBytes);
  return makeResource(type, { identity, gzip: gzipBytes }, headers);
}

function prepareHeaders(type, encoding, length, tag, common) {
  const isEncoded = encoding !== "identity";
  // Different bytes need a different entity tag (RFC 9110 section 8.8.3).
  const etag = isEncoded ? `"${tag}-${encoding}"` : `"${tag}"`;
  const unchanged = [...common, ["ETag", etag]];
  const content = [];
  if (!common.some(([name]) => name === "Content-Type")) content.push(["Content-Type", type]);
  content.push(["Content-Length", String(length)]);
  if (isEncoded) content.push(["Content-Encoding", encoding]);
  return { etag, unchanged: unchanged.flat(), whole: [...unchanged, ...content].flat() };
}

/** Builds the response with a resource in the best encoding, or 304 if the client has it. */
export function answerResource({ bytes, headersIn }, headers) {
  const encoding = chooseEncoding(headers["accept-encoding"], Object.keys(bytes));
  const { etag, unchanged, whole } = headersIn(encoding);
  if (matchesTag(headers["if-none-match"], etag)) return { status: 304, headers: unchanged };
  return { status: 200, headers: whole, body: contentOf(bytes[encoding]) };
}

/**
 * Reports whether an `If-None-Match` list contains the entity tag, by the weak comparison of RFC
 * 9110 section 8.8.3.2.
 */
function matchesTag(list = "", etag) {
  for (const entry of list.split(",")) {
    const tag = entry.trim();
    if (tag === "*" || tag.replace(/^W\//, "") === etag) return true;
  }
  return false;
}

/** Finds the rules in their order: `[{ pattern, headers }]`. */
export function parseRules(text) {
  const rules = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (!/^\s/.test(line)) rules.push({ pattern: line.trim(), headers: [] });
    else rules.at(-1).headers.push(line.trim().split(/:\s*(.*)/s, 2));
  }
  return rules;
}

/** Finds the headers of a path as pairs of name and value. */
export function headersFor(rules, path) {
  const headers = [];
  for (const rule of rules) if (matches(rule.pattern, path)) headers.push(...rule.headers);
  return headers;
}

function matches(pattern, path) {
  return pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
