// Tests the history without a browser: its rows, and stock counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { History } = await load("actions/history.ts");
const { initialState, Store } = await load("state/state.ts");
const { groupEntries } = await load("history/entries.ts");

const release = { release: "8.2.0", release_date: "2026-11-16", demo: false };
const GTIN = "05012345678900";

/** An answer to a scan at a time: one pack, or a re-used code. */
function answer(at, { is = "pack", packId = "1", entry, ...box } = {}) {
  const scan = { gtin: GTIN, elements: [], warnings: [], ...box };
  const outcome =
    is === "pack"
      ? { is, scan, pack: { pack_id: packId, name: `Pack ${packId}` } }
      : { is, scan, choices: ["1", "2"].map((pack_id) => ({ pack: { pack_id } })) };
  return {
    request: { by: "code", text: GTIN },
    outcome,
    warnings: [],
    release,
    at,
    ...(entry && { entry }),
  };
}

/** Simulates the storage of a browser, which all tabs share. */
function device() {
  const stored = new Map();
  const watchers = new Set();
  const broadcast = (connection, change) =>
    watchers.forEach((watcher) => watcher !== connection.watcher && watcher(change));
  const tab = () => {
    const connection = {
      allEntries: async () => [...stored.values()].sort((a, b) => (a.key < b.key ? 1 : -1)),
      putEntries: async (entries) => {
        entries.forEach((entry) => stored.set(entry.key, entry));
        broadcast(connection, { is: "put", entries });
      },
      clearEntries: async (oldest, newest) => {
        [...stored.keys()]
          .filter((key) => key >= oldest && key <= newest)
          .forEach((key) => stored.delete(key));
        broadcast(connection, { is: "cleared", oldest, newest });
      },
      watchEntries: (watcher) => {
        connection.watcher = watcher;
        watchers.add(watcher);
      },
    };
    return connection;
  };
  return { stored, tab };
}

function open(rows = device().tab()) {
  const store = new Store(initialState());
  const announced = [];
  const saved = [];
  const focused = [];
  const host = {
    now: () => Date.UTC(2026, 10, 21),
    save: (...file) => saved.push(file),
    announce: ({ text }) => announced.push(text),
    focus: (id) => focused.push(id),
  };
  store.on("warning", (text) => announced.push(text));
  const history = new History(store, host, rows);
  return {
    history,
    store,
    announced,
    focused,
    saved,
    times: () => store.state.history.map(({ at }) => at),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("each answer has a row, sorted by time, the newest first", () => {
  const { history, times } = open();
  for (const at of [100, 300, 200]) history.record(answer(at));
  assert.deepEqual(times(), [300, 200, 100]);
});

test("an unreadable code has no row", () => {
  const { history, times } = open();
  assert.equal(
    history.record({ ...answer(1), outcome: { is: "unreadable", text: "x", reason: "" } }),
    undefined,
  );
  assert.deepEqual(times(), []);
});

test("choosing a pack for an older scan updates its row", async () => {
  const { stored, tab } = device();
  const { history, store } = open(tab());
  const older = history.record(answer(100, { is: "reused" }));
  history.record(answer(200, { is: "reused" }));
  assert.equal(history.record(answer(100, { packId: "7", entry: older })), older);
  assert.deepEqual(
    store.state.history.map(({ at, packId }) => [at, packId]),
    [
      [200, undefined],
      [100, "7"],
    ],
  );
  await settled();
  assert.equal(stored.get(older).packId, "7");
});

test("merges scans that arrive before the rows are read", async () => {
  const { tab } = device();
  const before = open(tab());
  before.history.record(answer(100));
  await settled();
  const { history, times } = open(tab());
  history.record(answer(200));
  await history.start();
  assert.deepEqual(times(), [200, 100]);
});

test("keeps a row that was updated while the rows were read", async () => {
  const { tab } = device();
  const first = open(tab());
  const entry = first.history.record(answer(100, { is: "reused" }));
  await settled();
  const { history, store } = open(tab());
  const started = history.start();
  history.record(answer(100, { packId: "7", entry }));
  await started;
  assert.deepEqual(
    store.state.history.map(({ packId }) => packId),
    ["7"],
  );
});

test("returns when a serial number was scanned before", () => {
  const { history } = open();
  const first = history.record(answer(100, { serial: "S1" }));
  history.record(answer(150, { serial: "S2" }));
  const again = answer(200, { serial: "S1" });
  assert.equal(history.previousScanAt(again.outcome, again), 100);
  const reopened = answer(100, { serial: "S1", entry: first });
  assert.equal(
    history.previousScanAt(reopened.outcome, reopened),
    undefined,
    "a row does not match itself",
  );
  const other = answer(200, { serial: "S3" });
  assert.equal(history.previousScanAt(other.outcome, other), undefined);
});

test("matches serial numbers of a code in 13 and in 14 digits", () => {
  const { history } = open();
  history.record(answer(100, { serial: "S1", gtin: GTIN.slice(1) }));
  const again = answer(200, { serial: "S1" });
  assert.equal(history.previousScanAt(again.outcome, again), 100);
});

test("reports the clearing afterwards, and undo restores every row in its place", async () => {
  const { stored, tab } = device();
  const { history, store, announced, focused, times } = open(tab());
  history.record(answer(100));
  history.record(answer(300));
  await history.clear();
  assert.deepEqual([times(), stored.size, announced], [[], 0, ["You cleared 2 entries"]]);
  history.record(answer(400));
  assert.equal(store.state.cleared.length, 2, "undo is possible after a later scan");
  history.undoClear();
  assert.deepEqual([times(), store.state.cleared], [[400, 300, 100], undefined]);
  assert.deepEqual(
    focused,
    ["history-title", "history-title"],
    "the buttons are gone, and the focus is not lost",
  );
  await settled();
  assert.equal(stored.size, 3);
});

test("keeps a scan that arrives during the clearing", async () => {
  const { stored, tab } = device();
  const { history, times } = open(tab());
  history.record(answer(100));
  const clearing = history.clear();
  history.record(answer(200));
  await clearing;
  assert.deepEqual(times(), [200]);
  await settled();
  assert.deepEqual(
    [...stored.values()].map(({ at }) => at),
    [200],
  );
});

test("keeps the list if clearing fails", async () => {
  const refuse = async () => Promise.reject(new Error("refused"));
  const { history, store, announced, times } = open({ ...device().tab(), clearEntries: refuse });
  history.record(answer(100));
  await history.clear();
  assert.deepEqual(times(), [100]);
  assert.equal(announced.length, 1);
  assert.match(announced[0], /^This browser cannot clear the history/);
  assert.equal(store.state.cleared, undefined);
});

test("reports a database that rejects everything once", async () => {
  const refuse = async () => Promise.reject(new Error("refused"));
  const { history, announced, store, times } = open({
    allEntries: refuse,
    putEntries: refuse,
    clearEntries: refuse,
    watchEntries() {},
  });
  await history.start();
  for (const at of [100, 200, 300]) {
    history.record(answer(at));
    await settled();
  }
  assert.deepEqual(times(), [300, 200, 100]);
  assert.equal(announced.length, 1);
  assert.equal(store.state.isHistoryStored, false);
});

test("synchronises tabs without duplicates", async () => {
  const { tab } = device();
  const [one, two] = [open(tab()), open(tab())];
  await Promise.all([one.history.start(), two.history.start()]);
  const entry = one.history.record(answer(100, { is: "reused" }));
  two.history.record(answer(200));
  await settled();
  assert.deepEqual(two.times(), [200, 100]);
  one.history.record(answer(100, { packId: "7", entry }));
  await settled();
  assert.deepEqual(
    two.store.state.history.map(({ packId }) => packId),
    ["1", "7"],
  );
  await two.history.clear();
  assert.deepEqual([one.times(), two.times()], [[], []]);
});

test("clearing in another tab removes only the rows visible there", async () => {
  const { tab } = device();
  const [one, two] = [open(tab()), open(tab())];
  await Promise.all([one.history.start(), two.history.start()]);
  one.history.record(answer(100));
  await settled();
  const clearing = two.history.clear();
  one.history.record(answer(200));
  await clearing;
  assert.deepEqual(one.times(), [200]);
});

test("shows a long history in pages", () => {
  const { history, store } = open();
  const first = store.state.historyShown;
  assert.ok(first > 0 && first <= 200);
  history.more();
  assert.equal(store.state.historyShown, 2 * first);
  history.showCounts(true);
  assert.equal(store.state.historyShown, first);
});

test("exports each format with its name and content", async () => {
  const { history, saved } = open();
  history.record(answer(100));
  for (const format of ["xlsx", "csv", "json"]) await history.export(format);
  assert.deepEqual(
    saved.map(([name]) => name),
    ["packs-2026-11-21.xlsx", "packs-2026-11-21.csv", "packs-2026-11-21.json"],
  );
  assert.equal(await saved[0][2].slice(0, 2).text(), "PK");
});

const row = {
  at: 1,
  request: { by: "code", text: "x" },
  outcome: "pack",
  code: "05012345678900",
  packId: "1",
  doubts: [],
};
const warning = (kind, about) => ({ kind, about, text: kind });
const counts = (...changes) =>
  groupEntries(changes.map((change, key) => ({ ...row, key: String(key), ...change }))).map(
    ({ count }) => count,
  );

test("groups scans of the same code, pack, batch and expiry", () => {
  assert.deepEqual(
    counts(
      { serial: "1" },
      { serial: "2" },
      { batch: "A" },
      { expiry: "2027-01-31" },
      { packId: "2" },
    ),
    [2, 1, 1, 1],
  );
});

test("separates scans with different warnings", () => {
  const again = warning("serial_again", "box");
  const ended = warning("ended", "code");
  assert.deepEqual(
    counts(
      {},
      { doubts: [again] },
      { doubts: [ended] },
      { doubts: [again, ended] },
      { doubts: [ended] },
    ),
    [1, 1, 2, 1],
  );
});

test("does not separate scans by warnings about the data", () => {
  assert.deepEqual(counts({}, { doubts: [warning("stale", "data")] }), [2]);
});

test("no content of a code can merge two groups", () => {
  assert.deepEqual(counts({ batch: "A\nB" }, { batch: "A", expiry: "B" }), [1, 1]);
});

test("caches the groups of a list", () => {
  const list = [{ ...row, key: "1" }];
  assert.equal(groupEntries(list), groupEntries(list));
});
