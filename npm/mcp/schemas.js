// The JSON Schemas of arguments and answers. The HTTP API has the same bounds of arguments.
import { CHANGE_KINDS } from "../api/check.js";
import { FLAG_PROPERTIES, TEXT_PROPERTIES } from "../api/properties.js";

const object = (properties, optional = []) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const list = (items) => ({ type: "array", items });
const described = (schema, description) => ({ ...schema, description });
const orNull = ({ type, ...schema }) => ({ ...schema, type: [type, "null"] });

const text = { type: "string" };
const flag = { type: "boolean" };
const count = { type: "integer", minimum: 0 };
const day = described(text, "YYYY-MM-DD");
const code = described(text, "a dm+d code, 6 to 18 digits as a string");

const limit = {
  type: "integer",
  minimum: 1,
  maximum: 100,
  default: 20,
  description: "the maximum number of packs",
};
const offset = {
  type: "integer",
  minimum: 0,
  maximum: 999_999_999,
  default: 0,
  description: "the number of packs to skip",
};
const current = {
  type: "boolean",
  default: false,
  description:
    "true omits discontinued and invalid packs; a search for a GTIN or an AMPP code returns them anyway",
};
const filters = {
  type: "array",
  minItems: 0,
  maxItems: 100,
  items: { type: "string", maxLength: 200 },
  default: [],
  description: `only packs with these properties, each as property=value; values of one property are alternatives. Properties with values that list_filters returns: ${TEXT_PROPERTIES.join(", ")}. Properties with true, false (not marked) or absent (not known): ${FLAG_PROPERTIES.join(", ")}`,
};
const dmdCode = { type: "string", maxLength: 100 };

/** The schemas of arguments. */
export const inputs = {
  gtins: object({
    gtins: {
      type: "array",
      minItems: 1,
      maxItems: 100,
      items: { type: "string", maxLength: 100 },
      description: "GTINs of 13 or 14 digits",
    },
  }),
  search: object(
    {
      query: {
        type: "string",
        maxLength: 200,
        description:
          "a name, the text of a box, a GTIN, a barcode, or a dm+d code; with filters it may be empty",
      },
      limit,
      offset,
      current,
      filters,
    },
    ["limit", "offset", "current", "filters"],
  ),
  filters: object(
    {
      query: {
        type: "string",
        maxLength: 200,
        default: "",
        description: "the query whose packs are counted; without it, all packs",
      },
      current,
      filters,
    },
    ["query", "current", "filters"],
  ),
  pack: object({ pack_id: described(dmdCode, "the AMPP code of a pack") }),
  concept: object({ code: described(dmdCode, "an AMPP, AMP, VMPP, VMP or VTM code") }),
  packsOf: object(
    { code: described(dmdCode, "an AMP, VMPP, VMP or VTM code"), limit, offset, current },
    ["limit", "offset", "current"],
  ),
  changes: object(
    {
      since: {
        type: "string",
        maxLength: 10,
        description: "only changes of releases of this day or later, YYYY-MM-DD",
      },
      kinds: {
        type: "array",
        minItems: 0,
        maxItems: CHANGE_KINDS.length,
        items: { type: "string", maxLength: 100 },
        default: [],
        description: `only these kinds: ${CHANGE_KINDS.join(", ")}`,
      },
      codes: {
        type: "array",
        minItems: 0,
        maxItems: 100,
        items: { type: "string", maxLength: 100 },
        default: [],
        description: "only these dm+d codes or GTINs",
      },
      limit: { ...limit, description: "the maximum number of changes" },
      offset: { ...offset, description: "the number of changes to skip" },
    },
    ["since", "kinds", "codes", "limit", "offset"],
  ),
  barcode: object({
    text: {
      type: "string",
      maxLength: 8000,
      description:
        "the text of a scanner: digits, GS1 element strings, bracketed text, or a GS1 Digital Link",
    },
  }),
  none: object({}),
};

const warning = object({
  code: described(text, "a stable code"),
  text: described(text, "a sentence for people"),
});

const data = object({
  notice: text,
  release: text,
  date: described(text, "the day of the release"),
  age_days: described({ type: "integer" }, "whole days since the release"),
  is_demonstration: described(flag, "whether the packs are made up"),
  gaps: described(list(text), "the defects of the release"),
  attribution: text,
});

const status = object({
  current: described(flag, "whether the pack is neither discontinued nor invalid"),
  discontinued: flag,
  discontinued_date: orNull(day),
  invalid: flag,
});

const packFields = {
  pack_id: code,
  name: text,
  generic_product_name: text,
  legal_category: text,
  status,
};
const pack = object(packFields);
const reuse = {
  type: "string",
  enum: ["different-medicines", "different-strength-or-form", "same-product", "unknown"],
  description: "how the packs of the GTIN differ",
};
const period = { gtin: text, start_date: day, end_date: orNull(day) };
const uses = described(
  list(object({ ...period, pack })),
  "every period in which a pack carried the GTIN, the latest use first",
);

const packRecord = object({
  ...packFields,
  generic_pack_name: text,
  short_name: orNull(text),
  subpack: orNull(text),
  prices: described(
    object({ price_pence: orNull(count), previous_price_pence: orNull(count) }),
    "NHS indicative prices",
  ),
  comb_content: described(
    list(object({ pack_id: code, name: text })),
    "the packs inside a combination pack",
  ),
});

const release = object({ release: text, date: day });
const change = object(
  {
    release: text,
    date: day,
    kind: text,
    concept: described(text, "ampp, amp, vmpp, vmp or vtm"),
    code,
    name: text,
    name_before: text,
    name_after: text,
    price_before: described(orNull(count), "in pence"),
    price_after: described(orNull(count), "in pence"),
    discontinued_date: orNull(day),
    gtin: text,
    end_date: day,
    other_code: described(code, "the earlier code, or the other pack with the GTIN"),
    other_name: text,
  },
  [
    "name_before",
    "name_after",
    "price_before",
    "price_after",
    "discontinued_date",
    "gtin",
    "end_date",
    "other_code",
    "other_name",
  ],
);

const concept = {
  type: "object",
  properties: { id: code, name: text, invalid: flag },
  required: ["id"],
};
const found = {
  total: count,
  offset: count,
  next_offset: described(count, "the offset of the next page; absent on the last one"),
  packs: list(pack),
};
const available = object({
  strengths: list(text),
  routes: list(text),
  forms: list(text),
  releases: list(text),
});

/** Builds the schema of an answer. Every answer starts with its warnings and its data. */
const answer = (properties, optional) =>
  object(
    { warnings: described(list(warning), "pass all of them on, first"), data, ...properties },
    optional,
  );

/** The schemas of answers. */
export const outputs = {
  gtins: answer({
    results: list(
      object({ code: text, reuse, uses, reason: text, message: text }, [
        "reuse",
        "reason",
        "message",
      ]),
    ),
  }),
  search: answer(
    {
      ...found,
      kind: described(
        text,
        "how the query was read: gtin, ampp_id, amp, vmpp, vmp, vtm, atc, bnf, name or filters",
      ),
      unfiltered: described(count, "the number of packs without the filters"),
      is_partial_match: flag,
      corrections: described(
        list(object({ from: text, to: list(text) })),
        "how words were read; an empty list means that they were ignored",
      ),
      available: described(available, "what the medicine has instead of what the query states"),
      no_match: orNull(object({ reason: text, text })),
      notices: described(
        list(object({ notice: text, from: text, to: list(text) })),
        "what to tell in addition to the answer: former and other names, further substances",
      ),
      reuse,
      uses,
    },
    ["next_offset", "reuse", "uses"],
  ),
  filters: answer({
    total: count,
    unfiltered: described(count, "the number of packs without the filters"),
    properties: list(
      object({
        property: text,
        title: text,
        source: described(text, "the fields of a release that have it"),
        values: list(
          object({
            value: text,
            name: text,
            packs: described(count, "the number of packs that choosing this value would leave"),
          }),
        ),
      }),
    ),
  }),
  pack: answer({ pack: packRecord, gtins: list(object({ ...period, reuse, uses }, ["reuse"])) }),
  concept: answer(
    {
      amp: concept,
      vmpp: concept,
      vmp: concept,
      vtm: concept,
      schedules: list(text),
      prescribing_notes: list(text),
      reimbursement_notes: list(text),
    },
    ["amp", "vmpp", "vmp", "vtm", "schedules", "prescribing_notes", "reimbursement_notes"],
  ),
  packsOf: answer({ ...found, kind: text }, ["next_offset"]),
  changes: answer(
    {
      before: described(release, "the release before the first changes that are known"),
      after: described(release, "the release of the data"),
      total: count,
      offset: count,
      next_offset: found.next_offset,
      changes: list(change),
    },
    ["next_offset"],
  ),
  barcode: answer(
    {
      barcode: object(
        {
          gtin: text,
          batch: text,
          serial: text,
          expiry: day,
          symbology: text,
          elements: list(object({ ai: text, title: text, value: text })),
        },
        ["batch", "serial", "expiry", "symbology"],
      ),
      reuse,
      uses,
    },
    ["reuse"],
  ),
  about: answer(
    {
      name: text,
      version: text,
      packs: count,
      gtin_rows: count,
      digest: text,
      next_expected: day,
      licence: object({ name: text, url: text }),
    },
    ["next_expected"],
  ),
};
