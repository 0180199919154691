// The Worker's entry: the built core with a catch around it, and the dataset in the encoding that the client takes. A panic leaves
// the WebAssembly instance unusable; workers-rs replaces it before the next request, and the request that panicked gets its
// answer here.
import Core from "pack-lookup-core";
import { chooseEncoding } from "../../npm/serve/encodings.js";
import { internalError } from "../../npm/serve/internal-error.js";

export default {
  async fetch(request, env, context) {
    try {
      return (await dataset(request, env)) ?? (await new Core(context, env).fetch(request));
    } catch {
      const { body, status, headers } = internalError;
      return new Response(body, { status, headers });
    }
  },
};

const FOLDER = "/dataset/";
const NEGOTIATED = /\.bin$/;
/** Each encoding of a dataset is a file of its own, compressed when it was built. */
const ENDINGS = { br: ".br", gzip: ".gz", identity: "" };

/** A file of the folder of datasets, or nothing where it has none of this name. */
async function dataset(request, env) {
  const url = new URL(request.url);
  if (!url.pathname.startsWith(FOLDER) || !["GET", "HEAD"].includes(request.method)) return undefined;
  const encoding = NEGOTIATED.test(url.pathname) ? chooseEncoding(acceptedBy(request)) : undefined;
  url.pathname += ENDINGS[encoding] ?? "";
  const asset = await env.ASSETS.fetch(new Request(url, request));
  if (asset.status === 404) return undefined;
  return encoding ? encoded(asset, encoding) : asset;
}

/** Cloudflare writes a header of its own to the Worker, and keeps the client's here. */
const acceptedBy = (request) => request.cf?.clientAcceptEncoding ?? request.headers.get("Accept-Encoding");

function encoded(asset, encoding) {
  const headers = new Headers(asset.headers);
  headers.set("Vary", "Accept-Encoding");
  if (encoding === "identity" || asset.status === 304) return new Response(asset.body, { status: asset.status, headers });
  headers.set("Content-Encoding", encoding);
  headers.set("Content-Type", "application/octet-stream");
  return new Response(asset.body, { status: asset.status, headers, encodeBody: "manual" });
}
