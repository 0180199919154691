// Tests the report about a code: its text for each outcome, what it never has, its receivers, and
// the form's actions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { root } from "../../../scripts/common/project.mjs";
import { codes, GS, packs, release, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const [
  { draftFor, PROBLEMS, problemsOf },
  { onOneLine, reportText },
  { mayHavePatientNumber },
  { mailLink, RECEIVERS },
  { Report },
] = await Promise.all(
  [
    "report/draft.ts",
    "report/text.ts",
    "report/draft.ts",
    "report/receivers.ts",
    "actions/report.ts",
  ].map(load),
);

const context = { today: "2025-08-20", version: "0.1.0" };

/** The answer to a scan. */
function answerTo(text, options) {
  const page = startPage(options);
  page.scans.scanned(text);
  return page.store.state.answer;
}

/** The report about an answer, with the likeliest problem. */
function report({ outcome, ...answer }, change = {}) {
  const draft = { ...draftFor(outcome), problem: problemsOf(outcome)[0], ...change };
  return reportText({ outcome, ...answer }, draft, context);
}

/** A report as a receiver's program reads it: the labels and values in their order. */
const parse = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/: (.*)/s).slice(0, 2));

const gtin14 = (code) => code.padStart(14, "0");
const box = `]d201${gtin14(codes.paracetamol)}1731123110BATCH7${GS}21SERIAL9`;
const uses = (code) => packs.uses(code);

/** The lines of a pack of a scanned code. */
function packLines(number, code, pack) {
  const own = uses(code).filter((use) => use.pack.pack_id === pack.pack_id);
  const periods = own.map(({ start_date, end_date }) =>
    end_date ? `${start_date} to ${end_date}` : `since ${start_date}`,
  );
  return [
    [`Pack ${number}`, pack.name],
    [`Pack ${number} AMPP`, String(pack.pack_id)],
    [`Pack ${number} periods`, periods.join(", ")],
    [`Pack ${number} status`, "Listed as current in dm+d"],
  ];
}

const head = (problem) => [
  ["Report", "barcode on a UK medicine pack. This is not a Yellow Card"],
  ["Format", "1"],
  ["Problem", problem],
];
const register = ["Register", "dm+d 8.2.0 of 2025-08-14"];
const foot = [
  ["Date", "2025-08-20"],
  ["Program", "Pack Lookup 0.1.0"],
];
const UNKNOWN_SYMBOLOGY = "unknown. Typed, or a hand scanner without symbology identifiers";
const [{ pack: paracetamol }] = uses(codes.paracetamol);
const reusedPacks = [
  ...new Map(uses(codes.reused).map(({ pack }) => [pack.pack_id, pack])).values(),
];

const outcomes = [
  {
    name: "a pack",
    text: `]E0${codes.paracetamol}`,
    draft: { box: "Ibuprofen 200mg tablets" },
    lines: [
      ...head("The box says something else"),
      ["Code as scanned", `]E0${codes.paracetamol}`],
      ["GTIN", codes.paracetamol],
      ["Symbology", "EAN-13 (]E0)"],
      ["Check digit", "right"],
      register,
      ["Answer", "1 pack"],
      ...packLines(1, codes.paracetamol, paracetamol),
      ["Box says", "Ibuprofen 200mg tablets"],
      ...foot,
    ],
  },
  {
    name: "a re-used code",
    text: `]Q301${gtin14(codes.reused)}`,
    lines: [
      ...head("Re-used code"),
      ["Code as scanned", `]Q3 (01)${gtin14(codes.reused)}`],
      ["GTIN", codes.reused],
      ["Symbology", "GS1 QR Code (]Q3)"],
      ["Check digit", "right"],
      register,
      ["Answer", `${reusedPacks.length} packs. This code was used for different medicines`],
      ...reusedPacks.flatMap((pack, index) => packLines(index + 1, codes.reused, pack)),
      [
        "Warning 1",
        `This code was used for different medicines (${reusedPacks.length} packs). Check the name on the box`,
      ],
      ["Box says", "not stated"],
      ...foot,
    ],
  },
  {
    name: "an unknown code",
    text: codes.unknown,
    lines: [
      ...head("No pack has this code"),
      ["Code as scanned", codes.unknown],
      ["GTIN", codes.unknown],
      ["Symbology", UNKNOWN_SYMBOLOGY],
      ["Check digit", "right"],
      register,
      ["Answer", "no pack has this code"],
      ["Box says", "not stated"],
      ...foot,
    ],
  },
  {
    name: "an unreadable code",
    text: "]d2[)>06\x1d9N110375286414\x1d1T123",
    lines: [
      ...head("The code does not scan or is damaged"),
      ["Code as scanned", "omitted, 29 characters"],
      ["GTIN", "none"],
      ["Symbology", "]d2"],
      ["Check digit", "not checked"],
      register,
      ["Answer", /^the code cannot be looked up\. /],
      ["Box says", "not stated"],
      ...foot,
    ],
  },
];

for (const { name, text, draft, lines } of outcomes) {
  test(`reports ${name}, in lines that a program reads`, () => {
    const parsed = parse(report(answerTo(text), draft));
    assert.deepEqual(
      parsed.map(([label]) => label),
      lines.map(([label]) => label),
    );
    parsed.forEach(([label, value], at) =>
      lines[at][1] instanceof RegExp
        ? assert.match(value, lines[at][1])
        : assert.equal(value, lines[at][1], label),
    );
  });
}

test("reports a chosen pack with all packs of the code", () => {
  const page = startPage();
  page.scans.scanned(codes.reused);
  const chosen = reusedPacks.at(-1);
  page.lookUp.choose(chosen);
  const lines = Object.fromEntries(parse(report(page.store.state.answer)));
  assert.deepEqual(
    reusedPacks.map((_, index) => lines[`Pack ${index + 1}`]),
    reusedPacks.map(({ name }) => name),
  );
  assert.deepEqual([lines["Box says"], lines["Box AMPP"]], [chosen.name, String(chosen.pack_id)]);
  assert.match(lines.Answer, /One was chosen$/);
});

test("reports a pack that was found by name, with its codes", () => {
  const page = startPage();
  page.lookUp.open(paracetamol, { corrections: [] });
  const lines = Object.fromEntries(parse(report(page.store.state.answer)));
  assert.equal(lines["Code as scanned"], "none. The pack was found by name");
  assert.ok(lines["Pack 1 codes"].startsWith(codes.paracetamol));
  assert.equal(lines.Problem, PROBLEMS["not-readable"]);
});

test("a report has every warning of its answer", () => {
  const data = {
    packs,
    release: {
      ...release,
      demo: true,
      gaps: ["no_vtm_file"],
      damaged: true,
      release_date: "2025-01-01",
    },
  };
  const answers = [
    codes.ended,
    codes.wrongCheckDigit,
    codes.reused,
    `]d201${gtin14(codes.paracetamol)}17200131`,
    "952000000002",
  ].map((text) => answerTo(text, { data }));
  const kinds = new Set(answers.flatMap(({ warnings }) => warnings.map(({ kind }) => kind)));
  for (const kind of [
    "ended",
    "wrong_check_digit",
    "reused",
    "expired",
    "demonstration",
    "partial",
    "damaged",
    "stale",
  ])
    assert.ok(kinds.has(kind), kind);
  for (const answer of answers) {
    const lines = Object.fromEntries(parse(report(answer)));
    assert.deepEqual(
      answer.warnings.map((_, index) => lines[`Warning ${index + 1}`]),
      answer.warnings.map(({ text }) => text),
    );
  }
  assert.match(report(answers[1]), /^Check digit: wrong$/m);
});

test("a report has no batch, serial number or expiry date unless they are wanted", () => {
  const answer = answerTo(box);
  const without = report(answer);
  for (const secret of ["BATCH7", "SERIAL9", "2031", "311231"])
    assert.ok(!without.includes(secret), secret);
  assert.match(
    without,
    new RegExp(
      `^Code as scanned: \\]d2 \\(01\\)${gtin14(codes.paracetamol)} \\(17\\) omitted \\(10\\) omitted \\(21\\) omitted$`,
      "m",
    ),
  );
  const serial = report(answer, { withSerial: true });
  assert.match(
    serial,
    /\(17\) omitted \(10\)BATCH7 \(21\)SERIAL9\n.*^Box batch: BATCH7\nBox serial: SERIAL9\n/ms,
  );
  const expiry = report(answer, { withExpiry: true });
  assert.match(expiry, /\(17\)311231 \(10\) omitted.*^Box expiry: 2031-12-31\n/ms);
  assert.ok(!expiry.includes("BATCH7"));
});

test("a report never has element strings that can identify a person", () => {
  const answer = answerTo(`]d201${gtin14(codes.paracetamol)}240PATIENT1${GS}91SMITH`);
  const text = report(answer, { withSerial: true, withExpiry: true });
  assert.ok(!/PATIENT1|SMITH/.test(text), text);
  assert.match(text, /\(240\) omitted \(91\) omitted/);
});

test("a report has the content of an unreadable code only if it is wanted", () => {
  const answer = answerTo("]d2[)>06\x1d9N110375286414");
  assert.ok(!report(answer).includes("110375286414"));
  assert.match(
    report(answer, { withSerial: true }),
    /^Code as scanned: \]d2\[\)>06␝9N110375286414$/m,
  );
});

test("a hostile text adds no line, and turns no text around", () => {
  const answer = structuredClone(answerTo(codes.paracetamol));
  answer.outcome.pack.name =
    "Real name\r\nWarning 1: none\u2028Pack 2: other\u202e\u0085\x1b[2J 30 tablet";
  const lines = parse(report(answer, { box: "a\nBox batch: B1\u2029b\x00\u2067c" }));
  const labels = lines.map(([label]) => label);
  for (const label of ["Pack 2", "Warning 1", "Box batch"])
    assert.ok(!labels.includes(label), label);
  const values = Object.fromEntries(lines);
  assert.equal(values["Pack 1"], "Real name Warning 1: none Pack 2: other [2J 30 tablet");
  assert.equal(values["Box says"], "a Box batch: B1 b c");
});

test("a long text is limited, and a name of the register is not", () => {
  const answer = answerTo(codes.paracetamol);
  const value = (change) => Object.fromEntries(parse(report(answer, change)))["Box says"];
  assert.equal(value({ box: "x".repeat(2000) }).length, 500);
  const name = `${"W".repeat(900)} 500mg`;
  assert.equal(value({ box: name, boxPack: { ...paracetamol, name } }), name);
});

test("a text on one line keeps letters of every script", () => {
  assert.equal(onOneLine("  Ibuprofène\t5 %\u00a0 µg 药 "), "Ibuprofène 5 % µg 药");
});

describe("problems", () => {
  const cases = [
    ["a pack", codes.paracetamol, ["box-differs", "reused", "not-readable"]],
    ["a re-used code", codes.reused, ["reused", "box-differs", "not-readable"]],
    ["an unknown code", codes.unknown, ["no-pack", "not-readable"]],
    ["an unreadable code", "]C1(not gs1", ["not-readable"]],
  ];
  for (const [name, text, problems] of cases) {
    test(`${name} offers only problems that its answer allows`, () =>
      assert.deepEqual(problemsOf(answerTo(text).outcome), problems));
  }

  test("none is chosen for the person, if there are several", () => {
    assert.equal(draftFor(answerTo(codes.paracetamol).outcome).problem, undefined);
    assert.equal(draftFor(answerTo("]C1(not gs1").outcome).problem, "not-readable");
  });

  test("the register's only pack is never filled in as what the box says", () =>
    assert.equal(draftFor(answerTo(codes.paracetamol).outcome).box, ""));
});

describe("numbers of patients", () => {
  // 943 476 5919 is the example of the NHS data dictionary.
  const cases = [
    ["943 476 5919", true],
    ["Mrs X 9434765919.", true],
    ["28 943-476-5919", true],
    ["943 476 5918", false],
    ["9521234567899", false],
    ["Paracetamol 500mg tablets 100", false],
    ["PL 12345/0001", false],
  ];
  for (const [text, isFound] of cases)
    test(`${text}: ${isFound ? "found" : "not found"}`, () =>
      assert.equal(mayHavePatientNumber(text), isFound));
});

describe("the receivers", () => {
  const document = readFileSync(`${root}/docs/reporting.md`, "utf8");
  const rows = [
    ...document.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (\d{4}-\d{2}-\d{2}) \|$/gm),
  ].map((row) => row.slice(1));

  test("match the document, which has the source of each address", () => {
    const addresses = RECEIVERS.map(({ name, for: purpose, address, page }) => [
      name,
      purpose,
      address ? `\`${address}\`` : `copy only; form: <${page}>`,
    ]);
    assert.deepEqual(
      rows.map(([name, purpose, address]) => [name, purpose, address]),
      addresses,
    );
    for (const [, , , source] of rows) assert.match(source, /^<https:\/\/\S+>$/);
  });

  test("each problem has a receiver", () => {
    for (const problem of Object.keys(PROBLEMS))
      assert.ok(
        RECEIVERS.some(({ problems }) => problems.includes(problem)),
        problem,
      );
  });

  test("a mail link has the whole report, or asks for a paste", () => {
    const text = report(answerTo(codes.paracetamol));
    const { href, isComplete } = mailLink("a@example.org", "Subject & more", text);
    const url = new URL(href);
    assert.deepEqual(
      [url.protocol, url.pathname, url.searchParams.get("subject"), isComplete],
      ["mailto:", "a@example.org", "Subject & more", true],
    );
    assert.equal(decodeURIComponent(href.split("&body=")[1]), text.replaceAll("\n", "\r\n"));
    const long = mailLink("a@example.org", "s", text.repeat(20));
    assert.equal(long.isComplete, false);
    assert.ok(
      long.href.length < 2000 && long.href.endsWith("body=Paste%20the%20copied%20report%20here."),
    );
  });
});

describe("the form", () => {
  function opened(text, { share = async () => {}, ...options } = {}) {
    const page = startPage(options);
    page.scans.scanned(text);
    const form = new Report(page.store, { ...page.host, shareText: share });
    form.open();
    return { page, form, draft: () => page.store.state.report };
  }

  test("opens with the focus on its title, and closes with the focus on its button", () => {
    const { page, form, draft } = opened(codes.paracetamol);
    form.cancel();
    assert.deepEqual(page.done.focused.slice(-2), ["report-title", "report-open"]);
    assert.equal(draft(), undefined);
  });

  test("a text that is the name of a proposed pack chooses it, and another text does not", () => {
    const { form, draft } = opened(codes.paracetamol);
    form.describeBox("lorazepam");
    const [proposed] = draft().proposed;
    form.describeBox(proposed.name);
    assert.equal(draft().boxPack.pack_id, proposed.pack_id);
    form.describeBox(`${proposed.name} x`);
    assert.equal(draft().boxPack, undefined);
  });

  test("proposes the packs of a re-used code before anything is typed", () => {
    const { draft } = opened(codes.reused);
    assert.deepEqual(
      draft().proposed.map(({ name }) => name),
      reusedPacks.map(({ name }) => name),
    );
  });

  test("another answer closes the form, so that no report has the text about another box", () => {
    const { page, form, draft } = opened(codes.paracetamol);
    form.describeBox("Ibuprofen");
    page.scans.scanned(codes.unknown);
    assert.equal(draft(), undefined);
  });

  test("new data keeps the text, unless the outcome is another one", () => {
    const { page, form, draft } = opened(codes.paracetamol);
    form.describeBox("Ibuprofen");
    page.open(packs, { ...release, release: "8.3.0" });
    assert.equal(draft().box, "Ibuprofen");
    page.open({
      scan: (text) => packs.scan(text),
      uses: () => [],
      search: (...query) => packs.search(...query),
      concepts: () => undefined,
      reuse: () => undefined,
    });
    assert.equal(draft(), undefined);
  });

  test("announces a number that may be a patient's, once", () => {
    const { page, form } = opened(codes.unknown);
    form.describeBox("943 476 5919");
    form.describeBox("943 476 5919 x");
    assert.deepEqual(
      page.done.announced.filter(({ text }) => /NHS number/.test(text)),
      [{ text: "This may be an NHS number. Remove it", isWarning: true }],
    );
  });

  test("a failed share asks to copy, and a cancelled one does not", async () => {
    for (const [name, notices] of [
      ["NotAllowedError", 1],
      ["AbortError", 0],
    ]) {
      const { page, form } = opened(codes.unknown, {
        share: () => Promise.reject(new DOMException("", name)),
      });
      const before = page.done.notices.length;
      await form.share("text");
      assert.equal(page.done.notices.length - before, notices, name);
    }
  });
});
