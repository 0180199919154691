// What the operations share: their responses, the links between them, and HEAD and OPTIONS, which
// are derived from GET.
import { ref } from "./parameters.mjs";
import { kindsOf, ofHost, ofPreflight, reasonsOf, withBody } from "./responses.mjs";

export const json = (schema, example) => ({ "application/json": { schema, example } });
const asProblem = { "application/problem+json": { schema: ref("schemas", "Problem") } };
export const html = { "text/html": { schema: { type: "string" } } };

export const problem = (description, status, more = {}) => ({
  description: `${description}: ${reasonsOf(kindsOf(status))
    .map((reason) => `\`${reason}\``)
    .join(", ")}.`,
  headers: withBody(),
  content: asProblem,
  ...more,
});

export const responses = {
  BadRequest: problem("The request is malformed", 400),
  NotFound: problem("The resource does not exist", 404),
  MethodNotAllowed: problem("The method is not GET, HEAD or OPTIONS", 405, {
    headers: withBody("Allow"),
  }),
  Preflight: { description: "Pages of any origin may send requests.", headers: ofPreflight() },
  TooLong: problem("The address is too long", 414, { headers: ofHost() }),
  HeadersTooLong: {
    description:
      "The address and the headers are larger than the server accepts. It closes the connection " +
      "without reading them, so the response has no body and none of the headers of this API. " +
      "Only `pack-lookup serve` sends this.",
  },
  Failed: problem("The service failed", 500, { headers: ofHost() }),
};

/** Responses that any request can get. */
export const byHost = {
  414: ref("responses", "TooLong"),
  431: ref("responses", "HeadersTooLong"),
  500: ref("responses", "Failed"),
};
export const always = {
  400: ref("responses", "BadRequest"),
  405: ref("responses", "MethodNotAllowed"),
  ...byHost,
};

/** The response 304, with the headers of the full response except the ones of its body. */
function notModified({ headers: { "Content-Length": _length, ...headers } }) {
  return { description: "Not modified. The stored response is current.", headers };
}

/**
 * Adds HEAD, which has the headers of GET without a body, and OPTIONS, the preflight request of
 * browsers.
 */
export function readOnly(get) {
  const operation = {
    ...get,
    responses: { ...get.responses, 304: notModified(get.responses[200]) },
  };
  const { operationId, summary } = operation;
  const name = operationId[0].toUpperCase() + operationId.slice(1);
  const bodiless = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [
      status,
      withoutBody(response),
    ]),
  );
  return {
    get: operation,
    head: {
      ...operation,
      operationId: `head${name}`,
      summary: `${summary}: headers only`,
      description: "Like GET, without the body.",
      responses: bodiless,
    },
    options: {
      operationId: `options${name}`,
      tags: operation.tags,
      summary: `${summary}: preflight request`,
      parameters: operation.parameters
        .filter((parameter) => parameter.in === "path")
        .map(ofAnyText),
      responses: { 204: ref("responses", "Preflight"), ...byHost },
    },
  };
}

/** A parameter for any text. A preflight response does not depend on the requested code. */
const ofAnyText = (parameter) => ({ ...parameter, schema: { type: "string", minLength: 1 } });

const withoutBody = ({ content: _content, links: _links, ...response }) => response;

/**
 * The links from the codes in a body to the operations that return their concepts. `kinds`
 * has a JSON pointer for each kind.
 */
export function linksTo(kinds) {
  const link = ([kind, pointer]) => [
    kind,
    {
      operationId: kind,
      parameters: { id: `$response.body#${pointer}` },
      description: LINKS[kind],
    },
  ];
  return Object.fromEntries(Object.entries(kinds).map(link));
}

/** The targets of links, by the name of the operation. */
const LINKS = {
  ampp: "The pack, with its concepts.",
  amp: "The product of a supplier, and all its packs.",
  vmpp: "The generic pack, and all packs of it.",
  vmp: "The generic product, and all packs of it.",
  vtm: "The therapeutic moiety, and all packs of it.",
};

/** The links of the response of each kind of concept. */
export const PARENTS = {
  amp: { ampp: "/packs/0/pack_id", vmp: "/vmp/id", vtm: "/vtm/id" },
  vmpp: { ampp: "/packs/0/pack_id", vmp: "/vmp/id", vtm: "/vtm/id" },
  vmp: { ampp: "/packs/0/pack_id", vtm: "/vtm/id" },
  vtm: { ampp: "/packs/0/pack_id" },
};
