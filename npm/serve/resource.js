// Static resources: bytes in their encodings, with all headers prepared.
import { createHash } from "node:crypto";
import { chooseEncoding } from "./encodings.js";

/** The usual `Cache-Control` of static hosts for files that may change: cached, and revalidated each time. */
const REVALIDATED = "public, max-age=0, must-revalidate";

/** Prepares a resource. `bytes` is by encoding and always has `identity`. `headers` are pairs of name and value. */
export function makeResource(type, bytes, headers = []) {
  const tag = createHash("sha256").update(bytes.identity).digest("hex").slice(0, 32);
  const encodings = Object.keys(bytes).filter((encoding) => bytes[encoding]);
  const common = [...headers];
  if (!headers.some(([name]) => name === "Cache-Control")) common.push(["Cache-Control", REVALIDATED]);
  if (encodings.length > 1) common.push(["Vary", "Accept-Encoding"]);
  return { encodings, variants: new Map(encodings.map((encoding) => [encoding, variant(type, encoding, bytes[encoding], tag, common)])) };
}

function variant(type, encoding, body, tag, common) {
  const isEncoded = encoding !== "identity";
  // Different bytes need a different entity tag (RFC 9110 section 8.8.3).
  const etag = isEncoded ? `"${tag}-${encoding}"` : `"${tag}"`;
  const unchanged = [...common, ["ETag", etag]];
  const content = [...(common.some(([name]) => name === "Content-Type") ? [] : [["Content-Type", type]]), ["Content-Length", String(body.length)]];
  if (isEncoded) content.push(["Content-Encoding", encoding]);
  return { etag, body, unchanged: unchanged.flat(), headers: [...unchanged, ...content].flat() };
}

/** Returns the response with a resource in the best encoding, or 304 if the client has it. */
export function answerResource({ encodings, variants }, headers) {
  const chosen = variants.get(chooseEncoding(headers["accept-encoding"], encodings));
  if (lists(headers["if-none-match"], chosen.etag)) return { status: 304, headers: chosen.unchanged };
  return { status: 200, headers: chosen.headers, body: chosen.body };
}

/** Returns whether an `If-None-Match` list contains the entity tag, by the weak comparison of RFC 9110 section 8.8.3.2. */
function lists(list = "", etag) {
  return list.split(",").map((entry) => entry.trim()).some((entry) => entry === "*" || entry.replace(/^W\//, "") === etag);
}
