// The paths of the OpenAPI document.
import { json, linksTo, PARENTS, problem, readOnly, always, byHost } from "./operations.mjs";
import { pagePathsOf } from "./page-paths.mjs";
import {
  askedChanges,
  currentOnly,
  filters,
  gtinOf,
  idOf,
  limits,
  pages,
  parameters,
  query,
  ref,
  sharedParameters,
  whole,
} from "./parameters.mjs";
import { ofPreflight, withBody } from "./responses.mjs";

/**
 * Describes a request with GET whose answer is JSON. An answer has `headers` that not every response
 * has, and `links` from the codes in it to the operations that return their concepts.
 */
function lookUp(operationId, { tags = ["Look up"], answer, isAlwaysFound = false, ...operation }) {
  const { description, headers = [], schema, example, links } = answer;
  const found = { description, headers: withBody(...headers), content: json(schema, example) };
  if (links) found.links = linksTo(links);
  const responses = { 200: found, ...always };
  if (!isAlwaysFound) responses[404] = ref("responses", "NotFound");
  return readOnly({ operationId, tags, ...operation, responses });
}

/** The kinds of concepts above packs, with the summaries of their operations. */
const CONCEPTS = [
  ["amp", "Get a product of a supplier (AMP)"],
  ["vmpp", "Get a generic pack (VMPP)"],
  ["vmp", "Get a generic product (VMP)"],
  ["vtm", "Get a therapeutic moiety (VTM)"],
];

function conceptAndPacks(kind, summary, examples) {
  return lookUp(kind, {
    summary: `${summary} and its packs`,
    description:
      "Returns the concept, its parents, and a page of its packs. That packs share a concept " +
      "does not mean that one may be supplied in place of another.",
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
    answer: {
      description: "The concept and its packs.",
      headers: ["XTotalCount", "XUnfiltered"],
      schema: ref("schemas", "ConceptAndPacks"),
      example: examples[kind],
      links: PARENTS[kind],
    },
  });
}

/** The list of the example response. */
export const EXAMPLE_LIST = ["9520000000035", "995200000000000021", "5.01E+12"];

/** Describes the only path with a body: a list is longer than an address. */
const listPath = (example) => ({
  post: {
    operationId: "checkList",
    tags: ["Look up"],
    summary: CHECK_LIST,
    description:
      `Takes GTINs and dm+d codes in any mixture, at most ${limits.list.toLocaleString("en")}, ` +
      "and returns for each whether it is current, discontinued, invalid, replaced, removed, " +
      `unknown or re-used, also if a spreadsheet has spoiled it. With a history, \`additions\` ` +
      "has the codes that came since the day of the list under the same products. Nothing is " +
      "stored.",
    parameters: [
      query(
        "since",
        { type: "string", format: "date" },
        "The day on which the list was made, if the body does not have it.",
      ),
      ...sharedParameters.slice(0, 2),
    ],
    requestBody: { required: true, content: listBody },
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
  options: listPreflight,
});

const CHECK_LIST = "Say what became of the codes of a list";

const listBody = {
  "application/json": { schema: ref("schemas", "List"), example: EXAMPLE_LIST },
  "text/plain": {
    schema: { type: "string", pattern: "\\S", description: "A code in each line." },
    example: EXAMPLE_LIST.join("\n"),
  },
};

const listPreflight = {
  operationId: "optionsCheckList",
  tags: ["Look up"],
  summary: `${CHECK_LIST}: preflight request`,
  parameters: [],
  responses: {
    204: {
      description: "Pages of any origin may send lists.",
      headers: ofPreflight("POST, OPTIONS"),
    },
    ...byHost,
  },
};

const gtin = (examples) =>
  lookUp("gtin", {
    summary: "Get the pack of a GTIN",
    description:
      "Returns the pack of the latest use of a GTIN. The forms of 13 and 14 digits are the same " +
      "GTIN; spaces around it are ignored. The latest use is chosen in this order: an open " +
      "period; the later end; the later start; " +
      "a pack that is neither discontinued nor invalid; the higher AMPP code. If more than one " +
      "pack has carried the GTIN, `X-Total-Count` is their number, `X-Gtin-Reuse` is how they " +
      'differ, and `Link: rel="alternate"` leads to all of them.',
    parameters: [
      gtinOf(examples.codes[0]),
      query(
        "include",
        { type: "string", enum: ["dmd"] },
        "`dmd` adds the concepts of the pack to the response.",
      ),
      ...sharedParameters,
    ],
    answer: {
      description: "The pack.",
      headers: ["XTotalCarriers", "XPeriod", "XReuse"],
      schema: ref("schemas", "Pack"),
      example: examples.pack,
      links: { ampp: "/pack_id" },
    },
  });

const gtins = (examples) =>
  lookUp("gtins", {
    summary: "Get the packs of several GTINs",
    description:
      "Returns a pack or a problem for each code, in the order of the request. An invalid code " +
      `does not affect the others. A request has at most ${limits.codes} codes.`,
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
        "GTINs separated by commas. The parameter may also be repeated. At least one must not " +
          "be blank.",
        { required: true, style: "form", explode: false, example: examples.codes },
      ),
      ...sharedParameters,
    ],
    answer: {
      description: "One entry for each code.",
      schema: { type: "array", items: ref("schemas", "LookedUp"), maxItems: limits.codes },
      example: examples.many,
      links: { ampp: "/0/pack/pack_id" },
    },
    isAlwaysFound: true,
  });

const ampp = (examples) =>
  lookUp("ampp", {
    summary: "Get the pack of an AMPP code, and its concepts",
    description:
      "Returns the pack, with its concepts in `dmd`. A shared concept does not mean that one " +
      "pack may be supplied in place of another.",
    parameters: [idOf(examples.ids.ampp), ...sharedParameters],
    answer: {
      description: "The pack.",
      schema: ref("schemas", "Pack"),
      example: examples.ampp,
      links: {
        amp: "/dmd/amp/id",
        vmpp: "/dmd/vmpp/id",
        vmp: "/dmd/vmp/id",
        vtm: "/dmd/vtm/id",
      },
    },
  });

const optionalQuery = { ...parameters.Q, required: false };

const SEARCH =
  "Returns the packs that match a query. Each word of the query is the beginning of a word " +
  "in one of its names, in any order, and means what it is: a medicine, a strength, a form, " +
  "a route, a supplier or a size. A GTIN returns every pack that has carried it, the latest " +
  "use first. A code of a concept returns its packs by name. If nothing is found, the array " +
  "is empty. " +
  "Filters only remove packs; `X-Unfiltered-Count` is the number of packs without them. " +
  "With filters, `q` is optional. " +
  "`X-Search: corrected` means that words were corrected, and `relaxed` that the packs " +
  "match a part of the query only. Show this, and `X-Search-Corrections`, with the packs. " +
  "`X-Search-Notices` has former names, and whether packs have further substances. " +
  "`X-Search-No-Match` and `X-Search-Available` have the reason why nothing is found.";

const SEARCH_HEADERS = [
  "XTotalCount",
  "XUnfiltered",
  "XReuse",
  "XSearch",
  "XAvailable",
  "XCorrections",
  "XNoMatch",
  "XNotices",
  "XStrengths",
];

const search = (examples) =>
  lookUp("search", {
    summary: "Search packs",
    description: SEARCH,
    parameters: [
      optionalQuery,
      ...pages,
      currentOnly,
      query(
        "sort",
        { type: "string", enum: ["name", "relevance"], default: "name" },
        "The order of the packs: by name, or with `relevance` the best matches first, current " +
          "packs before others.",
      ),
      ...filters,
      ...sharedParameters,
    ],
    answer: {
      description: "The matching packs.",
      headers: SEARCH_HEADERS,
      schema: { type: "array", items: ref("schemas", "Pack"), maxItems: limits.limit[1] },
      example: examples.found,
      links: { ampp: "/0/pack_id" },
    },
  });

const filterCounts = (examples) =>
  lookUp("filters", {
    summary: "Count packs by their properties",
    description:
      "Returns the values of each property that the packs of a query have, with the number of " +
      "packs that choosing this value alone would leave. Without a query, all packs are " +
      "counted. The values are those that the filters of a search accept.",
    parameters: [optionalQuery, currentOnly, ...filters, ...sharedParameters],
    answer: {
      description: "The properties and their values.",
      schema: ref("schemas", "FilterCounts"),
      example: examples.filters,
    },
  });

const suggest = (examples) =>
  lookUp("suggest", {
    summary: "Complete a search query",
    description:
      "Returns completions of the last word, or after a space the next words. Suggestions that " +
      "find the most packs come first.",
    parameters: [
      ref("parameters", "Q"),
      query("limit", whole(limits.limit, limits.suggestions), "The maximum number of suggestions."),
      ...sharedParameters,
    ],
    answer: {
      description: "The suggestions.",
      schema: { type: "array", items: ref("schemas", "Suggestion"), maxItems: limits.limit[1] },
      example: examples.suggested,
    },
    isAlwaysFound: true,
  });

const changes = (examples) =>
  lookUp("changes", {
    summary: "List what changed since a day",
    description:
      "Returns the changes from release to release: new, removed, discontinued, invalid, " +
      "renamed and replaced codes, prices, and GTINs that packs received or lost. `complete` is " +
      "false if changes since the requested day may be missing. A service without a history " +
      "answers `no_history`.",
    parameters: [
      ...askedChanges,
      query("limit", whole(limits.changesLimit, limits.changes), "The maximum number of changes."),
      query("offset", whole(limits.offset, 0), "The number of changes to skip."),
      ...sharedParameters,
    ],
    answer: {
      description: "A page of changes.",
      headers: ["XTotalCount"],
      schema: ref("schemas", "Changes"),
      example: examples.changes,
    },
  });

const changesFeed = () =>
  readOnly({
    operationId: "changesFeed",
    tags: ["Look up"],
    summary: "Follow what changes, in a feed reader",
    description:
      "Returns a feed (RFC 4287) with an entry for each release and kind of change, the latest " +
      "first.",
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
  });

const about = (examples) =>
  lookUp("about", {
    tags: ["Service"],
    summary: "Get the version, the release and the licence",
    parameters: sharedParameters,
    answer: {
      description: "The service and its dataset.",
      schema: ref("schemas", "About"),
      example: examples.about,
    },
    isAlwaysFound: true,
  });

/** All paths. `examples` are responses of the service to requests on demonstration data. */
export const pathsOf = (examples) => ({
  "/api/gtin/{gtin}": gtin(examples),
  "/api/gtin": gtins(examples),
  "/api/ampp/{id}": ampp(examples),
  ...Object.fromEntries(
    CONCEPTS.map(([kind, summary]) => [
      `/api/${kind}/{id}`,
      conceptAndPacks(kind, summary, examples),
    ]),
  ),
  "/api/search": search(examples),
  "/api/filters": filterCounts(examples),
  "/api/suggest": suggest(examples),
  "/api/changes": changes(examples),
  "/api/changes.atom": changesFeed(),
  "/api/check-list": listPath(examples.checked),
  "/api/about": about(examples),
  ...pagePathsOf(examples),
});
