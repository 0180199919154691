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

const { install } = await load("data/dataset.ts");
const { usableUpdate } = await load("data/update.ts");
const { forgetTry, keep, noteTry, wasTried } = await load("data/store.ts");
const { updateFrom } = await load("data/release.ts");
const { Data } = await load("actions/data.ts");
const { Store } = await load("store.ts");
const { initialState } = await load("state.ts");

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const before = new Uint8Array(readFileSync(paths.testDataset));
const week = new Uint8Array(readFileSync(join(root, "tests", "cases", "week.update")));
const after = await applyUpdate(before, week);

const releaseOf = (bytes, change = {}) => {
  const digest = sha256(bytes);
  const url = `/dataset/${digest}.bin.gz`;
  return { url, sha256: digest, bytes: bytes.length, download_bytes: 3_100_000, format: FORMAT, release: "8.2.0", release_date: "2025-08-14", demo: true, gaps: [], ...change };
};
const mine = releaseOf(before);
const update = { from: mine.sha256, url: "/dataset/a-b.update.gz", sha256: sha256(week), bytes: week.length, download_bytes: 5_123 };
const later = releaseOf(after, { release: "8.3.0", release_date: "2025-08-21", updates: [{ ...update, from: "another" }, update] });

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
    delete: async (asked) => entries.delete(typeof asked === "string" ? asked : new URL(asked.url).pathname),
  };
  return { open: async () => cache, keys: async () => ["pack-lookup-dataset"], has: async () => true, entries, isFull: false };
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

/** Returns the functions that an update needs, with a simulated importer. */
const workshop = (change = {}) => ({
  known: async () => (await caches.open()).match("/dataset/current").then((kept) => kept?.json()),
  wasTried,
  noteTry,
  forgetTry,
  bytesOf: async ({ url }) => new Uint8Array(await (await (await caches.open()).match(url)).arrayBuffer()),
  fetchUpdate: async ({ url }) => {
    fetched.push(url);
    return week;
  },
  apply: applyUpdate,
  ...change,
});

async function installed(change, release = later) {
  const steps = [];
  const arrival = { received: () => steps.push("download"), updating: () => steps.push("update"), isWanted: () => true };
  const opened = await install(release, arrival, workshop(change));
  assert.equal(opened.packs.about.dataset.release, "8.3.0_20250821000001");
  opened.packs.close();
  return { ...opened, steps: [...new Set(steps)] };
}

const kept = async () => sha256(new Uint8Array(await (await caches.entries.get(later.url).clone()).arrayBuffer()));

test("an update is used, told, and kept like a download", async () => {
  const { took, steps, isKept } = await installed();
  assert.deepEqual([took, steps, isKept], [5_123, ["update"], true]);
  assert.deepEqual(fetched, [update.url], "nothing else is downloaded");
  assert.equal(await kept(), later.sha256);
  assert.deepEqual(new Set(caches.entries.keys()), new Set(["/dataset/current", later.url]), "the one before is gone");
});

const failures = {
  "comes to other bytes than the announced ones": { apply: async () => before.slice() },
  "is not for this dataset": { apply: (_, update) => applyUpdate(after, update) },
  "can't be applied, because the importer does not start": { apply: () => Promise.reject(new Error("no worker")) },
  "can't be fetched": { fetchUpdate: () => Promise.reject(new Error("404")) },
  "is damaged": { fetchUpdate: async () => week.map((byte, place) => (place === 300 ? byte ^ 1 : byte)) },
  "finds the release before gone": { bytesOf: () => Promise.reject(new Error("gone")) },
  "finds no storage": { known: () => Promise.reject(new Error("blocked")) },
};

for (const [what, change] of Object.entries(failures)) {
  test(`an update that ${what} is a download of the whole`, async () => {
    const { took, steps, isKept } = await installed(change);
    assert.deepEqual([took, steps.at(-1), isKept], [undefined, "download", true]);
    assert.equal(fetched.at(-1), later.url);
    assert.equal(await kept(), later.sha256);
  });
}

test("the release before that is damaged on the device never makes a wrong one", async () => {
  for (const place of [60, 3_000, before.length - 1]) {
    const damaged = before.map((byte, at) => (at === place ? byte ^ 1 : byte));
    await installed({ bytesOf: async () => damaged.slice() });
    assert.equal(await kept(), later.sha256);
  }
});

test("an update that took the page down with it is not tried again, and another one is", async () => {
  await noteTry(later);
  // Here the page ends, and is opened again.
  const { took, steps } = await installed({ apply: () => assert.fail("it was applied") });
  assert.deepEqual([took, steps], [undefined, ["download"]]);
  assert.deepEqual(new Set(caches.entries.keys()), new Set(["/dataset/current", later.url]), "and then it is forgotten");
  assert.equal(await wasTried(later), false);
});

/** Returns the outcome of an update when the download fails too, and of a second attempt. */
async function triedAgain(change) {
  files = {};
  await assert.rejects(installed(change), /status 404/);
  return usableUpdate(later, workshop());
}

const refused = (reason) => ({ apply: () => Promise.reject(Object.assign(new Error(reason), { reason })) });

for (const [what, change] of Object.entries({
  "can't be fetched": { fetchUpdate: () => Promise.reject(new Error("no network")) },
  "finds the release before gone": { bytesOf: () => Promise.reject(new Error("gone")) },
  "finds no importer": refused("unavailable"),
  "is refused": refused("other_dataset"),
})) {
  test(`an update that ${what} is tried again the next time`, async () => {
    assert.deepEqual(await triedAgain(change), { known: mine, update });
  });
}

for (const [what, change] of Object.entries({
  "stopped, perhaps for want of memory,": refused("stopped"),
  "took too long": { apply: () => Promise.reject(new DOMException("too long", "TimeoutError")) },
})) {
  test(`an update that ${what} is not tried again`, async () => assert.equal(await triedAgain(change), undefined));
}

test("while an update is applied it is noted that it is tried", async () => {
  let noted;
  const apply = async (...given) => ((noted = await wasTried(later)), applyUpdate(...given));
  await installed({ apply, fetchUpdate: async () => (assert.equal(await wasTried(later), false), week) });
  assert.equal(noted, true);
});

test("an update is promised only where it will be used", async (t) => {
  assert.deepEqual(await usableUpdate(later, workshop()), { known: mine, update });
  assert.equal(await usableUpdate({ ...later, updates: [] }, workshop()), undefined);
  const crypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  t.after(() => Object.defineProperty(globalThis, "crypto", crypto));
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  assert.equal(await usableUpdate(later, workshop()), undefined, "without a digest");
});

test("where no update leads from this release, nothing of it is tried", async () => {
  const others = [{ ...later, updates: undefined }, { ...later, updates: [] }, { ...later, updates: [{ ...update, from: "another" }] }];
  for (const release of others) {
    const { took, steps } = await installed({ apply: () => assert.fail("it was applied") }, release);
    assert.deepEqual([took, steps], [undefined, ["download"]]);
  }
  const { took } = await installed({ known: async () => ({ ...mine, own: true }), apply: () => assert.fail("it was applied") });
  assert.equal(took, undefined, "one's own release takes no updates");
});

test("with full storage the updated data lasts as long as the page", async () => {
  caches.isFull = true;
  const { took, isKept } = await installed();
  assert.deepEqual([took, isKept], [5_123, false]);
});

test("what a server lists is no update unless it is one", () => {
  for (const updates of [undefined, null, "x", {}, [null], [{}], [{ ...update, url: 7 }], [{ ...update, bytes: 0 }]]) {
    assert.equal(updateFrom(mine, { ...later, updates }), undefined);
  }
  assert.equal(updateFrom(undefined, later), undefined);
  assert.equal(updateFrom(mine, later), update);
});

test("the page says how little it took, and nothing where it took the whole", async () => {
  for (const took of [5_123, undefined]) {
    const told = [];
    const steps = [];
    const store = new Store({ ...initialState({ beep: false, vibrate: false }), today: "2025-08-22" });
    const install = async (release, arrival) => {
      arrival.updating();
      steps.push(store.state.data.is);
      return { release, packs: { close() {} }, isKept: true, isWhole: async () => true, ...(took && { took }) };
    };
    const datasets = { openKept: async () => undefined, offered: async () => later, updateTo: async () => undefined, install };
    const host = { now: () => Date.now(), isOnline: () => true, say: () => assert.fail("nobody is alarmed") };
    await new Data(store, host, datasets, () => {}, (text) => told.push(text)).start();
    assert.deepEqual(steps, ["updating"]);
    assert.deepEqual(told, took ? ["Updated with 6 KB in place of 3.1 MB"] : []);
  }
});

test("what is no longer wanted when it has come is not kept", async () => {
  const arrival = { received() {}, updating() {}, isWanted: () => false };
  assert.equal(await install(later, arrival, workshop()), undefined);
  assert.ok(caches.entries.has(mine.url) && !caches.entries.has(later.url));
});

test("of two that are kept at once, the later one is there with its bytes", async () => {
  await Promise.all([keep(later, after), keep(mine, before)]);
  assert.deepEqual(new Set(caches.entries.keys()), new Set(["/dataset/current", mine.url]));
  assert.equal((await caches.entries.get("/dataset/current").clone().json()).sha256, mine.sha256);
});
