// The files of the page, read once at start. Requests are looked up among these files, so no path leads out of the folder.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { gunzipSync } from "node:zlib";
import { headersFor, parseRules } from "./header-rules.js";
import { makeResource } from "./resource.js";

const RULES = "_headers";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".gz": "application/gzip",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Returns the media type of a path by its ending. */
export const typeOf = (path) => TYPES[extname(path)] ?? "application/octet-stream";

/** Returns the header rules, and the resources by path. Both are empty if no page was built. */
export function readPage(folder) {
  const files = filesIn(folder);
  const rules = files.has(`/${RULES}`) ? parseRules(readFileSync(join(folder, RULES), "utf8")) : [];
  files.delete(`/${RULES}`);
  const resources = new Map([...files].map(([path, encodings]) => [path, readResource(folder, path, encodings, rules)]));
  for (const [path, resource] of [...resources]) if (path.endsWith(".html")) resources.set(addressOf(path), resource);
  return { rules, resources };
}

/** Returns the address of a page as the Worker's host does: without `.html`, and without `index` for a folder. */
const addressOf = (path) => path.replace(/(index)?\.html$/, "");

const ENCODINGS = { ".br": "br", ".gz": "gzip" };

/** Returns the endings of each file by encoding, in a map by path. */
function filesIn(folder) {
  const files = new Map();
  for (const name of namesIn(folder)) {
    const path = `/${name.split(sep).join("/")}`;
    const ending = extname(path) in ENCODINGS ? extname(path) : "";
    const base = path.slice(0, path.length - ending.length);
    files.set(base, { ...files.get(base), [ENCODINGS[ending] ?? "identity"]: ending });
  }
  return files;
}

function namesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  } catch {
    return [];
  }
}

function readResource(folder, path, endings, rules) {
  const bytes = Object.fromEntries(Object.entries(endings).map(([encoding, ending]) => [encoding, readFileSync(join(folder, path + ending))]));
  // A file that is in the package in compressed forms only is decompressed here.
  bytes.identity ??= gunzipSync(bytes.gzip);
  return makeResource(typeOf(path), bytes, headersFor(rules, path));
}
