// The parameters of the operations, and their limits.
import { CHANGE_KINDS } from "../../npm/api/check.js";
import { FLAG_PROPERTIES, TEXT_PROPERTIES } from "../../npm/api/properties.js";

export const ref = (kind, name) => ({ $ref: `#/components/${kind}/${name}` });

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

export const query = (name, schema, description, more = {}) => ({
  name,
  in: "query",
  description,
  schema,
  ...more,
});
export const whole = ([minimum, maximum], standard) => ({
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
    "The type of dm+d codes in the response: exact integers, or strings for clients whose JSON " +
      "parser rounds large integers. The default under `/string-ids` is `string`. The codes in " +
      "the example responses are shortened to 16 digits, which every tool shows exactly.",
  ),
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description:
      "One or more entity tags separated by commas, or `*`. If one of them is current, the " +
      "response is 304 without a body.",
    schema: { type: "string" },
  },
  Q: query(
    "q",
    { type: "string", minLength: 1, maxLength: limits.q, pattern: "\\S" },
    "The search query: words of a name (`para 500 tab`), a GTIN, a dm+d code, or a scanned GS1 " +
      "element string or Digital Link. If the dataset was built with the supplement, also a " +
      "prefix of a classification code, such as `atc:J01CA` or `bnf:0501`.",
    { required: true, example: "amlod 5" },
  ),
};

/** The filters of a search, by property. */
export const filters = [
  ...TEXT_PROPERTIES.map((property) =>
    query(
      property,
      {
        type: "array",
        minItems: 1,
        items: { type: "string", minLength: 1, maxLength: limits.q },
      },
      "Only packs with one of these values, separated by commas: texts of the release, or their " +
        "keys. `/api/filters` lists both.",
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
      "Only packs that the release marks (`true`), does not mark (`false`), or for which it " +
        "does not have the property (`absent`).",
      { style: "form", explode: false },
    ),
  ),
];

export const currentOnly = query(
  "current",
  { type: "boolean", default: false },
  "Whether to omit discontinued and invalid packs. Ignored for a GTIN and an AMPP code, which " +
    "always return every pack.",
);

export const sharedParameters = ["Format", "Ids", "IfNoneMatch"].map((name) =>
  ref("parameters", name),
);

export const pages = [
  query("limit", whole(limits.limit, limits.packs), "The maximum number of packs."),
  query("offset", whole(limits.offset, 0), "The number of packs to skip."),
];

export const inPath = (name, description, schema, example) => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string", ...schema },
  example,
});

export const gtinOf = (example) =>
  inPath("gtin", "A GTIN of 13 or 14 digits.", { pattern: "^ *[0-9]{13,14} *$" }, example);

export const idOf = (example) =>
  inPath(
    "id",
    "A dm+d code: 6 to 18 digits, without a leading 0.",
    { pattern: "^ *[1-9][0-9]{5,17} *$" },
    example,
  );

/** Which changes are asked for. */
export const askedChanges = [
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
    "Only these dm+d codes or GTINs, separated by commas, also as the earlier code or the other " +
      "pack. The parameter may also be repeated.",
    { style: "form", explode: false },
  ),
];
