// Tests stock-takes: lines match a reference implementation, corrections can be undone, and nothing
// that was stored is lost.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codes, emptyRows, packs, settled, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const NOW = { today: "2026-01-01", watchLists: [] };
const { doubtsOfLine, isDoubtful, Ledger, lineKeyOf, NO_FILTER, selectLines } =
  await load("stock-take/model.ts");
const { addMonths } = await load("common/format.ts");
const { StockTakes } = await load("actions/stock-takes.ts");
const { Camera } = await load("actions/scans.ts");
const { warningsOfLine } = await load("view/stock-lines.ts");

/** A generator of numbers with a fixed seed. */
function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

const entry = (change) => ({
  key: "k",
  at: 1,
  outcome: "pack",
  packId: "1",
  name: "A",
  code: "09520000000011",
  request: { by: "code", text: "" },
  doubts: [],
  ...change,
});

/** Returns random scans and corrections, in their order. */
function randomEvents(seed, length = 60) {
  const random = randomFrom(seed);
  const lines = [];
  return Array.from({ length }, (_, at) => {
    const key = String(at).padStart(6, "0");
    if (lines.length > 0 && random(4) === 0)
      return { take: "t", key, ...randomCorrection(random, lines[random(lines.length)], at) };
    const scanned = randomEntry(random, key, at);
    lines.push(lineKeyOf(scanned));
    return { take: "t", key, is: "scan", entry: scanned };
  });
}

function randomCorrection(random, line, at) {
  const kind = random(3);
  if (kind === 0) return { is: "count", line, change: random(2) === 0 ? 1 : -1 };
  return kind === 1 ? { is: "note", line, note: `note ${at}` } : { is: "deleted", line };
}

function randomEntry(random, key, at) {
  const packId = String(random(3));
  return entry({
    key,
    at,
    packId,
    name: `Pack ${packId}`,
    code: `952000000001${packId}`,
    ...(random(2) && { batch: `B${random(2)}` }),
    ...(random(2) && { serial: `S${random(4)}` }),
    ...(random(2) && { expiry: `2027-0${1 + random(2)}-01` }),
  });
}

/** Counts packs without shortcuts: all events from the start, for each line. */
function countedNaively(events) {
  const counts = new Map();
  const serials = new Map();
  for (const event of events) NAIVE_STEPS[event.is]?.(event, counts, serials);
  return counts;
}

const NAIVE_STEPS = {
  deleted({ line }, counts, serials) {
    counts.delete(line);
    for (const [serial, owner] of serials) if (owner === line) serials.delete(serial);
  },
  count({ line, change }, counts) {
    if (counts.has(line)) counts.set(line, Math.max(0, counts.get(line) + change));
  },
  scan({ entry }, counts, serials) {
    const line = lineKeyOf(entry);
    const key = entry.serial && `${entry.code} ${entry.serial}`;
    const isNew = !key || !serials.has(key);
    if (key && isNew) serials.set(key, line);
    counts.set(line, (counts.get(line) ?? 0) + (isNew ? 1 : 0));
  },
};

const countsOf = (ledger) => new Map(ledger.lines().map(({ key, count }) => [key, count]));
const sorted = (counts) => [...counts].sort();

test("counts match the naive implementation", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const events = randomEvents(seed);
    assert.deepEqual(
      sorted(countsOf(new Ledger(events))),
      sorted(countedNaively(events)),
      `seed ${seed}`,
    );
  }
});

test("a pack that is chosen later moves its scan to the line of that pack", () => {
  const ledger = new Ledger();
  const reused = entry({ key: "1", outcome: "reused", packId: undefined, name: undefined });
  ledger.add({ take: "t", key: "1", is: "scan", entry: reused });
  ledger.add({ take: "t", key: "1", is: "scan", entry: entry({ key: "1" }) });
  assert.deepEqual(
    ledger.lines().map(({ entry, count }) => [entry.packId, count]),
    [["1", 1]],
  );
});

test("a line has all warnings of its scans, and its own doubts", () => {
  const doubt = { kind: "expired", about: "box", text: "Expired" };
  const ledger = new Ledger([
    {
      take: "t",
      key: "1",
      is: "scan",
      entry: entry({ key: "1", doubts: [doubt], expiry: "2026-01-01", serial: "S" }),
    },
    {
      take: "t",
      key: "2",
      is: "scan",
      entry: entry({ key: "2", expiry: "2027-01-01", serial: "S" }),
    },
  ]);
  const [line] = ledger.lines();
  assert.deepEqual(
    [line.warnings, line.expiries, line.count, line.repeats],
    [[doubt], ["2026-01-01", "2027-01-01"], 1, 1],
  );
  assert.ok(isDoubtful(line, NOW));
});

describe("lines are selected and sorted", () => {
  const line = (name, expiries, more = {}) => ({
    key: name,
    entry: entry({ key: name, name, ...more }),
    count: 1,
    repeats: 0,
    corrected: 0,
    note: "",
    expiries,
    warnings: [],
  });
  const lines = [
    line("B", ["2026-12-01"], { batch: "X7" }),
    line("A", []),
    line("C", ["2026-09-01", "2028-01-01"]),
  ];
  const select = (filter, order = "name") =>
    selectLines(lines, { ...NO_FILTER, ...filter }, order, { today: "2026-08-31", watchLists: [] })
      .map(({ key }) => key)
      .join("");
  const cases = [
    [{}, "name", "ABC"],
    [{}, "expiry", "CBA"],
    [{}, "latest", "CBA"],
    [{ expiresWithin: 1 }, "name", "C"],
    [{ expiresWithin: 3 }, "name", "C"],
    [{ expiresWithin: 4 }, "name", "BC"],
    [{ text: "x7" }, "name", "B"],
    [{ onlyDoubtful: true }, "name", "C"],
  ];
  for (const [filter, order, expected] of cases)
    test(`${JSON.stringify(filter)} ${order}: ${expected}`, () =>
      assert.equal(select(filter, order), expected));
});

test("months end on the last day of shorter months", () => {
  assert.deepEqual(
    [
      ["2026-08-31", 1],
      ["2026-08-31", 6],
      ["2026-11-30", 3],
      ["2026-01-15", 12],
    ].map((day) => addMonths(...day)),
    ["2026-09-30", "2027-02-28", "2027-02-28", "2027-01-15"],
  );
});

/**
 * The storage of a device that can be killed: `left` writes succeed, and all later ones
 * never happen.
 */
function storageOf({ takes = new Map(), events = new Map(), left = Infinity } = {}) {
  const disk = { takes, events, left };
  const write = async (change) => {
    if (disk.left <= 0) return new Promise(() => {});
    disk.left -= 1;
    change();
  };
  return Object.assign(disk, {
    allTakes: async () => [...disk.takes.values()],
    putTake: (take) => write(() => disk.takes.set(take.id, structuredClone(take))),
    deleteTake: (id) => write(() => disk.takes.delete(id)),
    eventsOf: async (id) =>
      [...disk.events.values()]
        .filter(({ take }) => take === id)
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    putEvent: (event) => write(() => disk.events.set(event.key, structuredClone(event))),
    deleteEvent: ({ key }) => write(() => disk.events.delete(key)),
    watchTakes() {},
  });
}

/** Starts a page with a stock-take in progress. Every scan has its own millisecond. */
async function counting(disk = storageOf()) {
  const notified = [];
  const page = startPage({ rows: emptyRows() });
  page.store.on("notice", (text) => notified.push(text));
  const takes = new StockTakes(page.store, page.host, disk);
  await takes.begin("Weekly", "Ward 3");
  const scan = (text) => {
    page.clock.now += 1;
    page.scans.scanned(text);
  };
  return { ...page, takes, disk, scan, notified };
}

const box = (gtin, serial) =>
  `]d201${gtin.padStart(14, "0")}17271231${serial ? `21${serial}\x1d` : ""}10AB12`;
const lines = ({ store }) =>
  store.state.stock.lines.map(({ entry, count }) => [entry.code, entry.batch ?? "", count]);

test("counts scans in one line per pack and batch", async () => {
  const page = await counting();
  for (const text of [
    box(codes.paracetamol, "S1"),
    box(codes.paracetamol, "S2"),
    box(codes.paracetamol, "S1"),
    codes.paracetamol,
    codes.ended,
  ])
    page.scan(text);
  assert.deepEqual(
    lines(page).map(([, batch, count]) => [batch, count]),
    [
      ["AB12", 2],
      ["", 1],
      ["", 1],
    ],
  );
});

test("does not count packs that are only opened, nor rows from before", async () => {
  const page = startPage();
  page.scans.scanned(codes.paracetamol);
  const counted = await counting();
  counted.search.type("lorazepam");
  counted.search.open(counted.store.state.found.packs[0]);
  assert.deepEqual(lines(counted), []);
  counted.takes.countAnswer(counted.store.state.answer);
  assert.equal(lines(counted)[0][2], 1);
});

test("corrects, notes, deletes and undoes", async () => {
  const page = await counting();
  page.scan(codes.paracetamol);
  const line = () => page.store.state.stock.lines[0];
  page.takes.changeCount(line(), 1);
  page.takes.changeCount(line(), 1);
  page.takes.changeCount(line(), -1);
  page.takes.note(line(), "top shelf");
  assert.deepEqual([line().count, line().corrected, line().note], [2, 1, "top shelf"]);
  page.takes.remove(line());
  assert.equal(line(), undefined);
  await page.takes.undo();
  assert.deepEqual([line().count, line().note], [2, "top shelf"]);
  page.takes.remove(line());
  page.scan(codes.paracetamol);
  assert.deepEqual([line().count, line().note], [1, ""], "a later scan begins the line again");
});

test("announces how many lines a filter leaves, and that a stock-take is deleted", async () => {
  const page = await counting();
  page.scan(codes.paracetamol);
  page.scan(codes.ended);
  page.takes.filter({ text: "paracetamol" });
  assert.deepEqual(page.done.announced.at(-1), {
    text: "1 line shown",
    isWarning: false,
    whileTyping: true,
  });
  page.takes.filter({ text: "nothing has this" });
  assert.equal(page.done.announced.at(-1).text, "No lines match");
  await page.takes.delete();
  assert.deepEqual(page.done.announced.at(-1), {
    text: "Deleted the stock-take Weekly",
    isWarning: false,
  });
});

test("a closed stock-take gets no scans, and can be opened again", async () => {
  const page = await counting();
  page.scan(codes.paracetamol);
  await page.takes.close();
  page.scan(codes.ended);
  assert.equal(lines(page).length, 1);
  await page.takes.reopen();
  page.scan(codes.ended);
  assert.equal(lines(page).length, 2);
});

test("killed at 1,000 random points, a stock-take has everything that was stored", async () => {
  const random = randomFrom(7);
  for (let run = 0; run < 1000; run += 1) {
    const disk = storageOf({ left: 1 + random(14) });
    const page = await counting(disk);
    for (let step = 0; step < 12; step += 1) {
      countOrScan(page, random);
      if (random(6) === 0) await settled();
    }
    await settled();
    // The next visit reads only the disk.
    const writes = [...disk.events.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    const next = new StockTakes(page.store, page.host, disk);
    page.store.set({ takes: [], openTake: undefined, stock: undefined });
    await next.start();
    const found = new Map(page.store.state.stock.lines.map(({ key, count }) => [key, count]));
    assert.deepEqual(sorted(found), sorted(countedNaively(writes)), `run ${run}`);
    assert.ok(page.store.state.openTake, "scans go on in it");
  }
});

function countOrScan(page, random) {
  const line = page.store.state.stock.lines[0];
  if (line && random(4) === 0) return page.takes.changeCount(line, random(2) ? 1 : -1);
  const scans = [codes.paracetamol, codes.ended, box(codes.paracetamol, `S${random(3)}`)];
  page.scan(scans[random(3)]);
}

test("a stock-take that cannot be stored is reported", async () => {
  const disk = storageOf();
  disk.putEvent = async () => {
    throw new Error("full");
  };
  const page = await counting(disk);
  page.scan(codes.paracetamol);
  await settled();
  assert.match(page.done.notices.at(-1).text, /cannot save the stock-take/);
  assert.equal(lines(page).length, 1);
});

const unreadable = async () => {
  throw new DOMException("damaged", "UnknownError");
};

test("a stock-take whose lines cannot be read is not shown, and its scans are stored", async () => {
  const page = await counting();
  page.scan(codes.paracetamol);
  const read = page.disk.eventsOf;
  page.disk.eventsOf = unreadable;
  await page.takes.start();
  assert.equal(page.store.state.stock, undefined);
  assert.match(page.done.notices.at(-1).text, /^The lines of Weekly cannot be read/);
  page.scan(codes.paracetamol);
  await page.takes.show(page.store.state.openTake);
  assert.equal(page.store.state.stock, undefined);
  page.disk.eventsOf = read;
  await page.takes.start();
  assert.deepEqual(lines(page), [[codes.paracetamol, "", 2]]);
});

test("stock-takes that cannot be read are not shown as none", async () => {
  const page = await counting(Object.assign(storageOf(), { allTakes: unreadable }));
  assert.equal(page.store.state.areTakesRead, true);
  await page.takes.start();
  assert.equal(page.store.state.areTakesRead, false);
});

test("selects among 20,000 lines", () => {
  const events = Array.from({ length: 20_000 }, (_, at) => ({
    take: "t",
    key: String(at).padStart(8, "0"),
    is: "scan",
    entry: entry({
      key: String(at),
      at,
      packId: String(at),
      name: `Pack ${at % 997}`,
      code: "9520000000011",
    }),
  }));
  const ledger = new Ledger(events);
  assert.equal(ledger.lines().length, 20_000);
  assert.equal(
    selectLines(ledger.lines(), { ...NO_FILTER, text: "pack 12" }, "name", NOW).length,
    events.filter(({ entry }) => /12/.test(entry.name)).length,
  );
});

const viewsOf = (page, change) => {
  page.store.set({ view: "stock", ...change });
  page.scan(codes.paracetamol);
  return page.store.state.view;
};

test("a scan stays in the open stock-take that is shown, and nowhere else", async () => {
  const page = await counting();
  assert.equal(viewsOf(page, {}), "stock");
  assert.equal(viewsOf(page, { isKiosk: true }), "look-up");
  assert.equal(viewsOf(page, { isKiosk: false, view: "history" }), "look-up");
  const { stock } = page.store.state;
  assert.equal(viewsOf(page, { stock: undefined }), "look-up", "the list of stock-takes");
  page.store.set({ stock });
  await page.takes.close();
  assert.equal(viewsOf(page, {}), "look-up", "a closed stock-take");
});

test("several codes at once stay in the stock-take, and are not counted", async () => {
  const page = await counting();
  page.store.set({ view: "stock" });
  page.scans.detected([codes.paracetamol, codes.ended]);
  const { view, answer } = page.store.state;
  assert.deepEqual([view, answer.outcome.is, lines(page)], ["stock", "several", []]);
});

test("the switch to count every code leaves the stock-take on the screen", async () => {
  const page = await counting();
  page.store.set({ view: "stock" });
  page.count.setCounting(true);
  assert.deepEqual([page.store.state.view, page.store.state.answer], ["stock", undefined]);
});

test("the camera that did not start is shown only where it was started", async () => {
  const page = await counting();
  const focused = [];
  const camera = new Camera(
    page.store,
    () => {},
    page.scans,
    () => false,
    (id) => focused.push(id),
  );
  const isOpenAfter = (view, is) => {
    page.store.set({ view });
    camera.changed({ is });
    return page.store.state.isCameraOpen;
  };
  assert.deepEqual(
    ["starting", "on", "failed", "off"].map((is) => isOpenAfter("stock", is)),
    [true, true, true, false],
  );
  assert.deepEqual(focused, ["scan"]);
  assert.equal(isOpenAfter("look-up", "failed"), false);
});

test("the last line belongs to the last scan that is left", async () => {
  const page = await counting();
  const last = () => {
    const { lines, last } = page.store.state.stock;
    return lines.find(({ key }) => key === last)?.entry.code;
  };
  page.scan(codes.paracetamol);
  page.scan(codes.ended);
  assert.equal(last(), codes.ended);
  page.scan(codes.paracetamol);
  assert.equal(last(), codes.paracetamol, "an earlier line has the last scan");
  page.takes.remove(page.store.state.stock.lines[0]);
  assert.equal(last(), codes.ended);
  await page.takes.undo();
  assert.equal(last(), codes.paracetamol);
});

test("the last line follows a scan whose pack is chosen", () => {
  const reused = { outcome: "reused", packId: undefined, name: undefined };
  const scans = [
    entry({ key: "1" }),
    entry({ key: "2", ...reused }),
    entry({ key: "3", ...reused }),
    entry({ key: "3" }),
  ];
  const ledger = new Ledger(
    scans.map((entry) => ({ take: "t", key: entry.key, is: "scan", entry })),
  );
  assert.equal(ledger.lastLine(), lineKeyOf(entry({})));
  assert.equal(new Ledger().lastLine(), undefined);
});

test("a count does not go below zero", async () => {
  const page = await counting();
  page.scan(codes.paracetamol);
  const line = () => page.store.state.stock.lines[0];
  page.takes.changeCount(line(), -1);
  page.takes.changeCount(line(), -1);
  assert.deepEqual([line().count, line().corrected], [0, -1]);
  assert.equal(page.store.state.stock.undo.length, 1, "nothing to undo for what had no effect");
});

test("a line is opened and closed by itself", async () => {
  const page = await counting();
  page.scan(codes.paracetamol);
  const [line] = page.store.state.stock.lines;
  const opened = () => [...page.store.state.stock.opened];
  page.takes.toggle(line);
  page.scan(codes.ended);
  assert.deepEqual(opened(), [line.key]);
  page.takes.toggle(line);
  assert.deepEqual(opened(), []);
});

test("the warnings of a line are its dangers, then its cautions, without the data", () => {
  const [different, same] = ["different medicines", "more than one pack of the same product"];
  const reused = (text) => ({
    kind: "reused",
    about: "code",
    text: `This code was used for ${text} (2 packs). Check the name on the box`,
  });
  const tonesOf = (change) =>
    warningsOfLine(
      {
        key: "k",
        entry: entry({}),
        count: 1,
        repeats: 0,
        corrected: 0,
        note: "",
        expiries: [],
        warnings: [],
        ...change,
      },
      NOW,
    ).map(({ tone }) => tone);
  const stale = { kind: "stale", about: "data", text: "Old data" };
  const cases = [
    [{}, []],
    [{ warnings: [stale] }, []],
    [{ warnings: [reused(same), stale] }, ["caution"]],
    [{ warnings: [reused(different)] }, ["danger"]],
    [{ expiries: ["2025-01-01", "2027-01-01"] }, ["danger", "caution"]],
    [{ repeats: 1, expiries: ["2020-01-01"], warnings: [] }, ["danger", "caution"]],
  ];
  for (const [change, tones] of cases) assert.deepEqual(tonesOf(change), tones);
});

test("each correction can be undone, the last one first", async () => {
  const page = await counting();
  page.scan(codes.paracetamol);
  const line = () => page.store.state.stock.lines[0];
  page.takes.changeCount(line(), 1);
  page.takes.note(line(), "top shelf");
  page.takes.remove(line());
  assert.equal(page.done.focused.at(-1), "undo", "Enter must not press the button of another line");
  await page.takes.undo();
  assert.deepEqual([line().count, line().note], [2, "top shelf"]);
  await page.takes.undo();
  await page.takes.undo();
  assert.deepEqual([line().count, line().note], [1, ""]);
  assert.deepEqual(page.store.state.stock.undo, []);
});

test("every scan says that it counted, and a second stock-take that the first one is closed", async () => {
  const page = await counting();
  const { name } = page.store.state.openTake;
  page.scan(codes.paracetamol);
  page.scan(codes.paracetamol);
  page.scan(box(codes.paracetamol, "S1"));
  page.scan(box(codes.paracetamol, "S1"));
  assert.deepEqual(page.notified, [
    `Counted in ${name}`,
    `Counted ×2 in ${name}`,
    `Counted in ${name}`,
    `Not counted again in ${name}: the same serial number`,
  ]);
  await page.takes.begin("Second", "");
  assert.equal(page.notified.at(-1), `${name} is closed. Scans are now counted in Second`);
});

test("the answer says that its scan counted, and takes it back", async () => {
  const page = await counting();
  const shown = () => page.store.state.takeCount;
  page.scan(box(codes.paracetamol, "S1"));
  page.scan(box(codes.paracetamol, "S2"));
  assert.equal(shown().entry, page.store.state.answer.entry);
  assert.match(shown().text, /^Counted ×2 in /);
  page.takes.undoCounted();
  assert.equal(page.store.state.stock.lines[0].count, 1);
  assert.deepEqual([shown().canUndo, shown().text], [false, "Taken back. 1 pack left in the line"]);
  page.takes.undoCounted();
  assert.equal(page.store.state.stock.lines[0].count, 1);
  page.scan(box(codes.paracetamol, "S2"));
  assert.equal(shown().canUndo, false, "a serial number again did not count");
});

test("a line has the warnings of a recall, of a passed date and of other data that came later", async () => {
  const page = await counting();
  page.scan(box(codes.paracetamol, "S1"));
  const [line] = page.store.state.stock.lines;
  const kindsAt = (now) => doubtsOfLine(line, now).map(({ kind }) => kind);
  assert.deepEqual(kindsAt(NOW), []);
  const gtins = [codes.paracetamol.padStart(14, "0")];
  const watchLists = [{ id: "1", title: "T", pastedAt: 0, gtins, batches: [] }];
  assert.deepEqual(kindsAt({ ...NOW, watchLists }), ["watched"]);
  const dated = { ...line, expiries: ["2026-01-31"] };
  assert.deepEqual(
    doubtsOfLine(dated, { ...NOW, today: "2026-02-01" }).map(({ kind }) => kind),
    ["expired"],
  );
  const release = { ...page.store.state.release, release: "another", release_date: "2030-01-07" };
  assert.deepEqual(kindsAt({ ...NOW, packs, release }), [], "the same pack");
  const none = { ...packs, uses: () => [] };
  assert.deepEqual(kindsAt({ ...NOW, packs: none, release }), ["changed"]);
});

test("the pack that a list means by a re-used code is chosen once", async () => {
  const page = await counting();
  const expected = [{ code: codes.reused, quantity: 2 }];
  const { take } = page.store.state.stock;
  page.store.set({ stock: { ...page.store.state.stock, take: { ...take, expected } } });
  const id = String(packs.gtin(codes.reused).pack_id);
  await page.takes.choosePack({ code: codes.reused }, id);
  assert.deepEqual(page.store.state.stock.take.expected, [{ ...expected[0], chosen: id }]);
});
