// The schemas of the OpenAPI document.
import { CHANGE_KINDS } from "../../npm/api/check.js";
import { PROPERTIES } from "../../npm/api/properties.js";
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
  "How the packs of the GTIN differ: see `X-Gtin-Reuse`. Only if more than one pack has carried " +
    "it.",
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
    description: "Whether this is demonstration data: made-up packs. Never use them for care.",
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
const changes_since = day("The day since which `/api/changes` has the changes, if it has them.");
const aboutDataset = object(
  "The dataset of the service.",
  { ...datasetFields, served_first, changes_since },
  Object.keys(datasetFields),
);

const release = (description) =>
  object(description, { release: text("Its name."), date: day("Its day.") });

const KINDS_OF_CODES = ["gtin", "ampp", "amp", "vmpp", "vmp", "vtm"];

/** What a list is told of a code. A test compares it with the core (src/code_list/finding.rs). */
const FINDINGS = [
  "not_a_code",
  "rounded_number",
  "unknown_gtin",
  "unknown_code",
  "wrong_check_digit",
  "no_concepts",
  "removed",
  "replaced",
  "reused",
  "moved",
  "invalid",
  "discontinued",
  "ended",
  "no_current_pack",
  "zeros_lost",
];

const listedCodes = list(
  { type: ["string", "number"] },
  "The codes, as they are written in the list. Texts are safer: programs round long numbers, " +
    "and each rounded number is reported.",
  { maxItems: 10_000 },
);

export const schemas = {
  PackId: {
    description:
      "The dm+d AMPP code of a pack, a SNOMED CT identifier of 16 to 18 digits: an exact 64-bit " +
      "integer, or a string with `ids=string`. " +
      "**A float cannot hold it**: JavaScript's `JSON.parse`, jq before 1.7 and R's jsonlite " +
      "round it to the code of another pack. Use `ids=string` with these.",
    oneOf: [
      { type: "integer", format: "int64", minimum: 10n ** 15n, maximum: 10n ** 18n - 1n },
      { type: "string", pattern: "^[0-9]{16,18}$" },
    ],
  },
  Pack: object(
    "A pack of a medicine or device (a dm+d AMPP). The fields have this order. Later versions " +
      "may add fields.",
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
        "The day on which the pack was discontinued. Null if it is not discontinued, or if no " +
          "day is recorded.",
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
          "The value of `X-Gtin-Reuse`. Only with `include=dmd`, if more than one pack has " +
          "carried the GTIN.",
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
      "A dm+d code, a SNOMED CT identifier of 6 to 18 digits: an exact 64-bit integer, or a " +
      "string with `ids=string`.",
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
    "An actual medicinal product: a product of one supplier. In all concepts, a field without a " +
      "value in the release is absent; flags are always present.",
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
        "The BNF code, if it differs from that of the generic product. Only if the dataset was " +
          "built with the supplement.",
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
        "The schedule of controlled drugs. If the release has several, all of them, separated " +
          "by `; `.",
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
        "The BNF code. Only if the dataset was built with the supplement, which is not an " +
          "officially endorsed dm+d product.",
        BNF,
      ),
      atc: text("The ATC code. Only if the dataset was built with the supplement.", {
        pattern: "^[A-Z]([0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?)?$",
      }),
    },
    ["id", "invalid", "sugar_free", "gluten_free", "preservative_free", "cfc_free"],
  ),
  FilterCounts: object("The packs of a query by their properties.", {
    total: count("The number of packs that match the query and the filters."),
    unfiltered: count("The number of packs that would match without the filters."),
    properties: list(
      object("A property with its values.", {
        property: text("The name of the filter.", { enum: PROPERTIES }),
        title: text("The name for people."),
        source: text("The fields of a release that have it."),
        values: list(
          object("A value.", {
            value: text("The key, for a filter."),
            name: text("The text of the release."),
            packs: count("The number of packs that choosing this value alone would leave."),
          }),
          "The values, those of most packs first.",
        ),
      }),
      "The properties that some of these packs have.",
    ),
  }),
  Dmd: object(
    "The concepts of a pack.",
    {
      ...concepts,
      schedules: list(
        text("A schedule and its meaning."),
        "The schedules of the NHS prescription regulations (SI 2004/629) that list the pack. " +
          "They are not those of controlled drugs.",
      ),
      prescribing_notes: list(
        text("A note."),
        "The prescribing notes: who may prescribe the pack, and where.",
      ),
      reimbursement_notes: list(
        text("A note."),
        "How a pharmacy is paid for the pack: special container, broken bulk, discount not " +
          "deducted.",
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
            "The number of packs that have carried the GTIN. If it is more than one, the code " +
              "alone does not identify the pack.",
            { minimum: 1 },
          ),
          pack: ref("Pack"),
          reuse,
          ended: day(
            "The last day on which a pack carried the GTIN, if it was before the release: no " +
              "pack carries it any more.",
          ),
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
  Changes: object("A page of changes.", {
    before: release("The release before the first changes that the service knows."),
    after: release("The release of the service."),
    since: dayOrNull("The requested day."),
    complete: flag(
      "Whether all changes since the requested day are known. False if `before` is not of an " +
        "earlier day.",
    ),
    total: count("The number of changes that are asked for, on all pages."),
    changes: list(ref("Change"), "The changes of this page, in the order of releases.", {
      maxItems: 1000,
    }),
  }),
  Change: object(
    "A change of a code from one release to the next. Which of the last fields there are " +
      "depends on `kind`.",
    {
      release: text("The name of the first release with the change."),
      date: day("The day of that release."),
      kind: text("What changed.", { enum: CHANGE_KINDS }),
      concept: text("The kind of concept that has the code.", {
        enum: ["ampp", "amp", "vmpp", "vmp", "vtm"],
      }),
      code: ref("ConceptId"),
      name: text("The current or last name of the code. Empty if it is not known."),
      name_before: text("The earlier name."),
      name_after: text("The later name."),
      price_before: pence("The earlier price in pence. Null if there was none."),
      price_after: pence("The later price in pence. Null if there is none."),
      discontinued_date: dayOrNull("The day on which the pack was discontinued, if recorded."),
      gtin: text("The GTIN, as it is recorded.", { pattern: "^[0-9]{13,14}$" }),
      end_date: day("The last day of the GTIN on the pack."),
      other_code: {
        ...ref("ConceptId"),
        description: "The earlier code, or the other pack with the GTIN.",
      },
      other_name: text("The name of the other code. Empty if it is not known."),
    },
    ["release", "date", "kind", "concept", "code", "name"],
  ),
  List: {
    description: "A list of codes, alone or with the day on which it was made.",
    oneOf: [
      listedCodes,
      object(
        "A list with its day.",
        {
          codes: listedCodes,
          since: {
            description: "The day on which the list was made.",
            anyOf: [{ type: "string", format: "date" }, { type: "null" }],
          },
        },
        ["codes"],
      ),
    ],
  },
  CheckedList: object("What became of the codes of a list.", {
    release: text("The release against which the list was checked."),
    since: dayOrNull("The day of the list."),
    complete: flag(
      "Whether all changes since that day are known. False if the service has no history, or it " +
        "begins later.",
    ),
    counts: {
      type: "object",
      description: "How many codes have each status.",
      propertyNames: { enum: ["current", ...FINDINGS] },
      additionalProperties: count("The number of codes.", { minimum: 1 }),
    },
    codes: list(ref("CheckedCode"), "The codes, in the order of the list.", { maxItems: 10_000 }),
    additions: list(
      ref("AddedCode"),
      "The codes that came since under the same products, and are not in the list. Empty " +
        "without a history.",
    ),
  }),
  CheckedCode: object(
    "What became of a code.",
    {
      code: text("The code as it is written in the list, without white space around it."),
      kind: {
        type: ["string", "null"],
        enum: [...KINDS_OF_CODES, null],
        description: "What it is the code of. Null if that is not known.",
      },
      status: text("The most serious finding, or `current`.", { enum: ["current", ...FINDINGS] }),
      findings: list(
        object(
          "What a person must know.",
          {
            finding: text("A stable code.", { enum: FINDINGS }),
            text: text("A sentence for people."),
            date: day("The day on which it happened."),
            other_code: {
              ...ref("ConceptId"),
              description: "The code that replaces it, or the other pack of the GTIN.",
            },
            other_name: text("The name of the code that replaces it."),
            reuse,
          },
          ["finding", "text"],
        ),
        "All findings, the most serious first. Empty for a current code.",
      ),
      name: text("The current name, or the last one. Empty if it is not known."),
      pack_id: {
        ...ref("PackId"),
        description: "The pack of the latest use, if it is a GTIN.",
      },
    },
    ["code", "kind", "status", "findings", "name"],
  ),
  AddedCode: object(
    "A code that came, and is not in a list.",
    {
      date: day("The day of the first release with it."),
      kind: text("What it is the code of.", { enum: KINDS_OF_CODES }),
      code: {
        ...ref("ConceptId"),
        description: "The dm+d code. For a GTIN it is that of its pack.",
      },
      gtin: text("The GTIN, if it is one."),
      name: text("The name."),
      vmp: {
        ...ref("ConceptId"),
        description: "The virtual product to which it and codes of the list belong.",
      },
    },
    ["date", "kind", "code", "name"],
  ),
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
    `A problem document (RFC 9457). \`type\` and \`reason\` are stable, for programs. \`title\` ` +
      `and \`detail\` are for people, and may change.\n\n${meanings()}`,
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
        "A stable reason code for programs. Later versions may add codes: treat an unknown one " +
          "by its `status`.",
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
