// The schemas of changes between releases, and of lists of codes that are checked against them.
import { CHANGE_KINDS } from "../../npm/api/check.js";
import {
  text,
  object,
  ref,
  list,
  count,
  day,
  dayOrNull,
  flag,
  reuse,
  pence,
  KINDS_OF_CODES,
} from "./schema-types.mjs";

const release = (description) =>
  object(description, { release: text("Its name."), date: day("Its day.") });

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

export const changeSchemas = {
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
};
