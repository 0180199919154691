// The schemas of the OpenAPI document.
import { PREFIX, problems, reasonsOf } from "./responses.mjs";

const text = (description, more = {}) => ({ type: "string", description, ...more });
const textOrNull = (description, more = {}) => ({ type: ["string", "null"], description, ...more });
const object = (description, properties, required = Object.keys(properties)) => ({
  type: "object",
  description,
  required,
  properties,
});
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const list = (items, description, more = {}) => ({ type: "array", description, items, ...more });
const count = (description, more = {}) => ({ type: "integer", minimum: 0, description, ...more });
const day = (description) => text(description, { format: "date" });
const dayOrNull = (description) => textOrNull(description, { format: "date" });

const number = (description) => ({ type: "number", minimum: 0, description });
const flag = (description) => ({ type: "boolean", description });
const BNF = { pattern: "^[0-9]{1,8}$" };
const invalid = { invalid: flag("Whether the release marks it as invalid: no longer to be used.") };
const previous = {
  previous_id: {
    ...ref("ConceptId"),
    description: "The code that it had before. Requests with that code find it, too.",
  },
};
const coded = { id: ref("ConceptId"), name: text("The name in dm+d.") };
const concepts = { amp: ref("Amp"), vmpp: ref("Vmpp"), vmp: ref("Vmp"), vtm: ref("Vtm") };

const reuse = text(
  "How the packs of the GTIN differ: see `X-Gtin-Reuse`. Only if more than one pack has carried it.",
  { enum: ["same-product", "different-strength-or-form", "unknown", "different-medicines"] },
);
const pence = (description) => ({ type: ["integer", "null"], minimum: 0, description });

const datasetFields = {
  release: text("The name of the dm+d release."),
  date: day("The day of the release."),
  age_days: count("The number of days since the release, in UTC."),
  next_expected: day("The Monday on which the next release is expected."),
  packs: count("The number of packs."),
  gtin_rows: count("The number of GTIN periods."),
  digest: text("The SHA-256 of the content, in hexadecimal.", { pattern: "^[0-9a-f]{64}$" }),
  demo: {
    type: "boolean",
    description: "Whether this is demonstration data: invented packs. Never use them for care.",
  },
  gaps: list(
    {
      type: "string",
      enum: [
        "no_gtin_file",
        "no_lookup_file",
        "no_vmp_file",
        "no_vmpp_file",
        "mixed_weeks",
        "two_files_of_a_kind",
        "no_vtm_file",
        "no_amp_file",
        "no_ingredient_file",
      ],
    },
    "The files that the release lacked, and other gaps. Empty for a complete release.",
  ),
};
const served_first = day("The day on which this service first served the release, if known.");
const aboutDataset = object(
  "The dataset of the service.",
  { ...datasetFields, served_first },
  Object.keys(datasetFields),
);

export const schemas = {
  PackId: {
    description:
      "The dm+d AMPP code of a pack, a SNOMED CT identifier of 16 to 18 digits: an exact 64-bit integer, or a string with `ids=string`. " +
      "**A float cannot hold it**: JavaScript's `JSON.parse`, jq before 1.7 and R's jsonlite round it to the code of another pack. Use `ids=string` with these.",
    oneOf: [
      { type: "integer", format: "int64", minimum: 10n ** 15n, maximum: 10n ** 18n - 1n },
      { type: "string", pattern: "^[0-9]{16,18}$" },
    ],
  },
  Pack: object(
    "A pack of a medicine or device (a dm+d AMPP). The fields have this order. Later versions may add fields.",
    {
      pack_id: ref("PackId"),
      name: text(
        "The product, the supplier in parentheses, the size, and the sub-pack if there is one.",
      ),
      generic_pack_name: text("The generic name of the pack (VMPP)."),
      generic_product_name: text("The generic name of the product (VMP)."),
      url: text("The path of the web page of the pack.", {
        pattern: "^/med/ampp/ampp/[a-z0-9-]*-[0-9]{16,18}$",
      }),
      short_name: textOrNull("The short name."),
      subpack: textOrNull("The sub-packs, such as `2 x 14 tablets`. Null if the pack has none."),
      legal_category: text(
        "The legal category: `POM`, `P`, `GSL`, or another text of the release.",
      ),
      discontinued: text(
        "The discontinued flag as text. Only packs with a `discontinued_date` have it.",
      ),
      discontinued_date: dayOrNull(
        "The day on which the pack was discontinued. Null if it is not discontinued, or if no day is recorded.",
      ),
      gtin_codes: list(ref("GtinEntry"), "All GTIN periods of the pack. May be empty."),
      prices: object("The NHS indicative prices, in pence.", {
        price: pence("The current price."),
        price_prev: pence("The previous price."),
      }),
      invalid: {
        type: ["integer", "null"],
        enum: [1, null],
        description: "1 if the release marks the pack as invalid, else null.",
      },
      comb_content: list(
        ref("Component"),
        "The packs inside a combination pack. Empty for other packs.",
      ),
      dmd: {
        ...ref("Dmd"),
        description: "The concepts of the pack. Only with `/api/ampp` and with `include=dmd`.",
      },
      reuse: {
        ...reuse,
        description:
          "The value of `X-Gtin-Reuse`. Only with `include=dmd`, if more than one pack has carried the GTIN.",
      },
    },
    [
      "pack_id",
      "name",
      "generic_pack_name",
      "generic_product_name",
      "url",
      "short_name",
      "subpack",
      "legal_category",
      "discontinued_date",
      "gtin_codes",
      "prices",
      "invalid",
      "comb_content",
    ],
  ),
  ConceptId: {
    description:
      "A dm+d code, a SNOMED CT identifier of 6 to 18 digits: an exact 64-bit integer, or a string with `ids=string`.",
    oneOf: [
      { type: "integer", format: "int64", minimum: 10n ** 5n, maximum: 10n ** 18n - 1n },
      { type: "string", pattern: "^[0-9]{6,18}$" },
    ],
  },
  Coded: object(
    "A code of dm+d with its name. The name is absent if the release has none.",
    coded,
    ["id"],
  ),
  Amp: object(
    "An actual medicinal product: a product of one supplier. In all concepts, a field without a value in the release is absent; flags are always present.",
    {
      ...coded,
      ...invalid,
      supplier: ref("Coded"),
      licensing_authority: text("The licensing authority."),
      availability_restriction: text("The restriction of availability."),
      flavour: text("The flavour."),
      parallel_import: flag("Whether the product is a parallel import."),
      additional_monitoring: flag(
        "Whether the product is under additional monitoring by the European Medicines Agency (▼).",
      ),
      bnf: text(
        "The BNF code, if it differs from that of the generic product. Only if the dataset was built with the supplement.",
        BNF,
      ),
    },
    ["id", "invalid", "parallel_import", "additional_monitoring"],
  ),
  Vmpp: object(
    "A virtual medicinal product pack: a generic product in one pack size.",
    {
      ...coded,
      ...invalid,
      quantity: number("The quantity in the pack."),
      unit: text("The unit of the quantity."),
      drug_tariff_category: text("The Drug Tariff category."),
    },
    ["id", "invalid"],
  ),
  Vtm: object(
    "A virtual therapeutic moiety: the substance or substances with the effect.",
    { ...coded, ...previous, ...invalid },
    ["id", "invalid"],
  ),
  Ingredient: object(
    "A substance and its strength.",
    {
      ...coded,
      strength: object(
        "The strength: `value` `unit` in `denominator_value` `denominator_unit`.",
        {
          value: number("The amount of the substance."),
          unit: text("The unit of the amount."),
          denominator_value: number("The amount of the product."),
          denominator_unit: text("The unit of the denominator."),
        },
        [],
      ),
      basis: text("What the strength refers to: the substance itself, or its base."),
      base: {
        ...ref("Coded"),
        description:
          "The base to which the strength refers, such as tobramycin for tobramycin sulfate.",
      },
    },
    ["id"],
  ),
  Vmp: object(
    "A virtual medicinal product: a medicine in one strength and form, from any supplier.",
    {
      ...coded,
      ...previous,
      previous_name: text("The name that it had before."),
      ...invalid,
      forms: list(ref("Coded"), "The dose forms. Only a kit has more than one."),
      routes: list(ref("Coded"), "The routes of administration."),
      ingredients: list(ref("Ingredient"), "The active substances."),
      controlled_drug_category: text(
        "The schedule of controlled drugs. If the release has several, all of them, separated by `; `.",
      ),
      prescribing_status: text(
        "The prescribing status: whether it may be prescribed by this name.",
      ),
      sugar_free: flag("Whether the release marks it as sugar free."),
      gluten_free: flag("Whether the release marks it as gluten free."),
      preservative_free: flag("Whether the release marks it as preservative free."),
      cfc_free: flag("Whether the release marks it as CFC free."),
      unit_dose: object(
        "The unit dose.",
        {
          form: text("Discrete or continuous."),
          size: number("The size."),
          unit: text("The unit of the size."),
          unit_of_dose: text("The unit of the dose, such as `tablet`."),
        },
        [],
      ),
      non_availability: text("The non-availability indicator: whether products exist."),
      bnf: text(
        "The BNF code. Only if the dataset was built with the supplement, which is not an officially endorsed dm+d product.",
        BNF,
      ),
      atc: text("The ATC code. Only if the dataset was built with the supplement.", {
        pattern: "^[A-Z]([0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?)?$",
      }),
    },
    ["id", "invalid", "sugar_free", "gluten_free", "preservative_free", "cfc_free"],
  ),
  Dmd: object(
    "The concepts of a pack.",
    {
      ...concepts,
      schedules: list(
        text("A schedule and its meaning."),
        "The schedules of the NHS prescription regulations (SI 2004/629) that list the pack. They are not those of controlled drugs.",
      ),
      prescribing_notes: list(
        text("A note."),
        "The prescribing notes: who may prescribe the pack, and where.",
      ),
    },
    [],
  ),
  ConceptAndPacks: object(
    "A concept, its parents, and a page of its packs.",
    { ...concepts, packs: list(ref("Pack"), "The packs of the concept.", { maxItems: 100 }) },
    ["packs"],
  ),
  GtinEntry: object(
    "A GTIN of a pack, and the period in which the pack carries it. The period includes both days.",
    {
      gtin: text("The GTIN as recorded: 13 or 14 digits.", { pattern: "^[0-9]{13,14}$" }),
      start_date: day("The first day."),
      end_date: dayOrNull("The last day. Null if the period is open."),
    },
  ),
  Component: object("A pack inside a combination pack.", {
    pack_id: ref("PackId"),
    name: text("The name of the pack."),
  }),
  LookedUp: {
    description: "The result for one code: a pack, or a problem.",
    oneOf: [
      object(
        "A code with a pack.",
        {
          code: text("The requested code, without surrounding spaces."),
          packs: count(
            "The number of packs that have carried the GTIN. If it is more than one, the code alone does not identify the pack.",
            { minimum: 1 },
          ),
          pack: ref("Pack"),
          reuse,
        },
        ["code", "packs", "pack"],
      ),
      object("A code without a pack.", {
        code: text("The requested code, without surrounding spaces."),
        problem: {
          ...ref("Problem"),
          description: "The problem that `/api/gtin/{gtin}` returns for this code.",
        },
      }),
    ],
  },
  Suggestion: object("A completion of the query: of its last word, or with another word.", {
    text: text("The suggested query."),
    packs: count("The number of packs with all its words in the name of the product.", {
      minimum: 1,
    }),
  }),
  About: object(
    "The service and its dataset.",
    {
      name: { const: "pack-lookup", description: "The name of the program." },
      version: text("The version of the program."),
      dataset: aboutDataset,
      licence: object("The licence of the data. If you show the data, you must name its licence.", {
        name: text("The name of the licence."),
        url: text("The address of the licence.", { format: "uri" }),
      }),
      attribution: text("The attribution statement that the licence requires."),
      warning: text(
        "A notice that you must show to people: the data is demonstration data, or is incomplete.",
      ),
    },
    ["name", "version", "dataset", "licence", "attribution"],
  ),
  Problem: object(
    `A problem document (RFC 9457). \`type\` and \`reason\` are stable, for programs. \`title\` and \`detail\` are for people, and may change.\n\n${meanings()}`,
    {
      type: text("The problem type.", {
        format: "uri",
        enum: Object.keys(problems).map((kind) => PREFIX + kind),
      }),
      title: text("The title of the problem type."),
      status: {
        type: "integer",
        description: "The HTTP status code.",
        enum: [...new Set(Object.values(problems).map(({ status }) => status))],
      },
      detail: text("An explanation for people."),
      reason: text(
        "A stable reason code for programs. Later versions may add codes: treat an unknown one by its `status`.",
        { enum: reasonsOf(Object.keys(problems)) },
      ),
      path: text("The path of the resource, if it is at another path.", {
        format: "uri-reference",
      }),
      gtin: text("The requested GTIN, if the problem is about a GTIN."),
      code: text("The requested code, if the problem is about a dm+d code."),
      kind: text("The kind of concept that has the code, if it is not the requested kind.", {
        enum: ["ampp", "amp", "vmpp", "vmp", "vtm"],
      }),
      check_digit: {
        type: "integer",
        minimum: 0,
        maximum: 9,
        description: "The last digit of the requested code, if it is unknown.",
      },
      expected_check_digit: {
        type: "integer",
        minimum: 0,
        maximum: 9,
        description: "The correct check digit.",
      },
      parameter: text("The parameter with the problem."),
      allow: text("The supported methods."),
    },
    ["type", "title", "status", "detail", "reason"],
  ),
};

function meanings() {
  const rows = Object.values(problems).flatMap(({ status, reasons }) =>
    Object.entries(reasons).map(
      ([reason, meaning]) => `| ${status} | \`${reason}\` | ${meaning} |`,
    ),
  );
  return ["| status | `reason` | meaning |", "|---|---|---|", ...rows].join("\n");
}
