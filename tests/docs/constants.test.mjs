// Compares numbers in documents with the constants of the sources: each must be written as it is in
// the code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../scripts/common/project.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");

/**
 * Returns the value of a constant of Rust or JavaScript. Expressions have numbers, `*` and `<<`
 * only.
 */
function constant(path, name) {
  const expression = new RegExp(`\\bconst ${name}(?:: \\w+)? = ([\\d_ *<]+);`)
    .exec(read(path))?.[1]
    .replaceAll("_", "");
  assert.ok(expression, `${path} has no constant ${name}`);
  const [factors, shift = "0"] = expression.split("<<");
  return (
    factors.split("*").reduce((product, factor) => product * Number(factor), 1) * 2 ** Number(shift)
  );
}

/** The number that a document states: the group of a pattern. */
function stated(document, pattern) {
  const number = pattern.exec(read(document))?.[1];
  assert.ok(number, `${document} does not state ${pattern}`);
  return Number(number.replaceAll(",", ""));
}

const MIB = 1 << 20;
const KIB = 1 << 10;
const format = (name) => ["src/dataset/format.rs", name];

/** Document, pattern of the number, constant, and the unit of the document. */
const QUOTED = [
  ["FORMAT.md", /^# The dataset file, format (\d+)/, format("VERSION")],
  ["FORMAT.md", /^\| 8–9 \| version: (\d+)\./m, format("VERSION")],
  ["FORMAT.md", /^## Header, (\d+) bytes/m, format("HEADER_LEN")],
  ["FORMAT.md", /^\| (\d+)–47 \| SHA-256/m, format("DIGEST_AT")],
  ["FORMAT.md", /start of each block of (\d+); blob\. See below/, format("BLOCK")],
  ["FORMAT.md", /bits set before each (\d+)th bit/, format("RANK_BITS")],
  ["FORMAT.md", /the code of every (\d+)th of these/, format("BLOCK")],
  [
    "FORMAT.md",
    /It is empty in a dataset of fewer than ([\d,]+) packs/,
    format("PACKS_WITH_NAMES"),
  ],
  ["FORMAT.md", /^\| (\d+) bytes \| a text of a record, and a name/m, format("MAX_TEXT_LEN")],
  ["FORMAT.md", /^\| (\d+) bytes \| a word of the index/m, format("MAX_WORD_LEN")],
  ["FORMAT.md", /^\| (\d+) \| GTIN rows of a pack/m, format("MAX_GTIN_ROWS")],
  ["FORMAT.md", /^\| (\d+) \| rows of a GTIN/m, format("MAX_USES")],
  ["FORMAT.md", /^\| (\d+) \| components of a pack/m, format("MAX_COMPONENTS")],
  ["FORMAT.md", /^\| (\d+) \| forms, routes or ingredients/m, format("MAX_FACTS")],
  ["FORMAT.md", /^# The update file, version (\d+)/m, ["src/update/format.rs", "VERSION"]],
  ["FORMAT.md", /`PACKU`\), the version is (\d+)/, ["src/update/format.rs", "VERSION"]],
  [
    "FORMAT.md",
    /stop if records need more than (\d+) MiB/,
    ["src/update/memory_budget.rs", "LEAST"],
    MIB,
  ],
  [
    "FORMAT.md",
    /stop if records need more than 16 MiB \+ (\d+) × B/,
    ["src/update/memory_budget.rs", "FOR_EACH_BYTE"],
  ],
  ["SECURITY.md", /unpacks at most (\d+) MiB/, ["src/import/release.rs", "MAX_RELEASE_BYTES"], MIB],
  ["SECURITY.md", /keeps (\d+) MiB/, ["src/import/tables.rs", "MAX_RELEASE_WEIGHT"], MIB],
  [
    "SECURITY.md",
    /gives (\d+) MiB of text to packs/,
    ["src/import/assemble.rs", "MAX_PACK_TEXT"],
    MIB,
  ],
  ["SECURITY.md", /A name of more than (\d+) bytes/, format("MAX_TEXT_LEN")],
  [
    "SECURITY.md",
    /messages of at most (\d+) KiB/,
    ["npm/mcp/protocol.js", "MAX_MESSAGE_BYTES"],
    KIB,
  ],
  [
    "docs/assistants.md",
    /A message has at most (\d+) KiB/,
    ["npm/mcp/protocol.js", "MAX_MESSAGE_BYTES"],
    KIB,
  ],
  ["docs/assistants.md", /`query` of at most (\d+) characters/, ["src/api/search.rs", "MAX_Q_LEN"]],
  ["docs/http.md", /the packs of up to (\d+) GTINs/, ["src/api/gtin.rs", "MAX_LOOKUP_CODES"]],
  [
    "docs/http.md",
    /1 to 100 \| (\d+) \| The maximum number of completions/,
    ["src/api/search.rs", "SUGGESTIONS"],
  ],
  ["docs/fhir.md", /^\| `_count` \| (\d+) \|/m, ["src/fhir/bundle.rs", "STANDARD"]],
  ["docs/fhir.md", /More than (\d+) is read as/, ["src/fhir/bundle.rs", "MOST"]],
  [
    "docs/http.md",
    /`q_too_long` \| `q` has more than (\d+) characters/,
    ["src/api/search.rs", "MAX_Q_LEN"],
  ],
  [
    "docs/serve.md",
    /^\| a message to `\/mcp` \| (\d+) KiB/m,
    ["npm/mcp/protocol.js", "MAX_MESSAGE_BYTES"],
    KIB,
  ],
  ["docs/search.md", /^\| (\d+) different terms/m, ["src/search/answer/readings.rs", "MAX_TERMS"]],
  [
    "docs/search.md",
    /^\| ([\d,]+) packs grouped by product/m,
    ["src/search/groups/mod.rs", "MAX_GROUPED"],
  ],
  [
    "docs/data-quality.md",
    /A table has at most (\d+) findings/,
    ["src/data_quality/page.rs", "MAX_SHOWN"],
  ],
  // Old data: the other hosts, the help and the documents.
  ...[
    ["npm/node/settings.js", /_OLD_AFTER_DAYS",[^}]*?default: (\d+),/],
    ["src/command_line/args.rs", /its data are old \[default: (\d+)\]/],
    ["www/blocks/device/release-age.ts", /const OLD_AFTER_DAYS = (\d+);/],
    ["npm/types/core.d.ts", /that the data are old: (\d+) by default/],
    ["docs/serve.md", /says that its data are old; from 1 to 99,999; default: (\d+)/],
    ["docs/serve.md", /From (\d+) days on, answers say that the data are old/],
    ["docs/assistants.md", /data of (\d+) days or more/],
    ["docs/http.md", /or at least (\d+) days old/],
    ["docs/safety.md", /From (\d+) days on, every answer has a warning/],
    ["docs/safety.md", /number of days, from (\d+) days on/],
    ["docs/assurance/support.md", /it is old from (\d+) days on/],
    ["CHANGELOG.md", /From (\d+) days on, or an age that you set/],
  ].map(([place, pattern]) => [place, pattern, ["src/dataset/age.rs", "OLD_AFTER_DAYS"]]),
];

describe("numbers in documents equal the constants", () => {
  for (const [document, pattern, [path, name], unit = 1] of QUOTED) {
    test(`${document}: ${pattern.source} is ${name}`, () =>
      assert.equal(stated(document, pattern) * unit, constant(path, name)));
  }
});

test("the flags of FORMAT.md are those of the code", () => {
  const bits = [...read("FORMAT.md").matchAll(/^\| bit (\d+)/gm)].map(([, bit]) => Number(bit));
  const gaps = [...read("src/dataset/gaps.rs").matchAll(/^ {4}\w+ "(\w+)" "/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    bits
      .slice(0, 1)
      .concat(bits.slice(-2))
      .map((bit) => 2 ** bit),
    [
      constant(...format("FLAG_DEMO")),
      constant(...format("FLAG_CLASSES")),
      constant(...format("FLAG_CONCEPTS")),
    ],
  );
  assert.equal(2 ** bits[1], constant(...format("FIRST_GAP")));
  assert.deepEqual(
    [...read("FORMAT.md").matchAll(/^\| bit \d+, `(\w+)`/gm)].map(([, name]) => name),
    gaps,
  );
});

test("the units and notes of FORMAT.md are in the order of the code", () => {
  const text = read("FORMAT.md");
  const units = [
    ...read("src/quantity.rs")
      .split("pub const UNITS")[1]
      .split("\n];")[0]
      .matchAll(/^ {4}&\["([^"]+)"/gm),
  ].map(([, name]) => name);
  const listed = [.../The units of terms are: ([^.]*)\./.exec(text)[1].matchAll(/`([^`]+)`/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(listed, units);
  const notes = [
    ...read("src/concept/notes.rs")
      .split("notes! {")[1]
      .split("}")[0]
      .matchAll(/^ {4}(\w+) [A-Z]/gm),
  ].map(([, name]) => name.toLowerCase());
  const stated = /\*\*notes\*\* about a pack, as bits: (.*?)\. A reader ignores/m
    .exec(text)[1]
    .split(", ")
    .map((note) => /(.*) \((\d+)\)/.exec(note));
  assert.deepEqual(
    stated.map(([, name]) => name.toLowerCase().replaceAll(" ", "")),
    notes,
  );
  assert.deepEqual(
    stated.map(([, , bit]) => Number(bit)),
    notes.map((_, place) => 2 ** place),
  );
});
