// Tests that `open`, `applyUpdate` and `pack-lookup serve` use only the dataset of a signed
// description, where a public key is pinned.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { paths, root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { PackLookup as InWorker } from "../../npm/async.js";
import { FORMAT, PackLookup, SignatureError } from "../../npm/index.js";
import { applyUpdate } from "../../npm/import.js";
import { describeDataset } from "../../npm/serve/published.js";
import { testKey } from "../common/signing.mjs";
import { setTimeout as pause } from "node:timers/promises";
import { serving, startServing } from "./serving.mjs";

const folder = temporaryFolder();

const key = testKey();
const other = testKey("another pack-lookup test key");
const publicKeys = [key.publicKey];
const dataset = readFileSync(paths.testDataset);
const update = readFileSync(join(root, "tests", "cases", "week.update"));
const next = await applyUpdate(dataset, update);
const [unsigned, unsignedNext] = [await describe(dataset), await describe(next)];
const [signed, signedNext] = [await key.sign(unsigned, 7), await key.sign(unsignedNext, 8)];

async function describe(bytes) {
  const packs = await PackLookup.open(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { about } = packs;
  packs.close();
  return describeDataset({ sha256, bytes: bytes.length, downloadBytes: 1, format: FORMAT, about });
}

function fileOf(description) {
  const path = join(folder, "dataset.json");
  writeFileSync(path, JSON.stringify(description));
  return path;
}

const modules = { PackLookup, "PackLookup of pack-lookup/async": InWorker };
for (const [name, Module] of Object.entries(modules)) {
  const open = async (options) => (await Module.open({ dataset, ...options })).close();
  const refuses = (reason, options) =>
    assert.rejects(
      open(options),
      (error) => error instanceof SignatureError && error.reason === reason,
    );

  test(`${name}.open() accepts the dataset of a signed description, from any source`, async () => {
    const path = fileOf(signed);
    for (const description of [signed, path, pathToFileURL(path), Promise.resolve(signed)])
      await open({ description, publicKeys });
    await open({ dataset: gzipSync(dataset), description: signed, publicKeys });
    await open({ description: signed, publicKeys, after: 7, verify: false });
  });

  test(`${name}.open() refuses other datasets and descriptions where a key is pinned`, async () => {
    await refuses("unsigned", { description: unsigned, publicKeys });
    await refuses("unknown_key", { description: signed, publicKeys: [other.publicKey] });
    await refuses("bad_signature", { description: { ...signed, packs: 1 }, publicKeys });
    await refuses("other_dataset", { description: signedNext, publicKeys });
    await refuses("other_dataset", { dataset: next, description: signed, publicKeys });
    await refuses("other_dataset", {
      dataset: next,
      description: signed,
      publicKeys,
      verify: false,
    });
    await refuses("replayed", { description: signed, publicKeys, after: 8 });
    await refuses("bad_description", { description: paths.testDataset, publicKeys });
    await refuses("unavailable", { description: join(folder, "missing.json"), publicKeys });
  });

  test(`${name}.open() compares the digest without keys, and needs no signature then`, async () => {
    await open({});
    await open({ description: unsigned });
    await refuses("other_dataset", { description: unsignedNext });
  });

  test(`${name}.open() rejects keys that would verify nothing`, async () => {
    await assert.rejects(open({ publicKeys }), { reason: "missing_option" });
    await assert.rejects(open({ description: signed, after: 7 }), { reason: "missing_option" });
    for (const keys of [[], "", [7]])
      await assert.rejects(open({ description: signed, publicKeys: keys }), {
        reason: "bad_public_key",
      });
    for (const description of [null, 7, ["a"]])
      await assert.rejects(open({ description, publicKeys }), { reason: "bad_description" });
    await assert.rejects(Module.demo({ description: signed }), { reason: "unknown_option" });
  });
}

test("the command line in Node verifies who published a dataset", () => {
  const [file, path] = [join(folder, "packs.bin"), fileOf(signed)];
  writeFileSync(file, dataset);
  const verify = (...more) => {
    const args = ["verify", file, "--description", path, ...more];
    const cli = join(root, "npm", "cli.js");
    return spawnSync(process.execPath, [cli, ...args], { encoding: "utf8" });
  };
  const pinned = ["--public-key", key.publicKey];
  const accepted = verify(...pinned, "--after", "7");
  assert.match(accepted.stdout, /signed with the key eb4f8c0a911d7862, sequence 7\n$/);
  assert.equal(accepted.status, 0);
  const replayed = verify(...pinned, "--after", "8");
  assert.match(replayed.stderr, /its sequence is 7, not 8 or more\n$/);
  assert.deepEqual([replayed.status, replayed.stdout], [2, ""]);
});

test("an update leads to the dataset of a signed description, or to an error", async () => {
  const apply = (options) => applyUpdate(dataset, update, options);
  assert.deepEqual(await apply({ description: signedNext, publicKeys, after: 7 }), next);
  await assert.rejects(apply({ description: signed, publicKeys }), { reason: "other_dataset" });
  await assert.rejects(apply({ description: unsignedNext, publicKeys }), { reason: "unsigned" });
  await assert.rejects(apply({ publicKeys }), { reason: "missing_option" });
});

function layOut(t) {
  const folder = temporaryFolder(t);
  const [dataset, description] = [join(folder, "packs.bin"), join(folder, "dataset.json")];
  const publicKey = join(folder, "release.pub");
  writeFileSync(publicKey, key.publicKey);
  const put = (bytes, content) => {
    writeFileSync(description, JSON.stringify(content));
    writeFileSync(dataset, bytes);
  };
  return { put, settings: { dataset, description, public_key: publicKey, workers: 1 } };
}

for (const [name, content, message] of [
  ["without a signature", unsigned, /is not signed, and a key is pinned/],
  ["of another publisher", await other.sign(unsigned, 1), /key that is not pinned/],
  ["of another dataset", await key.sign(unsignedNext, 1), /is not the one that/],
]) {
  test(`serve does not start with a description ${name}`, async (t) => {
    const { put, settings } = layOut(t);
    put(dataset, content);
    const server = await startServing(settings);
    assert.equal((await server.ended).code, 2);
    assert.match(server.output.stderr, message);
    assert.equal(server.output.stdout, "");
  });
}

test("the key of serve needs a description, and must be one", async (t) => {
  const { put, settings } = layOut(t);
  put(dataset, await key.sign(unsigned, 1));
  for (const [change, message] of [
    [{ description: undefined }, /--public-key needs a description; name one with --description/],
    [{ public_key: "abc" }, /--public-key is abc; it must be an Ed25519 key in base64/],
  ]) {
    const server = await startServing({ ...settings, ...change });
    assert.equal((await server.ended).code, 2);
    assert.match(server.output.stderr, message);
  }
});

test("takes over signed datasets only, none with a lower sequence, and publishes the signature", async (t) => {
  const { put, settings } = layOut(t);
  put(dataset, await key.sign(unsigned, 5));
  const server = await serving(t, settings);
  const answer = (path) => server.json(path);
  const untilTrue = async (isTrue) => {
    for (let tries = 0; tries < 200 && !(await isTrue()); tries += 1) await pause(50);
    assert.ok(await isTrue());
  };
  assert.equal((await answer("/dataset.json")).signature.sequence, 5);
  for (const [content, reason] of [
    [unsignedNext, /is not signed/],
    [{ ...(await key.sign(unsignedNext, 6)), packs: 1 }, /does not match/],
    [await key.sign(unsignedNext, 4), /its sequence is 4, not 5 or more/],
  ]) {
    put(next, content);
    server.signal("SIGHUP");
    await untilTrue(async () => reason.test((await answer("/healthz")).last_refusal?.reason));
    assert.equal((await answer("/dataset.json")).sha256, unsigned.sha256);
  }
  put(next, await key.sign(unsignedNext, 6));
  server.signal("SIGHUP");
  await untilTrue(async () => (await answer("/dataset.json")).sha256 === unsignedNext.sha256);
  const { signature } = await answer("/dataset.json");
  assert.deepEqual([signature.key, signature.sequence], ["eb4f8c0a911d7862", 6]);
});
