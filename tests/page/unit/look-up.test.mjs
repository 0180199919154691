// Tests that all inputs give the same request, answer and warnings.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codes, kinds, name, packs, release, startPage, without } from "./page.mjs";

const is = (page) => page.store.state.answer?.outcome.is;

/** The inputs of a code. All must give the same result. */
const inputs = {
  "a hand scanner": ({ scans }, code) => scans.scanned(code),
  "a camera": ({ scans }, code) => scans.detected([code]),
  "typing and Enter": ({ search }, code) => {
    search.type(code);
    search.submit();
  },
  "typing without Enter": ({ search }, code) => search.type(code),
  "the history": ({ lookUp, scans, store }, code) => {
    scans.scanned(code);
    const [row] = store.state.history;
    lookUp.clear();
    lookUp.reopen(row);
  },
  "new data": (page, code) => {
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
  { code: codes.paracetamol, outcome: "pack", warnings: [] },
  { code: codes.ended, outcome: "pack", warnings: ["ended"] },
  { code: codes.reused, outcome: "reused", warnings: ["reused"] },
  { code: codes.wrongCheckDigit, outcome: "pack", warnings: ["wrong_check_digit"] },
];

for (const [input, enter] of Object.entries(inputs)) {
  for (const { code, outcome, warnings } of cases) {
    test(`${input}: ${code} is ${outcome}, with ${warnings.join() || "no"} warning`, () => {
      const page = startPage();
      enter(page, code);
      assert.equal(is(page), outcome);
      assert.deepEqual(kinds(page), warnings);
    });
  }
}

/** How people write or copy a code. */
const writings = {
  "spaces between its digits": (gtin) => gtin.replace(/(?<=^.|^.{7})/g, " "),
  "invisible characters": (gtin) => `\u200b${gtin.slice(0, 7)}\u2060${gtin.slice(7)}\ufeff`,
  "full-width digits": (gtin) =>
    gtin.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  "typographic hyphens": (gtin) => `${gtin.slice(0, 3)}\u2011${gtin.slice(3)}`,
  "quotes of a table": (gtin) => `="${gtin}"`,
  "a label": (gtin) => `GTIN: 0${gtin}`,
  "a label and a serial number": (gtin) => `PC: 0${gtin} SN: 123456`,
};

for (const [what, write] of Object.entries(writings)) {
  test(`a code with ${what} is looked up, and one that is re-used is a question`, () => {
    const page = startPage();
    page.search.type(write(codes.paracetamol));
    page.search.submit();
    assert.equal(name(page), "Paracetamol");
    page.search.type(write(codes.reused));
    page.search.submit();
    assert.equal(is(page), "reused");
  });
}

test("the search field shows the query of the current answer", () => {
  const page = startPage();
  page.search.type("lorazepam");
  page.scans.scanned(`]d201${codes.paracetamol.padStart(14, "0")}10AB`);
  assert.equal(page.store.state.query, codes.paracetamol);
  assert.equal(page.store.state.found, undefined);
});

test("a pack opened from results keeps their query", () => {
  const page = startPage();
  page.search.type("lorazepam");
  page.search.open(page.store.state.found.packs[0]);
  assert.equal(page.store.state.query, "lorazepam");
  page.scans.scanned(codes.paracetamol);
  page.lookUp.reopen(page.store.state.history[1]);
  assert.equal(name(page), "Lorazepam");
  assert.equal(
    page.store.state.query,
    "",
    "the code of another pack is not the query for this one",
  );
});

test("Enter opens the only hit, also for an AMPP code", () => {
  const page = startPage();
  for (const query of ["lormetazepam", String(packs.search("lormetazepam").packs[0].pack_id)]) {
    page.search.type(query);
    page.search.submit();
    assert.equal(name(page), "Lormetazepam", query);
  }
});

test("a malformed code shows the reason", () => {
  const page = startPage();
  for (const typed of ["]d2123456", "(01)9520000 (10)A"]) {
    page.search.type(typed);
    page.search.submit();
    assert.equal(is(page), "unreadable", typed);
    assert.equal(page.store.state.query, typed, "the query stays in the field");
  }
});

test("scans before the data is open are all answered, in order and with their times", () => {
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
  assert.deepEqual(
    rows.map(({ code }) => code),
    [codes.ended, codes.reused, codes.paracetamol],
  );
  assert.deepEqual(
    rows.map(({ at }) => at - rows[2].at),
    [10_000, 5000, 0],
  );
  assert.equal(name(page), "Ibuprofen");
});

test("two codes in view are both shown, and the person chooses", () => {
  const page = startPage();
  const both = [`]E0${codes.paracetamol}`, `]E0${codes.ended}`];
  page.scans.detected(both);
  assert.equal(is(page), "several");
  assert.deepEqual(
    page.store.state.answer.outcome.readings.map(({ scan }) => scan.gtin),
    [codes.paracetamol, codes.ended],
  );
  assert.deepEqual(page.done.signals, ["code"]);
  assert.equal(page.store.state.history.length, 0);
  page.lookUp.chooseReading(page.store.state.answer.outcome.readings[1]);
  assert.equal(name(page), "Ibuprofen");
});

test("codes in view together are asked about again with new data", () => {
  const page = startPage();
  page.scans.detected([`]E0${codes.paracetamol}`, `]E0${codes.ended}`]);
  const names = () =>
    page.store.state.answer.outcome.readings.map(({ packs }) =>
      packs.map(({ name }) => name.split(" ")[0]),
    );
  assert.deepEqual(names(), [["Paracetamol"], ["Ibuprofen"]]);
  page.open(without("Ibuprofen"), { ...release, release: "8.3.0", release_date: "2025-08-21" });
  assert.equal(is(page), "several");
  assert.deepEqual(names(), [["Paracetamol"], []]);
  assert.equal(page.store.state.answer.release.release, "8.3.0");
  assert.deepEqual(
    page.done.announced.map(({ text }) => text.includes("2 different codes in view")),
    [true, true],
  );
  assert.equal(page.store.state.history.length, 0);
});

/** The dataset with another name for a pack, as a device with its code has it. */
function withName(text) {
  const found = packs.search("paracetamol", { limit: 2 });
  return {
    ...without(),
    search: (query, options) =>
      query === text && !options?.groupBy
        ? { ...found, kind: "name", total: 2, corrections: [], relaxed: false }
        : packs.search(query, options),
  };
}

test("Enter shows the packs whose names have the code, and explains a code only if none has", () => {
  for (const code of ["43151005", "431510051234"]) {
    const page = startPage({ data: { packs: withName(code), release } });
    page.search.type(code);
    page.search.submit();
    assert.deepEqual(
      [is(page), page.store.state.found.total, page.done.focused.at(-1)],
      [undefined, 2, "hits-title"],
      code,
    );
    assert.equal(page.store.state.query, code);
    const other = startPage();
    other.search.type(code);
    other.search.submit();
    assert.equal(is(other), "unknown");
  }
  const page = startPage();
  page.search.type(codes.paracetamol);
  page.search.submit();
  assert.equal(name(page), "Paracetamol");
});

test("two symbols of one GTIN are one code, read from the one with more elements", () => {
  const page = startPage();
  page.scans.detected([
    `]E0${codes.paracetamol}`,
    `]d201${codes.paracetamol.padStart(14, "0")}10AB12`,
  ]);
  assert.equal(name(page), "Paracetamol");
  assert.equal(page.store.state.answer.outcome.scan.batch, "AB12");
});

test("more codes of a box in view complete its row; another box has its own row", () => {
  const page = startPage();
  page.scans.detected([`]E0${codes.paracetamol}`], false);
  page.scans.detected([`]d201${codes.paracetamol.padStart(14, "0")}10AB12`], true);
  assert.deepEqual(
    page.store.state.history.map(({ batch }) => batch),
    ["AB12"],
  );
  page.scans.detected([`]E0${codes.ended}`], true);
  assert.equal(page.store.state.history.length, 2);
});

test("an irrelevant code never replaces a pack", () => {
  const page = startPage();
  page.scans.detected(["]Q3https://example.org/win", `]E0${codes.paracetamol}`]);
  assert.equal(name(page), "Paracetamol");
  page.scans.detected(["]Q3https://example.org/win"]);
  assert.equal(name(page), "Paracetamol");
  assert.match(page.done.notices.at(-1).text, /not a pack code: https:\/\/example.org\/win/);
  assert.ok(page.done.notices.at(-1).isWarning);
  assert.equal(page.done.signals.at(-1), "nothing");
});

test("an irrelevant code is shown if there is no answer", () => {
  const page = startPage();
  page.scans.detected(["]Q3https://example.org/win"]);
  assert.equal(is(page), "unreadable");
});

test("an unreadable hand scan replaces the pack, because another box is in the hand", () => {
  const page = startPage();
  page.scans.scanned(codes.paracetamol);
  page.scans.scanned("]d2[)>06");
  assert.equal(is(page), "unreadable");
});

test("choosing a pack updates the row of its scan, also after later scans", () => {
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
  assert.equal(
    page.store.state.history[2].name,
    rows[2].name,
    "showing all packs keeps the choice",
  );
});

test("reopening reports a changed answer and a missing pack", () => {
  const page = startPage();
  page.scans.scanned(codes.paracetamol);
  page.search.type("lorazepam");
  page.search.open(page.store.state.found.packs[0]);
  page.open(without("Paracetamol", "Lorazepam"), { ...release, release_date: "2025-08-18" });
  const [byName, byCode] = page.store.state.history;
  page.lookUp.reopen(byCode);
  assert.equal(is(page), "unknown");
  assert.deepEqual(kinds(page), ["changed"]);
  assert.match(
    page.store.state.answer.warnings[0].text,
    /^On 20 August 2025, with the release of 14 August 2025, .*Paracetamol/,
  );
  page.lookUp.reopen(byName);
  assert.equal(is(page), "gone");
  assert.deepEqual(kinds(page), ["changed"]);
});

test("reopening a chosen pack shows it, or reports that it is missing", () => {
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

test("new data repeats the current lookup", () => {
  const page = startPage();
  page.scans.scanned(codes.reused);
  page.open(without("Lorazepam"), { ...release, release_date: "2025-08-18" });
  assert.equal(is(page), "pack");
  assert.equal(page.store.state.answer.release.release_date, "2025-08-18");
  assert.deepEqual(kinds(page), ["changed"]);
  assert.equal(page.store.state.history.length, 1, "nothing was scanned");
});

test("new data keeps the view, and announces only changes", () => {
  const page = startPage();
  page.scans.scanned(codes.reused);
  page.store.set({ view: "history" });
  const announced = page.done.announced.length;
  page.open(packs);
  assert.equal(page.store.state.view, "history");
  assert.equal(page.done.announced.length, announced);
  page.open(without("Lorazepam"));
  assert.equal(page.store.state.view, "history");
  assert.match(page.done.announced.at(-1).text, /2 packs, none chosen/);
});

test("warns about a serial number that was scanned before", () => {
  const page = startPage();
  const box = `]d201${codes.paracetamol.padStart(14, "0")}21SER1`;
  page.scans.scanned(box);
  assert.deepEqual(kinds(page), []);
  page.clock.now += 3_600_000;
  page.scans.scanned(box);
  assert.deepEqual(kinds(page), ["serial_again"]);
  assert.equal(
    page.store.state.answer.warnings[0].text,
    "You already scanned this serial number at 12:00",
  );
  assert.equal(page.done.signals.at(-1), "box");
  page.lookUp.reopen(page.store.state.history[1]);
  assert.deepEqual(kinds(page), [], "the first scan was the first");
});

test("proposes no code for a wrong check digit", () => {
  const page = startPage();
  const texts = {
    // One digit is wrong.
    9529999999994: ["one digit may be wrong"],
    // Two neighbours are swapped, as in 9520000000011 and 9520000000101.
    9250000000011: ["two digits may be swapped", "one digit"],
    // One digit is missing. Twelve digits are not read as a UPC-A that happens to have a valid
    // check digit.
    952000000001: ["a digit may be missing", "one digit"],
  };
  for (const [typed, hints] of Object.entries(texts)) {
    page.search.type(typed);
    page.search.submit();
    const [{ kind, text }] = page.store.state.answer.warnings;
    assert.equal(kind, "wrong_check_digit", typed);
    for (const hint of hints) assert.ok(text.includes(hint), `${typed}: ${text}`);
    assert.doesNotMatch(text, /\d/, "proposes no code");
    assert.match(text, /Read the number again/);
  }
});

test("12 valid digits get a warning that one may be missing", () => {
  const page = startPage();
  page.search.type("952000000019");
  page.search.submit();
  assert.equal(is(page), "unknown");
  assert.deepEqual(kinds(page), ["digit_missing"]);
  assert.match(
    page.store.state.answer.warnings[0].text,
    /A digit may be missing. Read the number again/,
  );
});

test("each warning is announced, with the signal of its subject", () => {
  const box = (fields) => `]d201${codes.paracetamol.padStart(14, "0")}${fields}`;
  const demo = { ...release, demo: true };
  const events = [
    { text: box("17300101"), signal: "plain", announced: /^Paracetamol/ },
    { text: box("17250101"), signal: "box", announced: /^Expired/ },
    { text: codes.reused, signal: "code", announced: /^Warning: .*2 packs/ },
    { text: codes.ended, signal: "code", announced: /^Warning: .*until 30 April 2021/ },
    {
      text: codes.wrongCheckDigit,
      signal: "code",
      announced: /^Warning: The check digit is wrong/,
    },
    { text: box(`10AB17301231`), signal: "code", announced: /^Warning: / },
    { text: codes.unknown, signal: "nothing", announced: /^No pack has the code/ },
    { text: codes.paracetamol, signal: "data", announced: /Demonstration data/, release: demo },
    {
      text: codes.paracetamol,
      signal: "data",
      announced: /The data is 3 months old/,
      today: "2025-11-20",
      isPolite: true,
    },
    { text: codes.paracetamol, signal: "data", announced: /clock says/, today: "2019-05-01" },
  ];
  for (const { text, signal, announced, today, isPolite, release: its = release } of events) {
    const page = startPage({ data: { packs, release: its }, ...(today && { today }) });
    page.scans.scanned(text);
    assert.deepEqual(page.done.signals, [signal], text);
    assert.match(page.done.announced.at(-1).text, announced);
    assert.equal(page.done.announced.at(-1).isWarning, signal !== "plain" && !isPolite);
    const reported = page.store.state.history[0].doubts.map((doubt) => doubt.text);
    assert.deepEqual(
      reported,
      page.store.state.answer.warnings.map(({ text }) => text),
      "and stored",
    );
  }
});

test("the age of the data is said once, and again when it changes", () => {
  const page = startPage({ today: "2025-11-20" });
  const said = () => page.done.announced.at(-1).text.includes("The data is 3 months old");
  page.scans.scanned(codes.paracetamol);
  assert.ok(said());
  page.scans.scanned(codes.reused);
  assert.ok(!said());
  page.open(packs, { ...release, release_date: "2025-11-19" });
  page.scans.scanned(codes.paracetamol);
  assert.ok(!said());
  page.open(packs, release);
  page.scans.scanned(codes.reused);
  assert.ok(said());
});

test("a name that is entered before the data is open is a search", () => {
  const page = startPage();
  page.store.set({ packs: undefined });
  page.search.type("lorazepam");
  page.search.submit();
  assert.match(page.store.state.waiting.text, /“lorazepam”/);
  page.open(packs);
  assert.deepEqual(
    [page.store.state.waiting, is(page)],
    [undefined, "pack"],
    "it has one pack, which Enter opens",
  );
  assert.equal(name(page), "Lorazepam");
});

test("a code that is entered before the data is open is looked up", () => {
  const page = startPage();
  page.store.set({ packs: undefined });
  page.search.type(codes.paracetamol);
  page.search.submit();
  page.open(packs);
  assert.equal(name(page), "Paracetamol");
});

test("a text that was changed after Enter is not submitted", () => {
  const page = startPage();
  page.store.set({ packs: undefined });
  page.search.type("lorazepam");
  page.search.submit();
  page.search.type("lor");
  page.open(packs);
  assert.equal(is(page), undefined);
});

test("an answer removes an earlier notice, and a scan scrolls to its answer", () => {
  const page = startPage();
  page.store.set({ notice: "This is not a pack code: 1" });
  page.scans.scanned(codes.paracetamol);
  assert.equal(page.store.state.notice, undefined);
  assert.equal(page.done.revealed.length, 1);
});

test("results of typing wait for the next key, and a scan replaces them", () => {
  const page = startPage();
  page.search.type("lorazepam");
  page.scans.scanned(codes.paracetamol);
  assert.deepEqual(
    page.done.announced.map(({ whileTyping = false }) => whileTyping),
    [true, false],
  );
});

describe("a report that is begun", () => {
  const begun = () => {
    const page = startPage();
    page.scans.scanned(codes.paracetamol);
    page.report.open();
    page.report.change({ box: "Ibuprofen" });
    return page;
  };

  test("is kept when another code is scanned, and goes on with its answer", () => {
    const page = begun();
    const { answer } = page.store.state;
    page.scans.scanned(codes.unknown);
    assert.equal(page.store.state.report, undefined);
    page.kept.resume(page.store.state.kept[0]);
    assert.equal(page.store.state.report.box, "Ibuprofen");
    assert.equal(page.store.state.answer, answer);
    assert.deepEqual(page.store.state.kept, []);
  });

  test("stays open when the same code is scanned again", () => {
    const page = begun();
    page.scans.scanned(codes.paracetamol);
    assert.equal(page.store.state.report.box, "Ibuprofen");
    assert.deepEqual(page.store.state.kept, []);
  });

  test("is not kept at a shared screen, or if nothing was entered", () => {
    const page = begun();
    page.store.set({ isKiosk: true });
    page.scans.scanned(codes.unknown);
    assert.deepEqual(page.store.state.kept, []);
    const untouched = startPage();
    untouched.scans.scanned(codes.paracetamol);
    untouched.report.open();
    untouched.scans.scanned(codes.unknown);
    assert.deepEqual(untouched.store.state.kept, []);
  });

  test("is kept next to another one, until it is discarded", () => {
    const page = begun();
    page.scans.scanned(codes.unknown);
    page.report.open();
    page.report.change({ problem: "no-pack" });
    page.scans.scanned(codes.paracetamol);
    const [first, second] = page.store.state.kept;
    assert.deepEqual([first.draft.box, second.draft.problem], ["Ibuprofen", "no-pack"]);
    page.kept.discard(first);
    assert.deepEqual(page.store.state.kept, [second]);
    assert.equal(page.done.announced.at(-1).text, "Discarded");
  });
});

test("an empty field asks for a code or a name", () => {
  const page = startPage();
  page.search.type(" ");
  page.search.submit();
  assert.deepEqual(page.done.announced, [
    { text: "Type a barcode number or a name", isWarning: false },
  ]);
  assert.deepEqual(page.done.focused, ["query"]);
});
