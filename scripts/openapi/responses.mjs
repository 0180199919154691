// The response headers and the problem types of the OpenAPI document.

const text = (description, more = {}) => ({ description, schema: { type: "string", ...more } });
const fixed = (description, value) => ({
  description,
  required: true,
  schema: { type: "string", const: value },
});

export const headers = {
  AccessControlAllowHeaders: fixed("Requests may have any header.", "*"),
  AccessControlAllowMethods: fixed("The supported methods.", "GET, HEAD, OPTIONS"),
  AccessControlAllowOrigin: fixed("Pages of any origin may send requests.", "*"),
  AccessControlExposeHeaders: {
    ...text("The response headers that scripts of other origins may read."),
    required: true,
  },
  AccessControlMaxAge: fixed("How long the preflight response may be cached, in seconds.", "86400"),
  Allow: fixed("The supported methods.", "GET, HEAD, OPTIONS"),
  CacheControl: {
    ...text(
      "How long the response may be cached: one hour, and one more day while a new response is " +
        "fetched. Problems are never cached.",
    ),
    required: true,
  },
  ContentLength: {
    description: "The size of the body in bytes.",
    schema: { type: "integer", minimum: 0 },
  },
  ContentSecurityPolicy: { ...text("The page may load its style sheet only."), required: true },
  DatasetNotice: text(
    "A notice that you must show to people: the data is demonstration data, or is incomplete.",
  ),
  DatasetRelease: {
    ...text("The name of the dm+d release from which the response was made."),
    required: true,
  },
  ETag: {
    ...text(
      "The entity tag of the response. It changes with the release, and with any byte of the " +
        "body. Send it back in `If-None-Match`.",
    ),
    required: true,
  },
  Link: {
    ...text(
      "Links to the licence of the data (`license`), and to the next and previous page of " +
        "results (`next`, `prev`). `alternate` links to all packs that have carried the GTIN, or " +
        "to the path for a code of another kind. `canonical` leads to the current code of a " +
        "concept that was requested by its previous one.",
    ),
    required: true,
  },
  Location: {
    ...text("The current path of the page.", { format: "uri-reference" }),
    required: true,
  },
  ReferrerPolicy: fixed("Links send no `Referer` header.", "no-referrer"),
  XContentTypeOptions: fixed("Browsers must not guess another content type.", "nosniff"),
  XAvailable: text(
    "The strengths, routes, forms and release characteristics that exist for the medicine. Sent " +
      "if nothing is found because no pack has those of the query. Values are percent-encoded: " +
      "`strengths=5mg|10mg, routes=oral, forms=tablets|oral%20solution`. Later versions may add " +
      "lists.",
  ),
  XCorrections: text(
    "The corrections of the query, percent-encoded: `amlodpine=amlodipine, foo=boo|fob`. A word " +
      "with nothing after the `=` was ignored.",
  ),
  XNoMatch: text(
    "The reason why nothing is found, and the part of the query, percent-encoded: " +
      "`medicine-not-in-release=celexa`. `medicine-not-in-release`: the release does not have " +
      "this medicine. `ambiguous-abbreviation`: the abbreviation has more than one meaning. " +
      "`unreadable-exclusion`: no name has the excluded part. `only-exclusions`: the query has " +
      "nothing but exclusions. `unreadable-quantity`: joined numbers cannot be read as a " +
      "quantity. `unreadable-route`: the route is not recognised. `similar-medicines`: the " +
      "misspelt name is equally near to the medicines that `X-Search-Corrections` lists. " +
      "`several-medicines`: no pack has all of these medicines. Later versions may add reasons.",
  ),
  XNotices: text(
    "What to tell in addition to the packs, although every word is matched as typed. Parts are " +
      "percent-encoded. `former-name=frusemide|furosemide`: the former and the current name of a " +
      "medicine. `other-name=acetaminophen|paracetamol`: another name of it. " +
      "`some-with-further-substances` and `all-with-further-substances`: packs have substances " +
      "that the query does not name. Later versions may add notices.",
  ),
  XPeriod: text(
    "Sent with `ended` if every period of the GTIN ended before the day of the release. The box " +
      "may be old, or the code wrong.",
    { enum: ["ended"] },
  ),
  XReuse: text(
    "How the packs of a re-used GTIN differ. Sent if more than one pack has carried the GTIN. " +
      "`different-medicines`: in moiety or substances. `different-strength-or-form`: in strength " +
      "or form. `same-product`: in size or supplier only. `unknown`: the data does not say. Show " +
      "`unknown` like `different-medicines`.",
    { enum: ["same-product", "different-strength-or-form", "unknown", "different-medicines"] },
  ),
  XSearch: text(
    "Sent if the query is not matched as typed. `corrected`: no pack matches the words as " +
      "typed, so some were corrected. `relaxed`: a partial match. The packs match a part of the " +
      "query, or have the medicine only in the name of their generic product. " +
      "`X-Search-Corrections` lists corrected and ignored words. A medicine, strength, route, " +
      "release characteristic or exclusion is never ignored.",
    { enum: ["corrected", "relaxed"] },
  ),
  XStrengths: text(
    "The strengths that exist for the medicine, percent-encoded: `5mg, 10mg`. Sent if nothing " +
      "is found because no pack has the requested strength. `X-Search-Available` has them too.",
  ),
  XUnfiltered: {
    description:
      "The number of packs that would match without the filters. Sent if the request has filters.",
    schema: { type: "integer", minimum: 0 },
  },
  XTotalCarriers: {
    description:
      "The number of packs that have carried the GTIN. Sent if it is more than one: the code " +
      "alone does not identify the pack.",
    schema: { type: "integer", minimum: 2 },
  },
  XTotalCount: {
    description: "The total number of matching packs.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
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
  XNotices: "X-Search-Notices",
  XPeriod: "X-Gtin-Period",
  XReuse: "X-Gtin-Reuse",
  XSearch: "X-Search",
  XStrengths: "X-Search-Strengths",
  XTotalCarriers: "X-Total-Count",
  XTotalCount: "X-Total-Count",
  XUnfiltered: "X-Unfiltered-Count",
};

const references = (...keys) =>
  Object.fromEntries(
    keys.map((key) => [NAMES[key] ?? key, { $ref: `#/components/headers/${key}` }]),
  );

/** The headers of each response of the core, and more. */
const common = (...more) =>
  references(
    "AccessControlAllowOrigin",
    "AccessControlExposeHeaders",
    "CacheControl",
    "DatasetNotice",
    "DatasetRelease",
    "ETag",
    "Link",
    "XContentTypeOptions",
    ...more,
  );

/** The headers of a response with a body, and more. */
export const withBody = (...more) => common("ContentLength", ...more);

/** The headers of a response that a host makes without the core. */
export const ofHost = () =>
  references("AccessControlAllowOrigin", "CacheControl", "ContentLength", "XContentTypeOptions");

/** The headers of a preflight response, by default of a path without a body. */
export const ofPreflight = (methods = undefined) => {
  const described = common(
    "AccessControlAllowHeaders",
    "AccessControlAllowMethods",
    "AccessControlMaxAge",
    "Allow",
  );
  if (methods === undefined) return described;
  const allowed = fixed("The supported methods.", methods);
  return { ...described, "Access-Control-Allow-Methods": allowed, Allow: allowed };
};

// The problem types. A test compares their types, reasons and titles with the tables of the core
// (src/api) and of the hosts (npm/serve).

/** By the last part of `type`: status, title, and the meaning of each `reason`. */
export const problems = {
  "bad-gtin": {
    status: 400,
    title: "Not a GTIN of 13 or 14 digits",
    reasons: {
      not_digits: "The code has characters other than the digits 0 to 9.",
      bad_length:
        "The code does not have 13 or 14 digits. Pad a GTIN of 8 or 12 digits with leading " +
        "zeros; `detail` has the padded code.",
    },
  },
  "bad-code": {
    status: 400,
    title: "Not a code of dm+d",
    reasons: {
      code_not_digits: "The code has characters other than the digits 0 to 9, or starts with 0.",
      bad_code_length: "The code has fewer than 6 or more than 18 digits.",
    },
  },
  "bad-parameter": {
    status: 400,
    title: "A parameter is missing or invalid",
    reasons: {
      codes_missing: "`codes` is missing.",
      codes_blank: "`codes` is empty.",
      too_many_codes: "`codes` has more than 100 codes, or a list more than 10,000.",
      q_missing: "`q` is missing, and there is no filter.",
      q_blank: "`q` is empty.",
      q_too_long: "`q` has more than 200 characters.",
      too_many_values: "All filters together have more than 100 values.",
      bad_limit: "`limit` is not a whole number from 1 to 100, or for changes to 1000.",
      bad_offset: "`offset` is not a whole number from 0 to 999,999,999.",
      bad_current: "`current` is neither `true` nor `false`.",
      bad_sort: "`sort` is neither `name` nor `relevance`.",
      bad_format: "`format` is not `json`.",
      bad_ids: "`ids` is neither `number` nor `string`.",
      bad_include: "`include` is not `dmd`.",
      bad_since: "`since` is not a day, YYYY-MM-DD.",
      bad_kind: "`kind` is not a kind of change. `detail` lists all kinds.",
      bad_changed_code:
        "`code` has something that is neither a dm+d code nor a GTIN, or more than 100 codes.",
      repeated: "A parameter occurs more than once, so its value is ambiguous.",
    },
  },
  "bad-encoding": {
    status: 400,
    title: "The request is not UTF-8",
    reasons: { bad_utf8: "The path or the query is not UTF-8 after percent-decoding." },
  },
  "bad-digital-link": {
    status: 400,
    title: "Not a valid GS1 Digital Link",
    reasons: {
      bad_digital_link:
        "The address is not a GS1 Digital Link of a GTIN. `code` is the code of the fault. Only " +
        "the resolver sends this.",
    },
  },
  "unknown-gtin": {
    status: 404,
    title: "No pack has carried this GTIN",
    reasons: {
      unknown_gtin: "No pack of this release has carried the GTIN. Its check digit is correct.",
      wrong_check_digit:
        "No pack of this release has carried the GTIN. Its check digit is wrong, so it may be " +
        "mistyped. `expected_check_digit` has the correct digit.",
    },
  },
  "unknown-code": {
    status: 404,
    title: "No concept of this kind has this code",
    reasons: {
      unknown_code: "No concept of this release has the code. Its check digit is correct.",
      wrong_code_check_digit:
        "No concept of this release has the code. Its check digit is wrong, so it may be " +
        "mistyped. `expected_check_digit` has the correct digit.",
      other_kind:
        "The code belongs to a concept of another kind: `kind` is that kind, and `path` and " +
        '`Link: rel="alternate"` lead to it.',
    },
  },
  "unknown-link-type": {
    status: 404,
    title: "No link of this type",
    reasons: {
      unknown_link_type:
        "The GTIN has no link of the requested type. Only the resolver sends this.",
    },
  },
  "unknown-value": {
    status: 404,
    title: "No pack has this value of a property",
    reasons: {
      unknown_value:
        "No pack of this release has the value of a filter. `parameter` is the property, and " +
        "`detail` lists the values that there are.",
    },
  },
  "no-history": {
    status: 404,
    title: "This host has no history of changes",
    reasons: {
      no_history: "The service was started without a history, so it does not know what changed.",
    },
  },
  "no-concepts": {
    status: 404,
    title: "This dataset has no concepts",
    reasons: {
      no_concepts:
        "The dataset was built without the concepts of dm+d. Packs and GTINs are available.",
    },
  },
  "unknown-path": {
    status: 404,
    title: "Unknown path",
    reasons: { unknown_path: "The API has no such path. `detail` lists all paths." },
  },
  "bad-list": {
    status: 400,
    title: "Not a list of codes",
    reasons: {
      bad_list:
        "The body is neither a JSON array of codes, nor an object with `codes` and `since`, nor " +
        "a text with a code in each line.",
    },
  },
  "method-not-allowed": {
    status: 405,
    title: "The path does not support this method",
    reasons: { method_not_allowed: "Use a method that `allow` and the header `Allow` list." },
  },
  "list-too-long": {
    status: 413,
    title: "The list is too long",
    reasons: { list_too_long: "The body has more than 1 MiB." },
  },
  "target-too-long": {
    status: 414,
    title: "The address is too long",
    reasons: {
      target_too_long:
        "The path and the query are longer than the server accepts. Only `pack-lookup serve` " +
        "sends this.",
    },
  },
  "internal-error": {
    status: 500,
    title: "The service failed",
    reasons: {
      internal_error: "The service could not answer this request. Other requests are not affected.",
    },
  },
};

export const PREFIX = "urn:pack-lookup:problem:";

/** The reasons of some problem types. */
export const reasonsOf = (kinds) => kinds.flatMap((kind) => Object.keys(problems[kind].reasons));

/** The problem types of a status. */
export const kindsOf = (status) =>
  Object.keys(problems).filter((kind) => problems[kind].status === status);
