// From a request to status, headers and body: files and the dataset as they were made ready, all else from the core.
import { internalError } from "./internal-error.js";
import { limits } from "./limits.js";
import { problemOf } from "./problem.js";
import { answerResource } from "./resource.js";
import { readTarget } from "./target.js";

/** The core's alone, and asked for most. */
const CORE = /^\/(?:api|fhir|med)\//;

/** Of what the server says of itself. */
const OWN = ["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"];

/** `packs` answers what is the core's; `resource` gives what is served under a path, `health` what is said to whoever watches. */
export function answer({ packs, resource, health }, { method, url, headers }) {
  if (url.length > limits.targetBytes) return tooLong;
  const { path, query } = readTarget(url);
  // As hosts see it, some characters are three.
  if (path.length + query.length > limits.targetBytes) return tooLong;
  if (!CORE.test(path) && (method === "GET" || method === "HEAD")) {
    if (path === "/healthz") return json(health());
    const found = resource(path);
    if (found) return answerResource(found, headers);
  }
  const { status, headers: pairs, body } = packs.respond({ method, path, query, ifNoneMatch: headers["if-none-match"] });
  return { status, headers: pairs.flat(), body };
}

function json(value) {
  const body = JSON.stringify(value);
  const headers = [...OWN, "Content-Type", "application/json", "Content-Length", String(Buffer.byteLength(body))];
  return { status: 200, headers, body };
}

const sent = ({ status, headers, body }) => ({ status, headers: Object.entries({ ...headers, "Content-Length": String(body.length) }).flat(), body });

const tooLong = sent(problemOf({
  type: "urn:pack-lookup:problem:target-too-long",
  title: "The address is too long",
  status: 414,
  detail: `path and query have at most ${limits.targetBytes.toLocaleString("en")} characters, percent-encoded`,
  reason: "target_too_long",
}));

/** The core never stops by itself; where it does, nothing is known of what it was doing. */
export const failed = sent(internalError);
