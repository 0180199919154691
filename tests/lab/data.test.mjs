// Tests how measurements store an imported release.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { storedImport } from "../../lab/lib/data.mjs";

test("two imports at the same time keep their own data", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-import-"));
  t.after(() => rmSync(folder, { recursive: true }));
  let started = 0;
  let bothStarted;
  const both = new Promise((resolve) => (bothStarted = resolve));
  const imported = (text) =>
    storedImport(folder, async ({ dataset, records }) => {
      writeFileSync(dataset, `dataset of ${text}`);
      started += 1;
      if (started === 2) bothStarted();
      await both;
      writeFileSync(records, `records of ${text}`);
    });
  const results = await Promise.all(["one", "another"].map(imported));
  const contents = results.map(({ dataset, records }) =>
    [dataset, records].map((file) => readFileSync(file, "utf8")),
  );
  assert.deepEqual(contents, [
    ["dataset of one", "records of one"],
    ["dataset of another", "records of another"],
  ]);
  assert.equal(readdirSync(folder).length, 2, "nothing temporary is left");
});

test("an import that fails leaves nothing", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-import-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const failing = storedImport(folder, async ({ dataset }) => {
    writeFileSync(dataset, "a part");
    throw new Error("the release is damaged");
  });
  await assert.rejects(failing, /damaged/);
  assert.deepEqual(readdirSync(folder), []);
});
