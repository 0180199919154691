// Tests a person's own notes: when a note is used, how it ends, and that no note is ever shown as
// an answer of the register.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Random } from "../../common/random.mjs";
import { codes, emptyNotes, kinds, packs, release, settled, startPage, without } from "./page.mjs";
import { load } from "./source.mjs";

const [
  { addMonths },
  { endProblem },
  { answer, summaryOf },
  { outcomeOf },
  { comparedParts },
  { groupEntries },
] = await Promise.all(
  [
    "common/format.ts",
    "notes/note.ts",
    "lookup/answer.ts",
    "lookup/outcome.ts",
    "lookup/note-wording.ts",
    "history/entries.ts",
  ].map(load),
);

const TODAY = "2025-08-20";
const toGtin14 = (gtin) => gtin.padStart(14, "0");
const packNamed = (word) => packs.search(word).packs.find(({ name }) => name.startsWith(word));
const [paracetamol, ibuprofen] = ["Paracetamol", "Ibuprofen"].map(packNamed);
const ofRelease = { name: release.release, date: release.release_date, demo: false };

/** A note that ties the unknown code to paracetamol. */
const noteWith = (change = {}) => ({
  id: "1",
  gtin: toGtin14(codes.unknown),
  packId: String(paracetamol.pack_id),
  name: paracetamol.name,
  madeOn: TODAY,
  endsOn: "2026-02-20",
  release: ofRelease,
  ...change,
});

const withNotes = (list, options) => startPage({ notes: { list, areStored: true }, ...options });
const shownNote = ({ store }) => store.state.answer?.outcome.note;
const list = ({ store }) => store.state.notes.list;
const look = (change = {}) => ({
  compared: comparedParts(paracetamol.name).map(({ title }) => title),
  lastDigits: codes.unknown.slice(-4),
  endsOn: "2026-02-20",
  remark: "",
  ...change,
});

/** The fields of a note that ties its code to ibuprofen instead. */
const onIbuprofen = { packId: String(ibuprofen.pack_id), name: ibuprofen.name };

const setNotes = ({ store }, ...list) => store.set({ notes: { list, areStored: true } });

/** A page with a note, after a scan of its code. */
function scanWith(change, options) {
  const page = withNotes([noteWith(change)], options);
  page.scans.scanned(codes.unknown);
  return page;
}

/** A page after a scan of the unknown code, which is tied up to the second look. */
function tying() {
  const page = startPage();
  page.scans.scanned(codes.unknown);
  tie(page);
  return page;
}

/** Ties the code on the screen to a pack, up to the second look. */
function tie(page, pack = paracetamol) {
  page.notes.begin();
  page.search.type(pack.name);
  page.search.open(pack);
  page.notes.choose(String(pack.pack_id));
}

describe("a note", () => {
  const cases = [
    { name: "is used", is: "one" },
    { name: "is used on its last day", note: { endsOn: TODAY }, is: "one" },
    {
      name: "is not used after its last day",
      note: { endsOn: "2025-08-19", madeOn: "2025-02-19" },
    },
    { name: "is not used if the clock is behind", note: { madeOn: "2025-08-21" } },
    { name: "is not used after it ended", note: { ended: { on: TODAY, because: "register" } } },
    {
      name: "is not used for demonstration data if it is about real data",
      context: { data: { packs, release: { ...release, demo: true } } },
    },
    {
      name: "is not used for real data if it is about demonstration data",
      note: { release: { ...ofRelease, demo: true } },
    },
    { name: "is not used in kiosk mode", context: { isKiosk: true } },
    { name: "applies to the code in 14 digits", scan: toGtin14(codes.unknown), is: "one" },
    {
      name: "applies to a GS1 code with batch and serial number",
      scan: `]d201${toGtin14(codes.unknown)}10AB`,
      is: "one",
    },
    { name: "does not apply to another code", scan: "9529999999986" },
    {
      name: "does not apply to a wrong check digit",
      note: { gtin: "09529999999994" },
      scan: "9529999999994",
    },
    {
      name: "does not apply to 12 digits, of which one may be missing",
      note: { gtin: "00952999999998" },
      scan: "952999999998",
    },
    {
      name: "does not apply to a code that the register knows",
      note: { gtin: toGtin14(codes.ended) },
      scan: codes.ended,
      outcome: "pack",
    },
    {
      name: "does not apply to a re-used code",
      note: { gtin: toGtin14(codes.reused) },
      scan: codes.reused,
      outcome: "reused",
    },
  ];
  for (const { name, note, scan = codes.unknown, context = {}, outcome = "unknown", is } of cases) {
    test(name, () => {
      const page = withNotes([noteWith(note)], context);
      page.scans.scanned(scan);
      assert.equal(page.store.state.answer.outcome.is, outcome);
      assert.equal(shownNote(page)?.is, is);
      assert.equal(kinds(page).includes("own_note"), is !== undefined);
    });
  }
});

describe("the pack of a note", () => {
  const danger = (page) =>
    page.store.state.answer.warnings
      .filter(({ kind, tone }) => kind === "own_note" && tone === "danger")
      .map(({ text }) => text);

  test("without changes is a caution that never says dm+d has the code", () => {
    const page = scanWith();
    assert.deepEqual(danger(page), []);
    const { text, about, tone } = page.store.state.answer.warnings.find(
      ({ kind }) => kind === "own_note",
    );
    assert.deepEqual([about, tone], ["code", "caution"]);
    assert.equal(
      text,
      `Your note of 20 August 2025, not dm+d: ${paracetamol.name}. Ends 20 February 2026. Check the name on the box`,
    );
  });

  test("is a danger if dm+d renamed the pack", () => {
    assert.match(
      danger(scanWith({ name: "Paracetamol 250mg tablets" }))[0],
      /the name of the pack was: Paracetamol 250mg tablets/,
    );
  });

  test("is a danger if the release lacks the pack", () => {
    const page = scanWith({}, { data: { packs: without("Paracetamol"), release } });
    assert.match(danger(page)[0], /does not have the pack of your note/);
    assert.equal(shownNote(page).pack, undefined);
  });

  test("is a danger if the AMPP code leads to another record", () => {
    const data = { ...without(), search: () => packs.search("ibuprofen") };
    const page = scanWith({}, { data: { packs: data, release } });
    assert.equal(danger(page).length, 1);
    assert.equal(shownNote(page).pack, undefined);
  });

  test("is a danger if the pack is not current", () => {
    const search = (text) => ({
      ...packs.search(text),
      statuses: [
        { current: false, invalid: false, discontinued: true, discontinued_date: "2025-08-01" },
      ],
    });
    assert.match(
      danger(scanWith({}, { data: { packs: { ...without(), search }, release } }))[0],
      /Discontinued on 1 August 2025/,
    );
  });

  test("is not shown if notes tie the code to different packs", () => {
    const page = withNotes([noteWith(), noteWith({ id: "2", ...onIbuprofen })]);
    page.scans.scanned(codes.unknown);
    assert.equal(shownNote(page).is, "differ");
    assert.match(danger(page)[0], /different packs, so none is used/);
    assert.equal(page.store.state.history[0].note, undefined);
  });
});

describe("an answer with a note", () => {
  test("is carried by speech, sound, summary, history and exports", async () => {
    const page = scanWith();
    const said = page.done.announced.at(-1);
    assert.ok(said.isWarning);
    assert.match(
      said.text,
      /^Warning: Your note of .*, not dm\+d: Paracetamol.*No pack has the code/,
    );
    assert.deepEqual(page.done.signals, ["code"]);
    const summary = summaryOf(page.store.state.answer);
    assert.deepEqual(
      [summary.title, summary.detail, summary.tone],
      ["No pack has this code", `${codes.unknown}. Your note: ${paracetamol.name}`, "caution"],
    );
    assert.match(summary.status.text, /^Your note of/);
    const [row] = page.store.state.history;
    assert.deepEqual(
      [row.outcome, row.code, row.packId, row.name, row.note],
      [
        "unknown",
        codes.unknown,
        undefined,
        undefined,
        { packId: String(paracetamol.pack_id), name: paracetamol.name },
      ],
    );
    for (const format of ["csv", "json"]) await page.history.export(format);
    for (const [file, , text] of page.done.saved)
      assert.match(text, /Your note of .*, not dm\+d: Paracetamol/, file);
    const [record] = JSON.parse(page.done.saved[1][2]);
    assert.deepEqual(
      [record.pack_id, record.name, record.own_note.pack_id],
      [null, null, String(paracetamol.pack_id)],
    );
  });

  test("differs from the answer without the note, and from a note on another pack", () => {
    const page = scanWith();
    const [row] = structuredClone(page.store.state.history);
    page.lookUp.reopen(row);
    assert.deepEqual(kinds(page), ["own_note"]);
    setNotes(page);
    page.lookUp.reopen(row);
    assert.deepEqual(kinds(page), ["changed"]);
    assert.match(
      page.store.state.answer.warnings[0].text,
      /the answer was: no pack, and your note: Paracetamol/,
    );
    setNotes(page, noteWith(onIbuprofen));
    page.lookUp.reopen(row);
    assert.deepEqual(kinds(page), ["changed", "own_note"]);
  });

  test("is counted apart from the same code with another note", () => {
    const page = scanWith();
    setNotes(page, noteWith(onIbuprofen));
    page.scans.scanned(codes.unknown);
    assert.deepEqual(
      groupEntries(page.store.state.history).map(({ entry, count }) => [entry.note.name, count]),
      [
        [ibuprofen.name, 1],
        [paracetamol.name, 1],
      ],
    );
  });

  test("is never from the server", () => {
    const page = withNotes([noteWith()], {
      data: { server: { release, is: "idle", answers: packs } },
    });
    page.lookUp.enter(codes.unknown);
    assert.equal(shownNote(page), undefined);
    assert.ok(kinds(page).includes("by_server"));
    page.notes.begin();
    assert.equal(page.store.state.notes.tying, undefined);
  });
});

describe("tying a code", () => {
  test("takes a search, a pack and a second look, and updates the row of the scan", async () => {
    const page = tying();
    assert.equal(list(page).length, 0, "nothing is stored before the second look");
    page.notes.save(look({ remark: " from\nthe shelf " }));
    await settled();
    const [note] = list(page);
    assert.deepEqual({ ...note, id: "1" }, noteWith({ remark: "from the shelf" }));
    assert.deepEqual([...page.noteRows.stored.values()], [note]);
    assert.equal(shownNote(page).pack.name, paracetamol.name);
    const rows = page.store.state.history.filter(({ code }) => code === codes.unknown);
    assert.equal(rows.length, 1);
    assert.equal(rows[0].note.name, paracetamol.name);
    page.scans.scanned(codes.unknown);
    assert.deepEqual(kinds(page), ["own_note"]);
  });

  const rejected = {
    "a part is not ticked": look({ compared: look().compared.slice(1) }),
    "nothing is ticked": look({ compared: [] }),
    "other digits are typed": look({ lastDigits: "0000" }),
    "the end date is in the past": look({ endsOn: "2025-08-19" }),
    "the end date is after 24 months": look({ endsOn: "2027-08-21" }),
    "the end date is no date": look({ endsOn: "2026-02-30" }),
  };
  for (const [reason, confirmed] of Object.entries(rejected)) {
    test(`is rejected if ${reason}`, () => {
      const page = tying();
      page.notes.save(confirmed);
      assert.equal(list(page).length, 0);
      assert.ok(page.store.state.notes.tying.problem);
      assert.ok(page.done.announced.at(-1).isWarning);
    });
  }

  for (const [name, code, options] of [
    ["a wrong check digit", "9529999999994"],
    ["12 digits", "952999999998"],
    ["a code of a pack", codes.paracetamol],
    ["a re-used code", codes.reused],
    ["an unknown code in kiosk mode", codes.unknown, { isKiosk: true }],
  ]) {
    test(`is not offered for ${name}`, () => {
      const page = startPage(options);
      page.scans.scanned(code);
      page.notes.begin();
      assert.equal(page.store.state.notes.tying, undefined);
    });
  }

  test("ends with another scan, so that its pack is not tied to the earlier code", () => {
    const page = tying();
    page.scans.scanned(codes.ended);
    assert.equal(page.store.state.notes.tying, undefined);
    page.notes.save(look());
    assert.equal(list(page).length, 0);
  });

  test("goes on after another scan, with what was entered", () => {
    const page = tying();
    const chosen = page.store.state.notes.tying.packId;
    page.notes.entered(look({ remark: "blue box" }));
    page.scans.scanned(codes.ended);
    const [kept] = page.store.state.kept;
    page.kept.resume(kept);
    const { answer, notes } = page.store.state;
    assert.equal(notes.tying.packId, chosen);
    assert.equal(notes.tying.look.remark, "blue box");
    assert.equal(String(answer.outcome.pack.pack_id), chosen);
    assert.deepEqual(page.store.state.kept, []);
  });

  test("saves only the pack that is on the screen", () => {
    const page = tying();
    page.search.type("ibuprofen");
    page.search.open(ibuprofen);
    page.notes.save(look());
    assert.equal(list(page).length, 0);
  });

  test("is rejected if the register learns the code before the second look", () => {
    const page = tying();
    page.open(knowing(codes.unknown, ibuprofen));
    page.notes.save(look());
    assert.equal(list(page).length, 0);
  });

  test("keeps the note until the page closes if the browser stores nothing", async () => {
    const refused = {
      ...emptyNotes(),
      putNotes: async () => Promise.reject(new Error("refused")),
      allNotes: async () => Promise.reject(new Error("refused")),
    };
    const page = startPage({ noteRows: refused });
    await page.notes.start();
    page.scans.scanned(codes.unknown);
    tie(page);
    page.notes.save(look());
    await settled();
    assert.equal(shownNote(page).is, "one");
    assert.match(page.done.notices[0].text, /cannot save your notes/);
    assert.equal(page.store.state.notes.areStored, false);
  });
});

/** A later release that has a code on a pack. */
function knowing(code, ...carriers) {
  const isCode = (gtin) => toGtin14(gtin) === toGtin14(code);
  const uses = (gtin) =>
    isCode(gtin)
      ? carriers.map((pack) => ({
          pack,
          status: packs.status(pack.pack_id),
          start_date: "2025-08-01",
          end_date: null,
        }))
      : packs.uses(gtin);
  return { ...without(), pack: (id) => packs.pack(id), status: (id) => packs.status(id), uses };
}

describe("when the register knows the code", () => {
  test("the note ends, and the answer is only the register's", () => {
    const page = withNotes([noteWith()]);
    page.open(knowing(codes.unknown, paracetamol));
    assert.deepEqual(list(page)[0].ended, { on: TODAY, because: "register" });
    page.scans.scanned(codes.unknown);
    assert.equal(page.store.state.answer.outcome.is, "pack");
    assert.deepEqual(kinds(page), []);
  });

  for (const [name, carriers] of Object.entries({
    "another pack": [ibuprofen],
    "the pack of the note and another": [paracetamol, ibuprofen],
  })) {
    test(`with ${name}, one scan warns of the note`, () => {
      const page = withNotes([noteWith()]);
      page.open(knowing(codes.unknown, ...carriers));
      page.search.type(codes.unknown);
      assert.ok(kinds(page).includes("note_ended"), "a preview warns, too");
      page.clock.now += 1000;
      page.scans.scanned(codes.unknown);
      const warning = page.store.state.answer.warnings.find(({ kind }) => kind === "note_ended");
      assert.deepEqual([warning.about, warning.tone], ["code", "danger"]);
      assert.match(
        warning.text,
        /your note of 20 August 2025 had another pack: Paracetamol.*has ended/,
      );
      assert.match(page.done.announced.at(-1).text, /your note .* had another pack/);
      const [row] = page.store.state.history;
      assert.ok(row.doubts.some(({ kind }) => kind === "note_ended"));
      page.clock.now += 1000;
      page.scans.scanned(codes.unknown);
      assert.ok(!kinds(page).includes("note_ended"), "it warns once");
      page.lookUp.reopen(row);
      assert.ok(kinds(page).includes("note_ended"), "the row keeps the warning");
    });
  }

  test("the note stays ended with an earlier release", () => {
    const page = withNotes([noteWith()]);
    page.open(knowing(codes.unknown, paracetamol));
    page.open(packs);
    page.scans.scanned(codes.unknown);
    assert.equal(shownNote(page), undefined);
  });

  test("a demonstration release does not end a note about real packs", () => {
    const page = withNotes([noteWith()]);
    page.open(knowing(codes.unknown, ibuprofen), { ...release, demo: true });
    assert.equal(list(page)[0].ended, undefined);
  });

  test("notes that are read after the data end, too", async () => {
    const noteRows = emptyNotes();
    await noteRows.putNotes([noteWith()]);
    const page = startPage({
      noteRows,
      data: { packs: knowing(codes.unknown, paracetamol), release },
    });
    await page.notes.start();
    assert.equal(list(page)[0].ended.because, "register");
  });
});

test("no random note is shown for a code that a random release knows", () => {
  const random = new Random(20251126);
  const gtins = [
    codes.unknown,
    codes.paracetamol,
    codes.ended,
    codes.reused,
    codes.wrongCheckDigit,
    "9529999999986",
  ];
  const some = [paracetamol, ibuprofen, packNamed("Lorazepam"), packNamed("Lormetazepam")];
  let shown = 0;
  for (let round = 0; round < 3000; round += 1) {
    const carriers = random.sample(some, random.below(3));
    const code = random.pick(gtins);
    const data = { ...knowing(code, ...carriers), reuse: () => undefined };
    const notes = Array.from({ length: random.below(4) }, (_, id) => {
      const pack = random.pick(some);
      const ended = random.chance(0.2)
        ? {
            ended: { on: TODAY, because: "register", ...(random.chance(0.5) && { differs: true }) },
          }
        : {};
      return noteWith({
        id: String(id),
        gtin: toGtin14(random.pick(gtins)),
        packId: String(pack.pack_id),
        name: pack.name,
        endsOn: random.pick(["2025-08-19", TODAY, "2026-02-20"]),
        ...ended,
      });
    });
    const request = { by: "code", text: random.chance(0.5) ? code : toGtin14(code) };
    const sources = {
      packs: data,
      release,
      today: TODAY,
      previousScanAt: () => undefined,
      watchMatches: () => [],
    };
    const { outcome, warnings } = answer({ request, at: round }, { ...sources, notes });
    const isKnown = data.uses(code).length > 0;
    const { note, ...registered } = outcome;
    assert.deepEqual(
      registered,
      outcomeOf(data, request),
      "the rest is the answer of the register",
    );
    if (note) shown += 1;
    assert.ok(!isKnown || note === undefined, `round ${round}`);
    assert.equal(
      note !== undefined,
      warnings.some(({ kind }) => kind === "own_note"),
      "a note is never without its warning",
    );
    assert.ok(
      !note ||
        note.is === "differ" ||
        notes.some(
          (one) =>
            one === note.note && one.gtin === toGtin14(code) && !one.ended && one.endsOn >= TODAY,
        ),
    );
  }
  assert.ok(shown > 100, `${shown} notes were shown`);
});

describe("two tabs", () => {
  test("share notes, and both stop to use one that is deleted", async () => {
    const noteRows = emptyNotes();
    const [first, second] = [
      startPage({ noteRows }),
      startPage({ noteRows: noteRows.anotherTab() }),
    ];
    await Promise.all([first.notes.start(), second.notes.start()]);
    second.scans.scanned(codes.unknown);
    first.scans.scanned(codes.unknown);
    tie(first);
    first.notes.save(look());
    await settled();
    assert.equal(shownNote(second).is, "one");
    await second.notes.delete(list(second)[0]);
    assert.deepEqual([list(first), list(second), shownNote(first)], [[], [], undefined]);
    second.notes.undoDelete();
    await settled();
    assert.equal(shownNote(first).is, "one");
  });

  test("that tie a code to different packs at the same time use neither note", async () => {
    const noteRows = emptyNotes();
    const tabs = [startPage({ noteRows }), startPage({ noteRows: noteRows.anotherTab() })];
    await Promise.all(tabs.map(({ notes }) => notes.start()));
    for (const [tab, pack] of [
      [tabs[0], paracetamol],
      [tabs[1], ibuprofen],
    ]) {
      tab.scans.scanned(codes.unknown);
      tie(tab, pack);
    }
    tabs[0].notes.save(look());
    tabs[1].notes.save(look({ compared: comparedParts(ibuprofen.name).map(({ title }) => title) }));
    await settled();
    for (const tab of tabs) assert.equal(shownNote(tab).is, "differ");
  });
});

describe("the end date", () => {
  test("is the same day of a later month, or its last day", () => {
    assert.equal(addMonths("2026-11-26", 6), "2027-05-26");
    assert.equal(addMonths("2026-08-31", 6), "2027-02-28");
    assert.equal(addMonths("2024-02-29", 24), "2026-02-28");
  });

  test("is at most 24 months after the day of the note, also when it is changed", () => {
    assert.equal(endProblem("2027-08-20", TODAY, TODAY), undefined);
    assert.match(endProblem("2027-08-21", TODAY, TODAY), /at most 24 months.*20 August 2027/);
    const page = withNotes([noteWith({ madeOn: "2025-01-20" })]);
    page.notes.setEnd(list(page)[0], "2027-01-20");
    assert.equal(list(page)[0].endsOn, "2027-01-20");
    page.notes.setEnd(list(page)[0], "2027-01-21");
    assert.equal(list(page)[0].endsOn, "2027-01-20");
    assert.match(page.store.state.notes.problem, /at most 24 months/);
  });
});

describe("a file of notes", () => {
  const record = (change = {}) => ({
    ...{
      gtin: toGtin14(codes.unknown),
      pack_id: String(paracetamol.pack_id),
      name: paracetamol.name,
    },
    ...{ made_on: TODAY, ends_on: "2026-02-20", remark: null, release: ofRelease, ended: null },
    ...change,
  });
  const fileOf = (...notes) =>
    new Blob([JSON.stringify({ kind: "pack-lookup-notes", version: 1, notes })]);
  const other = { pack_id: String(ibuprofen.pack_id), name: ibuprofen.name };
  const review = ({ store }) => store.state.notes.review;
  const none = new Map();

  test("moves notes to another device after a second look", async () => {
    const from = withNotes([noteWith({ remark: "shelf 3" })]);
    from.notes.export("json");
    const [[name, , text]] = from.done.saved;
    assert.equal(name, "pack-notes-2025-08-20.json");
    const to = startPage();
    await to.notes.readFile(new Blob([text]));
    assert.equal(list(to).length, 0, "nothing is stored before the list is confirmed");
    to.notes.confirmReview(none);
    assert.deepEqual(
      list(to).map((note) => ({ ...note, id: "1" })),
      [noteWith({ remark: "shelf 3" })],
    );
    await to.notes.readFile(new Blob([text]));
    assert.deepEqual([review(to).added.length, review(to).present], [0, 1], "it is imported once");
  });

  const cases = {
    "an unknown field": [record({ author: "A" }), /field “author” is unknown/],
    "a wrong check digit": [record({ gtin: "09529999999994" }), /check digit of the code is wrong/],
    "13 digits": [record({ gtin: codes.unknown }), /field “gtin” is not valid/],
    "more than 24 months": [record({ ends_on: "2027-08-21" }), /more than 24 months/],
    "an impossible day": [record({ ends_on: "2026-02-30" }), /field “ends_on” is not valid/],
    "a day in the future": [record({ made_on: "2025-08-21" }), /day in the future/],
    "an end in the past": [record({ made_on: "2025-01-01", ends_on: "2025-08-19" }), /has ended/],
    "an ended note": [record({ ended: { on: TODAY, because: "register" } }), /has ended/],
    "a number as the AMPP code": [record({ pack_id: 1 }), /field “pack_id” is not valid/],
    "a missing field": [(({ name, ...rest }) => rest)(record()), /field “name” is not valid/],
    "a remark with control characters": [
      record({ remark: "a\u001bb" }),
      /field “remark” is not valid/,
    ],
    "a code that dm+d has": [
      record({ gtin: toGtin14(codes.ended) }),
      /dm\+d has a pack with this code/,
    ],
    "another name": [
      record({ name: "Paracetamol 250mg" }),
      /does not have this pack with this name/,
    ],
    "an unknown pack": [record({ pack_id: "99999999" }), /does not have this pack/],
    "demonstration data": [record({ release: { ...ofRelease, demo: true } }), /demonstration data/],
    "no object": ["x", /not a note/],
  };
  for (const [name, [note, reason]] of Object.entries(cases)) {
    test(`rejects ${name}, and names the reason`, async () => {
      const page = startPage();
      await page.notes.readFile(fileOf(note, record({ gtin: "09529999999986" })));
      assert.match(review(page).rejected[0].reason, reason);
      page.notes.confirmReview(none);
      assert.deepEqual(
        list(page).map(({ gtin }) => gtin),
        ["09529999999986"],
      );
    });
  }

  test("that is no export of notes is rejected", async () => {
    const texts = [
      "",
      "[]",
      "null",
      '{"kind":"x","version":1,"notes":[]}',
      '{"kind":"pack-lookup-notes","version":2,"notes":[]}',
      '{"kind":"pack-lookup-notes","version":1,"notes":{}}',
      " ".repeat(1_000_001),
    ];
    for (const text of texts) {
      const page = startPage();
      await page.notes.readFile(new Blob([text]));
      assert.equal(review(page), undefined);
      assert.ok(page.store.state.notes.problem, text.slice(0, 40));
    }
  });

  test("with different packs for a code is rejected for that code", async () => {
    const page = startPage();
    await page.notes.readFile(fileOf(record(), record(other)));
    assert.deepEqual([review(page).added, review(page).rejected.length], [[], 2]);
  });

  test("with another pack than a note of the device shows both, and replaces nothing by itself", async () => {
    for (const [choice, kept] of [
      ["mine", paracetamol],
      ["theirs", ibuprofen],
    ]) {
      const page = withNotes([noteWith()]);
      await page.notes.readFile(fileOf(record(other)));
      const [conflict] = review(page).conflicts;
      assert.deepEqual(
        [conflict.mine.name, conflict.theirs.name],
        [paracetamol.name, ibuprofen.name],
      );
      page.notes.confirmReview(none);
      assert.ok(review(page), "it waits for the choice");
      page.notes.confirmReview(new Map([[conflict.theirs.gtin, choice]]));
      page.scans.scanned(codes.unknown);
      assert.equal(shownNote(page).note.name, kept.name);
      if (choice === "theirs")
        assert.ok(
          list(page).some(
            ({ name, ended }) => name === paracetamol.name && ended.because === "replaced",
          ),
        );
    }
  });

  test("is shown again if the notes changed before it is confirmed", async () => {
    const page = startPage();
    await page.notes.readFile(fileOf(record(other)));
    page.store.set({ notes: { ...page.store.state.notes, list: [noteWith()] } });
    page.notes.confirmReview(none);
    assert.deepEqual(
      list(page).map(({ name }) => name),
      [paracetamol.name],
    );
    assert.equal(review(page).conflicts.length, 1);
    assert.match(page.store.state.notes.problem, /changed/);
  });

  test("in CSV has no formula, and keeps codes as text", () => {
    const page = withNotes([noteWith({ name: "=cmd|' /C calc'!A0", remark: "+1+1" })]);
    page.notes.export("csv");
    const text = page.done.saved[0][2];
    assert.ok(text.includes(`"=""${toGtin14(codes.unknown)}"""`));
    assert.match(text, /,'=cmd.*,'\+1\+1,/);
  });
});
