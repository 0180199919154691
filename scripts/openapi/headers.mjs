// The response headers of the OpenAPI document.

const text = (description, more = {}) => ({ description, schema: { type: "string", ...more } });
const fixed = (description, value) => ({ description, required: true, schema: { type: "string", const: value } });

export const headers = {
  AccessControlAllowHeaders: fixed("Any header may be sent.", "*"),
  AccessControlAllowMethods: fixed("The methods that are answered.", "GET, HEAD, OPTIONS"),
  AccessControlAllowOrigin: fixed("Pages of any origin may ask.", "*"),
  AccessControlExposeHeaders: { ...text("The headers that scripts of other origins may read."), required: true },
  AccessControlMaxAge: fixed("For how many seconds that may be remembered.", "86400"),
  Allow: fixed("The methods that are answered.", "GET, HEAD, OPTIONS"),
  CacheControl: { ...text("How long the answer may be used again: an hour, and a day more while a fresh one is fetched. Problems are never stored."), required: true },
  ContentLength: { description: "How many bytes the body has.", schema: { type: "integer", minimum: 0 } },
  ContentSecurityPolicy: { ...text("What the page may load: its style sheet, and nothing else."), required: true },
  DatasetNotice: text("A sentence that people must be shown: the data are a demonstration, or lack something."),
  DatasetRelease: { ...text("Name of the dm+d release that the answer comes from."), required: true },
  ETag: { ...text("Changes with the release, and with any byte of the body. Send it as `If-None-Match`."), required: true },
  Link: { ...text("The licence of the data (`license`), and where there are any the pages of results behind and before (`next`, `prev`), or all packs that have carried the GTIN, or the path of a code of another kind (`alternate`)."), required: true },
  Location: { ...text("The page's right path.", { format: "uri-reference" }), required: true },
  ReferrerPolicy: fixed("Links lead away without telling from where.", "no-referrer"),
  XContentTypeOptions: fixed("The type is what it says.", "nosniff"),
  XAvailable: text("What the named medicine has instead, if nothing is found because no pack has a strength, route, form or release of the query: `strengths=5mg|10mg, routes=oral, forms=tablets|oral%20solution`. Values are percent-encoded. Further lists may be added."),
  XCorrections: text("How words were read that no pack matches as typed: `amlodpine=amlodipine, foo=boo|fob`, percent-encoded. Nothing after the `=` means that the word was ignored."),
  XNoMatch: text("The reason why nothing is found, and the part of the query, percent-encoded: `medicine-not-in-release=celexa`. `medicine-not-in-release`: the name of a medicine that the release does not have. `ambiguous-abbreviation`: it is read as more than one medicine or route. `unreadable-exclusion`: no name has what is excluded. `only-exclusions`: the query names nothing to find. `unreadable-quantity`: numbers joined to a quantity that cannot be read. Further reasons may be added."),
  XReuse: text("How unlike the packs are that have carried the GTIN, where they are several. `different-medicines`: they differ in moiety or substances; `different-strength-or-form`: the same medicine in another one; `same-product`: in size or supplier only; `unknown`: too little is known of them, so show it like `different-medicines`.", { enum: ["same-product", "different-strength-or-form", "unknown", "different-medicines"] }),
  XSearch: text("`corrected`: no pack matches the words as typed, so words were read as others (`X-Search-Corrections`). `relaxed`: a partial match. No pack's own name has the whole query: these packs have a part of it, or have the medicine only in the name of their generic product. A medicine, strength, route, release or exclusion is never ignored; ignored words are in `X-Search-Corrections`.", { enum: ["corrected", "relaxed"] }),
  XStrengths: text("The strengths that exist, if nothing is found because no pack has the requested one: `5mg, 10mg`, each percent-encoded. `X-Search-Available` has them, too."),
  XTotalCarriers: { description: "How many packs have carried the GTIN, where it is more than one: the code alone does not tell which is in the hand.", schema: { type: "integer", minimum: 2 } },
  XTotalCount: { description: "How many packs match in all.", required: true, schema: { type: "integer", minimum: 0 } },
};

const NAMES = {
  AccessControlAllowHeaders: "Access-Control-Allow-Headers",
  AccessControlAllowMethods: "Access-Control-Allow-Methods",
  AccessControlAllowOrigin: "Access-Control-Allow-Origin",
  AccessControlExposeHeaders: "Access-Control-Expose-Headers",
  AccessControlMaxAge: "Access-Control-Max-Age",
  CacheControl: "Cache-Control",
  ContentLength: "Content-Length",
  ContentSecurityPolicy: "Content-Security-Policy",
  DatasetNotice: "Dataset-Notice",
  DatasetRelease: "Dataset-Release",
  ReferrerPolicy: "Referrer-Policy",
  XContentTypeOptions: "X-Content-Type-Options",
  XAvailable: "X-Search-Available",
  XCorrections: "X-Search-Corrections",
  XNoMatch: "X-Search-No-Match",
  XReuse: "X-Gtin-Reuse",
  XSearch: "X-Search",
  XStrengths: "X-Search-Strengths",
  XTotalCarriers: "X-Total-Count",
  XTotalCount: "X-Total-Count",
};

const sent = (...keys) => Object.fromEntries(keys.map((key) => [NAMES[key] ?? key, { $ref: `#/components/headers/${key}` }]));

/** Returns the headers of every response of the core, and more. */
const common = (...more) =>
  sent("AccessControlAllowOrigin", "AccessControlExposeHeaders", "CacheControl", "DatasetNotice", "DatasetRelease", "ETag", "Link", "XContentTypeOptions", ...more);

export const withBody = (...more) => common("ContentLength", ...more);

/** Returns the headers of a host's own responses. */
export const ofHost = () => sent("AccessControlAllowOrigin", "CacheControl", "ContentLength", "XContentTypeOptions");

export const ofPreflight = () => common("AccessControlAllowHeaders", "AccessControlAllowMethods", "AccessControlMaxAge", "Allow");
