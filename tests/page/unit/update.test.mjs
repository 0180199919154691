// Tests updates on the device. If anything fails, the whole release is downloaded without an alarm.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { FORMAT } from "../../../npm/core.js";
import { applyUpdate } from "../../../npm/import.js";
import { paths, root } from "../../../scripts/common/project.mjs";
import { load } from "./source.mjs";

const { install, openStored } = await load("blocks/device/dataset.ts");
const { usableUpdate } = await load("blocks/device/update.ts");
const { clearAttempt, storeRelease, recordAttempt, wasAttempted } = await load(
  "blocks/device/dataset-cache.ts",
);
const { updateFrom } = await load("blocks/device/release.ts");
const { Data } = await load("actions/data.ts");
const { initialState, Store } = await load("state/state.ts");

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const before = new Uint8Array(readFileSync(paths.testDataset));
const week = new Uint8Array(readFileSync(join(root, "tests", "cases", "week.update")));
const after = await applyUpdate(before, week);

const releaseOf = (bytes, change = {}) => {
  const digest = sha256(bytes);
  const url = `/dataset/${digest}.bin.gz`;
  return {
    url,
    sha256: digest,
    bytes: bytes.length,
    download_bytes: 3_100_000,
    format: FORMAT,
    release: "8.2.0",
    release_date: "2025-08-14",
    demo: true,
    gaps: [],
    ...change,
  };
};
const mine = releaseOf(before);
const update = {
  from: mine.sha256,
  url: "/dataset/a-b.update.gz",
  sha256: sha256(week),
  bytes: week.length,
  download_bytes: 5_123,
};
const later = releaseOf(after, {
  release: "8.3.0",
  release_date: "2025-08-21",
  updates: [{ ...update, from: "another" }, update],
});

/** Simulates Cache storage in memory. `isFull` rejects every write. */
function storage() {
  const entries = new Map();
  const cache = {
    match: async (url) => entries.get(url)?.clone(),
    put: async (url, response) => {
      if (globalThis.caches.isFull) throw new DOMException("full", "QuotaExceededError");
      entries.set(url, response);
    },
    keys: async () => [...entries.keys()].map((url) => ({ url: `http://localhost${url}` })),
    delete: async (requests) =>
      entries.delete(typeof requests === "string" ? requests : new URL(requests.url).pathname),
  };
  return {
    open: async () => cache,
    keys: async () => ["pack-lookup-dataset"],
    has: async () => true,
    entries,
    isFull: false,
  };
}

let fetched;
let files;
const browser = { caches: globalThis.caches, fetch: globalThis.fetch, warn: console.warn };

beforeEach(() => {
  fetched = [];
  files = { [later.url]: gzipSync(after), [update.url]: gzipSync(week) };
  globalThis.caches = storage();
  globalThis.caches.entries.set("/dataset/current", Response.json(mine));
  globalThis.caches.entries.set(mine.url, new Response(before));
  globalThis.fetch = async (url) => {
    fetched.push(url);
    return files[url] ? new Response(files[url]) : new Response("", { status: 404 });
  };
  console.warn = () => {};
});

afterEach(() => {
  Object.assign(globalThis, { caches: browser.caches, fetch: browser.fetch });
  console.warn = browser.warn;
});

/** The functions that an update needs, with a simulated importer. */
const updateSteps = (change = {}) => ({
  currentRelease: async () =>
    (await caches.open()).match("/dataset/current").then((stored) => stored?.json()),
  wasAttempted,
  recordAttempt,
  clearAttempt,
  readStored: async ({ url }) =>
    new Uint8Array(await (await (await caches.open()).match(url)).arrayBuffer()),
  fetchUpdate: async ({ url }) => {
    fetched.push(url);
    return week;
  },
  apply: applyUpdate,
  ...change,
});

async function installed(change, release = later) {
  const steps = [];
  const progress = {
    received: () => steps.push("download"),
    updating: () => steps.push("update"),
    signal: new AbortController().signal,
  };
  const opened = await install(release, progress, updateSteps(change));
  assert.equal(opened.packs.about.dataset.release, "8.3.0_20250821000001");
  opened.packs.close();
  return { ...opened, steps: [...new Set(steps)] };
}

const stored = async () =>
  sha256(new Uint8Array(await (await caches.entries.get(later.url).clone()).arrayBuffer()));

test("uses, reports and stores an update like a download", async () => {
  const { updateBytes, steps, isStored } = await installed();
  assert.deepEqual([updateBytes, steps, isStored], [5_123, ["update"], true]);
  assert.deepEqual(fetched, [update.url], "nothing else is downloaded");
  assert.equal(await stored(), later.sha256);
  assert.deepEqual(
    new Set(caches.entries.keys()),
    new Set(["/dataset/current", later.url]),
    "the old release is deleted",
  );
});

const failures = {
  "comes to other bytes than the announced ones": { apply: async () => before.slice() },
  "is not for this dataset": { apply: (_, update) => applyUpdate(after, update) },
  "can't be applied, because the importer does not start": {
    apply: () => Promise.reject(new Error("no worker")),
  },
  "can't be fetched": { fetchUpdate: () => Promise.reject(new Error("404")) },
  "is damaged": {
    fetchUpdate: async () => week.map((byte, place) => (place === 300 ? byte ^ 1 : byte)),
  },
  "finds the release before gone": { readStored: () => Promise.reject(new Error("gone")) },
  "finds no storage": { currentRelease: () => Promise.reject(new Error("blocked")) },
};

for (const [what, change] of Object.entries(failures)) {
  test(`downloads the whole release if the update ${what}`, async () => {
    const { updateBytes, steps, isStored } = await installed(change);
    assert.deepEqual([updateBytes, steps.at(-1), isStored], [undefined, "download", true]);
    assert.equal(fetched.at(-1), later.url);
    assert.equal(await stored(), later.sha256);
  });
}

test("a damaged stored release never produces a wrong release", async () => {
  for (const place of [60, 3_000, before.length - 1]) {
    const damaged = before.map((byte, at) => (at === place ? byte ^ 1 : byte));
    await installed({ readStored: async () => damaged.slice() });
    assert.equal(await stored(), later.sha256);
  }
});

test("does not repeat an update that ended the page", async () => {
  await recordAttempt(later);
  // Here the page ends, and is opened again.
  const { updateBytes, steps } = await installed({ apply: () => assert.fail("it was applied") });
  assert.deepEqual([updateBytes, steps], [undefined, ["download"]]);
  assert.deepEqual(
    new Set(caches.entries.keys()),
    new Set(["/dataset/current", later.url]),
    "the record of the attempt is deleted",
  );
  assert.equal(await wasAttempted(later), false);
});

/** The outcome of an update when the download fails too, and of a second attempt. */
async function triedAgain(change) {
  files = {};
  await assert.rejects(installed(change), /status 404/);
  return usableUpdate(later, updateSteps());
}

const refused = (reason) => ({
  apply: () => Promise.reject(Object.assign(new Error(reason), { reason })),
});

for (const [what, change] of Object.entries({
  "can't be fetched": { fetchUpdate: () => Promise.reject(new Error("no network")) },
  "finds the release before gone": { readStored: () => Promise.reject(new Error("gone")) },
  "finds no importer": refused("unavailable"),
  "is refused": refused("other_dataset"),
})) {
  test(`retries an update that ${what}`, async () => {
    assert.deepEqual(await triedAgain(change), { stored: mine, update });
  });
}

for (const [what, change] of Object.entries({
  "stopped, perhaps out of memory,": refused("stopped"),
  "took too long": { apply: () => Promise.reject(new DOMException("too long", "TimeoutError")) },
})) {
  test(`does not retry an update that ${what}`, async () =>
    assert.equal(await triedAgain(change), undefined));
}

test("records the attempt while an update is applied", async () => {
  let noted;
  const apply = async (...given) => ((noted = await wasAttempted(later)), applyUpdate(...given));
  await installed({
    apply,
    fetchUpdate: async () => (assert.equal(await wasAttempted(later), false), week),
  });
  assert.equal(noted, true);
});

test("offers an update only if it will be used", async (t) => {
  assert.deepEqual(await usableUpdate(later, updateSteps()), { stored: mine, update });
  assert.equal(await usableUpdate({ ...later, updates: [] }, updateSteps()), undefined);
  const crypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  t.after(() => Object.defineProperty(globalThis, "crypto", crypto));
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  assert.equal(await usableUpdate(later, updateSteps()), undefined, "without a digest");
});

test("downloads if no update matches the stored release", async () => {
  const others = [
    { ...later, updates: undefined },
    { ...later, updates: [] },
    { ...later, updates: [{ ...update, from: "another" }] },
  ];
  for (const release of others) {
    caches.entries.set("/dataset/current", Response.json(mine));
    const { updateBytes, steps } = await installed(
      { apply: () => assert.fail("it was applied") },
      release,
    );
    assert.deepEqual([updateBytes, steps], [undefined, ["download"]]);
  }
  const { updateBytes } = await installed({
    currentRelease: async () => ({ ...mine, own: true }),
    apply: () => assert.fail("it was applied"),
  });
  assert.equal(updateBytes, undefined, "an imported release has no updates");
});

test("uses the updated data until the page closes if storage is full", async () => {
  caches.isFull = true;
  const { updateBytes, isStored } = await installed();
  assert.deepEqual([updateBytes, isStored], [5_123, false]);
});

test("ignores malformed updates of the server", () => {
  for (const updates of [
    undefined,
    null,
    "x",
    {},
    [null],
    [{}],
    [{ ...update, url: 7 }],
    [{ ...update, bytes: 0 }],
  ]) {
    assert.equal(updateFrom(mine, { ...later, updates }), undefined);
  }
  assert.equal(updateFrom(undefined, later), undefined);
  assert.equal(updateFrom(mine, later), update);
});

test("reports the size of an update, but not of a download", async () => {
  for (const updateBytes of [5_123, undefined]) {
    const reported = [];
    const steps = [];
    const store = new Store({ ...initialState(), today: "2025-08-22" });
    const install = async (release, progress) => {
      progress.updating();
      steps.push(store.state.data.is);
      return {
        release,
        packs: { close() {} },
        isStored: true,
        verifyDigest: async () => true,
        ...(updateBytes && { updateBytes }),
      };
    };
    const datasets = {
      openStored: async () => undefined,
      fetchOffered: async () => later,
      findUpdate: async () => undefined,
      install,
    };
    const host = {
      now: () => Date.now(),
      isOnline: () => true,
      announce: ({ isWarning }) => assert.ok(!isWarning, "there is no warning"),
    };
    store.on("notice", (text) => reported.push(text));
    await new Data(store, host, datasets).start();
    assert.deepEqual(steps, ["updating"]);
    assert.deepEqual(
      reported,
      updateBytes ? ["Updated. You downloaded 6 KB instead of 3.1 MB"] : [],
    );
  }
});

test("does not store a release after a later request", async () => {
  const request = new AbortController();
  const progress = {
    received() {},
    updating: () => request.abort(),
    signal: request.signal,
  };
  await assert.rejects(install(later, progress, updateSteps()), { name: "AbortError" });
  assert.ok(caches.entries.has(mine.url) && !caches.entries.has(later.url));
});

test("opens the release with which another tab replaced the stored one while it was opened", async () => {
  const cache = await caches.open();
  const { match } = cache;
  cache.match = async (url) => {
    if (url === mine.url) await storeRelease(later, after);
    return match(url);
  };
  const opened = await openStored();
  assert.equal(opened.release.sha256, later.sha256);
  opened.packs.close();
});

test("of two simultaneous writes, the later release is complete", async () => {
  await Promise.all([storeRelease(later, after), storeRelease(mine, before)]);
  assert.deepEqual(new Set(caches.entries.keys()), new Set(["/dataset/current", mine.url]));
  assert.equal((await caches.entries.get("/dataset/current").clone().json()).sha256, mine.sha256);
});
