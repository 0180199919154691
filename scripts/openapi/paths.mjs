// The paths of the OpenAPI document. Only GET is written by hand; HEAD and OPTIONS are derived from
// it.
import { CHANGE_KINDS } from "../../npm/api/check.js";
import { FLAG_PROPERTIES, TEXT_PROPERTIES } from "../../npm/api/properties.js";
import { kindsOf, ofHost, ofPreflight, reasonsOf, withBody } from "./responses.mjs";

const ref = (kind, name) => ({ $ref: `#/components/${kind}/${name}` });

/** The limits of parameters. */
export const limits = {
  codes: 100,
  q: 200,
  limit: [1, 100],
  packs: 20,
  suggestions: 8,
  offset: [0, 999_999_999],
  changesLimit: [1, 1000],
  list: 10_000,
  changes: 100,
};

const query = (name, schema, description, more = {}) => ({
  name,
  in: "query",
  description,
  schema,
  ...more,
});
const whole = ([minimum, maximum], standard) => ({
  type: "integer",
  minimum,
  maximum,
  default: standard,
});

export const parameters = {
  Format: query(
    "format",
    { type: "string", enum: ["json"] },
    "The format of the response. JSON is the only one.",
  ),
  Ids: query(
    "ids",
    { type: "string", enum: ["number", "string"], default: "number" },
    "The type of dm+d codes in the response: exact integers, or strings for clients whose JSON parser rounds large integers. The default under `/string-ids` is `string`. The codes in the example responses are shortened to 16 digits, which every tool shows exactly.",
  ),
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description:
      "One or more entity tags separated by commas, or `*`. If one of them is current, the response is 304 without a body.",
    schema: { type: "string" },
  },
  Q: query(
    "q",
    { type: "string", minLength: 1, maxLength: limits.q, pattern: "\\S" },
    "The search query: words of a name (`para 500 tab`), a GTIN, a dm+d code, or a scanned GS1 element string or Digital Link. If the dataset was built with the supplement, also a prefix of a classification code, such as `atc:J01CA` or `bnf:0501`.",
    { required: true, example: "amlod 5" },
  ),
};

/** The filters of a search, by property. */
const filters = [
  ...TEXT_PROPERTIES.map((property) =>
    query(
      property,
      {
        type: "array",
        minItems: 1,
        items: { type: "string", minLength: 1, maxLength: limits.q },
      },
      "Only packs with one of these values, separated by commas: texts of the release, or their keys. `/api/filters` lists both.",
      { style: "form", explode: false },
    ),
  ),
  ...FLAG_PROPERTIES.map((property) =>
    query(
      property,
      {
        type: "array",
        minItems: 1,
        items: { type: "string", enum: ["true", "false", "absent"] },
      },
      "Only packs that the release marks (`true`), does not mark (`false`), or for which it does not have the property (`absent`).",
      { style: "form", explode: false },
    ),
  ),
];

const currentOnly = query(
  "current",
  { type: "boolean", default: false },
  "Whether to omit discontinued and invalid packs. Ignored for a GTIN and an AMPP code, which always return every pack.",
);

const sharedParameters = ["Format", "Ids", "IfNoneMatch"].map((name) => ref("parameters", name));

const json = (schema, example) => ({ "application/json": { schema, example } });
const asProblem = { "application/problem+json": { schema: ref("schemas", "Problem") } };
const html = { "text/html": { schema: { type: "string" } } };

const problem = (description, status, more = {}) => ({
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
      "The address and the headers are larger than the server accepts. It closes the connection without reading them, so the response has no body and none of the headers of this API. Only `pack-lookup serve` sends this.",
  },
  Failed: problem("The service failed", 500, { headers: ofHost() }),
};

/** Responses that any request can get. */
const byHost = {
  414: ref("responses", "TooLong"),
  431: ref("responses", "HeadersTooLong"),
  500: ref("responses", "Failed"),
};
const always = {
  400: ref("responses", "BadRequest"),
  405: ref("responses", "MethodNotAllowed"),
  ...byHost,
};

/** Returns the response 304, with the headers of the full response except those of its body. */
function notModified({ headers: { "Content-Length": _length, ...headers } }) {
  return { description: "Not modified. The stored response is current.", headers };
}

/**
 * Adds HEAD, which has the headers of GET without a body, and OPTIONS, the preflight request of
 * browsers.
 */
function readOnly(get) {
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

/** Returns a parameter for any text. A preflight response does not depend on the requested code. */
const ofAnyText = (parameter) => ({ ...parameter, schema: { type: "string", minLength: 1 } });

const withoutBody = ({ content: _content, links: _links, ...response }) => response;

/**
 * Returns the links from the codes in a body to the operations that return their concepts. `kinds`
 * has a JSON pointer for each kind.
 */
function linksTo(kinds) {
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
const PARENTS = {
  amp: { ampp: "/packs/0/pack_id", vmp: "/vmp/id", vtm: "/vtm/id" },
  vmpp: { ampp: "/packs/0/pack_id", vmp: "/vmp/id", vtm: "/vtm/id" },
  vmp: { ampp: "/packs/0/pack_id", vtm: "/vtm/id" },
  vtm: { ampp: "/packs/0/pack_id" },
};

const pages = [
  query("limit", whole(limits.limit, limits.packs), "The maximum number of packs."),
  query("offset", whole(limits.offset, 0), "The number of packs to skip."),
];

const idOf = (example) => ({
  name: "id",
  in: "path",
  required: true,
  description: "A dm+d code: 6 to 18 digits, without a leading 0.",
  schema: { type: "string", pattern: "^ *[1-9][0-9]{5,17} *$" },
  example,
});

/** The kinds of concepts above packs, with the summaries of their operations. */
const CONCEPTS = [
  ["amp", "Get a product of a supplier (AMP)"],
  ["vmpp", "Get a generic pack (VMPP)"],
  ["vmp", "Get a generic product (VMP)"],
  ["vtm", "Get a therapeutic moiety (VTM)"],
];

function conceptAndPacks(kind, summary, examples) {
  return readOnly({
    operationId: kind,
    tags: ["Look up"],
    summary: `${summary} and its packs`,
    description:
      "Returns the concept, its parents, and a page of its packs. That packs share a concept does not mean that one may be supplied in place of another.",
    parameters: [
      idOf(examples.ids[kind]),
      ...pages,
      query(
        "current",
        { type: "boolean", default: false },
        "Whether to omit discontinued and invalid packs.",
      ),
      query(
        "sort",
        { type: "string", enum: ["name", "relevance"], default: "name" },
        "The order of the packs: by name, or with `relevance` current packs first.",
      ),
      ...filters,
      ...sharedParameters,
    ],
    responses: {
      200: {
        description: "The concept and its packs.",
        headers: withBody("XTotalCount", "XUnfiltered"),
        content: json(ref("schemas", "ConceptAndPacks"), examples[kind]),
        links: linksTo(PARENTS[kind]),
      },
      404: ref("responses", "NotFound"),
      ...always,
    },
  });
}

/** Which changes are asked for. */
const askedChanges = [
  query(
    "since",
    { type: "string", format: "date" },
    "Only changes of releases of this day or later. Without it, all that the service knows.",
  ),
  query(
    "kind",
    { type: "array", minItems: 1, items: { type: "string", enum: CHANGE_KINDS } },
    "Only these kinds of changes, separated by commas. The parameter may also be repeated.",
    { style: "form", explode: false },
  ),
  query(
    "code",
    {
      type: "array",
      minItems: 1,
      maxItems: limits.codes,
      items: { type: "string", pattern: "^([1-9][0-9]{5,17}|[0-9]{13,14})$" },
    },
    "Only these dm+d codes or GTINs, separated by commas, also as the earlier code or the other pack. The parameter may also be repeated.",
    { style: "form", explode: false },
  ),
];

/** The list of the example response. */
export const EXAMPLE_LIST = ["9520000000035", "995200000000000021", "5.01E+12"];

/** Returns the only path with a body: a list is longer than an address. */
const listPath = (example) => ({
  post: {
    operationId: "checkList",
    tags: ["Look up"],
    summary: "Say what became of the codes of a list",
    description: `Takes GTINs and dm+d codes in any mixture, at most ${limits.list.toLocaleString("en")}, and returns for each whether it is current, discontinued, invalid, replaced, removed, unknown or re-used, also if a spreadsheet has spoiled it. With a history, \`additions\` has the codes that came since the day of the list under the same products. Nothing is stored.`,
    parameters: [
      query(
        "since",
        { type: "string", format: "date" },
        "The day on which the list was made, if the body does not have it.",
      ),
      ...sharedParameters.slice(0, 2),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: ref("schemas", "List"), example: EXAMPLE_LIST },
        "text/plain": {
          schema: { type: "string", pattern: "\\S", description: "A code in each line." },
          example: EXAMPLE_LIST.join("\n"),
        },
      },
    },
    responses: {
      200: {
        description: "What became of each code, in the order of the list.",
        headers: withBody(),
        content: json(ref("schemas", "CheckedList"), example),
      },
      400: ref("responses", "BadRequest"),
      413: problem("The list is too long", 413),
      ...byHost,
    },
  },
  options: {
    operationId: "optionsCheckList",
    tags: ["Look up"],
    summary: "Say what became of the codes of a list: preflight request",
    parameters: [],
    responses: {
      204: {
        description: "Pages of any origin may send lists.",
        headers: ofPreflight("POST, OPTIONS"),
      },
      ...byHost,
    },
  },
});

/** Returns all paths. `examples` are responses of the service to requests on demonstration data. */
export const pathsOf = (examples) => ({
  "/api/gtin/{gtin}": readOnly({
    operationId: "gtin",
    tags: ["Look up"],
    summary: "Get the pack of a GTIN",
    description:
      "Returns the pack of the latest use of a GTIN. The forms of 13 and 14 digits are the same GTIN; spaces around it are ignored. The latest use is chosen in this order: an open period; the later end; the later start; " +
      'a pack that is neither discontinued nor invalid; the higher AMPP code. If more than one pack has carried the GTIN, `X-Total-Count` is their number, `X-Gtin-Reuse` is how they differ, and `Link: rel="alternate"` leads to all of them.',
    parameters: [
      {
        name: "gtin",
        in: "path",
        required: true,
        description: "A GTIN of 13 or 14 digits.",
        schema: { type: "string", pattern: "^ *[0-9]{13,14} *$" },
        example: examples.codes[0],
      },
      query(
        "include",
        { type: "string", enum: ["dmd"] },
        "`dmd` adds the concepts of the pack to the response.",
      ),
      ...sharedParameters,
    ],
    responses: {
      200: {
        description: "The pack.",
        headers: withBody("XTotalCarriers", "XPeriod", "XReuse"),
        content: json(ref("schemas", "Pack"), examples.pack),
        links: linksTo({ ampp: "/pack_id" }),
      },
      404: ref("responses", "NotFound"),
      ...always,
    },
  }),
  "/api/gtin": readOnly({
    operationId: "gtins",
    tags: ["Look up"],
    summary: "Get the packs of several GTINs",
    description: `Returns a pack or a problem for each code, in the order of the request. An invalid code does not affect the others. A request has at most ${limits.codes} codes.`,
    parameters: [
      query(
        "codes",
        {
          type: "array",
          minItems: 1,
          maxItems: limits.codes,
          items: { type: "string" },
          contains: { type: "string", pattern: "\\S" },
        },
        "GTINs separated by commas. The parameter may also be repeated. At least one must not be blank.",
        { required: true, style: "form", explode: false, example: examples.codes },
      ),
      ...sharedParameters,
    ],
    responses: {
      200: {
        description: "One entry for each code.",
        headers: withBody(),
        content: json(
          { type: "array", items: ref("schemas", "LookedUp"), maxItems: limits.codes },
          examples.many,
        ),
        links: linksTo({ ampp: "/0/pack/pack_id" }),
      },
      ...always,
    },
  }),
  "/api/ampp/{id}": readOnly({
    operationId: "ampp",
    tags: ["Look up"],
    summary: "Get the pack of an AMPP code, and its concepts",
    description:
      "Returns the pack, with its concepts in `dmd`. A shared concept does not mean that one pack may be supplied in place of another.",
    parameters: [idOf(examples.ids.ampp), ...sharedParameters],
    responses: {
      200: {
        description: "The pack.",
        headers: withBody(),
        content: json(ref("schemas", "Pack"), examples.ampp),
        links: linksTo({
          amp: "/dmd/amp/id",
          vmpp: "/dmd/vmpp/id",
          vmp: "/dmd/vmp/id",
          vtm: "/dmd/vtm/id",
        }),
      },
      404: ref("responses", "NotFound"),
      ...always,
    },
  }),
  ...Object.fromEntries(
    CONCEPTS.map(([kind, summary]) => [
      `/api/${kind}/{id}`,
      conceptAndPacks(kind, summary, examples),
    ]),
  ),
  "/api/search": readOnly({
    operationId: "search",
    tags: ["Look up"],
    summary: "Search packs",
    description:
      "Returns the packs that match a query. Each word of the query is the beginning of a word in one of its names, in any order, and means what it is: a medicine, a strength, a form, a route, a supplier or a size. A GTIN returns every pack that has carried it, the latest use first. A code of a concept returns its packs by name. If nothing is found, the array is empty. " +
      "Filters only remove packs; `X-Unfiltered-Count` is the number of packs without them. With filters, `q` is optional. " +
      "`X-Search: corrected` means that words were corrected, and `relaxed` that the packs match a part of the query only. Show this, and `X-Search-Corrections`, with the packs. " +
      "`X-Search-Notices` has former names, and whether packs have further substances. " +
      "`X-Search-No-Match` and `X-Search-Available` have the reason why nothing is found.",
    parameters: [
      { ...parameters.Q, required: false },
      ...pages,
      currentOnly,
      query(
        "sort",
        { type: "string", enum: ["name", "relevance"], default: "name" },
        "The order of the packs: by name, or with `relevance` the best matches first, current packs before others.",
      ),
      ...filters,
      ...sharedParameters,
    ],
    responses: {
      200: {
        description: "The matching packs.",
        headers: withBody(
          "XTotalCount",
          "XUnfiltered",
          "XReuse",
          "XSearch",
          "XAvailable",
          "XCorrections",
          "XNoMatch",
          "XNotices",
          "XStrengths",
        ),
        content: json(
          { type: "array", items: ref("schemas", "Pack"), maxItems: limits.limit[1] },
          examples.found,
        ),
        links: linksTo({ ampp: "/0/pack_id" }),
      },
      404: ref("responses", "NotFound"),
      ...always,
    },
  }),
  "/api/filters": readOnly({
    operationId: "filters",
    tags: ["Look up"],
    summary: "Count packs by their properties",
    description:
      "Returns the values of each property that the packs of a query have, with the number of packs that choosing this value alone would leave. Without a query, all packs are counted. The values are those that the filters of a search accept.",
    parameters: [
      { ...parameters.Q, required: false },
      currentOnly,
      ...filters,
      ...sharedParameters,
    ],
    responses: {
      200: {
        description: "The properties and their values.",
        headers: withBody(),
        content: json(ref("schemas", "FilterCounts"), examples.filters),
      },
      404: ref("responses", "NotFound"),
      ...always,
    },
  }),
  "/api/suggest": readOnly({
    operationId: "suggest",
    tags: ["Look up"],
    summary: "Complete a search query",
    description:
      "Returns completions of the last word, or after a space the next words. Suggestions that find the most packs come first.",
    parameters: [
      ref("parameters", "Q"),
      query("limit", whole(limits.limit, limits.suggestions), "The maximum number of suggestions."),
      ...sharedParameters,
    ],
    responses: {
      200: {
        description: "The suggestions.",
        headers: withBody(),
        content: json(
          { type: "array", items: ref("schemas", "Suggestion"), maxItems: limits.limit[1] },
          examples.suggested,
        ),
      },
      ...always,
    },
  }),
  "/api/changes": readOnly({
    operationId: "changes",
    tags: ["Look up"],
    summary: "List what changed since a day",
    description:
      "Returns the changes from release to release: new, removed, discontinued, invalid, renamed and replaced codes, prices, and GTINs that packs received or lost. `complete` is false if changes since the requested day may be missing. A service without a history answers `no_history`.",
    parameters: [
      ...askedChanges,
      query("limit", whole(limits.changesLimit, limits.changes), "The maximum number of changes."),
      query("offset", whole(limits.offset, 0), "The number of changes to skip."),
      ...sharedParameters,
    ],
    responses: {
      200: {
        description: "A page of changes.",
        headers: withBody("XTotalCount"),
        content: json(ref("schemas", "Changes"), examples.changes),
      },
      404: ref("responses", "NotFound"),
      ...always,
    },
  }),
  "/api/changes.atom": readOnly({
    operationId: "changesFeed",
    tags: ["Look up"],
    summary: "Follow what changes, in a feed reader",
    description:
      "Returns a feed (RFC 4287) with an entry for each release and kind of change, the latest first.",
    parameters: [...askedChanges, ...sharedParameters],
    responses: {
      200: {
        description: "The feed.",
        headers: withBody(),
        content: { "application/atom+xml": { schema: { type: "string" } } },
      },
      404: ref("responses", "NotFound"),
      ...always,
    },
  }),
  "/api/check-list": listPath(examples.checked),
  "/api/about": readOnly({
    operationId: "about",
    tags: ["Service"],
    summary: "Get the version, the release and the licence",
    parameters: sharedParameters,
    responses: {
      200: {
        description: "The service and its dataset.",
        headers: withBody(),
        content: json(ref("schemas", "About"), examples.about),
      },
      ...always,
    },
  }),
  "/med/ampp/ampp/{page}": {
    servers: [{ url: "/", description: "The only prefix of this path." }],
    ...readOnly({
      operationId: "page",
      tags: ["Pages"],
      summary: "Get the web page of a pack",
      description:
        "The `url` of each pack is such a path. Only the AMPP code at its end identifies the pack: another slug is redirected to the current one.",
      parameters: [
        {
          name: "page",
          in: "path",
          required: true,
          description: "`<slug>-<pack_id>`.",
          schema: { type: "string", minLength: 1 },
          example: examples.page,
        },
        ref("parameters", "IfNoneMatch"),
      ],
      responses: {
        200: {
          description: "The web page.",
          headers: withBody("ContentSecurityPolicy", "ReferrerPolicy"),
          content: html,
        },
        308: {
          description: "The page has another path.",
          headers: withBody("ContentSecurityPolicy", "ReferrerPolicy", "Location"),
          content: html,
        },
        400: always[400],
        404: {
          description: "A web page that reports an unknown pack.",
          headers: withBody("ContentSecurityPolicy", "ReferrerPolicy"),
          content: html,
        },
        405: always[405],
        ...byHost,
      },
    }),
  },
  "/med/gtin/{gtin}": {
    servers: [{ url: "/", description: "The only prefix of this path." }],
    ...readOnly({
      operationId: "gtinPage",
      tags: ["Pages"],
      summary: "Get the web page of a GTIN",
      description:
        "Shows every pack that has carried the GTIN, the latest use first, and chooses none. GS1 Digital Links of re-used GTINs lead here.",
      parameters: [
        {
          name: "gtin",
          in: "path",
          required: true,
          description: "A GTIN of 13 or 14 digits.",
          schema: { type: "string", pattern: "^ *[0-9]{13,14} *$" },
          example: examples.codes[1],
        },
        ref("parameters", "IfNoneMatch"),
      ],
      responses: {
        200: {
          description: "The web page.",
          headers: withBody("ContentSecurityPolicy", "ReferrerPolicy"),
          content: html,
        },
        400: always[400],
        404: {
          description: "A web page that reports an unknown or malformed GTIN.",
          headers: withBody("ContentSecurityPolicy", "ReferrerPolicy"),
          content: html,
        },
        405: always[405],
        ...byHost,
      },
    }),
  },
  "/med/ampp/pack.css": {
    servers: [{ url: "/", description: "The only prefix of this path." }],
    ...readOnly({
      operationId: "style",
      tags: ["Pages"],
      summary: "Get the style sheet of the web pages",
      parameters: [ref("parameters", "IfNoneMatch")],
      responses: {
        200: {
          description: "The style sheet.",
          headers: withBody(),
          content: { "text/css": { schema: { type: "string" } } },
        },
        405: always[405],
        ...byHost,
      },
    }),
  },
});
