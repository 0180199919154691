// Tests the seeds of the fuzzers. The fuzzers themselves need a nightly compiler and hours: `npm run lab -- fuzz`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/common/project.mjs";
import { makeSeeds, targets } from "../../lab/fuzz/seeds.mjs";

const fuzz = join(root, "lab", "fuzz");
const names = Object.keys(targets).sort();

function seedsOf(t, name) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-fuzz-"));
  t.after(() => rmSync(folder, { recursive: true }));
  makeSeeds(name, join(folder, "seeds"), join(folder, "words"));
  const seeds = readdirSync(join(folder, "seeds")).map((seed) => readFileSync(join(folder, "seeds", seed)));
  return { seeds, words: readFileSync(join(folder, "words"), "utf8") };
}

test("each target is built, and has seeds", () => {
  const [files, built] = [readdirSync(join(fuzz, "targets")).map((file) => basename(file, ".rs")), readFileSync(join(fuzz, "Cargo.toml"), "utf8").matchAll(/^path = "targets\/(\w+)\.rs"$/gm)];
  assert.deepEqual(files.sort(), names);
  assert.deepEqual([...built].map(([, name]) => name).sort(), names);
});

test("the lock file matches the current dependencies", () => {
  const { status, stderr } = spawnSync("cargo", ["tree", "--locked", "--manifest-path", join(fuzz, "Cargo.toml")], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

for (const name of names) {
  test(`${name}: has at least 50 seeds, and words in the syntax of libFuzzer`, (t) => {
    const { seeds, words } = seedsOf(t, name);
    assert.ok(seeds.length >= 50, `${seeds.length} seeds`);
    for (const line of words.trimEnd().split("\n")) assert.match(line, /^(# \w+|"([^"\\]|\\x[0-9a-f]{2})+")$/);
  });
}

test("the seeds of requests have every kind of path", (t) => {
  const requests = seedsOf(t, "respond").seeds.map(String);
  const kinds = ["ampp", "amp", "vmpp", "vmp", "vtm", "gtin"].map((kind) => `GET /api/${kind}/9`);
  for (const start of [...kinds, "GET /api/search?", "GET /api/suggest?", "GET /fhir/metadata", "GET /fhir/Medication/9", "GET /fhir/Medication?", "GET /fhir/CodeSystem/$lookup?", "GET /fhir/ConceptMap/$translate?", "GET /med/ampp/ampp/"]) {
    assert.ok(requests.some((line) => line.startsWith(start)), start);
  }
});
