// Compares numbers in documents and on other hosts with the constants that they repeat. To change a
// constant, change it and run this file: it names every place that repeats it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../scripts/common/project.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");

/**
 * The value of a constant of Rust or JavaScript, or of a field of an object. Expressions have
 * numbers, `*` and `<<` only. The value of a range is its end.
 */
function constant(path, name) {
  const declaration = String.raw`(?:\bconst ${name}(?:: [^=]+)? = |\b${name}: )(?:[[(]\d+, )?([\d_. *<]+)[\])]?[,;]`;
  const expression = new RegExp(declaration).exec(read(path))?.[1].replaceAll("_", "");
  assert.ok(expression, `${path} has no constant ${name}`);
  const [factors, shift = "0"] = expression.split("<<");
  return (
    factors.split("*").reduce((product, factor) => product * Number(factor), 1) * 2 ** Number(shift)
  );
}

const WORDS = ["a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The numbers that a file states, in digits or as words: the group of a pattern. */
function stated(file, pattern) {
  const matches = [...read(file).matchAll(new RegExp(pattern, `${pattern.flags}g`))];
  assert.ok(matches.length > 0, `${file} does not state ${pattern}`);
  return matches.map(([, number]) => {
    const word = WORDS.indexOf(number.toLowerCase());
    return word < 0 ? Number(number.replaceAll(/[,_]/g, "")) : word + 1;
  });
}

const MIB = 1 << 20;
const KIB = 1 << 10;
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const PERCENT = 0.01;

/**
 * Each constant with the places that repeat its value: a file, the pattern of the number, and the
 * unit of that number if it is another.
 */
const REPEATED = {
  "src/dataset/format.rs VERSION": [
    ["FORMAT.md", /^# The dataset file, format (\d+)/],
    ["FORMAT.md", /^\| 8–9 \| version: (\d+)\./m],
    ["npm/api/open-options.js", /const FORMAT = (\d+);/],
  ],
  "src/dataset/format.rs HEADER_LEN": [["FORMAT.md", /^## Header, (\d+) bytes/m]],
  "src/dataset/format.rs DIGEST_AT": [["FORMAT.md", /^\| (\d+)–47 \| SHA-256/m]],
  "src/dataset/format.rs BLOCK": [
    ["FORMAT.md", /start of each block of (\d+); blob\. See below/],
    ["FORMAT.md", /the code of every (\d+)th of these/],
  ],
  "src/dataset/format.rs RANK_BITS": [["FORMAT.md", /bits set before each (\d+)th bit/]],
  "src/dataset/format.rs PACKS_WITH_NAMES": [
    ["FORMAT.md", /It is empty in a dataset of fewer than ([\d,]+) packs/],
    ["docs/search.md", /A dataset of fewer than ([\d,]+) packs does not have names/],
  ],
  "src/dataset/format.rs MAX_TEXT_LEN": [
    ["FORMAT.md", /^\| (\d+) bytes \| a text of a record, and a name/m],
    ["SECURITY.md", /A name of more than (\d+) bytes/],
    ["www/src/notes/file.ts", /const MAX_TEXT = (\d+);/],
  ],
  "src/dataset/format.rs MAX_WORD_LEN": [["FORMAT.md", /^\| (\d+) bytes \| a word of the index/m]],
  "src/dataset/format.rs MAX_GTIN_ROWS": [["FORMAT.md", /^\| (\d+) \| GTIN rows of a pack/m]],
  "src/dataset/format.rs MAX_USES": [["FORMAT.md", /^\| (\d+) \| rows of a GTIN/m]],
  "src/dataset/format.rs MAX_COMPONENTS": [["FORMAT.md", /^\| (\d+) \| components of a pack/m]],
  "src/dataset/format.rs MAX_FACTS": [["FORMAT.md", /^\| (\d+) \| forms, routes or ingredients/m]],
  "src/dataset/caveats.rs OLD_AFTER_DAYS": [
    ["npm/node/settings.js", /_OLD_AFTER_DAYS",[^}]*?default: (\d+),/],
    ["src/command_line/delegated_args.rs", /its data are old \[default: (\d+)\]/],
    ["www/blocks/device/words.ts", /const OLD_AFTER_DAYS = (\d+);/],
    ["docs/hospital.md", /From (\d+) days on, every answer says that the data are old/],
    ["npm/README.md", /every response say that the data are old\. Default: (\d+)/],
    ["npm/types/core.d.ts", /that the data are old: (\d+) by default/],
    ["docs/serve.md", /says that its data are old; from 1 to 99,999; default: (\d+)/],
    ["docs/serve.md", /From (\d+) days on, answers say that the data are old/],
    ["docs/assistants.md", /data of (\d+) days or more/],
    ["docs/http.md", /or at least (\d+) days old/],
    ["docs/safety.md", /From (\d+) days on, every answer has a warning/],
    ["docs/safety.md", /number of days, from (\d+) days on/],
    ["docs/assurance/support.md", /it is old from (\d+) days on/],
    ["CHANGELOG.md", /From (\d+) days on, or an age that you set/],
  ],

  "src/update/mod.rs VERSION": [
    ["FORMAT.md", /^# The update file, version (\d+)/m],
    ["FORMAT.md", /`PACKU`\), the version is (\d+)/],
  ],
  "src/update/mod.rs BASE_BUDGET": [["FORMAT.md", /stop if records need more than (\d+) MiB/, MIB]],
  "src/update/mod.rs BUDGET_PER_BYTE": [
    ["FORMAT.md", /stop if records need more than 16 MiB \+ (\d+) × B/],
  ],
  "src/import/release.rs MAX_RELEASE_BYTES": [["SECURITY.md", /unpacks at most (\d+) MiB/, MIB]],
  "src/import/tables.rs MAX_RELEASE_WEIGHT": [["SECURITY.md", /keeps (\d+) MiB/, MIB]],
  "src/import/assemble.rs MAX_PACK_TEXT": [
    ["SECURITY.md", /gives (\d+) MiB of text to packs/, MIB],
  ],

  "src/api/search.rs MAX_Q_LEN": [
    ["npm/api/check.js", /const MAX_QUERY = (\d+);/],
    ["www/src/lookup/query.ts", /const MAX_QUERY_LENGTH = (\d+);/],
    ["npm/README.md", /A query has at most (\d+) characters/],
    ["www/public/llms.txt", /A query has at most (\d+) characters/],
    ["docs/assistants.md", /`query` of at most (\d+) characters/],
    ["docs/http.md", /`q` \| query \| 1 to (\d+) characters \| \| \*\*Required\*\*, unless/],
    ["docs/http.md", /`q` \| query \| 1 to (\d+) characters \| \| \*\*Required\.\*\*/],
    ["docs/http.md", /`q_too_long` \| `q` has more than (\d+) characters/],
    ["docs/search.md", /^\| (\d+) characters \| the HTTP interface rejects the query/m],
    ["scripts/openapi/parameters.mjs", /\bq: (\d+),/],
    ["scripts/openapi/responses.mjs", /`q` has more than (\d+) characters/],
    ["npm/types/core.d.ts", /The query, at most (\d+) characters/],
    ["npm/types/core.d.ts", /The text so far, at most (\d+) characters/],
    ["npm/types/core.d.ts", /@param text - At most (\d+) characters/],
  ],
  "src/api/search.rs SUGGESTIONS": [
    ["npm/types/core.d.ts", /number of completions, 1 to \d+\. The default is (\d+)/],
    ["scripts/openapi/parameters.mjs", /\bsuggestions: (\d+),/],
    ["npm/api/arguments.js", /const \{ limit = (\d+) \} = check/],
    ["docs/http.md", /1 to \d+ \| (\d+) \| The maximum number of completions/],
  ],
  "src/api/gtin.rs MAX_LOOKUP_CODES": [
    ["www/public/llms.txt", /a list (\d+) GTINs/],
    ["docs/http.md", /the packs of up to (\d+) GTINs/],
    ["docs/http.md", /`codes` \| query \| 1 to (\d+) GTINs/],
    ["docs/http.md", /`too_many_codes` \| `codes` has more than (\d+) codes/],
    ["scripts/openapi/parameters.mjs", /\bcodes: (\d+),/],
    ["scripts/openapi/responses.mjs", /`codes` has more than (\d+) codes/],
  ],
  "npm/node/limits.js stopMs": [
    ["docs/serve.md", /After (\d+) s it closes all connections/, SECOND_MS],
    ["docs/recipes/kubernetes.yaml", /Longer than the (\d+) s that the server gives/, SECOND_MS],
  ],
  "src/api/check_list.rs MAX_LISTED_CODES": [
    ["npm/api/check.js", /const MAX_CODES = ([\d_]+);/],
    ["www/src/code-list/check.ts", /const CODES_PER_CALL = ([\d_]+);/],
    ["docs/http.md", /the list has more than ([\d,]+) codes/],
    ["docs/code-lists.md", /a code in each line: at most ([\d,]+) codes/],
    ["npm/README.md", /for each of at most ([\d,]+) codes of an array/],
    ["npm/types/core.d.ts", /@param codes - At most ([\d,]+) GTINs of at most 100/],
    ["npm/README.md", /what became of up to ([\d,]+) GTINs and dm\+d codes/],
    ["docs/http.md", /may mix GTINs and dm\+d codes, at most ([\d,]+)/],
    ["www/public/llms.txt", /what became of up to ([\d,]+) GTINs and dm\+d codes/],
    ["scripts/openapi/parameters.mjs", /\blist: ([\d_]+),/],
    ["scripts/openapi/change-schemas.mjs", /maxItems: (10_000)/],
    ["scripts/openapi/responses.mjs", /codes, or a list more than ([\d,]+)/],
    ["npm/types/core.d.ts", /@param codes - At most ([\d,]+) codes, as written in the list/],
  ],
  "src/api/check_list.rs MAX_LIST_BODY_LEN": [
    ["docs/http.md", /`list_too_long`: the body has more than (\d+) MiB/, MIB],
    ["docs/http.md", /`list_too_long` \| the body has more than (\d+) MiB/, MIB],
    ["npm/api/check.js", /const MAX_BODY = ([\d_]+);/],
  ],
  "src/api/fhir.rs MAX_FHIR_BODY_LEN": [["docs/fhir.md", /the body has more than ([\d,]+) bytes/]],
  "src/api/fhir.rs MAX_BATCH_BODY_LEN": [["docs/fhir.md", /of a batch more than ([\d,]+)/]],
  "src/fhir/bundle.rs MAX_BATCH_ENTRIES": [
    ["docs/fhir.md", /It has at most (\d+) requests with GET/],
  ],
  "src/fhir/bundle.rs DEFAULT_COUNT": [["docs/fhir.md", /^\| `_count` \| (\d+) \|/m]],
  "src/fhir/bundle.rs MAX_COUNT": [["docs/fhir.md", /More than (\d+) is read as/]],
  "src/fhir/expansion.rs MAX_EXPANDED": [
    ["docs/fhir.md", /an expansion without `count` has more than ([\d,]+) codes/],
    ["docs/fhir.md", /a page\. At most ([\d,]+) codes/],
  ],
  "src/fhir/found.rs MAX_SEARCHED_CODES": [["docs/fhir.md", /a search has more than (\d+) codes/]],
  "src/search/answer/readings.rs MAX_TERMS": [["docs/search.md", /^\| (\d+) different terms/m]],
  "src/search/answer/readings.rs MAX_READINGS": [
    ["docs/search.md", /^\| (\d+) readings \| the search does not try the rest/m],
  ],
  "src/search/read/rewrite.rs MAX_REWRITTEN_WORDS": [
    ["docs/search.md", /^\| (\d+) words \| the search does not join or split/m],
  ],
  "src/search/read/rewrite.rs TRIED": [
    ["docs/search.md", /rewrites a shorter query in at most (\w+) ways/],
  ],
  "src/search/read/words.rs MAX_SPELLINGS": [
    ["docs/search.md", /^\| (\d+) words that no name has/m],
  ],
  "src/search/read/spelling.rs MAX_SIMILAR": [
    ["docs/search.md", /equally close to more than (\d+) others/],
  ],
  "src/search/suggest.rs FEW": [
    ["docs/search.md", /If more than (\d+) packs match the words before it/],
  ],
  "src/search/suggest.rs TRIED": [["docs/search.md", /only the (\d+) most frequent words/]],
  "src/search/groups/mod.rs MAX_GROUPED": [
    ["docs/search.md", /^\| ([\d,]+) packs grouped by product/m],
    ["npm/README.md", /more than ([\d,]+) packs match: the search does not group/],
  ],
  "src/data_quality/page.rs MAX_SHOWN": [
    ["docs/data-quality.md", /A table has at most (\d+) findings/],
  ],
  "src/command_line/table.rs SHOWN": [
    ["docs/code-lists.md", /Text has the first (\d+) codes of each status/],
  ],

  "src/api/search.rs SEARCH_LIMITS": [
    ["npm/api/check.js", /const LIMITS = \[1, (\d+)\];/],
    ["npm/README.md", /`limit` is 1 to (\d+)\./],
    ["npm/types/core.d.ts", /The maximum number of packs, 1 to (\d+)/],
    ["docs/http.md", /`limit` \| query \| 1 to (\d+) \| \d+ \| The maximum number of packs/],
    ["www/public/llms.txt", /a page of results (\d+) packs/],
    ["docs/assistants.md", /`limit` is 1 to (\d+); the default is \d+/],
    ["npm/mcp/schemas.js", /const limit = \{[^}]*maximum: (\d+),/],
    ["scripts/openapi/dictionary-schemas.mjs", /"The packs of the concept\.", \{ maxItems: (\d+)/],
    ["npm/types/core.d.ts", /the maximum number of completions, 1 to (\d+)/],
    ["scripts/openapi/parameters.mjs", /\blimit: \[1, (\d+)\]/],
    ["scripts/openapi/responses.mjs", /not a whole number from 1 to (\d+), or for changes/],
    ["docs/http.md", /1 to (\d+) \| \d+ \| The maximum number of completions/],
  ],
  "src/search/query.rs DEFAULT_LIMIT": [
    ["npm/api/arguments.js", /\blimit = (\d+),\s+offset = 0,\s+current/],
    ["npm/mcp/schemas.js", /const limit = \{[^}]*default: (\d+),/],
    ["npm/types/core.d.ts", /The maximum number of packs, 1 to \d+\. The default is (\d+)/],
    ["scripts/openapi/parameters.mjs", /\bpacks: (\d+),/],
    ["docs/http.md", /1 to \d+ \| (\d+) \| The maximum number of packs/],
    ["docs/assistants.md", /`limit` is 1 to \d+; the default is (\d+)/],
  ],
  "src/api/changes.rs MAX_FEED_ENTRIES": [
    ["docs/http.md", /the latest first: at most (\d+) entries/],
  ],
  "src/api/changes.rs MAX_ENTRY_CHANGES": [
    ["docs/http.md", /entries, with up to (\d+) changes each/],
  ],
  "src/api/search.rs OFFSETS": [["npm/api/check.js", /const OFFSETS = \[0, ([\d_]+)\];/]],
  "src/api/changes.rs CHANGES_LIMITS": [
    ["npm/api/check.js", /const CHANGES_LIMITS = \[1, (\d+)\];/],
    ["npm/types/core.d.ts", /The maximum number of changes, 1 to (\d+)/],
    ["docs/http.md", /`limit` \| query \| 1 to ([\d,]+) \| 100/],
    ["scripts/openapi/parameters.mjs", /\bchangesLimit: \[1, (\d+)\]/],
    ["scripts/openapi/change-schemas.mjs", /maxItems: (1000),/],
    ["scripts/openapi/responses.mjs", /or for changes to (\d+)/],
  ],
  "src/api/changes.rs DEFAULT_LIMIT": [
    ["docs/http.md", /`limit` \| query \| 1 to [\d,]+ \| (\d+) \| The maximum number of changes/],
    ["scripts/openapi/parameters.mjs", /\bchanges: (\d+),/],
    ["npm/types/core.d.ts", /number of changes, 1 to \d+\. The default is (\d+)/],
  ],
  "src/search/filters.rs MAX_FILTER_VALUES": [
    ["npm/api/check.js", /const MAX_FILTER_VALUES = (\d+);/],
    ["npm/mcp/schemas.js", /const filters = \{[^}]*maxItems: (\d+),/],
    ["docs/http.md", /more than (\d+) values of filters/],
    ["scripts/openapi/responses.mjs", /All filters together have more than (\d+) values/],
  ],
  "src/search/groups/facets.rs MAX_FACET_VALUES": [
    ["npm/api/check.js", /const MAX_FACET_VALUES = (\d+);/],
  ],
  "src/command_line/dataset.rs MAX_BYTES": [
    ["npm/node/machine.js", /const MAX_STREAM_BYTES = ([\d_]+);/],
  ],

  "npm/node/limits.js targetBytes": [
    ["docs/serve.md", /^\| target \(path and query\) \| (\d+) KiB/m, KIB],
    ["docs/http.md", /path and query are longer than ([\d,]+) characters/],
  ],
  "npm/node/limits.js headerBytes": [["docs/serve.md", /^\| headers \| (\d+) KiB/m, KIB]],
  "npm/node/limits.js requestMs": [
    ["docs/serve.md", /^\| time for a request to arrive \| (\d+) s/m, SECOND_MS],
  ],
  "npm/node/limits.js idleMs": [
    ["docs/serve.md", /^\| silence on a connection \| (\d+) s/m, SECOND_MS],
  ],
  "npm/node/limits.js keepAliveMs": [
    ["docs/serve.md", /^\| a connection without a request \| (\d+) s/m, SECOND_MS],
  ],
  "npm/node/limits.js answerMs": [
    ["docs/serve.md", /^\| time for a response \| (\d+) s/m, SECOND_MS],
  ],
  "npm/node/limits.js answerBytesEachSecond": [
    ["docs/serve.md", /and a second for each (\d+) KiB/, KIB],
  ],
  "npm/node/limits.js connections": [["docs/serve.md", /^\| connections per process \| ([\d,]+)/m]],
  "npm/mcp/protocol.js MAX_MESSAGE_BYTES": [
    ["SECURITY.md", /messages of at most (\d+) KiB/, KIB],
    ["docs/assistants.md", /A message has at most (\d+) KiB/, KIB],
    ["docs/assistants.md", /a message of more than (\d+) KiB/, KIB],
    ["docs/serve.md", /^\| a message to `\/mcp` \| (\d+) KiB/m, KIB],
    ["www/public/llms.txt", /(\d+) KiB/, KIB],
  ],
  "npm/mcp/protocol.js MAX_BATCHED_CALLS": [
    ["docs/assistants.md", /with at most (\d+)\s+messages/],
  ],
  "npm/api/check.js MAX_SCAN": [
    ["docs/assistants.md", /`text` of at most ([\d,]+) characters/],
    ["npm/README.md", /a scanned text ([\d,]+)\./],
    ["npm/types/core.d.ts", /@param text - The text, at most ([\d,]+) characters/],
  ],
  "npm/http/security.js VALID_DAYS": [
    ["docs/resolver.md", /`Expires` for each request, (\d+) days ahead/],
  ],
  "npm/serve/answers.js MIN_BYTES": [
    ["docs/serve.md", /compresses answers of (\d+) KB and more/, KIB],
  ],
  "npm/serve/http.js MAX_FHIR_BODY": [
    ["src/api/fhir.rs", /MAX_FHIR_BODY_LEN: usize = (\d+) \*/, KIB],
  ],
  "npm/serve/http.js MAX_BODY": [["src/api/fhir.rs", /MAX_BATCH_BODY_LEN: usize = (\d+) \*/, KIB]],
  "npm/serve/http.js MAX_LIST": [
    ["docs/http.md", /`list_too_long`: the body has more than (\d+) MiB/, MIB],
  ],

  "www/blocks/wedge/wedge.ts SILENCE_MS": [
    ["docs/scanning.md", /calls the scan incomplete after (\w+) seconds/, SECOND_MS],
  ],
  "www/blocks/wedge/wedge.ts FAST_MS": [
    ["docs/scanning.md", /above (\d+) ms, the page treats the keystrokes as typing/],
  ],
  "www/blocks/scanner/scanner.ts BUSY_MS": [
    ["docs/scanning.md", /After (\d+) seconds without a new/, SECOND_MS],
  ],
  "www/blocks/scanner/box-tracker.ts MAJORITY": [
    ["docs/scanning.md", /only if it was read more than (\w+) times as often/],
  ],
  "www/blocks/scanner/image-quality.ts SHOW_FOR_MS": [
    ["docs/scanning.md", /stays for at least (\w+) seconds/, SECOND_MS],
  ],
  "www/blocks/device/in-turn.ts QUIET_MS": [
    ["docs/blocks.md", /reports no progress for (\d+) seconds/, SECOND_MS],
  ],
  "www/blocks/device/download.ts UNUSED_MS": [
    ["docs/blocks.md", /the download goes on for (\w+) seconds/, SECOND_MS],
  ],
  "www/src/actions/page.ts CLEAR_AFTER_MS": [
    ["www/src/view/about.ts", /clears each answer after (\w+) minute/, MINUTE_MS],
    ["docs/scanning.md", /clears each answer after (\w+) minute/, MINUTE_MS],
    ["docs/assurance/accessibility.md", /Kiosk mode clears after (\w+) minute/, MINUTE_MS],
    ["CHANGELOG.md", /clears each answer after (\w+) minute/, MINUTE_MS],
  ],
  "www/src/offline/shared-pictures.ts KEPT_MS": [
    ["docs/scanning.md", /keeps the picture in memory, for (\w+) minute/, MINUTE_MS],
  ],
  "www/src/print/reader.ts IDLE_MS": [
    ["docs/print.md", /the reader ends (\w+) minute after its last picture/, MINUTE_MS],
  ],
  "www/src/stock-take/files.ts MAX_ROWS": [
    ["docs/stock-take.md", /A list has at most ([\d,]+) rows/],
  ],
  "npm/print/expiry.js FIRST_YEAR": [["docs/print.md", /from (\d+) to \w+ years from now/]],
  "npm/print/expiry.js YEARS_AHEAD": [["docs/print.md", /from \d+ to (\w+) years from now/]],
  "scripts/release/report.mjs FEWER_PACKS": [
    ["docs/importing-weekly.md", /(\d+) % fewer packs/, PERCENT],
  ],
  "scripts/release/report.mjs FEWER_GTINS": [
    ["docs/importing-weekly.md", /packs, (\d+) % fewer GTINs/, PERCENT],
  ],
  "scripts/release/report.mjs MANY_RENAMED": [
    ["docs/importing-weekly.md", /(\d+) % of the packs renamed/, PERCENT],
  ],
  "scripts/release/report.mjs MIN_MANY": [
    ["docs/importing-weekly.md", /ended, if they are at least (\d+)/],
  ],
  "scripts/release/report.mjs MORE_REUSED": [
    ["docs/importing-weekly.md", /^\* (\d+) newly re-used GTINs/m],
  ],
  "src/command_line/verify.rs MAX_DESCRIPTION_BYTES": [
    ["docs/importing-weekly.md", /a description or a key has at most (\d+) MiB/, MIB],
  ],
  "src/import/release.rs MAX_ZIP_ENTRIES": [
    ["SECURITY.md", /reads a zip of at most ([\d,]+) files/],
  ],
  "www/src/notes/note.ts DEFAULT_MONTHS": [
    ["docs/scanning.md", /^\| last day \| (\d+) months later/m],
  ],
  "www/src/notes/note.ts MAX_MONTHS": [
    ["docs/scanning.md", /at most (\d+) months after the note was made/],
  ],
  "www/src/report/receivers.ts MAX_LINK_LENGTH": [
    ["docs/reporting.md", /accept only ([\d,]+) characters/],
  ],
};

describe("numbers equal the constants that they repeat", () => {
  for (const [owner, places] of Object.entries(REPEATED)) {
    const [path, name] = owner.split(" ");
    for (const [place, pattern, unit = 1] of places)
      test(`${place}: ${pattern.source} is ${name}`, () => {
        for (const number of stated(place, pattern))
          assert.equal(number * unit, constant(path, name));
      });
  }
});

const format = (name) => ["src/dataset/format.rs", name];

test("the flags of FORMAT.md are those of the code", () => {
  const bits = [...read("FORMAT.md").matchAll(/^\| bit (\d+)/gm)].map(([, bit]) => Number(bit));
  const gaps = [...read("src/dataset/caveats.rs").matchAll(/^ {4}\w+ "(\w+)" "/gm)].map(
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
