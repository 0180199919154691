// The Worker's entry: the core with error handling, and the dataset in the encoding that the client accepts. A panic makes the WebAssembly
// instance unusable. workers-rs replaces it before the next request, and this module answers the request that panicked.
import Core from "pack-lookup-core";
import { chooseEncoding, internalError, isFhirPost, readBody } from "../../npm/serve/http.js";

export default {
  async fetch(request, env, context) {
    try {
      return (await dataset(request, env)) ?? (await new Core(context, env).fetch(await withBody(request)));
    } catch {
      const { body, status, headers } = internalError;
      return new Response(body, { status, headers });
    }
  },
};

/** Reads the body of a FHIR request, for `body_of` in worker.rs. The core cannot wait for it. */
async function withBody(request) {
  if (isFhirPost(request.method, new URL(request.url).pathname)) request.bodyBytes = await readBody(request.body);
  return request;
}

const FOLDER = "/dataset/";
const NEGOTIATED = /\.bin$/;
/** Each encoding of a dataset is a separate file, compressed at build time. */
const ENDINGS = { br: ".br", gzip: ".gz", identity: "" };

/** Returns a file of the folder of datasets, or `undefined` if it does not exist. */
async function dataset(request, env) {
  const url = new URL(request.url);
  if (!url.pathname.startsWith(FOLDER) || !["GET", "HEAD"].includes(request.method)) return undefined;
  const encoding = NEGOTIATED.test(url.pathname) ? chooseEncoding(acceptedBy(request)) : undefined;
  url.pathname += ENDINGS[encoding] ?? "";
  const asset = await env.ASSETS.fetch(new Request(url, request));
  if (asset.status === 404) return undefined;
  return encoding ? encoded(asset, encoding) : asset;
}

/** Cloudflare replaces the client's header, and keeps the original in `request.cf`. */
const acceptedBy = (request) => request.cf?.clientAcceptEncoding ?? request.headers.get("Accept-Encoding");

function encoded(asset, encoding) {
  const headers = new Headers(asset.headers);
  headers.set("Vary", "Accept-Encoding");
  if (encoding === "identity" || asset.status === 304) return new Response(asset.body, { status: asset.status, headers });
  headers.set("Content-Encoding", encoding);
  headers.set("Content-Type", "application/octet-stream");
  return new Response(asset.body, { status: asset.status, headers, encodeBody: "manual" });
}
