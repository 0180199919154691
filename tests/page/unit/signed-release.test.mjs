// Tests which releases a device accepts where public keys are pinned, and that it keeps its data
// when it refuses one.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { FORMAT } from "../../../npm/core.js";
import { testKey } from "../../common/signing.mjs";
import { load } from "./source.mjs";

const { DeviceDataset } = await load("blocks/device/device-dataset.ts");
const { storeRelease } = await load("blocks/device/dataset-cache.ts");

const key = testKey();
const other = testKey("another pack-lookup test key");
const publicKeys = [key.publicKey];

const release = (day, change = {}) => ({
  url: `/dataset/${day}.bin.gz`,
  sha256: String(day).repeat(64),
  bytes: 10,
  download_bytes: 5,
  format: FORMAT,
  release: `8.${day}.0`,
  release_date: `2026-08-0${day}`,
  packs: 1,
  gtin_rows: 1,
  demo: false,
  gaps: [],
  ...change,
});
const [first, second, third] = [
  await key.sign(release(1), 100),
  await key.sign(release(2), 200),
  await key.sign(release(3), 300),
];

/** Simulates Cache storage in memory. */
function storage() {
  const all = new Map();
  const cacheOf = (entries) => ({
    match: async (url) => entries.get(url)?.clone(),
    put: async (url, response) => {
      if (globalThis.caches.isFull) throw new DOMException("full", "QuotaExceededError");
      entries.set(url, response);
    },
    keys: async () => [...entries.keys()].map((url) => ({ url: `http://localhost${url}` })),
    delete: async ({ url }) => entries.delete(new URL(url).pathname),
  });
  return {
    isFull: false,
    open: async (name) => {
      if (!all.has(name)) all.set(name, new Map());
      return cacheOf(all.get(name));
    },
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
  };
}

let served;
const browser = { caches: globalThis.caches, fetch: globalThis.fetch };

beforeEach(() => {
  globalThis.caches = storage();
  globalThis.fetch = async () => Response.json(served);
});
afterEach(() => Object.assign(globalThis, browser));

const opened = (of) => ({
  release: of,
  packs: { close() {} },
  isStored: true,
  verifyDigest: async () => true,
});

/** A device with the release that it has, which asks for the offered one. */
async function deviceWith(stored, offered, options = { publicKeys }) {
  served = offered;
  let days = 0;
  const sources = {
    openStored: async () => stored && opened(stored),
    findUpdate: async () => undefined,
    install: async (of) => opened(of),
    now: () => 86_400_000 * days++,
  };
  const device = new DeviceDataset({ ...options, sources });
  await device.start();
  return device;
}

const reasonOf = ({ state }) => state.refused?.reason;

test("installs a signed release, and offers a later one", async () => {
  const device = await deviceWith(undefined, first);
  assert.deepEqual([device.state.status.is, device.state.release.release], ["ready", "8.1.0"]);
  served = second;
  await device.refresh();
  await device.installOffer();
  assert.deepEqual([device.state.release.release, reasonOf(device)], ["8.2.0", undefined]);
});

const refusals = {
  "a release without a signature": [release(2), "unsigned"],
  "the signature of another release": [{ ...second, sha256: "9".repeat(64) }, "bad_signature"],
  "demonstration data that claims to be real": [{ ...second, demo: true }, "bad_signature"],
  "a release of another publisher": [await other.sign(release(2), 300), "unknown_key"],
  "a cut signature": [
    { ...second, signature: { ...second.signature, value: "" } },
    "bad_signature",
  ],
};
for (const [name, [offered, reason]] of Object.entries(refusals)) {
  test(`refuses ${name}, and keeps its data`, async () => {
    const device = await deviceWith(first, offered);
    const { state } = device;
    assert.deepEqual(
      [state.status.is, state.release.release, state.offer],
      ["ready", "8.1.0", undefined],
    );
    assert.equal(reasonOf(device), reason);
    served = second;
    await device.refresh();
    assert.deepEqual([reasonOf(device), device.state.offer.is], [undefined, "later"]);
  });

  test(`refuses ${name} without data, and says why`, async () => {
    const { state } = await deviceWith(undefined, offered);
    assert.deepEqual([state.status.is, state.status.error.reason], ["failed", reason]);
    assert.equal(state.packs, undefined);
  });
}

test("refuses an earlier description again, also after a restart and in another format", async () => {
  await deviceWith(first, third);
  await storeRelease(first, new Uint8Array(10));
  for (const earlier of [first, second]) {
    const device = await deviceWith(undefined, earlier);
    assert.equal(reasonOf(device), "replayed");
  }
  assert.equal(reasonOf(await deviceWith(first, third)), undefined);
});

test("a rollback is signed with a higher sequence, and offered as older", async () => {
  const { state } = await deviceWith(second, await key.sign(release(1), 400));
  assert.deepEqual([state.refused, state.offer.is], [undefined, "older"]);
});

test("remembers the sequence while it runs if the device cannot store it", async () => {
  globalThis.caches.isFull = true;
  const device = await deviceWith(first, third);
  served = second;
  await device.refresh();
  assert.equal(reasonOf(device), "replayed");
});

test("installs nothing that is not signed, also if a page names it", async () => {
  const device = await deviceWith(first, second);
  await device.install(release(3));
  assert.deepEqual([device.state.status.is, reasonOf(device)], ["failed", "unsigned"]);
  assert.equal(device.state.release.release, "8.1.0");
});

test("accepts releases without a signature, and with any, where no key is pinned", async () => {
  for (const offered of [release(2), second, { ...second, demo: true, signature: 7 }]) {
    const { state } = await deviceWith(undefined, offered, {});
    assert.deepEqual([state.status.is, state.refused], ["ready", undefined]);
  }
});

test("a change of the key, and its loss", async () => {
  const next = await other.sign(release(2), 200);
  const both = { publicKeys: `${key.publicKey} ${other.publicKey}` };
  assert.equal(reasonOf(await deviceWith(first, first, both)), undefined);
  assert.equal(reasonOf(await deviceWith(first, next, both)), undefined);
  assert.equal(
    reasonOf(await deviceWith(second, next, { publicKeys: other.publicKey })),
    undefined,
  );
  assert.equal(reasonOf(await deviceWith(second, next)), "unknown_key");
});

test("no server can mark its data as imported on this device", async () => {
  const { state } = await deviceWith(undefined, { ...first, own: true, damaged: true });
  assert.deepEqual([state.release.own, state.release.damaged], [undefined, undefined]);
});
