// The Worker's entry: the core with error handling, and the dataset in the encoding that the client
// accepts. A panic makes the WebAssembly instance unusable. workers-rs replaces it before the next
// request, and this module answers the request that panicked.
import Core from "pack-lookup-core";
import { OpenDataset } from "../../npm/api/open-dataset.js";
import { answerMcp, isMcp } from "../../npm/mcp/http.js";
import { mayCall, readOrigins, SECURITY_PATH, securityText } from "../../npm/http/security.js";
import { serverOf } from "../../npm/mcp/tools.js";
import { chooseEncoding, internalError, maxBodyOf, readBody } from "../../npm/serve/http.js";
import { createWasmCall } from "../../npm/wasm/wasm-call.js";

export default {
  async fetch(request, env, context) {
    try {
      return (
        (await dataset(request, env)) ??
        security(request, env) ??
        (await answer(await withBody(request), env, context))
      );
    } catch {
      const { body, status, headers } = internalError;
      return new Response(body, { status, headers });
    }
  },
};

/**
 * Reads the body of a request that needs it. The core cannot wait for it: `body_of` in worker.rs
 * finds it in the request.
 */
async function withBody(request) {
  const max = maxBodyOf(request.method, new URL(request.url).pathname);
  if (max !== undefined) request.bodyBytes = await readBody(request.body, max);
  return request;
}

function answer(request, env, context) {
  const core = new Core(context, env);
  return isMcp(new URL(request.url).pathname)
    ? answerAssistant(request, env, core)
    : core.fetch(request);
}

/** Answers an assistant with the files that answer it in Node, too. */
function answerAssistant(request, env, core) {
  const packs = new OpenDataset(core.builtInPacks(), createWasmCall("call again"));
  const header = (name) => request.headers.get(name) ?? undefined;
  const isAllowed = (origin) =>
    mayCall(origin, new URL(request.url).origin, readOrigins(env.PACK_LOOKUP_MCP_ORIGINS));
  try {
    const { status, headers, body } = answerMcp(
      { method: request.method, header, body: request.bodyBytes },
      serverOf(() => packs, reportFailure),
      isAllowed,
    );
    return new Response(body, { status, headers });
  } finally {
    packs.close();
  }
}

/** Messages of exceptions may contain a question, so only the name is written. */
const reportFailure = ({ name }) => console.error(`a call failed (${name})`);

/**
 * Returns who to tell about a weakness, if the variable `SECURITY_CONTACT` of the deployment has a
 * contact.
 */
function security(request, env) {
  const text =
    new URL(request.url).pathname === SECURITY_PATH &&
    securityText(request.method, env.SECURITY_CONTACT);
  return text ? new Response(text.body, text) : undefined;
}

const FOLDER = "/dataset/";
const NEGOTIATED = /\.bin$/;
/** Each encoding of a dataset is a separate file, compressed at build time. */
const ENDINGS = { br: ".br", gzip: ".gz", identity: "" };

/** Returns a file of the folder of datasets, or `undefined` if it does not exist. */
async function dataset(request, env) {
  const url = new URL(request.url);
  if (!url.pathname.startsWith(FOLDER) || !["GET", "HEAD"].includes(request.method))
    return undefined;
  const encoding = NEGOTIATED.test(url.pathname) ? chooseEncoding(acceptedBy(request)) : undefined;
  url.pathname += ENDINGS[encoding] ?? "";
  const asset = await env.ASSETS.fetch(new Request(url, request));
  if (asset.status === 404) return undefined;
  return encoding ? encoded(asset, encoding) : asset;
}

/** Cloudflare replaces the client's header, and keeps the original in `request.cf`. */
const acceptedBy = (request) =>
  request.cf?.clientAcceptEncoding ?? request.headers.get("Accept-Encoding");

function encoded(asset, encoding) {
  const headers = new Headers(asset.headers);
  headers.set("Vary", "Accept-Encoding");
  if (encoding === "identity" || asset.status === 304)
    return new Response(asset.body, { status: asset.status, headers });
  headers.set("Content-Encoding", encoding);
  headers.set("Content-Type", "application/octet-stream");
  return new Response(asset.body, { status: asset.status, headers, encodeBody: "manual" });
}
