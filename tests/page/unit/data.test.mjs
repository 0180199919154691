// Tests how the page handles its data and the server's offers. Datasets, clock and network are
// simulated.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMAT } from "../../../npm/core.js";
import {
  held,
  invented,
  later,
  mine,
  older,
  pageOf,
  releaseOf,
  settled,
  started,
} from "./page.mjs";

const DAY_MS = 86_400_000;

const offers = [
  { offered: mine, offer: undefined },
  { offered: later, offer: "later" },
  { offered: releaseOf("again"), offer: "reissued" },
  { offered: older, offer: "older" },
  { offered: invented, offer: "demonstration" },
  { stored: invented, offered: mine, offer: "real" },
];

for (const { stored = mine, offered, offer } of offers) {
  test(`offers ${offered.sha256} next to ${stored.sha256} as ${offer ?? "nothing"}, and installs it only on request`, async () => {
    const { store, world, data } = await started({ stored, offered });
    assert.equal(store.state.offer?.is, offer);
    assert.equal(store.state.release.sha256, stored.sha256);
    assert.deepEqual(world.installed, []);
    data.download();
    await settled();
    assert.deepEqual(world.installed, offer ? [offered.sha256] : []);
    assert.deepEqual(world.closed, offer ? [stored.sha256] : []);
  });
}

for (const [what, offered, text] of [
  ["a later release", later, /^New release: .* of 8 Aug 2026\. You can download it$/],
  ["a changed release", releaseOf("again"), /^Changed release: /],
  ["an older release", older, /^The server has an older release: .* of 25 Jul 2026$/],
  ["data that this page cannot read", { ...later, format: FORMAT + 1 }, /page is too old .*Reload/],
]) {
  test(`announces ${what} once`, async () => {
    const { world, data } = await started({ stored: mine, offered });
    assert.equal(world.announced.length, 1);
    assert.match(world.announced[0], text);
    world.now += DAY_MS;
    data.refresh();
    await settled();
    assert.equal(world.requests, 2);
    assert.equal(world.announced.length, 1);
  });
}

test("announces that a download has ended", async () => {
  const { world, data } = await started({ stored: mine, offered: later });
  data.download();
  await settled();
  assert.match(world.announced.at(-1), /^The data has loaded: dm\+d .* of 8 Aug 2026$/);
  const first = await started({ offered: mine });
  assert.deepEqual(first.world.announced, [world.announced.at(-1).replace("8 Aug", "1 Aug")]);
});

test("leaves the word to the question that waited for the data", async () => {
  const page = pageOf({ offered: mine });
  page.store.set({ waiting: { question: { by: "code", texts: ["1"] }, text: "Scan saved" } });
  await page.data.start();
  await settled();
  assert.deepEqual(page.world.announced, []);
});

test("announces each of two releases", async () => {
  const { world, data } = await started({ stored: mine, offered: later });
  world.now += DAY_MS;
  world.offered = releaseOf("latest", { release_date: "2026-08-15" });
  data.refresh();
  await settled();
  assert.match(world.announced.at(-1), /of 15 Aug 2026/);
  assert.equal(world.announced.length, 2);
});

test("an offer has its update, or none if that is unknown", async () => {
  const update = {
    from: mine.sha256,
    url: "/dataset/a-b.update.gz",
    sha256: "a",
    bytes: 9,
    download_bytes: 5_000,
  };
  for (const [answer, offered] of [
    [() => update, update],
    [() => undefined, undefined],
    [() => Promise.reject(new Error("blocked")), undefined],
  ]) {
    const page = pageOf({ stored: mine, offered: { ...later, updates: [update] } });
    page.world.update = answer;
    await page.data.start();
    assert.deepEqual(page.store.state.offer.update, offered);
  }
});

test("refreshes an offer after its installation failed", async () => {
  const page = pageOf({ stored: mine, offered: later });
  page.world.update = () => ({ download_bytes: 5_000 });
  await page.data.start();
  assert.ok(page.store.state.offer.update);
  page.world.update = () => undefined;
  page.world.installs = () => Promise.reject(new Error("the download came to a stop"));
  page.data.download();
  await settled();
  assert.deepEqual(page.store.state.offer, { release: later, is: "later", update: undefined });
});

test("a first visit installs any release", async () => {
  for (const offered of [mine, invented]) {
    const { store, world } = await started({ offered });
    assert.deepEqual(world.installed, [offered.sha256]);
    assert.equal(store.state.data.is, "ready");
  }
});

for (const format of [FORMAT - 1, FORMAT + 1]) {
  test(`reports format ${format} before a download, and keeps the data`, async () => {
    const { store, world } = await started({ stored: mine, offered: { ...later, format } });
    assert.equal(store.state.unreadable?.format, format);
    assert.equal(store.state.offer, undefined);
    assert.equal(store.state.data.is, "ready");
    assert.deepEqual(world.installed, []);
  });

  test(`reports format ${format} on a first visit`, async () => {
    const { store, world } = await started({ offered: { ...later, format } });
    assert.equal(store.state.unreadable?.format, format);
    assert.equal(store.state.data.is, "none");
    assert.deepEqual(world.installed, []);
  });
}

test("reports damaged data, and downloads it again", async () => {
  const page = pageOf({ stored: mine, offered: mine, verifyDigest: false });
  let damagedWhile;
  page.world.installs = async () => (damagedWhile = page.store.state.release.damaged);
  await page.data.start();
  await settled();
  assert.equal(damagedWhile, true, "it has a warning during the download");
  assert.match(page.world.announced[0], /damaged/);
  assert.deepEqual(page.world.installed, [mine.sha256]);
  assert.equal(page.store.state.release.damaged, undefined);
  assert.equal(page.world.answers, 3, "the answer is updated: opened, damaged, repaired");
});

test("keeps the warning about damaged data offline, and downloads it online", async () => {
  const { store, world, data } = await started({
    stored: mine,
    offered: undefined,
    verifyDigest: false,
    isOnline: false,
  });
  assert.equal(store.state.release.damaged, true);
  assert.equal(store.state.data.is, "failed");
  assert.deepEqual(world.closed, [], "no open dataset is closed");
  Object.assign(world, { offered: later, isOnline: true });
  data.refresh();
  await settled();
  assert.equal(store.state.release.sha256, later.sha256);
});

test("replaces damaged real data with demonstration data only with consent", async () => {
  const { store, world } = await started({ stored: mine, offered: invented, verifyDigest: false });
  assert.equal(store.state.offer.is, "demonstration");
  assert.equal(store.state.release.damaged, true);
  assert.deepEqual(world.installed, []);
});

test("reports data that does not open, and downloads it again", async () => {
  const page = pageOf({ stored: mine, offered: mine, isLost: true });
  let lostWhile;
  page.world.installs = async () => (lostWhile = page.store.state.lost);
  await page.data.start();
  assert.equal(lostWhile, mine);
  assert.equal(page.store.state.lost, undefined);
  assert.equal(page.store.state.release.sha256, mine.sha256);
});

test("replaces lost real data with demonstration data only with consent", async () => {
  const { store, world, data } = await started({ stored: mine, offered: invented, isLost: true });
  assert.equal(store.state.offer.is, "demonstration");
  assert.deepEqual(world.installed, []);
  data.retry();
  await settled();
  assert.deepEqual(world.installed, [], "a retry is not consent");
});

test("works with storage that throws", async () => {
  const page = pageOf({ stored: new Error("blocked"), offered: mine, isStored: false });
  await page.data.start();
  assert.equal(page.store.state.data.is, "ready");
  assert.equal(page.store.state.isStored, false);
});

test("keeps the data after a failed download, and retries", async () => {
  const { store, world, data } = await started({ stored: mine, offered: later });
  world.installs = async () => {
    throw new Error("the download is damaged");
  };
  data.download();
  await settled();
  assert.deepEqual(store.state.data, { is: "failed", reason: "The download is damaged." });
  assert.equal(store.state.release.sha256, mine.sha256);
  world.installs = async () => {};
  data.retry();
  await settled();
  assert.equal(store.state.release.sha256, later.sha256);
});

test("estimates the time left by what arrives while the page shows it", async () => {
  const page = pageOf({ offered: { ...mine, bytes: 1000 } });
  const ends = held(page.world);
  void page.data.start();
  await settled();
  // Another tab has begun this download.
  const times = [];
  for (const received of [500, 510, 600, 750]) {
    ends[0].progress.received(received);
    times.push(page.store.state.data.secondsLeft);
    page.world.now += 10_000;
  }
  assert.deepEqual(times, [undefined, undefined, 80, 30]);
});

test("an open page checks for data once a day", async () => {
  const { store, world, data } = await started({ stored: mine, offered: mine });
  assert.equal(world.requests, 1);
  world.now += DAY_MS / 2;
  data.refresh();
  await settled();
  assert.equal(world.requests, 1);
  world.offered = later;
  world.now += DAY_MS / 2;
  data.refresh();
  await settled();
  assert.equal(world.requests, 2);
  assert.equal(store.state.offer.is, "later");
});

test("updates the answer when the day changes", async () => {
  const { store, world, data } = await started({ stored: mine, offered: mine });
  const { answers } = world;
  data.refresh();
  assert.equal(world.answers, answers, "the same day changes nothing");
  world.now += 20 * DAY_MS;
  data.refresh();
  assert.equal(store.state.today, "2026-08-23");
  assert.equal(world.answers, answers + 1);
});

test("continues a first visit when the network returns", async () => {
  const { store, world, data } = await started({ offered: undefined, isOnline: false });
  assert.deepEqual(store.state.data, { is: "failed", reason: "You are offline." });
  Object.assign(world, { offered: mine, isOnline: true });
  data.refresh();
  await settled();
  assert.equal(store.state.data.is, "ready");
});

test("runs one check at a time", async () => {
  const page = pageOf({ offered: mine });
  const start = page.data.start();
  page.data.refresh();
  page.data.refresh();
  await start;
  await settled();
  assert.deepEqual(page.world.installed, [mine.sha256]);
});

test("uses the last requested download, whichever ends first", async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const page = await started({ stored: mine, offered: later });
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

test("asks the server at once, without waiting for rows and storage", async () => {
  const page = pageOf({ stored: new Promise(() => {}), offered: mine });
  void page.data.start(new Promise(() => {}));
  assert.equal(page.world.requests, 1);
});

test("opens the stored data while the rows are read, and uses it afterwards", async () => {
  const page = pageOf({ stored: mine, offered: later });
  let read;
  const start = page.data.start(new Promise((resolve) => (read = resolve)));
  await settled();
  assert.deepEqual(
    [page.world.requests, page.world.opened, page.store.state.packs, page.world.answers],
    [1, 1, undefined, 0],
  );
  read();
  await start;
  assert.equal(page.store.state.release.sha256, mine.sha256);
  assert.equal(page.store.state.offer.is, "later");
});

test("downloads before the rows are read, and uses the data afterwards", async () => {
  const page = pageOf({ offered: mine });
  let read;
  const start = page.data.start(new Promise((resolve) => (read = resolve)));
  await settled();
  assert.deepEqual([page.world.installed, page.store.state.packs], [[mine.sha256], undefined]);
  read();
  await start;
  assert.equal(page.store.state.release.sha256, mine.sha256);
});

test("reports a failed server only after reading the storage", async () => {
  for (const [stored, is] of [
    [mine, "ready"],
    [undefined, "failed"],
  ]) {
    let answer;
    const page = pageOf({
      stored: new Promise((resolve) => (answer = resolve)),
      offered: undefined,
    });
    const start = page.data.start();
    await settled();
    assert.equal(page.store.state.data.is, "opening");
    answer(stored);
    await start;
    assert.equal(page.store.state.data.is, is);
  }
});
