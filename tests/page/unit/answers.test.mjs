// Tests answers about a code and a pack, one rule at a time. Each test kills a mutant that the other tests missed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./source.mjs";

const { announcementOf, signalOf } = await load("lookup/answer.ts");
const { ignoredWords } = await load("lookup/ignored-words.ts");
const { looksLikeCode, outcomeOf, readingsOf, ungroupDigits } = await load("lookup/outcome.ts");
const { expiryStatus, nameParts, statusText } = await load("lookup/pack.ts");
const { isSame } = await load("lookup/past-answer.ts");
const { emptyReason, resultTitle, searchAnnouncement } = await load("lookup/search.ts");
const { explainDigits, searchWarnings, warningsOf } = await load("lookup/warnings.ts");

const GTIN = "09521234567899";
const status = { current: true, discontinued: false, discontinued_date: null, invalid: false };
const pack = (id, product = "Amlodipine 5mg tablets", gtins = [GTIN]) => ({ pack_id: BigInt(id), name: `Pack ${id}`, generic_product_name: product, gtin_codes: gtins.map((gtin) => ({ gtin })) });
const use = (pack) => ({ pack, status, start_date: "2020-01-01", end_date: null });
const release = { release: "8.2.0", release_date: "2026-01-01", demo: false, gaps: [] };

/** Returns data in which these packs have carried the code, and every text is a scan of it with these elements. */
const dataWith = (uses, elements = () => [], grade = undefined) => ({
  reuse: () => grade,
  concepts: () => undefined,
  scan: (text) => ({ gtin: GTIN, elements: elements(text), warnings: [] }),
  uses: (gtin) => uses.filter(({ pack }) => pack.gtin_codes.some((entry) => entry.gtin === gtin)),
});
const request = { by: "code", text: GTIN };

describe("a re-used code", () => {
  test("has the grade unknown if one generic product differs", () => {
    const packs = [pack(1), pack(2), pack(3, "Amlodipine 10mg tablets")];
    assert.equal(outcomeOf(dataWith(packs.map(use)), request).grade, "unknown");
    assert.equal(outcomeOf(dataWith(packs.slice(0, 2).map(use)), request).grade, "same-product");
  });

  test("has the grade of the generic products if the data has none", () => {
    const grade = (...packs) => outcomeOf(dataWith(packs.map(use), undefined, "unknown"), request).grade;
    assert.deepEqual([grade(pack(1), pack(2)), grade(pack(1), pack(2, "Amlodipine 10mg tablets"))], ["same-product", "unknown"]);
  });

  test("has the grade of the data, with its tone and title", () => {
    const packs = [pack(1), pack(2)];
    for (const [grade, tone, resultTitle] of [["different-medicines", "danger", /different medicines/], ["different-strength-or-form", "danger", /another strength or form/], ["same-product", "caution", /the same product/]]) {
      const outcome = outcomeOf(dataWith(packs.map(use), undefined, grade), request);
      const [warning] = warningsOf(request, outcome, { release, today: "2026-01-01" });
      assert.deepEqual([outcome.grade, warning.kind, warning.tone], [grade, "reused", tone]);
      assert.match(warning.text, resultTitle);
    }
  });

  test("is a danger if the grade is unknown", () => {
    const [{ tone, text }] = warningsOf(request, { is: "reused", choices: [1, 2, 3], grade: "unknown" }, { release, today: "2026-01-01" });
    assert.deepEqual([tone, text], ["danger", "This code was used for different products (3 packs). Check the name on the box"]);
  });

  test("is a changed answer if other packs have the code", () => {
    const choices = [pack(1), pack(2)].map((pack) => ({ pack }));
    const previous = { at: 0, outcome: "reused", among: ["1", "3"] };
    assert.equal(isSame(previous, { is: "reused", choices }), false);
    assert.equal(isSame({ ...previous, among: ["1", "2"] }, { is: "reused", choices }), true);
  });
});

describe("concepts of a pack", () => {
  const withConcepts = (concepts) => outcomeOf({ ...dataWith([use(pack(1))]), concepts }, request);
  const failure = (reason) => () => {
    throw Object.assign(new Error("no"), { reason });
  };

  test("are in the answer if the data has them", () => {
    const reported = (id) => ({ vmp: { id } });
    assert.deepEqual([withConcepts(reported).concepts, withConcepts(failure("no_concepts")).concepts], [{ vmp: { id: 1n } }, undefined]);
  });

  test("rethrow other errors", () => assert.throws(() => withConcepts(failure("bad_dataset"))));
});

test("a chosen pack is the answer only if it has the code", () => {
  const data = dataWith([use(pack(1)), { ...use(pack(2)), end_date: "2021-01-01" }, use(pack(2))]);
  const chosen = outcomeOf(data, { ...request, chosen: "2" });
  assert.deepEqual([chosen.is, chosen.pack.pack_id, chosen.scan.gtin, chosen.among.is], ["pack", 2n, GTIN, "reused"]);
  assert.deepEqual(chosen.uses.map(({ end_date }) => end_date), ["2021-01-01", null], "all its periods, and no period of another pack");
  assert.equal(outcomeOf(data, { ...request, chosen: "3" }).is, "reused");
});

test("a pack found by name has no scan and no period; a missing pack keeps its name", () => {
  const request = { by: "pack", packId: "1", name: "Pack 1", corrections: [] };
  const found = (packs) => outcomeOf({ ...dataWith([]), search: () => ({ packs, statuses: packs.map(() => status) }) }, request);
  const { is, uses, scan } = found([pack(1)]);
  assert.deepEqual([is, uses, scan], ["pack", [], undefined]);
  assert.deepEqual(found([]), { is: "gone", packId: "1", name: "Pack 1" });
});

test("an unreadable text returns the reason as a sentence", () => {
  const data = { scan: () => assert.fail("too few digits") };
  assert.deepEqual(outcomeOf(data, { by: "code", text: "12" }), { is: "unreadable", text: "12", reason: "Too few digits." });
});

test("a text looks like a code if it starts like one and has six digits", () => {
  const links = ["HTTPS://id.example/01/09520000", "http://id.example/123456"];
  const codes = ["9520000000011", "952 000 0000", "95-20-00", "]d2010952", "(01)09520000", "\x1d010952000", ...links];
  const others = ["amlodipine 123456", "500mg 28 tab", "12345", "(paraffin)", "see http://id.example/123456", "1 2 3 x 4 5 6"];
  for (const text of codes) assert.ok(looksLikeCode(text), text);
  for (const text of others) assert.ok(!looksLikeCode(text), text);
});

test("joins grouped digits, and leaves words unchanged", () => {
  const cases = { " 952 0000-00 0011 ": "9520000000011", " co-codamol 8 mg ": "co-codamol 8 mg", "500 mg": "500 mg", "x 12": "x 12", "   ": "" };
  for (const [typed, meant] of Object.entries(cases)) assert.equal(ungroupDigits(typed), meant);
});

test("returns the codes of a pack that other packs have had", () => {
  const [own, shared] = ["09521234567898", "09521234567897"];
  const here = pack(1, "Amlodipine 5mg tablets", [GTIN, own, shared]);
  const outcome = outcomeOf(dataWith([use(here), use(pack(2, "Other", [shared]))]), request);
  assert.deepEqual([outcome.is, outcome.shared], ["pack", [shared]]);
});

test("prefers the reading with more elements, then the first", () => {
  const elements = (text) => Array.from({ length: Number(text.at(-1)) });
  const read = (...texts) => readingsOf(dataWith([], elements), texts).map(({ text }) => text);
  assert.deepEqual(read("first 1", "second 1"), ["first 1"]);
  assert.deepEqual(read("first 1", "second 2"), ["second 2"]);
  assert.deepEqual(read("first 2", "second 1"), ["first 2"]);
});

test("skips unreadable texts, and lists each pack once", () => {
  const data = dataWith([use(pack(1)), use(pack(2)), use(pack(1))]);
  const scan = (text) => (text === "x" ? assert.fail("no code") : data.scan(text));
  const readings = readingsOf({ ...data, scan }, ["x", GTIN]);
  assert.deepEqual(readings.map(({ packs }) => packs.map(({ pack_id }) => pack_id)), [[1n, 2n]]);
});

test("a code in 13 and in 14 digits is one reading", () => {
  const data = { ...dataWith([]), scan: (gtin) => ({ gtin, elements: [] }) };
  assert.equal(readingsOf(data, [GTIN, GTIN.slice(1)]).length, 1);
});

describe("the period of a code", () => {
  const kinds = (today, use) => warningsOf(request, { is: "pack", pack: pack(1), uses: [use] }, { release, today }).map(({ kind }) => kind);

  test("includes its last day", () => {
    const ending = { start_date: "2020-01-01", end_date: "2026-01-10" };
    assert.deepEqual([kinds("2026-01-10", ending), kinds("2026-01-11", ending)], [[], ["ended"]]);
  });

  test("includes its first day", () => {
    const beginning = { start_date: "2026-01-10", end_date: null };
    assert.deepEqual([kinds("2026-01-10", beginning), kinds("2026-01-09", beginning)], [[], ["not_begun"]]);
  });

  test("12 digits with a wrong check digit give one warning", () => {
    const scan = { gtin: "000000000000", elements: [], warnings: [{ reason: "wrong_check_digit", message: "" }] };
    const warnings = warningsOf({ by: "code", text: "123456789012" }, { is: "unknown", scan, code: scan.gtin }, { release, today: "2026-01-02" });
    assert.deepEqual(warnings.map(({ kind }) => kind), ["wrong_check_digit"]);
  });
});

describe("warnings about an answer", () => {
  const one = pack(1);
  const now = { release, today: "2026-01-10" };
  const found = { is: "pack", pack: one, uses: [use(one)] };
  const warningsFor = (outcome, by = request, context = {}) => warningsOf(by, outcome, { ...now, ...context });

  test("are sorted by urgency, with their subjects", () => {
    const warnings = [{ reason: "separator_lost", message: "A separator is missing" }, { reason: "wrong_check_digit", message: "not used" }];
    const among = { choices: [one, pack(2)].map((pack) => ({ pack })), grade: "same-product" };
    const outcome = { ...found, uses: [{ ...use(one), end_date: "2025-12-31" }], scan: { gtin: GTIN, expiry: "2026-01-09", elements: [], warnings }, among };
    const all = warningsFor(outcome, request, { previousScanAt: Date.parse("2026-01-09T12:00:00"), previous: { at: 0, outcome: "unknown" }, release: { ...release, demo: true } });
    assert.deepEqual(all.map(({ kind, about, tone }) => `${kind}: ${about}, ${tone}`), [
      "expired: box, danger",
      "serial_again: box, caution",
      "changed: code, danger",
      "chosen: code, caution",
      "separator_lost: code, caution",
      "wrong_check_digit: code, danger",
      "ended: code, caution",
      "demonstration: data, caution",
    ]);
    assert.equal(all[4].text, "A separator is missing");
    assert.match(all[3].text, /from 2 packs with the same code$/);
  });

  test("are empty for a valid box with an unchanged answer", () => {
    const scan = { gtin: GTIN, expiry: "2026-01-10", elements: [], warnings: [] };
    assert.deepEqual(warningsFor({ ...found, scan }, request, { previous: { at: 0, outcome: "pack", packId: "1" } }), []);
  });

  test("show when the period of the code starts", () => {
    const [{ text }] = warningsFor({ ...found, uses: [{ ...use(one), start_date: "2026-02-01" }] });
    assert.equal(text, "This pack does not have this code until 1 February 2026");
  });

  test("keep the tone of a re-used code after a choice", () => {
    const among = { choices: [one, pack(2)].map((pack) => ({ pack })), grade: "different-medicines" };
    assert.deepEqual(warningsFor({ ...found, among }).map(({ kind, tone }) => [kind, tone]), [["chosen", "danger"]]);
    assert.match(warningsFor({ is: "reused", ...among })[0].text, / \(2 packs\)\. Check the name on the box$/);
  });

  test("report a missing digit only for 12 valid digits without a pack", () => {
    const unknown = { is: "unknown", scan: { gtin: GTIN, elements: [], warnings: [] }, code: GTIN };
    const kindsOf = (...args) => warningsFor(...args).map(({ kind, about, tone }) => [kind, about, tone]);
    const missing = [["digit_missing", "code", "danger"]];
    const short = { by: "code", text: " 952000000019 " };
    assert.deepEqual([kindsOf(unknown, short), kindsOf(unknown), kindsOf(found, short)], [missing, [], []]);
  });

  test("include the corrections of the search", () => {
    const search = { corrections: [{ from: "amlodpine", to: ["amlodipine", "amlodine"] }, { from: "zamoxib", to: [] }, { from: "BP", to: [] }], relaxed: true };
    const shown = warningsFor(found, { by: "pack", packId: "1", name: "Pack 1", ...search });
    assert.deepEqual(shown.map(({ kind, about, tone, text }) => [`${kind}: ${about}, ${tone}`, text]), [
      ["ignored_name: code, danger", "No exact match. Ignored: “zamoxib”. This may be a medicine. Check the name on the box"],
      ["ignored: code, caution", "Also ignored: “BP”"],
      ["corrected: code, caution", "No match for “amlodpine”. Showing amlodipine or amlodine"],
    ]);
    const [partial, ...others] = warningsFor(found, { by: "pack", packId: "1", name: "Pack 1", corrections: [], relaxed: true });
    assert.deepEqual([partial.kind, partial.text, others], ["partial_match", "No exact match. Check the name on the box", []]);
  });

  test("accept rows of earlier versions", () => {
    const earlier = { by: "pack", packId: "1", name: "Pack 1", corrections: [{ from: "BP", to: [] }] };
    assert.deepEqual(warningsFor(found, earlier).map(({ kind }) => kind), ["ignored"]);
    assert.deepEqual(warningsFor(found, { ...earlier, corrections: [] }), []);
  });

  test("describe the earlier answer", () => {
    const gone = { is: "gone", packId: "9", name: "Pack 9" };
    const cases = [
      [{ outcome: "unknown" }, "no pack"],
      [{ outcome: "reused", among: ["1", "2"] }, "2 packs, none chosen"],
      [{ outcome: "pack", packId: "1", name: "Pack 1" }, "Pack 1"],
      [{ outcome: "pack", packId: "1", name: "Pack 1", among: ["1", "2"] }, "Pack 1, one of 2 packs with this code"],
    ];
    for (const [previous, words] of cases) {
      const [{ text }] = warningsFor(gone, request, { previous: { at: Date.UTC(2025, 11, 24), ...previous } });
      assert.equal(text, `On 24 December 2025, the answer was: ${words}`);
    }
  });
});

test("an answer is unchanged if outcome, pack and packs of the code are equal", () => {
  const previous = { at: 0, outcome: "pack", packId: "1" };
  const found = (id, others) => ({ is: "pack", pack: pack(id), ...(others && { among: { choices: [id, ...others].map((id) => ({ pack: pack(id) })) } }) });
  assert.ok(isSame(previous, found(1)));
  assert.ok(isSame({ ...previous, among: ["1", "2"] }, found(1, [2])));
  assert.ok(isSame({ ...previous, among: ["1", "2"], packId: "2" }, found(2, [1])), "in any order");
  assert.ok(isSame({ ...previous, outcome: "gone" }, { is: "gone", packId: "1", name: "" }));
  for (const other of [found(2), found(1, [2]), { is: "gone", packId: "1", name: "" }, { is: "unknown" }]) assert.ok(!isSame(previous, other));
});

describe("the status of a pack", () => {
  const cases = [
    [{}, "Current pack"],
    [{ current: false, invalid: true }, "Marked invalid in dm+d"],
    [{ current: false, discontinued: true, discontinued_date: "2024-05-01" }, "Discontinued on 1 May 2024"],
    [{ current: false, invalid: true, discontinued: true }, "Marked invalid in dm+d, discontinued (no date recorded)"],
  ];
  for (const [it, text] of cases) {
    test(text, () => assert.deepEqual(statusText({ ...status, ...it }), { tone: text === "Current pack" ? "plain" : "caution", text }));
  }
});

test("the expiry date is valid, with a caution in the last 30 days", () => {
  const cases = {
    "2026-01-09": ["danger", "Expired 1 day ago, on 9 January 2026"],
    "2026-01-10": ["caution", "Expires today, 10 January 2026"],
    "2026-02-09": ["caution", "Expires in 30 days, on 9 February 2026"],
    "2026-02-10": ["plain", "Expires in 31 days, on 10 February 2026"],
  };
  for (const [expiry, [tone, text]] of Object.entries(cases)) assert.deepEqual(expiryStatus(expiry, "2026-01-10"), { tone, text });
});

test("suggests swapped digits only if a swap makes the check digit valid", () => {
  assert.match(explainDigits("9521234567989"), /two digits may be swapped/);
  assert.doesNotMatch(explainDigits("9520000000015"), /swapped/);
});

test("explains a wrong check digit in one sentence", () => {
  const cases = {
    "9520000000015": "one digit may be wrong",
    "952000000015": "a digit may be missing, or one digit may be wrong",
    "9521234567989": "two digits may be swapped, or one digit may be wrong",
    " 952000000091\r": "a digit may be missing, two digits may be swapped, or one digit may be wrong",
    "952-0000 00091": "a digit may be missing, two digits may be swapped, or one digit may be wrong",
  };
  for (const [typed, guesses] of Object.entries(cases)) assert.equal(explainDigits(typed), `The check digit is wrong: ${guesses}. Read the number again`);
});

test("ignores the symbology identifier in the explanation", () => {
  assert.match(explainDigits("]I119251234567896"), /swapped/);
  assert.doesNotMatch(explainDigits("]E412345674"), /swapped/);
  assert.doesNotMatch(explainDigits("]E0952000000015"), /missing/, "the box does not have twelve digits");
});

describe("announcements and signals", () => {
  const found = { is: "pack", pack: pack(1), status };
  const [box, code, data] = ["box", "code", "data"].map((about) => ({ about, text: `About the ${about}` }));

  test("announce box and code before the pack, and the data after it", () => {
    const { text, isWarning } = announcementOf({ outcome: found, warnings: [data, box, code] });
    assert.deepEqual([text, isWarning], ["About the box. Warning: About the code. Pack 1. Current pack. About the data", true]);
    assert.deepEqual(announcementOf({ outcome: found, warnings: [] }), { text: "Pack 1. Current pack", isWarning: false });
  });

  test("announce an answer without a pack", () => {
    const cases = [
      [{ is: "gone", packId: "1", name: "Pack 1" }, "This release no longer has Pack 1"],
      [{ is: "several", readings: [{}, {}] }, "2 different codes in view. Choose the one you want"],
      [{ is: "unknown", code: GTIN }, `No pack has the code ${GTIN}`],
      [{ is: "unreadable", text: "12", reason: "Too few digits." }, "This code cannot be looked up. Too few digits."],
    ];
    for (const [outcome, text] of cases) assert.deepEqual(announcementOf({ outcome, warnings: [] }), { text, isWarning: true });
    assert.equal(announcementOf({ outcome: { is: "reused" }, warnings: [code] }).text, "Warning: About the code", "the warning is sufficient");
  });

  test("use the signal of the most urgent warning", () => {
    const unknown = { is: "unknown" };
    const discontinued = { ...found, status: { ...status, current: false } };
    const cases = [
      [found, [], "plain"],
      [found, [data], "data"],
      [found, [data, code], "code"],
      [discontinued, [data], "code"],
      [{ is: "several" }, [], "code"],
      [found, [data, code, box], "box"],
      ...["unknown", "unreadable", "gone"].map((is) => [{ is }, [data, code], "nothing"]),
      [unknown, [box], "box"],
    ];
    for (const [outcome, warnings, signal] of cases) assert.equal(signalOf({ outcome, warnings }), signal);
  });
});

test("the supplier is the last text in parentheses before the size", () => {
  assert.deepEqual(nameParts("Emollient (paraffin free) cream (Teva UK Ltd) 500 gram"), { product: "Emollient (paraffin free) cream", supplier: "Teva UK Ltd", size: "500 gram" });
  assert.deepEqual(nameParts("Emollient (paraffin free) cream"), { product: "Emollient (paraffin free) cream" });
  const cases = {
    "Adrenaline (base) 1mg/1ml (1 in 1,000) solution (Kent Pharma (UK) Ltd) 10 ampoule": ["Kent Pharma (UK) Ltd", "10 ampoule"],
    "Fluid (Teva) 4 bag (4 x 500 ml) 2 box (sterile)": ["Teva", "4 bag (4 x 500 ml) 2 box (sterile)"],
    "Cream (Teva)": [],
    "Cream (Teva) tube 5": [],
    "(Teva) 28 tablet": [],
    "Cream) (Teva 5": [],
  };
  for (const [name, [supplier, size]] of Object.entries(cases)) {
    const parts = nameParts(name);
    assert.deepEqual([parts.supplier, parts.size], [supplier, size], name);
    assert.equal(supplier ? `${parts.product} (${supplier}) ${size}` : parts.product, name, "joined, the parts are the name");
  }
});

describe("ignored words", () => {
  const isSuspect = (from) => ignoredWords([{ from, to: [] }]).suspect.length > 0;

  test("may name a medicine if they have four letters or more, no digit, and are not a box phrase", () => {
    for (const text of ["zamoxib", "Zamoxib,", "co-zamol", "Zämoxib", "zamoxib/teva"]) assert.ok(isSuspect(text), text);
    const harmless = ["ee", "abc", "4617B", "zamoxib5", "x28", "28 tablets", "pack of 28", "LTD", "Limited", "GmbH", "film-coated", "BP keep out of reach of children", "Don't", "store below 25°C"];
    for (const text of harmless) assert.ok(!isSuspect(text), text);
  });

  test("are split into suspect and harmless runs, as typed", () => {
    const run = [{ from: "BP Zamoxib keep out of reach of children", to: [] }, { from: "amlodpine", to: ["amlodipine"] }];
    assert.deepEqual(ignoredWords(run), { suspect: ["Zamoxib"], harmless: ["BP", "keep out of reach of children"] });
  });
});

describe("a search", () => {
  const NONE = { strengths: [], routes: [], forms: [], releases: [] };
  const result = (more) => ({ kind: "name", total: 0, packs: [], corrections: [], relaxed: false, strengths: [], available: NONE, no_match: null, ...more });
  const warnings = (search) => searchWarnings({ corrections: [], relaxed: false, ...search }).map(({ text }) => text);

  test("has no warning if it matches as typed", () => {
    assert.deepEqual(searchAnnouncement(result({ total: 2, packs: [1, 2] })), { text: "2 packs", isWarning: false });
  });

  test("warns about a partial match without ignored words", () => {
    assert.deepEqual(warnings({ relaxed: true }), ["No exact match. Check the name on the box"]);
  });

  test("quotes the ignored words, and marks those that may be medicines", () => {
    const ignored = (...words) => words.map((from) => ({ from, to: [] }));
    assert.deepEqual(warnings({ relaxed: true, corrections: ignored("ee", "4617B") }), ["No exact match. Ignored: “ee”, “4617B”. Check the name on the box"]);
    const [first, ...others] = warnings({ relaxed: true, corrections: ignored("zamoxib", "teviren") });
    assert.equal(first, "No exact match. Ignored: “zamoxib”, “teviren”. These may be medicines. Check the name on the box");
    assert.deepEqual(others, []);
  });

  test("announces its warnings before the results", () => {
    const found = result({ total: 1, packs: [1], relaxed: true, corrections: [{ from: "amlodpine", to: ["amlodipine"] }] });
    const read = "No match for “amlodpine”. Showing amlodipine. Check the name on the box. No exact match. 1 pack";
    assert.deepEqual(searchAnnouncement(found), { text: read, isWarning: true });
  });

  test("explains an empty result with the part of the query", () => {
    const reasons = {
      "medicine-not-in-release": "“celexa” is a medicine that is not in this release",
      "ambiguous-abbreviation": "“celexa” can mean more than one medicine or route. Write the full name",
      "unreadable-exclusion": "No pack name has “celexa”, so the search cannot exclude it. Check the spelling",
      "only-exclusions": "This search only has words to exclude. Add the name of a medicine",
      "unreadable-quantity": "“celexa” is not a quantity. Write it like 2.5mg",
    };
    for (const [reason, text] of Object.entries(reasons)) {
      const found = result({ no_match: { reason, text: "celexa" } });
      assert.equal(emptyReason(found), text);
      assert.deepEqual(searchAnnouncement(found), { text: `No pack found. ${text}`, isWarning: true });
    }
    assert.equal(emptyReason(result()), undefined);
  });

  test("explains an empty result with the available values", () => {
    const reason = (available) => emptyReason(result({ available: { ...NONE, ...available } }));
    assert.equal(reason({ strengths: ["2.5mg", "5mg"] }), "No pack has this strength. Available: 2.5mg, 5mg");
    assert.equal(reason({ routes: ["oral"] }), "No pack has this route. Available: oral");
    assert.equal(reason({ forms: ["tablets"] }), "No pack has this form. Available: tablets");
    assert.equal(reason({ releases: ["modified release"] }), "No pack has this type of release. Available: modified release");
    const both = "No pack has this strength and route together. Available strengths: 10mg/1ml. Available routes: oral";
    assert.equal(reason({ strengths: ["10mg/1ml"], routes: ["oral"] }), both);
  });

  test("counts the packs, the shown packs and the products", () => {
    const found = (kind, total, shown = total) => ({ kind, total, packs: Array.from({ length: shown }) });
    const cases = [
      [found("gtin", 0), undefined, "No pack found"],
      [found("gtin", 1), undefined, "1 pack"],
      [found("name", 4000, 100), undefined, "100 of 4,000 packs"],
      [found("amp", 3), undefined, "3 packs with this AMP code"],
      [found("vmpp", 3), undefined, "3 packs with this VMPP code"],
      [found("vmp", 30, 20), undefined, "20 of 30 packs with this VMP code"],
      [found("vtm", 3), undefined, "3 packs with this VTM code"],
      [found("name", 30, 20), { total: 30, chosen: 30, products: 2 }, "30 packs, 2 products"],
      [found("name", 30, 20), { total: 30, chosen: 7, products: 1 }, "7 of 30 packs"],
    ];
    for (const [it, products, text] of cases) assert.equal(resultTitle(it, products), text);
  });
});
