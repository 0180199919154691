// The schemas of responses.
import { PREFIX, problems, reasonsOf } from "./problems.mjs";

const text = (description, more = {}) => ({ type: "string", description, ...more });
const textOrNull = (description, more = {}) => ({ type: ["string", "null"], description, ...more });
const object = (description, properties, required = Object.keys(properties)) => ({ type: "object", description, required, properties });
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const list = (items, description, more = {}) => ({ type: "array", description, items, ...more });
const count = (description, more = {}) => ({ type: "integer", minimum: 0, description, ...more });
const day = (description) => text(description, { format: "date" });
const dayOrNull = (description) => textOrNull(description, { format: "date" });

const number = (description) => ({ type: "number", minimum: 0, description });
const flag = (description) => ({ type: "boolean", description });
const BNF = { pattern: "^[0-9]{1,8}$" };
const coded = { id: ref("ConceptId"), name: text("The name.") };
const above = { amp: ref("Amp"), vmpp: ref("Vmpp"), vmp: ref("Vmp"), vtm: ref("Coded") };

const pence = (description) => ({ type: ["integer", "null"], minimum: 0, description });

const ofAnyDataset = {
  release: text("Name of the dm+d release."),
  date: day("Day of the release."),
  age_days: count("Whole days since the day of the release, by the calendar in UTC."),
  next_expected: day("The Monday on which the release after it was or is to be expected."),
  packs: count("How many packs it has."),
  gtin_rows: count("How many periods of GTINs it has."),
  digest: text("SHA-256 of the content, in hex.", { pattern: "^[0-9a-f]{64}$" }),
  demo: { type: "boolean", description: "Whether these are invented packs, for demonstration. Never use them for care." },
  gaps: list({ type: "string", enum: ["no_gtin_file", "no_lookup_file", "no_vmp_file", "no_vmpp_file", "mixed_weeks", "two_files_of_a_kind"] }, "What the release lacked; empty for a whole one."),
};
const served_first = day("The day on which this service served the release first, where it knows it.");
const aboutDataset = object("What it answers from.", { ...ofAnyDataset, served_first }, Object.keys(ofAnyDataset));

export const schemas = {
  PackId: {
    description:
      "The SNOMED CT code of a pack (its dm+d AMPP code), 16 to 18 digits: an exact 64-bit integer, or with `ids=string` the same digits in quotes. " +
      "**More digits than a float holds**: JavaScript's `JSON.parse`, jq before 1.7 and R's jsonlite round it to another pack's code. There, ask with `ids=string`.",
    oneOf: [
      { type: "integer", format: "int64", minimum: 10n ** 15n, maximum: 10n ** 18n - 1n },
      { type: "string", pattern: "^[0-9]{16,18}$" },
    ],
  },
  Pack: object(
    "A pack of a medicine or device (a dm+d AMPP). Its fields come in this order; later versions may add others.",
    {
      pack_id: ref("PackId"),
      name: text("Product, supplier in parentheses, size, and the sub-pack where there is one."),
      generic_pack_name: text("Generic name of the pack."),
      generic_product_name: text("Name of the product."),
      url: text("Path of the pack's page.", { pattern: "^/med/ampp/ampp/[a-z0-9-]*-[0-9]{16,18}$" }),
      short_name: textOrNull("A short name."),
      subpack: textOrNull("A description like `2 x 14 tablets`; null where the pack has no sub-packs."),
      legal_category: text("`POM`, `P`, `GSL`, or what else the release says."),
      discontinued: text("Flag text; only on packs that have a `discontinued_date`."),
      discontinued_date: dayOrNull("The day on which the pack was discontinued. Null while it is not, and where no day is recorded."),
      gtin_codes: list(ref("GtinEntry"), "Every period of every GTIN of the pack; may be empty."),
      prices: object("NHS indicative prices, in pence.", { price: pence("The price."), price_prev: pence("The price before.") }),
      invalid: { type: ["integer", "null"], enum: [1, null], description: "1 where the release calls the pack invalid." },
      comb_content: list(ref("Component"), "The packs that a combination pack consists of; mostly empty."),
      dmd: { ...ref("Dmd"), description: "Its concepts; only under `/api/ampp` and with `include=dmd`." },
      reuse: text("What `X-Gtin-Reuse` says; only with `include=dmd`, where several packs have carried the GTIN.", { enum: ["same-product", "different-strength-or-form", "unknown", "different-medicines"] }),
    },
    ["pack_id", "name", "generic_pack_name", "generic_product_name", "url", "short_name", "subpack", "legal_category", "discontinued_date", "gtin_codes", "prices", "invalid", "comb_content"],
  ),
  ConceptId: {
    description: "A SNOMED CT code of dm+d, 6 to 18 digits: as exact as a `pack_id`, and with `ids=string` in quotes.",
    oneOf: [
      { type: "integer", format: "int64", minimum: 10n ** 5n, maximum: 10n ** 18n - 1n },
      { type: "string", pattern: "^[0-9]{6,18}$" },
    ],
  },
  Coded: object("Something of dm+d that has a code; the name is absent where the release has none for it.", coded, ["id"]),
  Amp: object(
    "A product as it is sold. What the release does not tell is absent, here and in all concepts; flags are always there.",
    {
      ...coded,
      supplier: ref("Coded"),
      licensing_authority: text("Who licensed it."),
      availability_restriction: text("How its availability is restricted."),
      flavour: text("Its flavour."),
      parallel_import: flag("Whether it is imported in parallel."),
      additional_monitoring: flag("Whether the European Medicines Agency has it under additional monitoring (▼)."),
      bnf: text("A code of the BNF of its own: only where the data were made with the supplementary release.", BNF),
    },
    ["id", "parallel_import", "additional_monitoring"],
  ),
  Vmpp: object("A pack in a quantity, whoever sells it.", { ...coded, quantity: number("How much is in the pack."), unit: text("The unit of that."), drug_tariff_category: text("Under which it is paid for.") }, ["id"]),
  Ingredient: object(
    "A substance, and how much of it.",
    {
      ...coded,
      strength: object("`value` `unit` in `denominator_value` `denominator_unit`.", { value: number("How much of it."), unit: text("The unit."), denominator_value: number("In how much."), denominator_unit: text("The unit.") }, []),
    },
    ["id"],
  ),
  Vmp: object(
    "The medicine in a strength and a form, whoever sells it.",
    {
      ...coded,
      forms: list(ref("Coded"), "One, or those of a kit."),
      routes: list(ref("Coded"), "How it is given."),
      ingredients: list(ref("Ingredient"), "What is in it."),
      controlled_drug_category: text("The schedule of controlled drugs."),
      prescribing_status: text("Whether it may be prescribed under this name."),
      sugar_free: flag("Whether the release calls it free of sugar;"),
      gluten_free: flag("of gluten;"),
      preservative_free: flag("of preservatives;"),
      cfc_free: flag("of CFCs."),
      unit_dose: object("What one dose is.", { form: text("Discrete or continuous."), size: number("How large."), unit: text("The unit of that."), unit_of_dose: text("What it is: `tablet`.") }, []),
      non_availability: text("Whether there are products of it."),
      bnf: text("Its code of the BNF: only where the data were made with the supplementary release, which is not an officially endorsed dm+d product.", BNF),
      atc: text("Its ATC code; from there, too.", { pattern: "^[A-Z]([0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?)?$" }),
    },
    ["id", "sugar_free", "gluten_free", "preservative_free", "cfc_free"],
  ),
  Dmd: object("What dm+d says above a pack.", { ...above, schedules: list(text("A schedule."), "The schedules that the pack is in."), prescribing_notes: list(text("A note."), "Who may prescribe it, and where.") }, []),
  ConceptAndPacks: object("A concept, those above it, and a page of its packs.", { ...above, packs: list(ref("Pack"), "Its packs.", { maxItems: 100 }) }, ["packs"]),
  GtinEntry: object("A GTIN of a pack, and the period in which it is valid there; both days belong to it.", {
    gtin: text("13 or 14 digits, as recorded.", { pattern: "^[0-9]{13,14}$" }),
    start_date: day("The first day."),
    end_date: dayOrNull("The last day; null while the period is open."),
  }),
  Component: object("A pack inside a combination pack.", { pack_id: ref("PackId"), name: text("Its full name.") }),
  LookedUp: {
    description: "One of many codes: the record, or the reason why there is none.",
    oneOf: [
      object("The code has a pack.", {
        code: text("What was asked, without the spaces around it."),
        packs: count("How many packs have carried the GTIN: with more than one, the code alone does not tell which is in the hand.", { minimum: 1 }),
        pack: ref("Pack"),
      }),
      object("It has none.", {
        code: text("What was asked, without the spaces around it."),
        problem: { ...ref("Problem"), description: "What `/api/gtin/{gtin}` would have answered." },
      }),
    ],
  },
  Suggestion: object("What a query may become: its last word finished, or followed by another one.", {
    text: text("What to search for."),
    packs: count("How many packs have the added word, and all words before it, in the name of the product.", { minimum: 1 }),
  }),
  About: object(
    "The service and the dataset behind it.",
    {
      name: { const: "pack-lookup", description: "The program." },
      version: text("Its version."),
      dataset: aboutDataset,
      licence: object("The licence of the data: whoever shows them must name it.", { name: text("Its name."), url: text("Where it is.", { format: "uri" }) }),
      attribution: text("The sentence that the licence asks for."),
      warning: text("A sentence that people must be shown: the data are a demonstration, or lack something."),
    },
    ["name", "version", "dataset", "licence", "attribution"],
  ),
  Problem: object(
    `What went wrong, as a problem document (RFC 9457). \`type\` and \`reason\` are stable words for programs; \`title\` and \`detail\` are for people, and may be reworded.\n\n${meanings()}`,
    {
      type: text("The class of problems.", { format: "uri", enum: Object.keys(problems).map((kind) => PREFIX + kind) }),
      title: text("The class in words."),
      status: { type: "integer", description: "The status of the answer.", enum: [...new Set(Object.values(problems).map(({ status }) => status))] },
      detail: text("A sentence for people."),
      reason: text("A stable word for programs. Later versions may add words: take one that you don't know for its `status`.", { enum: reasonsOf(Object.keys(problems)) }),
      path: text("Where what was asked for is, where it is elsewhere.", { format: "uri-reference" }),
      gtin: text("The code that was asked, where it is about a GTIN."),
      code: text("The code that was asked, where it is about one of dm+d."),
      kind: text("What that is the code of, where it is another kind than was asked for.", { enum: ["ampp", "amp", "vmpp", "vmp", "vtm"] }),
      check_digit: { type: "integer", minimum: 0, maximum: 9, description: "The last digit of a code that is unknown." },
      expected_check_digit: { type: "integer", minimum: 0, maximum: 9, description: "What it should be." },
      parameter: text("The parameter that it is about."),
      allow: text("The methods that are answered."),
    },
    ["type", "title", "status", "detail", "reason"],
  ),
};

function meanings() {
  const rows = Object.values(problems).flatMap(({ status, reasons }) => Object.entries(reasons).map(([reason, meaning]) => `| ${status} | \`${reason}\` | ${meaning} |`));
  return ["| status | `reason` | |", "|---|---|---|", ...rows].join("\n");
}
