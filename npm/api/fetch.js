// `fetch` of the module: it reads a request of the Fetch standard, and makes the response.
import * as check from "./check.js";

/** Builds the `Response` to a request. `respond` answers its parts, also with a promise. */
export async function fetchWith(respond, input, init) {
  const request = await partsOf(input, init);
  return responseOf(request, await respond(request));
}

/**
 * Finds the parts of a request that the API reads, from the arguments of `fetch` or an object
 * with the same fields.
 */
async function partsOf(input, init) {
  const given = typeof input === "object" && input !== null ? input : {};
  const { method = given.method, headers = given.headers, body, signal } = init ?? {};
  (signal ?? given.signal)?.throwIfAborted();
  const { pathname, search, origin } = check.address(given.url ?? input);
  const sent = headersOf(headers);
  const header = (name) => sent.get(name) ?? undefined;
  const read = await bodyOf(body ?? given.body);
  return {
    method: check.method(method ?? "GET"),
    path: pathname,
    query: search.slice(1),
    ifNoneMatch: header("if-none-match"),
    origin,
    accept: header("accept"),
    prefer: header("prefer"),
    contentType: header("content-type") ?? read?.contentType,
    body: read?.bytes,
  };
}

function headersOf(headers) {
  try {
    return new Headers(headers ?? {});
  } catch (error) {
    throw check.invalid("bad_headers", `the headers are not valid: ${error.message}`);
  }
}

/** Reads the bytes of a body of any kind, and the content type that follows from its kind. */
async function bodyOf(body) {
  if (body === undefined || body === null) return undefined;
  try {
    const whole = new Response(body);
    const contentType = whole.headers.get("content-type") ?? undefined;
    return { bytes: new Uint8Array(await whole.arrayBuffer()), contentType };
  } catch (error) {
    throw check.invalid("bad_body", `the body cannot be read: ${error.message}`);
  }
}

/**
 * The status codes for which the constructor of `Response` accepts no body, not even an empty one.
 */
const BODILESS = new Set([204, 304]);

function responseOf({ method }, { status, headers, body }) {
  return new Response(method === "HEAD" || BODILESS.has(status) ? null : body, { status, headers });
}
