// Tests that every way to a pack gives the same request, answer and warnings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codes, GS, kinds, packs, release, startPage, without } from "./page.mjs";

const name = (page) => page.store.state.answer?.outcome.pack?.name.split(" ")[0];
const is = (page) => page.store.state.answer?.outcome.is;

/** The ways in which a code reaches the page. All must give the same result. */
const ways = {
  "a hand scanner": ({ scans }, code) => scans.scanned(code),
  "a camera": ({ scans }, code) => scans.seen([code]),
  "typing, to the end": ({ search }, code) => {
    search.type(code);
    search.submit();
  },
  "typing, not submitted": ({ search }, code) => search.type(code),
  "the history": ({ lookUp, scans, store }, code) => {
    scans.scanned(code);
    const [row] = store.state.history;
    lookUp.clear();
    lookUp.reopen(row);
  },
  "other data": (page, code) => {
    page.scans.scanned(code);
    page.open(packs);
  },
  "a scan before the data": (page, code) => {
    page.store.set({ packs: undefined });
    page.scans.scanned(code);
    page.open(packs);
  },
};

const cases = [
  { code: codes.paracetamol, outcome: "pack", doubts: [] },
  { code: codes.ended, outcome: "pack", doubts: ["ended"] },
  { code: codes.reused, outcome: "reused", doubts: ["reused"] },
  { code: codes.wrongCheckDigit, outcome: "pack", doubts: ["wrong_check_digit"] },
];

for (const [way, enter] of Object.entries(ways)) {
  for (const { code, outcome, doubts } of cases) {
    test(`${way}: ${code} is ${outcome}, with ${doubts.join() || "no"} doubt`, () => {
      const page = startPage();
      enter(page, code);
      assert.equal(is(page), outcome);
      assert.deepEqual(kinds(page), doubts);
    });
  }
}

test("a code is shown as it was asked for, not what stood in the field before", () => {
  const page = startPage();
  page.search.type("lorazepam");
  page.scans.scanned(`]d201${codes.paracetamol.padStart(14, "0")}10AB`);
  assert.equal(page.store.state.query, codes.paracetamol);
  assert.equal(page.store.state.found, undefined);
});

test("a pack of the list leaves the query that found it", () => {
  const page = startPage();
  page.search.type("lorazepam");
  page.search.open(page.store.state.found.packs[0]);
  assert.equal(page.store.state.query, "lorazepam");
  page.scans.scanned(codes.paracetamol);
  page.lookUp.reopen(page.store.state.history[1]);
  assert.equal(name(page), "Lorazepam");
  assert.equal(page.store.state.query, "", "the code of another pack is not the query for this one");
});

test("Enter on a corrected hit opens nothing unseen, and the hit carries the correction", () => {
  const page = startPage();
  page.search.type("lormetazepan");
  assert.equal(page.store.state.found.total, 1);
  page.search.submit();
  assert.equal(page.store.state.answer, undefined);
  assert.deepEqual(page.done.focused.at(-1), "hits-title");
  assert.match(page.done.said.at(-1).text, /lormetazepan.*lormetazepam/);
  assert.ok(page.done.said.at(-1).isWarning);
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
  const [danger, ignored] = page.store.state.answer.doubts.map(({ text }) => text);
  assert.match(danger, /^No exact match. Ignored: “zqxjk”. This may be a medicine/);
  assert.match(ignored, /^Also ignored: .*“4617B/);
  assert.deepEqual(page.done.said.at(-1).isWarning, true);
  assert.match(page.done.said.at(-1).text, /^Warning: No exact match. Ignored: “zqxjk”.*Warning: Also ignored/);

  // IndexedDB stores a structured clone.
  const rows = structuredClone(page.store.state.history);
  assert.deepEqual(rows[0].doubts.map(({ kind }) => kind), ["ignored_name", "ignored"]);
  const later = startPage({ history: rows });
  later.lookUp.reopen(rows[0]);
  assert.deepEqual(kinds(later), ["ignored_name", "ignored"]);
  assert.equal(later.store.state.answer.doubts[0].tone, "danger");

  for (const format of ["csv", "json"]) await later.history.export(format);
  for (const [file, , text] of later.done.saved) {
    assert.match(text, /No exact match. Ignored: “zqxjk”/, file);
    assert.match(text, /Also ignored: [^;]*“4617B/, file);
  }
});

test("a partial match without ignored words says so in the pack and its row, after other data too", () => {
  const page = startPage();
  openFirst(page, "light");
  assert.deepEqual(kinds(page), ["partial_match"]);
  page.open(packs);
  assert.deepEqual(kinds(page), ["partial_match"]);
  const [row] = structuredClone(page.store.state.history);
  page.lookUp.clear();
  page.lookUp.reopen(row);
  assert.deepEqual(kinds(page), ["partial_match"]);
});

test("a row of an earlier version, which did not store partial matches, opens with what it has", () => {
  const page = startPage();
  openFirst(page, "paracetamol Hydrochloride");
  const row = structuredClone(page.store.state.history[0]);
  delete row.request.relaxed;
  row.doubts = [{ kind: "corrected", about: "code", text: "“Hydrochloride” was left out: no pack that has the other words has it" }];
  page.lookUp.reopen(row);
  assert.deepEqual(kinds(page), ["ignored"]);
  row.request.corrections = [];
  page.lookUp.reopen(row);
  assert.deepEqual(kinds(page), []);
});

test("an empty result says why, to eye and ear", () => {
  const page = startPage();
  page.search.type("paracetamol 80mg");
  assert.equal(page.store.state.found.total, 0);
  assert.deepEqual(page.done.said.at(-1), { text: "No pack found. No pack has this strength. Available: 500mg", isWarning: true });
  page.search.type("paracetamol 5*5mg");
  assert.match(page.done.said.at(-1).text, /^No pack found. “5\*5mg” is not a quantity/);
});

test("Enter on the only hit opens it, and on an AMPP code its pack", () => {
  const page = startPage();
  for (const query of ["lormetazepam", String(packs.search("lormetazepam").packs[0].pack_id)]) {
    page.search.type(query);
    page.search.submit();
    assert.equal(name(page), "Lormetazepam", query);
  }
});

test("what is meant as a code and can't be one says why", () => {
  const page = startPage();
  for (const typed of ["]d2123456", "(01)9520000 (10)A"]) {
    page.search.type(typed);
    page.search.submit();
    assert.equal(is(page), "unreadable", typed);
    assert.equal(page.store.state.query, typed, "what was asked stays in the field");
  }
});

test("scans that come before the data are all kept, in order and with their times", () => {
  const page = startPage({ data: {} });
  page.scans.scanned(codes.paracetamol);
  page.clock.now += 5000;
  page.search.type(codes.reused);
  page.search.submit();
  page.clock.now += 5000;
  page.scans.scanned(codes.ended);
  page.clock.now += 60_000;
  page.open(packs);
  const rows = page.store.state.history;
  assert.deepEqual(rows.map(({ code }) => code), [codes.ended, codes.reused, codes.paracetamol]);
  assert.deepEqual(rows.map(({ at }) => at - rows[2].at), [10_000, 5000, 0]);
  assert.equal(name(page), "Ibuprofen");
});

test("two codes in sight are both shown, and the person chooses", () => {
  const page = startPage();
  const both = [`]E0${codes.paracetamol}`, `]E0${codes.ended}`];
  page.scans.seen(both);
  assert.equal(is(page), "several");
  assert.deepEqual(page.store.state.answer.outcome.readings.map(({ scan }) => scan.gtin), [codes.paracetamol, codes.ended]);
  assert.deepEqual(page.done.signals, ["code"]);
  assert.equal(page.store.state.history.length, 0);
  page.lookUp.mean(page.store.state.answer.outcome.readings[1]);
  assert.equal(name(page), "Ibuprofen");
});

test("two symbols of one GTIN are one code, read from the one that tells more", () => {
  const page = startPage();
  page.scans.seen([`]E0${codes.paracetamol}`, `]d201${codes.paracetamol.padStart(14, "0")}10AB12`]);
  assert.equal(name(page), "Paracetamol");
  assert.equal(page.store.state.answer.outcome.scan.batch, "AB12");
});

test("more of a box that is still in sight completes its row; another box has a row of its own", () => {
  const page = startPage();
  page.scans.seen([`]E0${codes.paracetamol}`], false);
  page.scans.seen([`]d201${codes.paracetamol.padStart(14, "0")}10AB12`], true);
  assert.deepEqual(page.store.state.history.map(({ batch }) => batch), ["AB12"]);
  page.scans.seen([`]E0${codes.ended}`], true);
  assert.equal(page.store.state.history.length, 2);
});

test("a code that means nothing here never replaces a pack", () => {
  const page = startPage();
  page.scans.seen(["]Q3https://example.org/win", `]E0${codes.paracetamol}`]);
  assert.equal(name(page), "Paracetamol");
  page.scans.seen(["]Q3https://example.org/win"]);
  assert.equal(name(page), "Paracetamol");
  assert.match(page.done.notices.at(-1).text, /no pack's code: https:\/\/example.org\/win/);
  assert.ok(page.done.notices.at(-1).isWarning);
  assert.equal(page.done.signals.at(-1), "nothing");
});

test("a code that means nothing here is named where nothing is shown", () => {
  const page = startPage();
  page.scans.seen(["]Q3https://example.org/win"]);
  assert.equal(is(page), "unreadable");
});

test("a hand scanner's unreadable code does replace the pack: the box in the hand is another one", () => {
  const page = startPage();
  page.scans.scanned(codes.paracetamol);
  page.scans.scanned("]d2[)>06");
  assert.equal(is(page), "unreadable");
});

test("choosing completes the row of its own scan, however many came after it", () => {
  const page = startPage();
  page.scans.scanned(codes.reused);
  page.scans.scanned(codes.reused);
  page.scans.scanned(codes.paracetamol);
  const [, newer, older] = page.store.state.history;
  page.lookUp.reopen(older);
  page.lookUp.choose(page.store.state.answer.outcome.choices[1].pack);
  assert.deepEqual(kinds(page), ["chosen", "ended"]);
  const rows = page.store.state.history;
  assert.equal(rows.length, 3);
  assert.equal(rows[1], newer);
  assert.equal(rows[2].key, older.key);
  assert.equal(rows[2].at, older.at);
  assert.match(rows[2].name, /^Lorazepam/);
  assert.equal(rows[2].among.length, 2);
  page.lookUp.back();
  assert.equal(is(page), "reused");
  assert.equal(page.store.state.history[2].name, rows[2].name, "looking at all packs undoes no choice");
});

test("reopening says when today's answer is another one, and when the pack is gone", () => {
  const page = startPage();
  page.scans.scanned(codes.paracetamol);
  page.search.type("lorazepam");
  page.search.open(page.store.state.found.packs[0]);
  page.open(without("Paracetamol", "Lorazepam"), { ...release, release_date: "2025-08-18" });
  const [byName, byCode] = page.store.state.history;
  page.lookUp.reopen(byCode);
  assert.equal(is(page), "unknown");
  assert.deepEqual(kinds(page), ["changed"]);
  assert.match(page.store.state.answer.doubts[0].text, /^On 20 August 2025, from the release of 14 August 2025, .*Paracetamol/);
  page.lookUp.reopen(byName);
  assert.equal(is(page), "gone");
  assert.deepEqual(kinds(page), ["changed"]);
});

test("a pack that was chosen is still the answer, or its absence is told", () => {
  const page = startPage();
  page.scans.scanned(codes.reused);
  page.lookUp.choose(page.store.state.answer.outcome.choices[1].pack);
  const [row] = page.store.state.history;
  page.lookUp.reopen(row);
  assert.equal(name(page), "Lorazepam");
  assert.deepEqual(kinds(page), ["chosen", "ended"]);
  page.open(without("Lorazepam"));
  assert.deepEqual(kinds(page), ["changed"]);
});

test("other data: the answer that is shown is asked again", () => {
  const page = startPage();
  page.scans.scanned(codes.reused);
  page.open(without("Lorazepam"), { ...release, release_date: "2025-08-18" });
  assert.equal(is(page), "pack");
  assert.equal(page.store.state.answer.release.release_date, "2025-08-18");
  assert.deepEqual(kinds(page), ["changed"]);
  assert.equal(page.store.state.history.length, 1, "nothing was scanned");
});

test("other data take nobody off the view where they are, and say only what is new", () => {
  const page = startPage();
  page.scans.scanned(codes.reused);
  page.store.set({ view: "history" });
  const said = page.done.said.length;
  page.open(packs);
  assert.equal(page.store.state.view, "history");
  assert.equal(page.done.said.length, said);
  page.open(without("Lorazepam"));
  assert.equal(page.store.state.view, "history");
  assert.match(page.done.said.at(-1).text, /2 packs, none of them chosen/);
});

test("a serial that was scanned twice is told", () => {
  const page = startPage();
  const box = `]d201${codes.paracetamol.padStart(14, "0")}21SER1`;
  page.scans.scanned(box);
  assert.deepEqual(kinds(page), []);
  page.clock.now += 3_600_000;
  page.scans.scanned(box);
  assert.deepEqual(kinds(page), ["serial_again"]);
  assert.equal(page.store.state.answer.doubts[0].text, "This very pack was scanned at 12:00");
  assert.equal(page.done.signals.at(-1), "box");
  page.lookUp.reopen(page.store.state.history[1]);
  assert.deepEqual(kinds(page), [], "the first scan was the first");
});

test("nothing is invented for digits that don't add up", () => {
  const page = startPage();
  const texts = {
    // One digit is wrong.
    "9529999999994": ["one digit may be wrong"],
    // Two neighbours are swapped, as in 9520000000011 and 9520000000101.
    "9250000000011": ["neighbours", "one digit"],
    // One digit is missing. Twelve digits are not read as a UPC-A that happens to have a valid check digit.
    "952000000001": ["a digit may be missing", "one digit"],
  };
  for (const [typed, hints] of Object.entries(texts)) {
    page.search.type(typed);
    page.search.submit();
    const [{ kind, text }] = page.store.state.answer.doubts;
    assert.equal(kind, "wrong_check_digit", typed);
    for (const hint of hints) assert.ok(text.includes(hint), `${typed}: ${text}`);
    assert.doesNotMatch(text, /\d/, "no code is made up");
    assert.match(text, /Read the number again/);
  }
});

test("twelve digits that add up, as one in ten shortened codes does, are not taken for an American code", () => {
  const page = startPage();
  page.search.type("952000000019");
  page.search.submit();
  assert.equal(is(page), "unknown");
  assert.deepEqual(kinds(page), ["digit_missing"]);
  assert.match(page.store.state.answer.doubts[0].text, /one may be missing. Read the number again/);
});

test("each doubt is spoken and sounds by what it is about", () => {
  const box = (fields) => `]d201${codes.paracetamol.padStart(14, "0")}${fields}`;
  const demo = { ...release, demo: true };
  const heard = [
    { text: box("17300101"), signal: "plain", said: /^Paracetamol/ },
    { text: box("17250101"), signal: "box", said: /^Expired/ },
    { text: codes.reused, signal: "code", said: /^Warning: .*2 packs/ },
    { text: codes.ended, signal: "code", said: /^Warning: .*until 30 April 2021/ },
    { text: codes.wrongCheckDigit, signal: "code", said: /^Warning: The digits don't add up/ },
    { text: box(`10AB17301231`), signal: "code", said: /^Warning: / },
    { text: codes.unknown, signal: "nothing", said: /^No pack has the code/ },
    { text: codes.paracetamol, signal: "data", said: /Demonstration data/, release: demo },
    { text: codes.paracetamol, signal: "data", said: /The data is 3 months old/, today: "2025-11-20" },
    { text: codes.paracetamol, signal: "data", said: /clock says/, today: "2019-05-01" },
  ];
  for (const { text, signal, said, today, release: its = release } of heard) {
    const page = startPage({ data: { packs, release: its }, ...(today && { today }) });
    page.scans.scanned(text);
    assert.deepEqual(page.done.signals, [signal], text);
    assert.match(page.done.said.at(-1).text, said);
    assert.equal(page.done.said.at(-1).isWarning, signal !== "plain");
    const told = page.store.state.history[0].doubts.map((doubt) => doubt.text);
    assert.deepEqual(told, page.store.state.answer.doubts.map((doubt) => doubt.text), "and remembered");
  }
});
