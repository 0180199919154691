// Tests how the page handles its data and the server's offers. Datasets, clock and network are simulated.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { FORMAT } from "../../../npm/core.js";
import { load } from "./source.mjs";

const { Data } = await load("actions/data.ts");
const { Store } = await load("store.ts");
const { initialState } = await load("state.ts");

const DAY_MS = 86_400_000;
const START = new Date(2026, 7, 3, 12).getTime();

const release = (sha256, change = {}) => ({
  url: `/dataset/${sha256}.bin.gz`,
  sha256,
  format: FORMAT,
  release_date: "2026-08-01",
  demo: false,
  gaps: [],
  ...change,
});

const mine = release("mine");
const later = release("later", { release_date: "2026-08-08" });
const older = release("older", { release_date: "2026-07-25" });
const invented = release("invented", { release_date: "2026-08-08", demo: true });

/** Returns a page whose device stores `kept` and whose server offers `offered`. A function simulates any behaviour. */
function pageOf({ kept, offered, isWhole = true, isKept = true, isLost = false, isOnline = true }) {
  const world = { offered, now: START, isOnline, installed: [], asked: 0, opened: 0, answered: 0, said: [], closed: [], installs: async () => {} };
  const store = new Store({ ...initialState({ beep: false, vibrate: false }), today: "2026-08-03" });
  const open = (release, isWhole = true) => ({
    release,
    packs: { close: () => world.closed.push(release.sha256) },
    isKept,
    isWhole: async () => isWhole,
  });
  const datasets = {
    openKept: async () => {
      if (kept instanceof Error) throw kept;
      const release = await kept;
      world.opened += 1;
      return isLost ? { release } : release && open(release, isWhole);
    },
    offered: async () => {
      world.asked += 1;
      if (world.offered === undefined) throw new Error("the server did not answer");
      return world.offered;
    },
    updateTo: async () => world.update?.(),
    install: async (release, progress) => {
      await world.installs(release, progress);
      world.installed.push(release.sha256);
      return open(release);
    },
  };
  const host = { now: () => world.now, isOnline: () => world.isOnline, say: ({ text }) => world.said.push(text) };
  const data = new Data(store, host, datasets, () => (world.answered += 1));
  return { world, store, data };
}

/** Waits until all started work has ended. */
async function settled() {
  for (let count = 0; count < 20; count += 1) await turn();
}

async function started(options) {
  const page = pageOf(options);
  await page.data.start();
  await settled();
  return page;
}

const offers = [
  { offered: mine, offer: undefined },
  { offered: later, offer: "later" },
  { offered: release("again"), offer: "reissued" },
  { offered: older, offer: "older" },
  { offered: invented, offer: "demonstration" },
  { kept: invented, offered: mine, offer: "real" },
];

for (const { kept = mine, offered, offer } of offers) {
  test(`${offered.sha256} beside ${kept.sha256} is offered as ${offer ?? "nothing"}, and taken only when it is asked for`, async () => {
    const { store, world, data } = await started({ kept, offered });
    assert.equal(store.state.offer?.is, offer);
    assert.equal(store.state.release.sha256, kept.sha256);
    assert.deepEqual(world.installed, []);
    data.download();
    await settled();
    assert.deepEqual(world.installed, offer ? [offered.sha256] : []);
    assert.deepEqual(world.closed, offer ? [kept.sha256] : []);
  });
}

test("an offer has the update with which it will come, and none where nobody knows", async () => {
  const update = { from: mine.sha256, url: "/dataset/a-b.update.gz", sha256: "a", bytes: 9, download_bytes: 5_000 };
  for (const [answer, offered] of [[() => update, update], [() => undefined, undefined], [() => Promise.reject(new Error("blocked")), undefined]]) {
    const page = pageOf({ kept: mine, offered: { ...later, updates: [update] } });
    page.world.update = answer;
    await page.data.start();
    assert.deepEqual(page.store.state.offer.update, offered);
  }
});

test("an offer is renewed when its update came to nothing, and nothing else either", async () => {
  const page = pageOf({ kept: mine, offered: later });
  page.world.update = () => ({ download_bytes: 5_000 });
  await page.data.start();
  assert.ok(page.store.state.offer.update);
  page.world.update = () => undefined;
  page.world.installs = () => Promise.reject(new Error("the download came to a stop"));
  page.data.download();
  await settled();
  assert.deepEqual(page.store.state.offer, { release: later, is: "later", update: undefined });
});

test("a first visit takes what there is", async () => {
  for (const offered of [mine, invented]) {
    const { store, world } = await started({ offered });
    assert.deepEqual(world.installed, [offered.sha256]);
    assert.equal(store.state.data.is, "ready");
  }
});

for (const format of [FORMAT - 1, FORMAT + 1]) {
  test(`a release of format ${format} is told before anything is downloaded, and the page goes on`, async () => {
    const { store, world } = await started({ kept: mine, offered: { ...later, format } });
    assert.equal(store.state.unreadable?.format, format);
    assert.equal(store.state.offer, undefined);
    assert.equal(store.state.data.is, "ready");
    assert.deepEqual(world.installed, []);
  });

  test(`a first visit says so too when the server has format ${format} only`, async () => {
    const { store, world } = await started({ offered: { ...later, format } });
    assert.equal(store.state.unreadable?.format, format);
    assert.equal(store.state.data.is, "none");
    assert.deepEqual(world.installed, []);
  });
}

test("damaged data is told, doubted, and fetched again", async () => {
  const page = pageOf({ kept: mine, offered: mine, isWhole: false });
  let damagedWhile;
  page.world.installs = async () => (damagedWhile = page.store.state.release.damaged);
  await page.data.start();
  await settled();
  assert.equal(damagedWhile, true, "it is in doubt while it is fetched");
  assert.match(page.world.said[0], /damaged/);
  assert.deepEqual(page.world.installed, [mine.sha256]);
  assert.equal(page.store.state.release.damaged, undefined);
  assert.equal(page.world.answered, 3, "the answer is asked again: opened, damaged, mended");
});

test("damaged data stays in doubt without a network, and is fetched when there is one", async () => {
  const { store, world, data } = await started({ kept: mine, offered: undefined, isWhole: false, isOnline: false });
  assert.equal(store.state.release.damaged, true);
  assert.equal(store.state.data.is, "failed");
  assert.deepEqual(world.closed, [], "nothing is closed behind anybody's back");
  Object.assign(world, { offered: later, isOnline: true });
  data.wake();
  await settled();
  assert.equal(store.state.release.sha256, later.sha256);
});

test("in place of damaged real data, invented packs come only when somebody says so", async () => {
  const { store, world } = await started({ kept: mine, offered: invented, isWhole: false });
  assert.equal(store.state.offer.is, "demonstration");
  assert.equal(store.state.release.damaged, true);
  assert.deepEqual(world.installed, []);
});

test("data that no longer opens is told, and fetched again", async () => {
  const page = pageOf({ kept: mine, offered: mine, isLost: true });
  let lostWhile;
  page.world.installs = async () => (lostWhile = page.store.state.lost);
  await page.data.start();
  assert.equal(lostWhile, mine);
  assert.equal(page.store.state.lost, undefined);
  assert.equal(page.store.state.release.sha256, mine.sha256);
});

test("in place of lost real data, invented packs come only when somebody says so", async () => {
  const { store, world, data } = await started({ kept: mine, offered: invented, isLost: true });
  assert.equal(store.state.offer.is, "demonstration");
  assert.deepEqual(world.installed, []);
  data.retry();
  await settled();
  assert.deepEqual(world.installed, [], "trying again is no consent");
});

test("storage that throws is no reason to give up", async () => {
  const page = pageOf({ kept: new Error("blocked"), offered: mine, isKept: false });
  await page.data.start();
  assert.equal(page.store.state.data.is, "ready");
  assert.equal(page.store.state.isKept, false);
});

test("a failed download can be tried again, and what was in use stays", async () => {
  const { store, world, data } = await started({ kept: mine, offered: later });
  world.installs = async () => {
    throw new Error("the download is damaged");
  };
  data.download();
  await settled();
  assert.deepEqual(store.state.data, { is: "failed", reason: "the download is damaged." });
  assert.equal(store.state.release.sha256, mine.sha256);
  world.installs = async () => {};
  data.retry();
  await settled();
  assert.equal(store.state.release.sha256, later.sha256);
});

test("a page that stays open asks once a day", async () => {
  const { store, world, data } = await started({ kept: mine, offered: mine });
  assert.equal(world.asked, 1);
  world.now += DAY_MS / 2;
  data.wake();
  await settled();
  assert.equal(world.asked, 1);
  world.offered = later;
  world.now += DAY_MS / 2;
  data.wake();
  await settled();
  assert.equal(world.asked, 2);
  assert.equal(store.state.offer.is, "later");
});

test("when the day turns, what is shown is of the new day", async () => {
  const { store, world, data } = await started({ kept: mine, offered: mine });
  const { answered } = world;
  data.wake();
  assert.equal(world.answered, answered, "the same day changes nothing");
  world.now += 20 * DAY_MS;
  data.wake();
  assert.equal(store.state.today, "2026-08-23");
  assert.equal(world.answered, answered + 1);
});

test("a first visit without a network goes on by itself when there is one", async () => {
  const { store, world, data } = await started({ offered: undefined, isOnline: false });
  assert.deepEqual(store.state.data, { is: "failed", reason: "There is no network." });
  Object.assign(world, { offered: mine, isOnline: true });
  data.wake();
  await settled();
  assert.equal(store.state.data.is, "ready");
});

test("nothing is asked twice at the same time", async () => {
  const page = pageOf({ offered: mine });
  const start = page.data.start();
  page.data.wake();
  page.data.wake();
  await start;
  await settled();
  assert.deepEqual(page.world.installed, [mine.sha256]);
});

/** Returns an installation that ends when the test decides. */
function held(world) {
  const ends = [];
  world.installs = (_, arrival) => new Promise((resolve) => ends.push({ arrival, end: resolve }));
  return ends;
}

test("one's own release is not replaced by a download that was under way", async () => {
  for (const offered of [mine, invented]) {
    const page = pageOf({ offered });
    const ends = held(page.world);
    const start = page.data.start();
    await settled();
    page.data.use({ release: release("own", { own: true }), packs: { close() {} }, isKept: true, isWhole: async () => true });
    ends[0].arrival.received(7);
    assert.equal(ends[0].arrival.isWanted(), false, "it is not to be kept either");
    assert.equal(page.store.state.data.is, "ready", "nothing is told of it any more");
    ends[0].end();
    await start;
    await settled();
    assert.equal(page.store.state.release.sha256, "own");
    assert.deepEqual(page.world.closed, [offered.sha256]);
  }
});

test("a download that fails after one's own release came is no matter", async () => {
  const page = pageOf({ offered: mine });
  let fail;
  page.world.installs = () => new Promise((_, reject) => (fail = reject));
  const start = page.data.start();
  await settled();
  page.data.use({ release: release("own", { own: true }), packs: { close() {} }, isKept: true, isWhole: async () => true });
  fail(new Error("the download came to a stop"));
  await start;
  assert.equal(page.store.state.data.is, "ready");
});

test("of two downloads, the one that was asked for last is used, whichever ends first", async () => {
  for (const order of [[0, 1], [1, 0]]) {
    const page = await started({ kept: mine, offered: later });
    const ends = held(page.world);
    page.data.download();
    await settled();
    page.store.set({ offer: { release: older, is: "older" } });
    page.data.download();
    await settled();
    for (const number of order) {
      ends[number].end();
      await settled();
    }
    assert.equal(page.store.state.release.sha256, older.sha256);
    assert.deepEqual(new Set(page.world.closed), new Set([mine.sha256, later.sha256]));
  }
});

test("the server is asked at once, whatever rows and storage do", async () => {
  const page = pageOf({ kept: new Promise(() => {}), offered: mine });
  void page.data.start(new Promise(() => {}));
  assert.equal(page.world.asked, 1);
});

test("what is kept is opened while the rows are read, and used when they are there", async () => {
  const page = pageOf({ kept: mine, offered: later });
  let read;
  const start = page.data.start(new Promise((resolve) => (read = resolve)));
  await settled();
  assert.deepEqual([page.world.asked, page.world.opened, page.store.state.packs, page.world.answered], [1, 1, undefined, 0]);
  read();
  await start;
  assert.equal(page.store.state.release.sha256, mine.sha256);
  assert.equal(page.store.state.offer.is, "later");
});

test("what is kept and opens late does not take the place of one's own release", async () => {
  let answer;
  const page = pageOf({ kept: new Promise((resolve) => (answer = resolve)), offered: mine });
  const start = page.data.start();
  page.data.use({ release: release("own", { own: true }), packs: { close() {} }, isKept: true, isWhole: async () => true });
  answer(mine);
  await start;
  assert.equal(page.store.state.release.sha256, "own");
  assert.deepEqual(page.world.closed, [mine.sha256]);
});

test("a first download begins before the rows are there, and is used after them", async () => {
  const page = pageOf({ offered: mine });
  let read;
  const start = page.data.start(new Promise((resolve) => (read = resolve)));
  await settled();
  assert.deepEqual([page.world.installed, page.store.state.packs], [[mine.sha256], undefined]);
  read();
  await start;
  assert.equal(page.store.state.release.sha256, mine.sha256);
});

test("a server that does not answer is told only when it is known that nothing is kept", async () => {
  for (const [kept, is] of [[mine, "ready"], [undefined, "failed"]]) {
    let answer;
    const page = pageOf({ kept: new Promise((resolve) => (answer = resolve)), offered: undefined });
    const start = page.data.start();
    await settled();
    assert.equal(page.store.state.data.is, "opening");
    answer(kept);
    await start;
    assert.equal(page.store.state.data.is, is);
  }
});
