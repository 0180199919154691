// Tests the warnings about an answer and about a search: each rule, and that they stay with the
// pack.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { kinds, name, packs, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const { ignoredWords } = await load("lookup/ignored-words.ts");
const { explainDigits, searchWarnings, warningsOf } = await load("lookup/warnings.ts");

const GTIN = "09521234567899";
const pack = (id) => ({ pack_id: String(id), name: `Pack ${id}` });
const use = (pack) => ({ pack, start_date: "2020-01-01", end_date: null });
const release = { release: "8.2.0", release_date: "2026-01-01", demo: false, gaps: [] };
const request = { by: "code", text: GTIN };

describe("the period of a code", () => {
  const kinds = (today, use) =>
    warningsOf(request, { is: "pack", pack: pack(1), uses: [use] }, { release, today }).map(
      ({ kind }) => kind,
    );

  test("includes its last day", () => {
    const ending = { start_date: "2020-01-01", end_date: "2026-01-10" };
    assert.deepEqual([kinds("2026-01-10", ending), kinds("2026-01-11", ending)], [[], ["ended"]]);
  });

  test("includes its first day", () => {
    const beginning = { start_date: "2026-01-10", end_date: null };
    assert.deepEqual(
      [kinds("2026-01-10", beginning), kinds("2026-01-09", beginning)],
      [[], ["not_begun"]],
    );
  });

  test("12 digits with a wrong check digit give one warning", () => {
    const scan = {
      gtin: "000000000000",
      elements: [],
      warnings: [{ reason: "wrong_check_digit", message: "" }],
    };
    const warnings = warningsOf(
      { by: "code", text: "123456789012" },
      { is: "unknown", scan, code: scan.gtin },
      { release, today: "2026-01-02" },
    );
    assert.deepEqual(
      warnings.map(({ kind }) => kind),
      ["wrong_check_digit"],
    );
  });
});

describe("warnings about an answer", () => {
  const one = pack(1);
  const now = { release, today: "2026-01-10" };
  const found = { is: "pack", pack: one, uses: [use(one)] };
  const warningsFor = (outcome, by = request, context = {}) =>
    warningsOf(by, outcome, { ...now, ...context });

  test("are sorted by urgency, with their subjects", () => {
    const warnings = [
      { reason: "separator_lost", message: "A separator is missing" },
      { reason: "wrong_check_digit", message: "not used" },
    ];
    const among = { choices: [one, pack(2)].map((pack) => ({ pack })), grade: "same-product" };
    const outcome = {
      ...found,
      uses: [{ ...use(one), end_date: "2025-12-31" }],
      scan: { gtin: GTIN, expiry: "2026-01-09", elements: [], warnings },
      among,
    };
    const all = warningsFor(outcome, request, {
      previousScanAt: Date.parse("2026-01-09T12:00:00"),
      previous: { at: 0, outcome: "unknown" },
      release: { ...release, demo: true },
    });
    assert.deepEqual(
      all.map(({ kind, about, tone }) => `${kind}: ${about}, ${tone}`),
      [
        "expired: box, danger",
        "serial_again: box, caution",
        "changed: code, danger",
        "chosen: code, caution",
        "separator_lost: code, caution",
        "wrong_check_digit: code, danger",
        "ended: code, caution",
        "demonstration: data, caution",
      ],
    );
    assert.equal(all[4].text, "A separator is missing");
    assert.match(all[3].text, /from 2 packs with the same code$/);
  });

  test("are empty for a valid box with an unchanged answer", () => {
    const scan = { gtin: GTIN, expiry: "2026-01-10", elements: [], warnings: [] };
    assert.deepEqual(
      warningsFor({ ...found, scan }, request, {
        previous: { at: 0, outcome: "pack", packId: "1" },
      }),
      [],
    );
  });

  test("show when the period of the code starts", () => {
    const [{ text }] = warningsFor({ ...found, uses: [{ ...use(one), start_date: "2026-02-01" }] });
    assert.equal(text, "This pack does not have this code until 1 February 2026");
  });

  test("keep the tone of a re-used code after a choice", () => {
    const among = {
      choices: [one, pack(2)].map((pack) => ({ pack })),
      grade: "different-medicines",
    };
    assert.deepEqual(
      warningsFor({ ...found, among }).map(({ kind, tone }) => [kind, tone]),
      [["chosen", "danger"]],
    );
    assert.match(
      warningsFor({ is: "reused", ...among })[0].text,
      / \(2 packs\)\. Check the name on the box$/,
    );
  });

  test("report a missing digit only for 12 valid digits without a pack", () => {
    const unknown = { is: "unknown", scan: { gtin: GTIN, elements: [], warnings: [] }, code: GTIN };
    const kindsOf = (...args) =>
      warningsFor(...args).map(({ kind, about, tone }) => [kind, about, tone]);
    const missing = [["digit_missing", "code", "danger"]];
    const short = { by: "code", text: " 952000000019 " };
    assert.deepEqual(
      [kindsOf(unknown, short), kindsOf(unknown), kindsOf(found, short)],
      [missing, [], []],
    );
  });

  test("include the corrections of the search", () => {
    const search = {
      corrections: [
        { from: "amlodpine", to: ["amlodipine", "amlodine"] },
        { from: "zamoxib", to: [] },
        { from: "BP", to: [] },
      ],
      relaxed: true,
    };
    const shown = warningsFor(found, { by: "pack", packId: "1", name: "Pack 1", ...search });
    assert.deepEqual(
      shown.map(({ kind, about, tone, text }) => [`${kind}: ${about}, ${tone}`, text]),
      [
        [
          "ignored_name: code, danger",
          "No exact match. Ignored: “zamoxib”. This may be a medicine. Check the name on the box",
        ],
        ["ignored: code, caution", "Also ignored: “BP”"],
        ["corrected: code, caution", "No match for “amlodpine”. Showing amlodipine or amlodine"],
      ],
    );
    const [partial, ...others] = warningsFor(found, {
      by: "pack",
      packId: "1",
      name: "Pack 1",
      corrections: [],
      relaxed: true,
    });
    assert.deepEqual(
      [partial.kind, partial.text, others],
      ["partial_match", "No exact match. Check the name on the box", []],
    );
  });

  test("accept rows of earlier versions", () => {
    const earlier = {
      by: "pack",
      packId: "1",
      name: "Pack 1",
      corrections: [{ from: "BP", to: [] }],
    };
    assert.deepEqual(
      warningsFor(found, earlier).map(({ kind }) => kind),
      ["ignored"],
    );
    assert.deepEqual(warningsFor(found, { ...earlier, corrections: [] }), []);
  });

  test("describe the earlier answer", () => {
    const gone = { is: "gone", packId: "9", name: "Pack 9" };
    const cases = [
      [{ outcome: "unknown" }, "no pack"],
      [{ outcome: "reused", among: ["1", "2"] }, "2 packs, none chosen"],
      [{ outcome: "pack", packId: "1", name: "Pack 1" }, "Pack 1"],
      [
        { outcome: "pack", packId: "1", name: "Pack 1", among: ["1", "2"] },
        "Pack 1, one of 2 packs with this code",
      ],
    ];
    for (const [previous, words] of cases) {
      const [{ text }] = warningsFor(gone, request, {
        previous: { at: Date.UTC(2025, 11, 24), ...previous },
      });
      assert.equal(text, `On 24 December 2025, the answer was: ${words}`);
    }
  });
});

test("suggests swapped digits only if a swap makes the check digit valid", () => {
  assert.match(explainDigits("9521234567989"), /two digits may be swapped/);
  assert.doesNotMatch(explainDigits("9520000000015"), /swapped/);
});

test("explains a wrong check digit in one sentence", () => {
  const cases = {
    9520000000015: "one digit may be wrong",
    952000000015: "a digit may be missing, or one digit may be wrong",
    9521234567989: "two digits may be swapped, or one digit may be wrong",
    " 952000000091\r":
      "a digit may be missing, two digits may be swapped, or one digit may be wrong",
    "952-0000 00091":
      "a digit may be missing, two digits may be swapped, or one digit may be wrong",
  };
  for (const [typed, guesses] of Object.entries(cases))
    assert.equal(
      explainDigits(typed),
      `The check digit is wrong: ${guesses}. Read the number again`,
    );
});

test("ignores the symbology identifier in the explanation", () => {
  assert.match(explainDigits("]I119251234567896"), /swapped/);
  assert.doesNotMatch(explainDigits("]E412345674"), /swapped/);
  assert.doesNotMatch(
    explainDigits("]E0952000000015"),
    /missing/,
    "the box does not have twelve digits",
  );
});

describe("ignored words", () => {
  const isSuspect = (from) => ignoredWords([{ from, to: [] }]).suspect.length > 0;

  test("may name a medicine if they have four letters or more, no digit, and are not a box phrase", () => {
    for (const text of ["zamoxib", "Zamoxib,", "co-zamol", "Zämoxib", "zamoxib/teva"])
      assert.ok(isSuspect(text), text);
    const harmless = [
      "ee",
      "abc",
      "4617B",
      "zamoxib5",
      "x28",
      "28 tablets",
      "pack of 28",
      "LTD",
      "Limited",
      "GmbH",
      "film-coated",
      "BP keep out of reach of children",
      "Don't",
      "store below 25°C",
    ];
    for (const text of harmless) assert.ok(!isSuspect(text), text);
  });

  test("are split into suspect and harmless runs, as typed", () => {
    const run = [
      { from: "BP Zamoxib keep out of reach of children", to: [] },
      { from: "amlodpine", to: ["amlodipine"] },
    ];
    assert.deepEqual(ignoredWords(run), {
      suspect: ["Zamoxib"],
      harmless: ["BP", "keep out of reach of children"],
    });
  });
});

test("a text that was cut off is a warning of the list, of its announcement, and of each pack opened from it", () => {
  const page = startPage();
  const text = "Text too long. The search used its first 200 characters. Check the name on the box";
  page.search.paste(`paracetamol ${" ".repeat(10)}500mg tablets ${"x".repeat(200)}`);
  assert.deepEqual(page.done.notices, []);
  assert.ok(page.store.state.found.total > 0);
  assert.deepEqual(
    searchWarnings(page.store.state.found).map(({ kind, text }) => [kind, text]),
    [["cut_off", text]],
  );
  assert.ok(
    page.done.announced.at(-1).text.startsWith(text) && page.done.announced.at(-1).isWarning,
  );
  page.search.filter(true);
  page.search.submit();
  assert.equal(page.store.state.answer, undefined, "the person chooses");
  page.search.open(page.store.state.found.packs[0]);
  assert.deepEqual(kinds(page), ["cut_off"]);
  assert.deepEqual(
    page.store.state.history[0].doubts.map(({ kind }) => kind),
    ["cut_off"],
  );
  page.search.type("paracetamol 500mg tablets");
  assert.deepEqual(searchWarnings(page.store.state.found), []);
});

test("Enter does not open a corrected hit, and the hit keeps the correction", () => {
  const page = startPage();
  page.search.type("lormetazepan");
  assert.equal(page.store.state.found.total, 1);
  page.search.submit();
  assert.equal(page.store.state.answer, undefined);
  assert.deepEqual(page.done.focused.at(-1), "hits-title");
  assert.match(page.done.announced.at(-1).text, /lormetazepan.*lormetazepam/);
  assert.ok(page.done.announced.at(-1).isWarning);
  page.search.open(page.store.state.found.packs[0]);
  assert.deepEqual(kinds(page), ["corrected"]);
  assert.match(page.store.state.history[0].doubts[0].text, /lormetazepan/);
});

/** Opens the first result of a query. */
function openFirst(page, query) {
  page.search.type(query);
  page.search.open(page.store.state.found.packs[0]);
}

test("a pack of a partial match keeps its warnings when it is opened, reopened and exported", async () => {
  const page = startPage();
  openFirst(page, "Paracetamol 500mg zqxjk 4617B tablets BP");
  assert.equal(name(page), "Paracetamol");
  assert.deepEqual(kinds(page), ["ignored_name", "ignored"]);
  const [danger, ignored] = page.store.state.answer.warnings.map(({ text }) => text);
  assert.match(danger, /^No exact match. Ignored: “zqxjk”. This may be a medicine/);
  assert.match(ignored, /^Also ignored: .*“4617B/);
  assert.deepEqual(page.done.announced.at(-1).isWarning, true);
  assert.match(
    page.done.announced.at(-1).text,
    /^Warning: No exact match. Ignored: “zqxjk”.*Warning: Also ignored/,
  );

  // IndexedDB stores a structured clone.
  const rows = structuredClone(page.store.state.history);
  assert.deepEqual(
    rows[0].doubts.map(({ kind }) => kind),
    ["ignored_name", "ignored"],
  );
  const later = startPage({ history: rows });
  later.lookUp.reopen(rows[0]);
  assert.deepEqual(kinds(later), ["ignored_name", "ignored"]);
  assert.equal(later.store.state.answer.warnings[0].tone, "danger");

  for (const format of ["csv", "json"]) await later.history.export(format);
  for (const [file, , text] of later.done.saved) {
    assert.match(text, /No exact match. Ignored: “zqxjk”/, file);
    assert.match(text, /Also ignored: [^;]*“4617B/, file);
  }
});

test("a partial match without ignored words keeps its warning in the pack and the history", () => {
  const page = startPage();
  page.search.type("paracetamol");
  // A server of another version may not name what it ignores.
  const { found } = page.store.state;
  page.store.set({ found: { ...found, relaxed: true } });
  page.search.open(found.packs[0]);
  assert.deepEqual(kinds(page), ["partial_match"]);
  page.open(packs);
  assert.deepEqual(kinds(page), ["partial_match"]);
  const [row] = structuredClone(page.store.state.history);
  page.lookUp.clear();
  page.lookUp.reopen(row);
  assert.deepEqual(kinds(page), ["partial_match"]);
});

test("a row of an earlier version opens without the partial match", () => {
  const page = startPage();
  openFirst(page, "paracetamol Hydrochloride");
  const row = structuredClone(page.store.state.history[0]);
  delete row.request.relaxed;
  row.doubts = [
    {
      kind: "corrected",
      about: "code",
      text: "“Hydrochloride” was left out: no pack that has the other words has it",
    },
  ];
  page.lookUp.reopen(row);
  assert.deepEqual(kinds(page), ["ignored"]);
  row.request.corrections = [];
  page.lookUp.reopen(row);
  assert.deepEqual(kinds(page), []);
});

test("an empty result shows and announces the reason", () => {
  const page = startPage();
  page.search.type("paracetamol 80mg");
  assert.equal(page.store.state.found.total, 0);
  assert.deepEqual(page.done.announced.at(-1), {
    text: "No pack found. No pack has this strength. Available: 500mg",
    isWarning: true,
    whileTyping: true,
  });
  page.search.type("paracetamol 5*5mg");
  assert.match(page.done.announced.at(-1).text, /^No pack found. “5\*5mg” is not a quantity/);
});
