// The paths of the OpenAPI document. Only GET is written by hand; HEAD and OPTIONS are derived from it.
import { ofHost, ofPreflight, withBody } from "./headers.mjs";
import { kindsOf, reasonsOf } from "./problems.mjs";

const ref = (kind, name) => ({ $ref: `#/components/${kind}/${name}` });

export const limits = { codes: 100, q: 200, limit: [1, 100], packs: 20, suggestions: 8, offset: [0, 999_999_999] };

const query = (name, schema, description, more = {}) => ({ name, in: "query", description, schema, ...more });
const whole = ([minimum, maximum], standard) => ({ type: "integer", minimum, maximum, default: standard });

export const parameters = {
  Format: query("format", { type: "string", enum: ["json"] }, "Accepted, and changes nothing."),
  Ids: query("ids", { type: "string", enum: ["number", "string"], default: "number" }, "How codes of dm+d stand in the answer: as exact integers, or in quotes for readers that round them."),
  IfNoneMatch: { name: "If-None-Match", in: "header", description: "An `ETag`, several with commas between them, or `*`: where one is still right, the answer is 304 without a body.", schema: { type: "string" } },
  Q: query("q", { type: "string", minLength: 1, maxLength: limits.q, pattern: "\\S" }, "Words of a name (`para 500 tab`), a GTIN, a code of dm+d, or anything GS1 that a scanner gives; where a supplement told them, the start of a code like `atc:J01CA` or `bnf:0501`.", { required: true, example: "amlod 5" }),
};

const shared = ["Format", "Ids", "IfNoneMatch"].map((name) => ref("parameters", name));

const json = (schema, example) => ({ "application/json": { schema, example } });
const asProblem = { "application/problem+json": { schema: ref("schemas", "Problem") } };
const html = { "text/html": { schema: { type: "string" } } };

const problem = (description, status, more = {}) => ({ description: `${description}: ${reasonsOf(kindsOf(status)).map((reason) => `\`${reason}\``).join(", ")}.`, headers: withBody(), content: asProblem, ...more });

export const responses = {
  BadRequest: problem("The request is malformed", 400),
  NotFound: problem("There is no such thing", 404),
  MethodNotAllowed: problem("The answer to every other method than GET, HEAD and OPTIONS", 405, { headers: withBody("Allow") }),
  Preflight: { description: "Pages of any origin may ask.", headers: ofPreflight() },
  TooLong: problem("The address is too long", 414, { headers: ofHost() }),
  HeadersTooLong: { description: "Address and headers together have more bytes than the server takes. It answers before it has read them, so without a body and the interface's headers, and ends the connection; only `pack-lookup serve` answers so." },
  Failed: problem("The service failed", 500, { headers: ofHost() }),
};

/** Responses that any request can get. */
const byHost = { 414: ref("responses", "TooLong"), 431: ref("responses", "HeadersTooLong"), 500: ref("responses", "Failed") };
const always = { 400: ref("responses", "BadRequest"), 405: ref("responses", "MethodNotAllowed"), ...byHost };

/** Returns the response 304, with the headers of the full response except those of its body. */
function notModified({ headers: { "Content-Length": _length, ...headers } }) {
  return { description: "What was fetched before is still right.", headers };
}

/** Adds HEAD, which has the headers of GET without a body, and OPTIONS, the preflight request of browsers. */
function readOnly(asked) {
  const operation = { ...asked, responses: { ...asked.responses, 304: notModified(asked.responses[200]) } };
  const { operationId, summary } = operation;
  const name = operationId[0].toUpperCase() + operationId.slice(1);
  const bodiless = Object.fromEntries(Object.entries(operation.responses).map(([status, response]) => [status, withoutBody(response)]));
  return {
    get: operation,
    head: { ...operation, operationId: `head${name}`, summary: `${summary}: the headers alone`, description: "What GET says, without its body.", responses: bodiless },
    options: { operationId: `options${name}`, tags: operation.tags, summary: `${summary}: who may ask`, parameters: operation.parameters.filter((parameter) => parameter.in === "path").map(ofAnyText), responses: { 204: ref("responses", "Preflight"), ...byHost } },
  };
}

/** Returns a parameter for any text. A preflight response does not depend on the requested code. */
const ofAnyText = (parameter) => ({ ...parameter, schema: { type: "string", minLength: 1 } });

const withoutBody = ({ content: _content, ...response }) => response;

const pages = [
  query("limit", whole(limits.limit, limits.packs), "At most so many packs."),
  query("offset", whole(limits.offset, 0), "Leave out so many of the first packs."),
];

const idOf = (example) => ({ name: "id", in: "path", required: true, description: "6 to 18 digits, the first of which is not 0.", schema: { type: "string", pattern: "^ *[1-9][0-9]{5,17} *$" }, example });

/** The concepts above packs, with names for people. */
const CONCEPTS = [
  ["amp", "A product as it is sold (AMP)"],
  ["vmpp", "A pack in a quantity, whoever sells it (VMPP)"],
  ["vmp", "The medicine in a strength and a form, whoever sells it (VMP)"],
  ["vtm", "A therapeutic moiety (VTM)"],
];

function conceptAndPacks(kind, name, examples) {
  return readOnly({
    operationId: kind,
    tags: ["Look up"],
    summary: `${name}, and its packs`,
    description: "The concept, those above it, and a page of its packs. They are of one concept, and that is all that is said: not that one may be given for another.",
    parameters: [
      idOf(examples.ids[kind]),
      ...pages,
      query("current", { type: "boolean", default: false }, "Without packs that are discontinued or invalid."),
      query("sort", { type: "string", enum: ["name", "relevance"], default: "name" }, "By name; with `relevance` current packs before others."),
      ...shared,
    ],
    responses: {
      200: { description: "The concept and its packs.", headers: withBody("XTotalCount"), content: json(ref("schemas", "ConceptAndPacks"), examples[kind]) },
      404: ref("responses", "NotFound"),
      ...always,
    },
  });
}

/** Returns all paths. `examples` are responses of the service with the demonstration data. */
export const pathsOf = (examples) => ({
  "/api/gtin/{gtin}": readOnly({
    operationId: "gtin",
    tags: ["Look up"],
    summary: "The pack of a GTIN's latest use",
    description:
      "13 and 14 digits of one number are one GTIN; spaces around them don't count. Latest use is, in this order: the period that is still open; the one that ends later; that starts later; " +
      "the pack that is neither discontinued nor invalid; the higher AMPP code. Where more than one pack has carried the GTIN, `X-Total-Count` says how many, `X-Gtin-Reuse` how unlike they are, and `Link: rel=\"alternate\"` leads to all.",
    parameters: [
      { name: "gtin", in: "path", required: true, description: "13 or 14 digits.", schema: { type: "string", pattern: "^ *[0-9]{13,14} *$" }, example: examples.codes[0] },
      query("include", { type: "string", enum: ["dmd"] }, "`dmd`: the concepts of the pack, behind its record."),
      ...shared,
    ],
    responses: {
      200: { description: "The record.", headers: withBody("XTotalCarriers", "XReuse"), content: json(ref("schemas", "Pack"), examples.pack) },
      404: ref("responses", "NotFound"),
      ...always,
    },
  }),
  "/api/gtin": readOnly({
    operationId: "gtins",
    tags: ["Look up"],
    summary: "The packs of many GTINs",
    description: `At most ${limits.codes} codes at a time. Each has its record or its problem, in the order asked; a code that is none spoils no other.`,
    parameters: [
      query("codes", { type: "array", minItems: 1, maxItems: limits.codes, items: { type: "string" }, contains: { type: "string", pattern: "\\S" } }, "GTINs with commas between them; at least one is not blank.", { required: true, style: "form", explode: false, example: examples.codes }),
      ...shared,
    ],
    responses: {
      200: { description: "An entry for each code.", headers: withBody(), content: json({ type: "array", items: ref("schemas", "LookedUp"), maxItems: limits.codes }, examples.many) },
      ...always,
    },
  }),
  "/api/ampp/{id}": readOnly({
    operationId: "ampp",
    tags: ["Look up"],
    summary: "The pack of an AMPP code, and its concepts",
    description: "The record, and behind it in `dmd` what dm+d says above the pack. It shows what there is, and never says that one pack may be given for another.",
    parameters: [idOf(examples.ids.ampp), ...shared],
    responses: { 200: { description: "The record.", headers: withBody(), content: json(ref("schemas", "Pack"), examples.ampp) }, 404: ref("responses", "NotFound"), ...always },
  }),
  ...Object.fromEntries(CONCEPTS.map(([kind, name]) => [`/api/${kind}/{id}`, conceptAndPacks(kind, name, examples)])),
  "/api/search": readOnly({
    operationId: "search",
    tags: ["Look up"],
    summary: "The packs that a query finds",
    description:
      "Each word is the beginning of a word in the name, in any order; a GTIN gives every pack that has carried it, the latest use first; the code of a concept gives its packs, by name. Nothing found is an empty array. " +
      "`X-Search: corrected` means that words were read as others, `relaxed` that these packs match only a part of the query. Show that, and `X-Search-Corrections`, beside the packs. " +
      "`X-Search-No-Match` and `X-Search-Available` say why nothing is found.",
    parameters: [
      ref("parameters", "Q"),
      ...pages,
      query("current", { type: "boolean", default: false }, "Of a name or a concept: without packs that are discontinued or invalid. Of a GTIN or an AMPP code every pack is told, whatever this says."),
      query("sort", { type: "string", enum: ["name", "relevance"], default: "name" }, "The order of the packs, and which of a name come first: with `relevance` those that fit best, current ones before others."),
      ...shared,
    ],
    responses: {
      200: { description: "Packs.", headers: withBody("XTotalCount", "XSearch", "XAvailable", "XCorrections", "XNoMatch", "XStrengths"), content: json({ type: "array", items: ref("schemas", "Pack"), maxItems: limits.limit[1] }, examples.found) },
      ...always,
    },
  }),
  "/api/suggest": readOnly({
    operationId: "suggest",
    tags: ["Look up"],
    summary: "How a name that is being typed may go on",
    description: "Its last word finished, or the next word behind a space. Those that find the most packs come first.",
    parameters: [ref("parameters", "Q"), query("limit", whole(limits.limit, limits.suggestions), "At most so many."), ...shared],
    responses: {
      200: { description: "Suggestions.", headers: withBody(), content: json({ type: "array", items: ref("schemas", "Suggestion"), maxItems: limits.limit[1] }, examples.suggested) },
      ...always,
    },
  }),
  "/api/about": readOnly({
    operationId: "about",
    tags: ["Service"],
    summary: "Version, release and licence",
    parameters: shared,
    responses: { 200: { description: "What answers, and from which data.", headers: withBody(), content: json(ref("schemas", "About"), examples.about) }, ...always },
  }),
  "/med/ampp/ampp/{page}": {
    servers: [{ url: "/", description: "Under no other prefix." }],
    ...readOnly({
      operationId: "page",
      tags: ["Pages"],
      summary: "The page of a pack, for people",
      description: "Every record's `url` is one. Only the AMPP code at its end counts: another slug leads to the right one.",
      parameters: [{ name: "page", in: "path", required: true, description: "`<slug>-<pack_id>`.", schema: { type: "string", minLength: 1 }, example: examples.page }, ref("parameters", "IfNoneMatch")],
      responses: {
        200: { description: "The page.", headers: withBody("ContentSecurityPolicy", "ReferrerPolicy"), content: html },
        308: { description: "The page is at another path.", headers: withBody("ContentSecurityPolicy", "ReferrerPolicy", "Location"), content: html },
        400: always[400],
        404: { description: "A page that says that there is no such pack.", headers: withBody("ContentSecurityPolicy", "ReferrerPolicy"), content: html },
        405: always[405],
        ...byHost,
      },
    }),
  },
  "/med/ampp/pack.css": {
    servers: [{ url: "/", description: "Under no other prefix." }],
    ...readOnly({
      operationId: "style",
      tags: ["Pages"],
      summary: "The style sheet of those pages",
      parameters: [ref("parameters", "IfNoneMatch")],
      responses: { 200: { description: "The style sheet.", headers: withBody(), content: { "text/css": { schema: { type: "string" } } } }, 405: always[405], ...byHost },
    }),
  },
});
