// The tools of assistants over HTTP: the transport "Streamable HTTP" of the Model Context Protocol.
// It has no sessions and no streams, so any process can answer any request. Every host uses this
// module, so it imports nothing from Node.
import { hasVersion, MAX_MESSAGE_BYTES, rejection, Session, UNNAMED_VERSION } from "./protocol.js";

/** Reports whether a path leads to the tools. */
export const isMcp = (path) => path === "/mcp" || path === "/mcp/";

const METHODS = "POST, OPTIONS";

const HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  Vary: "Origin",
};

/**
 * Headers of the answer to the request with which a browser asks whether a page of another origin
 * may call.
 */
const PREFLIGHT = {
  "Access-Control-Allow-Methods": METHODS,
  "Access-Control-Allow-Headers": "Accept, Content-Type, MCP-Protocol-Version",
  "Access-Control-Max-Age": "86400",
};

/**
 * Answers a request. `header` returns a header of it, `body` has at most one byte more than
 * allowed, and `isAllowed` returns whether pages of an origin may call.  `server` belongs to a
 * `Session`.
 */
export function answerMcp({ method, header, body }, server, isAllowed) {
  const origin = header("origin");
  if (origin !== undefined && !isAllowed(origin))
    return refused(403, "pages of this origin may not call this server; the deployer can allow it");
  const cors = origin === undefined ? {} : { "Access-Control-Allow-Origin": origin };
  const { headers, ...response } = answerAllowed({ method, header, body }, server);
  return { ...response, headers: { ...headers, ...cors } };
}

function answerAllowed({ method, header, body }, server) {
  if (method === "OPTIONS")
    return { status: 204, headers: { ...HEADERS, ...PREFLIGHT, Allow: METHODS } };
  const refusal = refusalOf(method, header, body);
  return (
    refusal ??
    answerMessage(body, new Session(server, header("mcp-protocol-version") ?? UNNAMED_VERSION))
  );
}

/** Builds the response to a request that is not valid as HTTP, or `undefined`. */
function refusalOf(method, header, body) {
  const version = header("mcp-protocol-version");
  if (method !== "POST")
    return refused(
      405,
      "send messages with POST; this server opens no streams and has no sessions",
      { Allow: METHODS },
    );
  if (version !== undefined && !hasVersion(version))
    return refused(
      400,
      "the server does not have this MCP-Protocol-Version; send the version of its answer to initialize",
    );
  if (!isJson(header("content-type")))
    return refused(415, "the Content-Type must be application/json");
  if (!ANSWER_TYPES.every((type) => accepts(header("accept"), type)))
    return refused(406, `the Accept header must list ${ANSWER_TYPES.join(" and ")}`);
  return body.length > MAX_MESSAGE_BYTES
    ? refused(413, `a message must have at most ${MAX_MESSAGE_BYTES} bytes`)
    : undefined;
}

function answerMessage(body, session) {
  const response = session.answer(body);
  if (response === undefined) return { status: 202, headers: HEADERS };
  // An error that belongs to no request is an error of HTTP, too.
  return json(response.id === null ? 400 : 200, response);
}

const refused = (status, message, headers) => json(status, rejection(message), headers);

const json = (status, value, headers) => ({
  status,
  headers: { ...HEADERS, "Content-Type": "application/json", ...headers },
  body: JSON.stringify(value),
});

const isJson = (contentType = "") => typeOf(contentType) === "application/json";

const typeOf = (value) => value.split(";")[0].trim().toLowerCase();

/** What a client must accept. The server answers with the first one only. */
const ANSWER_TYPES = ["application/json", "text/event-stream"];

/** Reports whether an `Accept` header lists a media type, by name or by a wildcard. */
function accepts(accept = "", type) {
  const ranges = [type, `${type.split("/")[0]}/*`, "*/*"];
  return accept
    .split(",")
    .some((entry) => ranges.includes(typeOf(entry)) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(entry));
}
