// Compresses the answers of the core. They are made for one request, so speed matters more than the
// last bytes.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { chooseEncoding } from "./http.js";

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
 * Returns an answer in the encoding that the client accepts. `respond` asks the core. If the answer
 * may be compressed, its entity tag is weak: it is that of several encodings (RFC 9110 section
 * 8.8.1).
 */
export function respondCompressed(respond, request, acceptEncoding) {
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
