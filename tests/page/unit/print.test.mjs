// Tests reading print with a reader that a test controls: what is asked before, what is shown, and
// that what was read is marked in every answer and file.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PackLookup } from "../../../npm/index.js";
import { printedLine } from "../../common/print.mjs";
import { codes, emptyRows, kinds, packs, settled, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const [
  { doubtsOf, doubtsOfPart, doubtsOfDate, confirmedBatch, differenceOf, toCompare },
  { lastDayOf },
  { announcementOf, signalOf, summaryOf },
  { files },
  { reportText },
  { draftFor },
  { entryOf, groupEntries },
  { Ledger, isDoubtful },
  { PrintReading, IDLE_MS },
  { PrintDownload },
] = await Promise.all(
  [
    "print/model.ts",
    "lookup/printed.ts",
    "lookup/answer.ts",
    "history/export.ts",
    "report/text.ts",
    "report/draft.ts",
    "history/entries.ts",
    "stock-take/model.ts",
    "print/reader.ts",
    "print/download.ts",
  ].map(load),
);

const NOW = { today: "2025-08-20", watchLists: [] };

const NAME = "Paracetamol @60";
const STRENGTH = "500mg @50";
const FORM = "tablets @45";

/** A box that was read. */
const box = (change = {}, lines = [NAME, STRENGTH, FORM]) => ({
  lines: lines.map(printedLine),
  ...change,
});

/** The question of a box without anything special. */
const QUESTION = "Paracetamol 500mg tablets";

const dated = box({ expiry: "2027-03", batch: "AB1234", licence: "PL 20075/0123" });
const picture = { name: "box" };

/** A reader that reads `answers`, one for each picture. A function decides by itself. */
function readerWith(answers, { isKept = true, ...rest } = {}) {
  const done = { closed: 0, downloads: 0, removed: 0, signals: [] };
  return {
    done,
    bytes: 3_300_000,
    isKept: async () => isKept,
    download: async (progress) => {
      done.downloads += 1;
      progress(0.5);
    },
    remove: async () => (done.removed += 1),
    read: async (pixels, { guide, signal, smallPrintOf }) => {
      done.signals.push({ guide, signal, ...(smallPrintOf && { smallPrintOf }) });
      const answer = answers[done.signals.length - 1] ?? answers.at(-1);
      return typeof answer === "function" ? answer(signal) : answer;
    },
    close: () => (done.closed += 1),
    ...rest,
  };
}

async function pageWith(answers, options, more = {}) {
  const printSource = readerWith(answers, options);
  const page = startPage({ printSource, ...more });
  await page.print.start();
  return { ...page, reader: printSource.done };
}

/** A page after a picture was read. */
async function reading(answer, more) {
  const page = await pageWith([answer], {}, more);
  await page.print.readBox(picture);
  return page;
}

const step = ({ store }) => store.state.print?.step.is;
const answerOf = ({ store }) => store.state.answer;
const firstPack = ({ store }) => store.state.found.packs[0];

/** A page on which a pack was chosen from print. */
async function chosen(answer = dated, more) {
  const page = await reading(answer, more);
  page.search.open(firstPack(page));
  return page;
}

/** More packs than the page has. */
const demonstration = await PackLookup.open();

/** A box of which more suppliers have packs than are shown. */
const GENERIC = ["Amlodipine @60", "5mg @50", "tablets @45"];

describe("the supplier in small print", () => {
  const withCompany = (text) =>
    box({
      lines: [...box({}, GENERIC).lines, { ...printedLine(`${text} @10`, 4), isSmallPrint: true }],
    });
  const all = { packs: demonstration };
  const compared = ({ store: { state } }) => toCompare(state.print, state.query, state.found);

  test("is read if many suppliers have the packs, and its packs are first", async () => {
    const page = await pageWith(
      [box({}, GENERIC), withCompany("Mipharm Limited, Ruislip")],
      {},
      all,
    );
    await page.print.readBox(picture);
    assert.equal(page.reader.signals[1].smallPrintOf.lines.length, GENERIC.length);
    const { packs: found, statuses } = compared(page);
    assert.match(found[0].name, /\(Milpharm Ltd\)/);
    assert.deepEqual(
      [found.length, statuses.length, page.store.state.query],
      [page.store.state.found.total, page.store.state.found.total, "Amlodipine 5mg tablets"],
    );
    assert.equal(new Set(found.map(({ pack_id }) => pack_id)).size, found.length);
    page.search.type("amlodipine 10mg tablets");
    assert.equal(compared(page).packs[0], page.store.state.found.packs[0]);
  });

  test("decides nothing if the reader stops", async () => {
    const page = await pageWith(
      [
        box({}, GENERIC),
        async () => {
          throw new Error("stopped");
        },
      ],
      {},
      all,
    );
    await page.print.readBox(picture);
    assert.equal(step(page), "read");
    assert.equal(compared(page).packs[0], page.store.state.found.packs[0]);
  });

  test("is not read if few suppliers have the packs, or there is a doubt", async () => {
    for (const lines of [["Bumetanide 1mg tablets @60"], [...GENERIC, "Capsules @50"]]) {
      const page = await reading(box({}, lines), all);
      assert.equal(page.reader.signals.length, 1);
    }
  });
});

test("an expiry date that has passed is a doubt, on the day after its last day", () => {
  const passed = [/has passed. Compare it with the box/];
  for (const [expiry, today, expected] of [
    ["2026-11", "2026-11-30", []],
    ["2026-11", "2026-12-01", passed],
    ["2026-11-05", "2026-11-06", passed],
    [undefined, "2026-11-06", []],
  ]) {
    const doubts = doubtsOfDate({ lines: [], ...(expiry && { expiry }) }, today);
    assert.equal(doubts.length, expected.length);
    if (expected[0]) assert.match(doubts[0], expected[0]);
  }
});

describe("the offer", () => {
  test("a page without the reader offers nothing", async () => {
    const page = startPage();
    await page.print.start();
    assert.equal(page.print.noBarcode(picture), false);
    assert.deepEqual(
      [page.store.state.print, page.store.state.printReader],
      [undefined, undefined],
    );
  });

  test("asks before the download, and reads after it", async () => {
    const page = await pageWith([dated], { isKept: false });
    assert.equal(page.print.noBarcode(picture), true);
    assert.equal(step(page), "offered");
    await page.print.read();
    assert.deepEqual([step(page), page.reader.downloads], ["asking", 0]);
    await page.print.download();
    assert.deepEqual(
      [step(page), page.reader.downloads, page.store.state.printReader.isKept],
      ["read", 1, true],
    );
  });

  test("offline, states that a download is needed and loads nothing", async () => {
    const page = await pageWith([dated], { isKept: false });
    await page.print.readBox(picture);
    page.done.isOffline = true;
    await page.print.download();
    assert.match(
      page.store.state.print.step.reason,
      /needs a download of 3\.3 MB once, and you are offline/,
    );
    assert.equal(page.reader.downloads, 0);
  });

  test("a download that is cancelled reads nothing", async () => {
    let end;
    const page = await pageWith([dated], {
      isKept: false,
      download: (_, signal) => new Promise((resolve) => (end = () => resolve(signal))),
    });
    await page.print.readBox(picture);
    const downloading = page.print.download();
    page.print.close();
    end();
    await downloading;
    assert.deepEqual([page.store.state.print, page.reader.signals.length], [undefined, 0]);
  });

  test("a download that ends after another picture was chosen does not read that one unasked", async () => {
    let end;
    const page = await pageWith([dated], {
      isKept: false,
      download: () => new Promise((resolve) => (end = resolve)),
    });
    await page.print.readBox(picture);
    const downloading = page.print.download();
    page.print.noBarcode({ name: "second" });
    end();
    await downloading;
    assert.deepEqual([step(page), page.reader.signals.length], ["offered", 0]);
  });

  test("the reader can be removed, and is asked for again", async () => {
    const page = await pageWith([dated]);
    await page.print.remove();
    assert.deepEqual(
      [page.reader.removed, page.reader.closed, page.store.state.printReader.isKept],
      [1, 1, false],
    );
    await page.print.readBox(picture);
    assert.equal(step(page), "asking");
  });
});

describe("a reading", () => {
  test("searches only for a name and a strength without doubts, and opens no pack", async () => {
    const page = await reading(dated);
    assert.equal(page.store.state.query, "Paracetamol 500mg tablets");
    assert.ok(page.store.state.found.total > 0);
    page.search.submit();
    assert.equal(answerOf(page), undefined, "Enter opens nothing, even with one result");
  });

  test("shows nothing more if the person ends the reading between two tasks", async () => {
    const page = await pageWith([dated]);
    page.done.nextTask = () => page.store.state.query && page.print.close();
    await page.print.readBox(picture);
    assert.deepEqual(
      [page.done.signals, page.store.state.found, page.store.state.print],
      [[], undefined, undefined],
    );
  });

  test("the first searches of a visit run while the print is read", async () => {
    const queries = [];
    const counted = {
      __proto__: packs,
      search: (...query) => (queries.push(query[0]), packs.search(...query)),
    };
    let before;
    const read = async () => {
      await settled();
      before = [...queries];
      return dated;
    };
    const page = await reading(read, { data: { packs: counted, release: {} } });
    assert.equal(before.length, 3);
    assert.equal(queries.at(-1), QUESTION);
    assert.equal(page.store.state.query, QUESTION);
  });

  test("a single result is not opened by Enter", async () => {
    const text = packs.search("Paracetamol").packs[0].name;
    const page = await reading(box({}, [`${text} @60`]));
    assert.equal(page.store.state.found.total, 1);
    page.search.submit();
    assert.equal(answerOf(page), undefined);
  });

  for (const [what, lines, doubt] of [
    ["no name", ["Paracetamol ≠ Paracetanol @60", STRENGTH], /No two readings agree on the name/],
    ["no strength", [NAME, "500mg ≠ 250mg @50"], /No two readings agree on the strength/],
    ["a line that was read differently", [NAME, STRENGTH, "xqr vo ≠ yqr vu @50"], /different ways/],
    ["two strengths", [NAME, STRENGTH, "250mg @45"], /More than one strength .* two boxes/],
    [
      "two licences",
      [NAME, STRENGTH, "PL 20075/0123 @30", "PL 11111/2222 @30"],
      /licence numbers.* Two boxes/,
    ],
    ["another form", [NAME, STRENGTH, "cream @50"], /does not fit the packs/],
    ["a name that is no medicine", ["Paracetamox @60", STRENGTH], /no name in this release/],
    ["a strength that no pack has", [NAME, "7mg @50"], /No pack of this release has/],
  ]) {
    test(`asks and searches for nothing after a reading with ${what}`, async () => {
      const page = await reading(box({}, lines));
      assert.equal(page.store.state.found, undefined);
      assert.match(page.store.state.query, /^Paracetam/);
      const { text, isWarning } = page.done.announced.at(-1);
      assert.match(text, /^Check the name and strength\. /);
      assert.match(text, doubt);
      assert.equal(isWarning, true);
      page.search.fill(QUESTION);
      page.print.search();
      assert.ok(page.store.state.found.total > 0, "the person searches for the corrected text");
    });

    test(`Enter searches for the checked text after a reading with ${what}, and opens nothing`, async () => {
      const page = await reading(box({}, lines));
      page.search.fill(QUESTION);
      page.search.submit();
      assert.ok(page.store.state.found.total > 0);
      assert.equal(answerOf(page), undefined);
    });
  }

  test("has the sound of a warning, never the plain beep", async () => {
    const page = await chosen();
    assert.deepEqual(page.done.signals, ["code", "code"]);
  });

  test("of nothing says so, and keeps the answer on the screen", async () => {
    const page = await pageWith([box({}, [])]);
    page.lookUp.enter(codes.paracetamol);
    await page.print.readBox(picture);
    assert.match(page.store.state.print.step.reason, /No print could be read/);
    assert.ok(answerOf(page));
  });

  test("that fails can be tried again", async () => {
    const page = await pageWith([() => Promise.reject(new Error("stopped")), dated]);
    await page.print.readBox(picture);
    assert.match(page.store.state.print.step.reason, /The print reader stopped/);
    await page.print.read();
    assert.equal(step(page), "read");
  });

  test("asks for the download again if the browser has deleted the reader", async () => {
    const printSource = readerWith([() => Promise.reject(new Error("missing"))], { isKept: false });
    const page = startPage({ printSource, printReader: { bytes: 1, isKept: true } });
    await page.print.readBox(picture);
    assert.deepEqual([step(page), page.store.state.printReader.isKept], ["asking", false]);
  });

  test("a scan ends a reading, and its result is dropped", async () => {
    let end;
    const page = await pageWith([() => new Promise((resolve) => (end = resolve))]);
    const read = page.print.readBox(picture);
    await settled();
    page.scans.scanned(codes.paracetamol);
    end(dated);
    await read;
    assert.deepEqual(
      [page.store.state.print, page.reader.signals[0].signal.aborted],
      [undefined, true],
    );
    assert.equal(answerOf(page).request.text, codes.paracetamol);
    assert.equal(page.done.pictures.size, 0, "the picture is freed");
  });

  test("another picture replaces one that is being read", async () => {
    let end;
    const page = await pageWith([() => new Promise((resolve) => (end = resolve)), dated]);
    const first = page.print.readBox(picture);
    await settled();
    await page.print.readBox({ name: "second" });
    end(box({}, ["Wrong @60"]));
    await first;
    assert.deepEqual([step(page), page.store.state.query], ["read", "Paracetamol 500mg tablets"]);
    assert.deepEqual([...page.done.pictures], ["blob:second"]);
  });
});

describe("a pack that was chosen from print", () => {
  test("carries the warning in the answer, in speech and in short", async () => {
    const answer = answerOf(await chosen());
    assert.deepEqual(
      [answer.outcome.is, answer.warnings[0].kind, answer.warnings[1].kind],
      ["pack", "chosen_from_print", "read_from_print"],
    );
    assert.match(
      answer.warnings[0].text,
      /^Chosen from print that was read from a picture, not from a barcode\. Compare name, strength and form with the box$/,
    );
    assert.equal(answer.warnings[0].tone, "caution");
    assert.match(announcementOf(answer).text, /^Warning: Chosen from print/);
    assert.equal(announcementOf(answer).isWarning, true);
    assert.equal(signalOf(answer), "code");
    assert.match(summaryOf(answer).status.text, /Chosen from print/);
  });

  test("carries it in the row, in each file, and when the row is opened again", async () => {
    const page = await chosen();
    const [row] = page.store.state.history;
    assert.deepEqual(
      [row.expiry, row.batch, row.printed],
      ["2027-03-31", undefined, { expiry: "2027-03-31" }],
    );
    assert.match(files.csv.write([row], NOW), /Chosen from print .*pack; expiry/);
    assert.deepEqual(JSON.parse(files.json.write([row], NOW))[0].read_from_print, [
      "pack",
      "expiry",
    ]);
    page.search.startOver();
    page.lookUp.reopen(row);
    assert.ok(kinds(page).includes("chosen_from_print"));
  });

  test("carries it from the whole list, from corrected text, and after going back to the list", async () => {
    const page = await reading(box({}, [NAME, STRENGTH, "250mg @45"]));
    page.search.type("paracetamol tablets");
    page.search.open(firstPack(page));
    assert.ok(kinds(page).includes("chosen_from_print"));
    page.search.backToList();
    page.search.open(firstPack(page));
    assert.ok(kinds(page).includes("chosen_from_print"));
  });

  test("a text that is typed after the answer is not from print", async () => {
    const page = await chosen();
    page.search.type("ibuprofen");
    page.search.open(firstPack(page));
    assert.equal(kinds(page).includes("chosen_from_print"), false);
  });

  test("another text is not from print, and its pack does not get the expiry date of the box", async () => {
    for (const text of ["i", "pai", "ibuprofen", "ibuprofen 400mg tablets"]) {
      const page = await reading(dated);
      page.search.type(text);
      assert.equal(page.store.state.print, undefined, text);
    }
    const page = await reading(dated);
    page.search.paste("ibuprofen");
    page.search.open(firstPack(page));
    assert.deepEqual(
      [kinds(page).includes("chosen_from_print"), answerOf(page).outcome.printed],
      [false, undefined],
    );
  });

  test("a text that corrects what was read is from print", async () => {
    for (const text of ["", "p", "paracetamol", "Parac", "x 500mg tablets", "Paracetamol 250mg"]) {
      const page = await reading(dated);
      page.search.type(text);
      assert.ok(page.store.state.print, text);
    }
  });

  test("carries it in the report and in a stock-take", async () => {
    const answer = answerOf(await chosen());
    const draft = { ...draftFor(answer.outcome), withExpiry: true, withSerial: true };
    const text = reportText(answer, draft, { today: "2025-08-20", version: "1" });
    assert.match(
      text,
      /Code as scanned: none\. The pack was chosen from print that was read from a picture/,
    );
    assert.match(text, /Warning 1: Chosen from print/);
    assert.match(text, /Box expiry: 2027-03-31, read from print/);
    const [line] = new Ledger([
      { take: "1", key: "1", is: "scan", entry: entryOf(answer, "1") },
    ]).lines();
    assert.ok(isDoubtful(line, NOW));
    assert.ok(line.warnings.some(({ kind }) => kind === "chosen_from_print"));
  });

  test("is counted apart from the same pack without print", async () => {
    const page = await chosen(box());
    const [fromPrint] = page.store.state.history;
    const { print: _, ...request } = fromPrint.request;
    const byName = {
      ...fromPrint,
      request,
      doubts: fromPrint.doubts.filter(({ kind }) => kind !== "chosen_from_print"),
    };
    assert.equal(groupEntries([fromPrint, byName]).length, 2);
  });

  test("warns of an expiry date in the past", async () => {
    const page = await chosen(box({ expiry: "2025-07" }));
    assert.equal(kinds(page)[0], "expired");
    assert.equal(page.done.signals.at(-1), "box");
  });

  test("warns of a list of batches only with the confirmed batch", async () => {
    const page = await chosen(dated);
    page.watch.read("Recall\nBatch number: AB1234");
    await page.watch.use();
    assert.equal(kinds(page).includes("watched"), false);
    page.print.confirmBatch("AB1234");
    assert.equal(kinds(page)[0], "watched");
  });
});

describe("a batch", () => {
  test("is stored only after a person has confirmed it, in the same row", async () => {
    const page = await chosen();
    assert.equal(page.store.state.print.batch, "AB1234");
    page.print.confirmBatch("  ");
    assert.equal(page.store.state.history[0].batch, undefined);
    page.print.confirmBatch(" AB1284 ");
    assert.deepEqual(
      page.store.state.history.map(({ batch, printed }) => [batch, printed]),
      [["AB1284", { expiry: "2027-03-31", batch: "AB1284" }]],
    );
    assert.equal(page.store.state.print.batch, undefined);
  });

  test("that a person does not confirm is never stored", async () => {
    const page = await chosen();
    page.print.discardBatch();
    assert.deepEqual(
      [page.store.state.print.batch, page.store.state.history[0].batch],
      [undefined, undefined],
    );
  });

  test("has no space and at most 20 characters", () => {
    for (const text of ["", " ", "A B", "A".repeat(21), "AB\u202e"])
      assert.equal(confirmedBatch(text), undefined, text);
    assert.equal(confirmedBatch(" AB/12-3 "), "AB/12-3");
  });
});

describe("the camera", () => {
  test("reads what the person sees, and stops when something was read", async () => {
    const page = await pageWith([box({}, []), dated]);
    await page.print.readView();
    assert.deepEqual(
      [page.done.notices.at(-1).text, page.store.state.print],
      ["The camera has no picture yet. Try again", undefined],
    );
    await page.done.camera.start();
    await page.print.readView();
    assert.deepEqual([step(page), page.done.camera.state.is], ["failed", "on"]);
    await page.print.readView();
    assert.deepEqual(
      [step(page), page.done.camera.state.is, page.reader.signals.map(({ guide }) => guide)],
      ["read", "off", [false, false]],
    );
  });

  test("reads the expiry date and the batch inside its guide", async () => {
    const page = await pageWith([dated]);
    page.lookUp.enter(codes.paracetamol);
    page.print.aim();
    assert.deepEqual([step(page), page.done.camera.state.is], ["aiming", "on"]);
    await page.print.readGuide();
    assert.deepEqual([...page.done.pictures], ["blob:guide"]);
    assert.equal(page.reader.signals[0].guide, true);
    assert.equal(answerOf(page).outcome.scan.expiry, "2027-03-31");
    assert.equal(page.done.camera.state.is, "on", "for the next box");
  });

  test("while a person aims, the box's own code is no new scan, and another box's is", async () => {
    const page = await pageWith([dated]);
    page.scans.detected([codes.paracetamol]);
    page.print.aim();
    page.scans.detected([codes.paracetamol]);
    assert.deepEqual([page.store.state.history.length, step(page)], [1, "aiming"]);
    page.scans.detected([codes.ended]);
    assert.deepEqual([page.store.state.history.length, page.store.state.print], [2, undefined]);
  });

  test("aims only if the barcode lacks the expiry date or the batch", async () => {
    const page = await pageWith([dated]);
    page.print.aim();
    page.scans.detected([`]d201${codes.paracetamol.padStart(14, "0")}1727033110XY9`]);
    page.print.aim();
    assert.equal(page.store.state.print, undefined);
  });

  test("aiming again stops the reading before", async () => {
    let end;
    const page = await pageWith([() => new Promise((resolve) => (end = resolve))]);
    page.lookUp.enter(codes.paracetamol);
    page.print.aim();
    const read = page.print.readGuide();
    await settled();
    page.print.aim();
    end(dated);
    await read;
    assert.deepEqual(
      [step(page), answerOf(page).outcome.printed, page.done.pictures.size],
      ["aiming", undefined, 0],
    );
  });
});

describe("beside a scanned code", () => {
  const scan = `01${codes.paracetamol.padStart(14, "0")}`;
  const fields = box({ expiry: "2027-03", batch: "AB1234" }, []);

  async function beside(code, answer = fields) {
    const page = await pageWith([answer]);
    page.scans.scanned(code);
    await page.print.readFields(picture);
    return page;
  }

  test("adds the expiry date to the answer and its row, and asks for the batch", async () => {
    const page = await beside(codes.paracetamol);
    assert.equal(page.reader.signals[0].guide, true);
    const { outcome, warnings } = answerOf(page);
    assert.deepEqual(
      [outcome.scan.expiry, outcome.scan.batch, outcome.printed],
      ["2027-03-31", undefined, { expiry: "2027-03-31" }],
    );
    assert.match(
      warnings.find(({ kind }) => kind === "read_from_print").text,
      /expiry date\. Compare it with the box/,
    );
    page.print.confirmBatch("AB1234");
    assert.equal(answerOf(page).outcome.scan.batch, "AB1234");
    assert.deepEqual(
      page.store.state.history.map(({ code, expiry, batch }) => [code, expiry, batch]),
      [[codes.paracetamol, "2027-03-31", "AB1234"]],
    );
    assert.deepEqual(page.done.signals, ["plain", "code", "code"]);
  });

  test("never replaces a field of the barcode", async () => {
    const page = await beside(`]d2${scan}10XY9`, box({ expiry: "2027-03" }, []));
    const { outcome } = answerOf(page);
    assert.deepEqual(
      [outcome.scan.batch, outcome.scan.expiry, outcome.printed],
      ["XY9", "2027-03-31", { expiry: "2027-03-31" }],
    );
    const complete = await beside(`]d2${scan}1727033110XY9`);
    assert.equal(complete.reader.signals.length, 0, "there is nothing to read");
  });

  test("a field of a barcode that is read later on the same box wins", async () => {
    const page = await beside(codes.paracetamol);
    page.print.confirmBatch("AB1234");
    page.scans.detected([`]d2${scan}17280331`], true);
    const { outcome } = answerOf(page);
    assert.deepEqual(
      [outcome.scan.expiry, outcome.scan.batch, outcome.printed],
      ["2028-03-31", "AB1234", { batch: "AB1234" }],
    );
    page.scans.detected([`]d2${scan}1728033110XY9`], true);
    assert.deepEqual(
      [answerOf(page).outcome.scan.batch, answerOf(page).outcome.printed],
      ["XY9", {}],
    );
    assert.equal(kinds(page).includes("read_from_print"), false);
    assert.equal(page.store.state.history.length, 1);
  });

  test("adds nothing if the print differs from the barcode", async () => {
    const page = await beside(`]d2${scan}17280331`);
    assert.match(
      page.store.state.print.step.reason,
      /print has the expiry date 31 March 2027, and the barcode has 31 March 2028\. Is it the same box\?/,
    );
    assert.deepEqual(
      [answerOf(page).outcome.scan.batch, page.store.state.print.batch],
      [undefined, undefined],
    );
    assert.match(
      differenceOf({ batch: "AB1" }, { batch: "AB2" }),
      /batch AB1, and the barcode has AB2/,
    );
    assert.equal(
      differenceOf({ expiry: "2027-03", batch: "ab 1" }, { expiry: "2027-03-31", batch: "AB1" }),
      undefined,
    );
  });

  test("keeps what was read when a pack of a re-used code is chosen, and when the row is opened again", async () => {
    const page = await beside(codes.reused);
    page.lookUp.choose(answerOf(page).outcome.choices[0].pack);
    assert.deepEqual(answerOf(page).outcome.printed, { expiry: "2027-03-31" });
    const [row] = page.store.state.history;
    page.search.startOver();
    page.lookUp.reopen(row);
    assert.equal(answerOf(page).outcome.scan.expiry, "2027-03-31");
    assert.ok(kinds(page).includes("read_from_print"));
  });

  test("belongs to its box: another scan drops the batch that waits", async () => {
    const page = await beside(codes.paracetamol);
    page.scans.scanned(codes.ended);
    assert.equal(page.store.state.print, undefined);
    page.print.confirmBatch("AB1234");
    assert.equal(answerOf(page).outcome.scan.batch, undefined);
  });

  test("says that neither was read", async () => {
    const page = await beside(codes.paracetamol, box());
    assert.match(page.store.state.print.step.reason, /No expiry date and no batch could be read/);
  });
});

test("rows of earlier versions have nothing from print", async () => {
  const page = startPage({ rows: emptyRows() });
  page.lookUp.enter(codes.paracetamol);
  const [row] = page.store.state.history;
  assert.equal("printed" in row, false);
  page.lookUp.reopen(row);
  assert.equal(kinds(page).includes("read_from_print"), false);
  assert.deepEqual(JSON.parse(files.json.write([row], NOW))[0].read_from_print, []);
});

test("a month lasts until its last day", () => {
  assert.deepEqual(["2027-02", "2028-02", "2027-12", "2027-12-05"].map(lastDayOf), [
    "2027-02-28",
    "2028-02-29",
    "2027-12-31",
    "2027-12-05",
  ]);
});

const question = { text: QUESTION, name: "Paracetamol", strength: "500mg", alternatives: [] };

test("each doubt has words", () => {
  for (const doubt of [
    "no_data",
    "no_pack",
    "unknown_name",
    "contradicting_line",
    "unsure_line",
    "cut_line",
    "several_strengths",
    "several_sizes",
    "several_forms",
    "several_boxes",
    "cut_question",
  ])
    assert.match(doubtsOf({ question: { ...question, doubts: [doubt] } })[0], /^[A-Z].{20,}/);
});

test("a search for one of two boxes has a doubt, also after the text was typed", async () => {
  const at = (x, lines) => lines.map(printedLine).map((line) => ({ ...line, x }));
  const lines = [
    ...at(300, ["Paracetamol 500mg @60", "PL 20075/0123 @30"]),
    ...at(3000, ["Ibuprofen 200mg @55", "PL 11111/2222 @30"]),
  ];
  const page = await reading({ lines });
  const read = page.store.state.print.step.box;
  const doubts = () => doubtsOfPart(read, page.store.state.query);
  const { text } = read.question.alternatives[1];
  page.print.searchPart(text);
  assert.match(doubts()[0], /Two boxes/);
  assert.ok(page.store.state.found.total > 0);
  page.search.type("Paracetamol");
  assert.deepEqual(doubts(), []);
  page.search.type(text);
  assert.match(doubts()[0], /Two boxes/);
});

test("the expiry date of a picture with two boxes belongs to neither pack", async () => {
  const lines = [NAME, STRENGTH, FORM];
  for (const [some, expiry] of [
    [lines, "2027-03-31"],
    [[...lines, "Ibuprofen 200mg @60"], undefined],
  ]) {
    const page = await reading(box({ expiry: "2027-03" }, some));
    page.search.type("Paracetamol 500mg tablets");
    page.search.open(firstPack(page));
    assert.equal(answerOf(page).outcome.printed?.expiry, expiry);
  }
});

test("a company is no name, and its packs are not searched for", async () => {
  const page = await reading(box({}, ["Demo @60", STRENGTH, FORM]));
  assert.equal(page.store.state.found, undefined);
  assert.match(doubtsOf(page.store.state.print.step.box)[0], /No two readings agree on the name/);
});

test("without data, nobody knows which words are a medicine", async () => {
  const page = await pageWith([dated]);
  page.store.set({ packs: undefined });
  await page.print.readBox(picture);
  assert.deepEqual(doubtsOf(page.store.state.print.step.box), [
    "The data is not on this device yet, so the words were not compared with medicines",
  ]);
});

describe("the reader of a visit", () => {
  /** The reader, and what its workers did. `ends` end the readings. */
  function visit(t) {
    const did = { opened: 0, closed: 0, ends: [] };
    const open = async () => {
      did.opened += 1;
      return {
        read: () => new Promise((resolve, reject) => did.ends.push({ resolve, reject })),
        close: () => (did.closed += 1),
      };
    };
    const reading = new PrintReading({ open }, { read: async () => ({}) });
    t.after(() => reading.close());
    return { did, reading };
  }

  const options = () => ({ guide: false, signal: new AbortController().signal });

  async function readOnce({ did, reading }) {
    const read = reading.read({}, options());
    await settled();
    did.ends.at(-1).resolve(dated);
    return read;
  }

  test("is opened once for several pictures, and closed after it was idle", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { did, reading } = visit(t);
    await readOnce({ did, reading });
    await readOnce({ did, reading });
    assert.deepEqual([did.opened, did.closed], [1, 0]);
    t.mock.timers.tick(IDLE_MS);
    await settled();
    assert.equal(did.closed, 1);
    await readOnce({ did, reading });
    assert.equal(did.opened, 2);
  });

  test("is closed when the page is hidden, after the picture that it reads", async (t) => {
    const { did, reading } = visit(t);
    const read = reading.read({}, options());
    await settled();
    reading.hidden();
    await settled();
    assert.equal(did.closed, 0);
    did.ends[0].resolve(dated);
    await read;
    await settled();
    assert.equal(did.closed, 1);
  });

  test("is closed at once by a cancelled reading, and by another picture", async (t) => {
    const { did, reading } = visit(t);
    const abort = new AbortController();
    const first = reading.read({}, { guide: false, signal: abort.signal });
    await settled();
    abort.abort();
    await settled();
    assert.equal(did.closed, 1);
    did.ends[0].reject(new Error("closed"));
    await assert.rejects(first);
    const second = reading.read({}, options()).catch(() => "abandoned");
    await settled();
    const third = reading.read({}, options());
    await settled();
    assert.deepEqual([did.opened, did.closed], [3, 2]);
    did.ends[1].reject(new Error("closed"));
    did.ends[2].resolve(dated);
    assert.deepEqual([await second, await third], ["abandoned", dated]);
    assert.equal(did.closed, 2, "the reader of the last picture stays open");
  });

  test("a worker that failed is not used again", async (t) => {
    const { did, reading } = visit(t);
    const read = reading.read({}, options());
    await settled();
    did.ends[0].reject(new Error("out of memory"));
    await assert.rejects(read, /out of memory/);
    await readOnce({ did, reading });
    assert.equal(did.opened, 2);
  });
});

describe("the download", () => {
  const files = {
    wasm: { url: "/a.gzip", bytes: 3 },
    detection: { url: "/b.gzip", bytes: 3 },
    recognition: { url: "/c.gzip", bytes: 3 },
  };

  /** Simulates the network and the storage. */
  function device(t, { stored = new Map(), isFull = false, body = "abc" } = {}) {
    const cache = {
      put: async (url, response) => {
        if (isFull) throw new Error("quota");
        stored.set(url, await response.blob());
      },
    };
    t.mock.method(globalThis, "fetch", async () => new Response(body));
    globalThis.caches = {
      open: async () => cache,
      match: async (url) => (stored.has(url) ? new Response(stored.get(url)) : undefined),
      delete: async () => stored.clear(),
    };
    t.after(() => delete globalThis.caches);
    return { stored, download: new PrintDownload(files) };
  }

  const signal = new AbortController().signal;

  test("reports its progress, keeps the files, and loads only missing ones", async (t) => {
    const { stored, download } = device(t);
    stored.set("/a.gzip", new Blob(["abc"]));
    const shares = [];
    assert.equal(await download.isKept(), false);
    await download.download((share) => shares.push(share), signal);
    assert.deepEqual(
      [shares.map((share) => Math.round(3 * share)), fetch.mock.callCount()],
      [[1, 2, 3], 2],
    );
    assert.equal(await download.isKept(), true);
    assert.equal(await (await download.read()).wasm.text(), "abc");
    await download.remove();
    assert.equal(await download.isKept(), false);
  });

  test("is used for the visit if the storage is full", async (t) => {
    const { stored, download } = device(t, { isFull: true });
    await download.download(() => {}, signal);
    assert.deepEqual([stored.size, await download.isKept()], [0, true]);
  });

  test("that ends early stores nothing", async (t) => {
    const { stored, download } = device(t, { body: "ab" });
    await assert.rejects(
      download.download(() => {}, signal),
      /the download ended early/,
    );
    assert.equal(stored.size, 0);
  });
});
