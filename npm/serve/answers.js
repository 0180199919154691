// Maps a request to status, headers and body. Files and the dataset are prepared in advance; the
// core answers the rest. Its answers are made for one request, so their compression is fast rather
// than the best.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { isNegotiated } from "../api/check.js";
import { internalError, problemResponse, chooseEncoding } from "./http.js";
import { limits } from "../node/limits.js";
import { answerMcp, isMcp } from "../mcp/http.js";
import { mayCall, readOrigins, SECURITY_PATH, securityText } from "../http/security.js";
import { settingOf } from "../node/settings-reader.js";
import { answerResource } from "./static-files.js";

/** Paths that only the core answers, the most frequent ones. */
const CORE = /^\/(?:01|api|fhir|med|string-ids)\//;

/** Read once: a variable of the environment takes a 40th of the time of a lookup, each time. */
const basePath = settingOf("base_path");

/** The headers of the server's own responses. */
const SERVER_HEADERS = ["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];

/**
 * Answers a request with its body, if it was read, and its target, if it was parsed. `packs`
 * answers requests to the core, `assistants` answers those to `/mcp`, `resource` returns the file
 * at a path, and `health` the status for monitoring.
 */
export function answer(handlers, request, body, target = readTarget(request.url)) {
  const { method, url, headers } = request;
  if (url.length > limits.targetBytes) return targetTooLong;
  const { path, query } = target;
  // The URL parser percent-encodes some characters, so the normalised path can be three times as
  // long.
  if (path.length + query.length > limits.targetBytes) return targetTooLong;
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && path === basePath) return toPage(path);
  const own = isRead && !CORE.test(path) ? answerOwn(handlers, request, path) : undefined;
  if (own) return own;
  if (isMcp(path)) return answerAssistant(handlers.assistants, { method, headers, body });
  const negotiated = isNegotiated(path) ? { ...negotiatedParts(headers), body } : {};
  const asked = { method, path, query, ifNoneMatch: headers["if-none-match"], ...negotiated };
  const answered = respondCompressed(handlers.packs.respond, asked, headers["accept-encoding"]);
  return { status: answered.status, headers: answered.headers.flat(), body: answered.body };
}

/** Builds the response of the server itself, or `undefined` if it has none at the path. */
function answerOwn({ resource, health }, { method, headers }, path) {
  const checked = health(path);
  if (checked) return json(checked);
  const contact = path === SECURITY_PATH && securityText(method, settingOf("security_contact"));
  if (contact) return { ...contact, headers: Object.entries(contact.headers).flat() };
  const file = resource(path);
  return file && answerResource(file, headers);
}

/** Finds the parts of a request that FHIR and the resolver of Digital Links read. */
const negotiatedParts = (headers) => ({
  origin: originOf(headers),
  accept: headers.accept,
  prefer: headers.prefer,
  contentType: headers["content-type"],
});

/**
 * Finds the origin under which clients reach the server. A proxy keeps `Host`, and sets
 * `X-Forwarded-Proto`. The core checks the result. No other header is read: a client could send it,
 * and a cache could keep the response.
 */
export function originOf(
  { host, "x-forwarded-proto": protocol = "" },
  configured = settingOf("origin"),
) {
  if (configured) return configured;
  const isSecure = protocol.split(",")[0].trim().toLowerCase() === "https";
  return `${isSecure ? "https" : "http"}://${host}`;
}

function answerAssistant(server, { method, headers, body }) {
  const configured = readOrigins(`${settingOf("origin") ?? ""} ${settingOf("mcp_origins") ?? ""}`);
  const request = { method, header: (name) => headers[name], body };
  return withPairs(
    answerMcp(request, server, (origin) => mayCall(origin, originOf(headers), configured)),
  );
}

function json({ status, value }) {
  const body = JSON.stringify(value);
  const headers = [
    ...SERVER_HEADERS,
    "Content-Type",
    "application/json",
    "Content-Length",
    String(Buffer.byteLength(body)),
  ];
  return { status, headers, body };
}

function withPairs({ status, headers, body }) {
  const length = status === 204 ? {} : { "Content-Length": String(Buffer.byteLength(body ?? "")) };
  return { status, headers: Object.entries({ ...headers, ...length }).flat(), body };
}

const targetTooLong = withPairs(
  problemResponse({
    type: "urn:pack-lookup:problem:target-too-long",
    title: "The address is too long",
    status: 414,
    detail: `path and query have more than ${limits.targetBytes.toLocaleString("en")} characters, percent-encoded; shorten the request`,
    reason: "target_too_long",
  }),
);

/** The response to a request that failed. */
export const failed = withPairs(internalError);

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Reads path and query, without the base path. A target that is not a URL is returned whole as
 * the path, for which the core has no resource.
 */
export function readTarget(target) {
  const url = parse(target);
  return url
    ? { path: ownPath(url.pathname), query: url.search.slice(1) }
    : { path: target, query: "" };
}

/** Makes a path without the base path, which some proxies remove. */
function ownPath(path) {
  if (basePath === undefined || !path.startsWith(`${basePath}/`)) return path;
  return path.slice(basePath.length);
}

/** Redirects only the base path to the page: addresses in it are relative. */
const toPage = (base) =>
  withPairs({ status: 308, headers: { Location: `${base}/`, "Cache-Control": "no-store" } });

function parse(target) {
  try {
    // The host is added first, because `//name/path` would name another host.
    if (target.startsWith("/")) return new URL(`http://localhost${target}`);
    return ABSOLUTE.test(target) ? new URL(target) : undefined;
  } catch {
    return undefined;
  }
}

/** Shorter answers fit into one packet in any case. */
const MIN_BYTES = 1_024;

const COMPRESS = { br: toBrotli, gzip: (bytes) => gzipSync(bytes, { level: 3 }) };

function toBrotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/**
 * Builds an answer in the encoding that the client accepts. `respond` asks the core. If the answer
 * may be compressed, its entity tag is weak: two or more encodings have it (RFC 9110 section
 * 8.8.1).
 */
function respondCompressed(respond, request, acceptEncoding) {
  if (request.method !== "GET" && request.method !== "HEAD") return respond(request);
  const encoding = chooseEncoding(acceptEncoding);
  if (encoding === "identity") return withHeaders(respond(request), (header) => header);
  // HEAD has the headers of GET, and the length is known only after the compression.
  const { status, headers, body } = withHeaders(respond({ ...request, method: "GET" }), weakened);
  const answer =
    body.length < MIN_BYTES
      ? { status, headers, body }
      : compressed({ status, headers, body }, encoding);
  return request.method === "HEAD" ? { ...answer, body: new Uint8Array() } : answer;
}

const withHeaders = ({ status, headers, body }, change) => ({
  status,
  headers: [...headers.map(change), ["Vary", "Accept-Encoding"]],
  body,
});

const weakened = ([name, value]) => [
  name,
  name === "ETag" && !value.startsWith("W/") ? `W/${value}` : value,
];

function compressed({ status, headers, body }, encoding) {
  const bytes = COMPRESS[encoding](body);
  const others = headers.filter(([name]) => name !== "Content-Length");
  return {
    status,
    headers: [...others, ["Content-Length", String(bytes.length)], ["Content-Encoding", encoding]],
    body: bytes,
  };
}
