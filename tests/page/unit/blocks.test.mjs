// Tests that the building blocks are independent: they know neither the page nor each other, and
// need only published modules.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { test } from "node:test";
import { root } from "../../../scripts/common/project.mjs";
import { codeOf, load } from "./source.mjs";

const folder = join(root, "www", "blocks");
const sources = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts"));
/** The libraries that are bundled into blocks. */
const LIBRARIES = new Set([
  "@noble/ed25519",
  "@noble/hashes/sha2.js",
  "zxing-wasm/reader",
  "zxing-wasm/reader/zxing_reader.wasm?url",
]);
/** The files of the package that blocks use. */
const MODULES = new Set([
  "pack-lookup/core",
  "pack-lookup/errors",
  "pack-lookup/import",
  "pack-lookup/signature.js",
  "pack-lookup/wasm/compile.js",
  "pack-lookup/worker/messages.js",
  "pack-lookup/worker/start.js",
]);

const importsOf = (name) =>
  [...codeOf(join(folder, name)).matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(
    ([, path]) => path,
  );

/**
 * Reports whether a source may import a path: a file of the same block, a file that blocks share, a
 * library, or a published module.
 */
function isAllowed(name, path) {
  if (!path.startsWith(".")) return LIBRARIES.has(path) || MODULES.has(path);
  const target = relative(folder, join(folder, name, "..", path));
  const [block] = name.split(sep);
  return !target.startsWith("..") && (!target.includes(sep) || target.startsWith(block + sep));
}

for (const name of sources) {
  test(`a building block imports nothing of the page or of another block: ${name}`, () => {
    assert.deepEqual(
      importsOf(name).filter((path) => !isAllowed(name, path)),
      [],
    );
  });
}

const { formatsIn } = await load("blocks/scanner/create-scanner.ts");
const { StrategyRotation } = await load("blocks/scanner/decode-strategies.ts");
const { targetsIn } = await load("blocks/scanner/scanner.ts");
const { DeviceDataset } = await load("blocks/device/index.ts");
const { fetchOfferedRelease } = await load("blocks/device/fetch.ts");

for (const [names, formats] of [
  [null, undefined],
  ["  ", undefined],
  ["ean13", ["EAN13"]],
  ["EAN-13 DataMatrix\tqrcode", ["EAN13", "DataMatrix", "QRCode"]],
]) {
  test(`the formats ${JSON.stringify(names)} are ${formats ?? "all"}`, () =>
    assert.deepEqual(formatsIn(names), formats));
}

test("the formats of a host are names that are known", () => {
  for (const names of ["aztec", "ean13,ean8", "constructor"])
    assert.throws(() => formatsIn(names), TypeError, names);
});

const inGuide = { x: 10, y: 10, width: 50, height: 50 };
const visible = { x: 0, y: 0, width: 100, height: 100 };

test("a scanner that reads only inside the guide never reads the rest, with any strategy", () => {
  const regions = (options) => {
    const rotation = new StrategyRotation();
    return Array.from({ length: 20 }, () =>
      targetsIn({ inGuide, visible }, rotation, options).map(({ region }) => region),
    ).flat();
  };
  assert.deepEqual(new Set(regions({ isGuideOnly: true })), new Set([inGuide]));
  assert.deepEqual(new Set(regions({})), new Set([inGuide, visible]));
});

const offered = {
  url: "/dataset/a.bin.gz",
  sha256: "a",
  bytes: 9,
  release: "8.2.0",
  release_date: "2025-08-14",
  updates: [{ from: "b", url: "/dataset/b-a.update.gz" }],
};

for (const [origin, url, update] of [
  ["https://host.example", "/dataset/a.bin.gz", "/dataset/b-a.update.gz"],
  [
    "https://other.example",
    "https://host.example/dataset/a.bin.gz",
    "https://host.example/dataset/b-a.update.gz",
  ],
]) {
  test(`a release of https://host.example has the address ${url} on ${origin}`, async (t) => {
    t.mock.method(globalThis, "fetch", async () =>
      Object.defineProperty(Response.json(offered), "url", {
        value: "https://host.example/dataset.json",
      }),
    );
    globalThis.location = { origin };
    t.after(() => delete globalThis.location);
    const release = await fetchOfferedRelease("https://host.example/dataset.json");
    assert.deepEqual([release.url, release.updates[0].url], [url, update]);
  });
}

test("a device has the warnings about its data, and none without data or after it is closed", async () => {
  const closed = [];
  const release = { ...offered, format: 0, gaps: [], demo: true };
  const packs = { close: () => closed.push("packs") };
  const device = new DeviceDataset({
    sources: {
      openStored: async () => ({ release, packs, isStored: true, verifyDigest: async () => true }),
      fetchOffered: async () => release,
    },
  });
  assert.deepEqual(device.warnings("2026-01-31"), []);
  await device.start();
  assert.deepEqual(
    device.warnings("2026-01-31").map(({ kind }) => kind),
    ["demonstration", "stale"],
  );
  device.close();
  assert.deepEqual(
    [device.warnings("2026-01-31"), device.state.packs, closed],
    [[], undefined, ["packs"]],
  );
  const start = device.start();
  assert.equal(device.state.status.is, "opening");
  await start;
  assert.equal(device.state.status.is, "ready");
});

test("the sources of all blocks are checked", () =>
  assert.ok(
    sources.includes(join("wedge", "index.ts")) && importsOf(join("wedge", "index.ts")).length > 0,
  ));
