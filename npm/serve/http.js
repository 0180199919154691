// HTTP for every host: content encodings, and problem documents. The Worker uses this module too,
// so it imports nothing from Node.
import { concatenated } from "../api/byte-source.js";
import { isMcp } from "../mcp/http.js";
import { MAX_MESSAGE_BYTES } from "../mcp/protocol.js";

/** In bytes. The core rejects longer bodies. */
const MAX_FHIR_BODY = 8 * 1024;
const MAX_BODY = 256 * 1024;
const MAX_LIST = 1024 * 1024;
const LIST = /^\/(?:(?:med|string-ids)\/)?api\/check-list\/?$/;

/** Counts how many bytes a body may have, or `undefined` if it is not read. */
export function maxBodyOf(method, path) {
  if (method !== "POST") return undefined;
  if (isMcp(path)) return MAX_MESSAGE_BYTES;
  if (LIST.test(path)) return MAX_LIST;
  if (/^\/fhir\/?$/.test(path)) return MAX_BODY;
  return path.startsWith("/fhir/") ? MAX_FHIR_BODY : undefined;
}

/** Reads a body, or the start of one that is too long: one byte more than `max`. */
export async function readBody(stream, max) {
  const parts = [];
  let length = 0;
  const reader = stream?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    const start = part.value.subarray(0, max + 1 - length);
    parts.push(start);
    length += start.length;
    if (length > max) break;
  }
  return concatenated(parts, length);
}

/** In order of preference. */
const PREFERRED = ["br", "gzip"];

/** Finds the best available encoding that the header `Accept-Encoding` accepts, or `identity`. */
export function chooseEncoding(acceptEncoding, available = PREFERRED) {
  const accepted = readAccepted(acceptEncoding ?? "");
  const accepts = (encoding) => (accepted.get(encoding) ?? accepted.get("*") ?? 0) > 0;
  return (
    PREFERRED.find((encoding) => available.includes(encoding) && accepts(encoding)) ?? "identity"
  );
}

function readAccepted(header) {
  const entries = header
    .toLowerCase()
    .split(",")
    .map((entry) => entry.split(";").map((part) => part.trim()));
  return new Map(entries.map(([encoding, ...parameters]) => [encoding, weight(parameters)]));
}

function weight(parameters) {
  const quality = parameters.find((parameter) => parameter.startsWith("q="));
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
}

/** Builds a response with a problem document (RFC 9457), in the format of the core. */
export function problemResponse(problem) {
  return {
    status: problem.status,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "no-store",
      "Content-Type": "application/problem+json",
      "X-Content-Type-Options": "nosniff",
    },
    body: JSON.stringify(problem),
  };
}

export const internalError = problemResponse({
  type: "urn:pack-lookup:problem:internal-error",
  title: "The service failed",
  status: 500,
  detail: "this request failed, other requests are not affected; report it if it fails again",
  reason: "internal_error",
});
