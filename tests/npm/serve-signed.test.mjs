// Tests that `pack-lookup serve` serves only datasets that a pinned key has signed, at the start
// and when a new file comes.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { FORMAT, PackLookup } from "../../npm/core.js";
import { applyUpdate } from "../../npm/import.js";
import { describeDataset } from "../../npm/serve/published.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { testKey } from "../common/signing.mjs";
import { startServing } from "./serving.mjs";

const key = testKey();
const other = testKey("another pack-lookup test key");
const first = readFileSync(paths.testDataset);
const second = await applyUpdate(first, readFileSync(join(root, "tests", "cases", "week.update")));

async function described(bytes) {
  const packs = await PackLookup.open(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { about } = packs;
  packs.close();
  return describeDataset({ sha256, bytes: bytes.length, downloadBytes: 1, format: FORMAT, about });
}

function layOut(t) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-serve-signed-"));
  t.after(() => rmSync(folder, { recursive: true }));
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
  ["without a signature", await described(first), /is not signed, and a key is pinned/],
  ["of another publisher", await other.sign(await described(first), 1), /key that is not pinned/],
  ["of another dataset", await key.sign(await described(second), 1), /is not the one that/],
]) {
  test(`does not start with a description ${name}`, async (t) => {
    const { put, settings } = layOut(t);
    put(first, content);
    const server = await startServing(settings);
    assert.equal((await server.ended).code, 2);
    assert.match(server.output.stderr, message);
    assert.equal(server.output.stdout, "");
  });
}

test("a key needs a description, and must be one", async (t) => {
  const { put, settings } = layOut(t);
  put(first, await key.sign(await described(first), 1));
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
  const [one, next] = [await described(first), await described(second)];
  put(first, await key.sign(one, 5));
  const server = await startServing(settings);
  t.after(() => server.stop());
  const answer = async (path) => JSON.parse((await server.ask(path)).body);
  const untilTrue = async (isTrue) => {
    for (let tries = 0; tries < 200 && !(await isTrue()); tries += 1) await pause(50);
    assert.ok(await isTrue());
  };
  assert.equal((await answer("/dataset.json")).signature.sequence, 5);
  for (const [content, reason] of [
    [next, /is not signed/],
    [{ ...(await key.sign(next, 6)), packs: 1 }, /does not match/],
    [await key.sign(next, 4), /its sequence is 4, not 5 or more/],
  ]) {
    put(second, content);
    server.signal("SIGHUP");
    await untilTrue(async () => reason.test((await answer("/healthz")).last_refusal?.reason));
    assert.equal((await answer("/dataset.json")).sha256, one.sha256);
  }
  put(second, await key.sign(next, 6));
  server.signal("SIGHUP");
  await untilTrue(async () => (await answer("/dataset.json")).sha256 === next.sha256);
  const { signature } = await answer("/dataset.json");
  assert.deepEqual([signature.key, signature.sequence], ["eb4f8c0a911d7862", 6]);
});
