// Tests answers about a code and a pack, one rule at a time. Each test kills a mutant that the
// other tests missed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./source.mjs";

const { announcementOf, signalOf, summaryOf } = await load("lookup/answer.ts");
const { looksLikeCode, outcomeOf, readingsOf, ungroupDigits } = await load("lookup/outcome.ts");
const { isSame } = await load("lookup/past-answer.ts");
const { warningsOf } = await load("lookup/warnings.ts");

const GTIN = "09521234567899";
const status = { current: true, discontinued: false, discontinued_date: null, invalid: false };
const pack = (id, product = "Amlodipine 5mg tablets", gtins = [GTIN]) => ({
  pack_id: String(id),
  name: `Pack ${id}`,
  generic_product_name: product,
  gtin_codes: gtins.map((gtin) => ({ gtin })),
});
const use = (pack) => ({ pack, status, start_date: "2020-01-01", end_date: null });
const release = { release: "8.2.0", release_date: "2026-01-01", demo: false, gaps: [] };

/**
 * Returns data in which these packs have carried the code, and every text is a scan of it with
 * these elements.
 */
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
    const grade = (...packs) =>
      outcomeOf(dataWith(packs.map(use), undefined, "unknown"), request).grade;
    assert.deepEqual(
      [grade(pack(1), pack(2)), grade(pack(1), pack(2, "Amlodipine 10mg tablets"))],
      ["same-product", "unknown"],
    );
  });

  test("has the grade of the data, with its tone and title", () => {
    const packs = [pack(1), pack(2)];
    for (const [grade, tone, resultTitle] of [
      ["different-medicines", "danger", /different medicines/],
      ["different-strength-or-form", "danger", /another strength or form/],
      ["same-product", "caution", /the same product/],
    ]) {
      const outcome = outcomeOf(dataWith(packs.map(use), undefined, grade), request);
      const [warning] = warningsOf(request, outcome, { release, today: "2026-01-01" });
      assert.deepEqual([outcome.grade, warning.kind, warning.tone], [grade, "reused", tone]);
      assert.match(warning.text, resultTitle);
    }
  });

  test("is a danger if the grade is unknown", () => {
    const [{ tone, text }] = warningsOf(
      request,
      { is: "reused", choices: [1, 2, 3], grade: "unknown" },
      { release, today: "2026-01-01" },
    );
    assert.deepEqual(
      [tone, text],
      ["danger", "This code was used for different products (3 packs). Check the name on the box"],
    );
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
    assert.deepEqual(
      [withConcepts(reported).concepts, withConcepts(failure("no_concepts")).concepts],
      [{ vmp: { id: "1" } }, undefined],
    );
  });

  test("rethrow other errors", () => assert.throws(() => withConcepts(failure("bad_dataset"))));
});

test("a chosen pack is the answer only if it has the code", () => {
  const data = dataWith([use(pack(1)), { ...use(pack(2)), end_date: "2021-01-01" }, use(pack(2))]);
  const chosen = outcomeOf(data, { ...request, chosen: "2" });
  assert.deepEqual(
    [chosen.is, chosen.pack.pack_id, chosen.scan.gtin, chosen.among.is],
    ["pack", "2", GTIN, "reused"],
  );
  assert.deepEqual(
    chosen.uses.map(({ end_date }) => end_date),
    ["2021-01-01", null],
    "all its periods, and no period of another pack",
  );
  assert.equal(outcomeOf(data, { ...request, chosen: "3" }).is, "reused");
});

test("a pack found by name has no scan and no period; a missing pack keeps its name", () => {
  const request = { by: "pack", packId: "1", name: "Pack 1", corrections: [] };
  const found = (packs) =>
    outcomeOf(
      { ...dataWith([]), search: () => ({ packs, statuses: packs.map(() => status) }) },
      request,
    );
  const { is, uses, scan } = found([pack(1)]);
  assert.deepEqual([is, uses, scan], ["pack", [], undefined]);
  assert.deepEqual(found([]), { is: "gone", packId: "1", name: "Pack 1" });
});

test("an unreadable text returns the reason as a sentence", () => {
  const data = { scan: () => assert.fail("too few digits") };
  assert.deepEqual(outcomeOf(data, { by: "code", text: "12" }), {
    is: "unreadable",
    text: "12",
    reason: "Too few digits.",
  });
});

test("a text looks like a code if it starts like one and has six digits", () => {
  const links = ["HTTPS://id.example/01/09520000", "http://id.example/123456"];
  const codes = [
    "9520000000011",
    "952 000 0000",
    "95-20-00",
    "]d2010952",
    "(01)09520000",
    "\x1d010952000",
    ...links,
  ];
  const others = [
    "amlodipine 123456",
    "500mg 28 tab",
    "12345",
    "(paraffin)",
    "see http://id.example/123456",
    "1 2 3 x 4 5 6",
  ];
  for (const text of codes) assert.ok(looksLikeCode(text), text);
  for (const text of others) assert.ok(!looksLikeCode(text), text);
});

test("joins grouped digits, and leaves words unchanged", () => {
  const cases = {
    " 952 0000-00 0011 ": "9520000000011",
    " co-codamol 8 mg ": "co-codamol 8 mg",
    "500 mg": "500 mg",
    "x 12": "x 12",
    "   ": "",
  };
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
  assert.deepEqual(
    readings.map(({ packs }) => packs.map(({ pack_id }) => pack_id)),
    [["1", "2"]],
  );
});

test("a code in 13 and in 14 digits is one reading", () => {
  const data = { ...dataWith([]), scan: (gtin) => ({ gtin, elements: [] }) };
  assert.equal(readingsOf(data, [GTIN, GTIN.slice(1)]).length, 1);
});

test("an answer is unchanged if outcome, pack and packs of the code are equal", () => {
  const previous = { at: 0, outcome: "pack", packId: "1" };
  const found = (id, others) => ({
    is: "pack",
    pack: pack(id),
    ...(others && { among: { choices: [id, ...others].map((id) => ({ pack: pack(id) })) } }),
  });
  assert.ok(isSame(previous, found(1)));
  assert.ok(isSame({ ...previous, among: ["1", "2"] }, found(1, [2])));
  assert.ok(isSame({ ...previous, among: ["1", "2"], packId: "2" }, found(2, [1])), "in any order");
  assert.ok(isSame({ ...previous, outcome: "gone" }, { is: "gone", packId: "1", name: "" }));
  for (const other of [
    found(2),
    found(1, [2]),
    { is: "gone", packId: "1", name: "" },
    { is: "unknown" },
  ])
    assert.ok(!isSame(previous, other));
});

describe("announcements and signals", () => {
  const found = { is: "pack", pack: pack(1), status };
  const [box, code, data] = ["box", "code", "data"].map((about) => ({
    about,
    text: `About the ${about}`,
  }));

  test("announce box and code before the pack, and the data after it", () => {
    const { text, isWarning } = announcementOf({ outcome: found, warnings: [data, box, code] });
    assert.deepEqual(
      [text, isWarning],
      [
        "About the box. Warning: About the code. Pack 1. Listed as current in dm+d. About the data",
        true,
      ],
    );
    assert.deepEqual(announcementOf({ outcome: found, warnings: [] }), {
      text: "Pack 1. Listed as current in dm+d",
      isWarning: false,
    });
  });

  test("announce an answer without a pack", () => {
    const cases = [
      [{ is: "gone", packId: "1", name: "Pack 1" }, "This release no longer has Pack 1"],
      [{ is: "several", readings: [{}, {}] }, "2 different codes in view. Choose the one you want"],
      [{ is: "unknown", code: GTIN }, `No pack has the code ${GTIN}`],
      [
        { is: "unreadable", text: "12", reason: "Too few digits." },
        "This code cannot be looked up. Too few digits.",
      ],
    ];
    for (const [outcome, text] of cases)
      assert.deepEqual(announcementOf({ outcome, warnings: [] }), { text, isWarning: true });
    assert.equal(
      announcementOf({ outcome: { is: "reused" }, warnings: [code] }).text,
      "Warning: About the code",
      "the warning is sufficient",
    );
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
    for (const [outcome, warnings, signal] of cases)
      assert.equal(signalOf({ outcome, warnings }), signal);
  });
});

describe("the summary of an answer", () => {
  const outcome = {
    is: "pack",
    status,
    pack: { name: "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet" },
  };
  const warning = (tone, text = tone) => ({ kind: "ended", about: "code", tone, text });

  test("has name, size and the status of a pack", () => {
    const { tone, title, detail, status: line, others } = summaryOf({ outcome, warnings: [] });
    assert.deepEqual(
      [tone, title, detail, line.text, others],
      ["plain", "Amlodipine 5mg tablets", "28 tablet, Teva UK Ltd", "Listed as current in dm+d", 0],
    );
  });

  test("has the worst warning, and the number of the others", () => {
    const {
      tone,
      status: line,
      others,
    } = summaryOf({
      outcome,
      warnings: [warning("caution"), warning("danger", "expired"), warning("caution")],
    });
    assert.deepEqual([tone, line.text, others], ["danger", "expired", 2]);
  });

  test("counts a pack that is not current as a warning", () => {
    const discontinued = { ...outcome, status: { ...status, current: false, discontinued: true } };
    assert.deepEqual(
      [
        summaryOf({ outcome: discontinued, warnings: [] }).tone,
        summaryOf({ outcome: discontinued, warnings: [warning("caution")] }).others,
      ],
      ["caution", 1],
    );
  });

  test("names all packs of a re-used code, with the tone of the re-use", () => {
    const reused = {
      is: "reused",
      grade: "different-medicines",
      choices: [
        outcome,
        { ...outcome, pack: { name: "Ramipril 5mg capsules (A Ltd) 28 capsule" } },
      ],
    };
    const { tone, title, detail } = summaryOf({
      outcome: reused,
      warnings: [{ ...warning("danger"), kind: "reused" }],
    });
    assert.deepEqual(
      [tone, title, detail],
      [
        "danger",
        "This code was used for different medicines",
        "Amlodipine 5mg tablets or Ramipril 5mg capsules",
      ],
    );
  });

  test("never has the tone of a plain answer without a pack", () => {
    for (const one of [
      { is: "unknown", code: "1" },
      { is: "unreadable", reason: "r" },
      { is: "gone", name: "n" },
      { is: "several", readings: [] },
    ]) {
      assert.equal(summaryOf({ outcome: one, warnings: [] }).tone, "caution");
    }
  });
});
