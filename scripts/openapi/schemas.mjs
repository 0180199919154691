// The schemas of the OpenAPI document.
import { PROPERTIES } from "../../npm/api/properties.js";
import { changeSchemas } from "./change-schemas.mjs";
import { concepts, parts } from "./dictionary-schemas.mjs";
import { PREFIX, problems, reasonsOf } from "./responses.mjs";
import { text, object, ref, list, count, day, reuse } from "./schema-types.mjs";

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

export const schemas = {
  ...concepts,
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
  ...parts,
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
  ...changeSchemas,
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
