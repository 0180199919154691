// The schemas of what the dictionary has: packs, their GTINs, and the concepts above them.
import {
  text,
  textOrNull,
  object,
  ref,
  list,
  day,
  dayOrNull,
  number,
  flag,
  reuse,
  pence,
} from "./schema-types.mjs";

const BNF = { pattern: "^[0-9]{1,8}$" };
const invalid = { invalid: flag("Whether the release marks it as invalid: no longer to be used.") };
const previous = {
  previous_id: {
    ...ref("ConceptId"),
    description: "The code that it had before. Requests with that code find it, too.",
  },
};
const coded = { id: ref("ConceptId"), name: text("The name in dm+d.") };
const parents = { amp: ref("Amp"), vmpp: ref("Vmpp"), vmp: ref("Vmp"), vtm: ref("Vtm") };

/** Packs, codes and concepts. */
export const concepts = {
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
};

/** The parts of a pack and of an answer about a concept. */
export const parts = {
  Dmd: object(
    "The concepts of a pack.",
    {
      ...parents,
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
    { ...parents, packs: list(ref("Pack"), "The packs of the concept.", { maxItems: 100 }) },
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
};
