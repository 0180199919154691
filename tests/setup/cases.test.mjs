// Checks the case files: one schema, unique names, short files, and each is read by a test.
// ../README.md describes them. Then checks the seeds of the fuzzers, which are made from the cases.
// The fuzzers need a nightly compiler and hours: `npm run lab -- fuzz`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import Ajv from "ajv/dist/2020.js";
import { makeSeeds, targets } from "../../lab/fuzz/seeds.mjs";
import { cargoTools, root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";

const MAX_LINES = 900;
/** The files and folders that tests read, with the kind of their cases. */
const KINDS = {
  api: "http",
  "security/requests.json": "http",
  "security/assistants.json": "http",
  "security/traversal.json": "http",
  "security/raw.json": "raw-http",
  "command-line": "command-line",
  releases: "release",
  "whole-release.json": "release",
  "hostile-releases.json": "hostile-release",
  "gs1.json": "gs1",
  "search/names": "search",
  "search/corrections.json": "search",
  "search/box-text.json": "search",
  "search/ranking.json": "search",
  "error-prone.json": "abbreviation",
  "worst.json": "cost",
  "signatures.json": "signature",
};
const NOT_CASE_FILES = ["schema.json", "openapi-released.json"];

const folder = join(root, "tests", "cases");
const read = (name) => readFileSync(join(folder, name), "utf8");
const names = readdirSync(folder, { recursive: true }).map((name) => name.split(sep).join("/"));
const files = names.filter((name) => name.endsWith(".json") && !NOT_CASE_FILES.includes(name));
const validate = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false }).compile(
  JSON.parse(read("schema.json")),
);

/** Tells what is wrong with a case file. */
function errorsOf(file) {
  validate(file);
  return validate.errors ?? [];
}

for (const name of files) {
  test(`${name} is valid, short, and read by a test`, () => {
    const text = read(name);
    const file = JSON.parse(text);
    assert.deepEqual(errorsOf(file), []);
    assert.equal(file.kind, KINDS[name] ?? KINDS[dirname(name)]);
    assert.equal(join(dirname(name), file.$schema), "schema.json");
    assert.ok(
      text.split("\n").length <= MAX_LINES,
      `more than ${MAX_LINES} lines: split it by subject`,
    );
    assert.equal(basename(name) === "always.json", file.cases === undefined);
  });
}

test("case names are unique in their folder", () => {
  const seen = new Map();
  for (const name of files) {
    for (const one of JSON.parse(read(name)).cases ?? []) {
      const key = `${KINDS[name] ? name : dirname(name)}: ${one.name}`;
      assert.ok(!seen.has(key), `${key} is in ${seen.get(key)} and in ${name}`);
      seen.set(key, name);
    }
  }
});

const readme = readFileSync(join(root, "tests", "README.md"), "utf8");
const codesIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
const rows = readme
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(" | "));

for (const [what, places, example] of rows.filter((row) => row.length === 4)) {
  test(`README.md, example: ${what.slice(2)}`, () => {
    const paths = codesIn(places)
      .map((path) => join(root, "tests", path))
      .filter((path) => existsSync(path));
    for (const code of codesIn(example))
      assert.ok(paths.length === 0 || paths.some((path) => has(path, code)), code);
  });
}

function has(path, code) {
  const text = readFileSync(path, "utf8");
  if (!code.startsWith('{"name"')) return text.includes(code);
  return JSON.parse(text).cases.some((one) => isDeepStrictEqual(one, JSON.parse(code)));
}

test("rejects a case with an unknown field, or without a name", () => {
  const file = JSON.parse(read("gs1.json"));
  assert.notDeepEqual(errorsOf({ ...file, cases: [{ ...file.cases[0], nane: "a" }] }), []);
  assert.notDeepEqual(errorsOf({ ...file, cases: [{ ...file.cases[0], name: undefined }] }), []);
});

// The seeds of the fuzzers.

const fuzz = join(root, "lab", "fuzz");
const targetNames = Object.keys(targets).sort();

function seedsOf(t, name) {
  const folder = temporaryFolder(t);
  makeSeeds(name, join(folder, "seeds"), join(folder, "words"));
  const seeds = readdirSync(join(folder, "seeds")).map((seed) =>
    readFileSync(join(folder, "seeds", seed)),
  );
  return { seeds, words: readFileSync(join(folder, "words"), "utf8") };
}

test("each target is built, and has seeds", () => {
  const [sources, built] = [
    readdirSync(join(fuzz, "targets")).map((file) => basename(file, ".rs")),
    readFileSync(join(fuzz, "Cargo.toml"), "utf8").matchAll(/^path = "targets\/(\w+)\.rs"$/gm),
  ];
  assert.deepEqual(sources.sort(), targetNames);
  assert.deepEqual([...built].map(([, name]) => name).sort(), targetNames);
});

for (const folder of [fuzz, join(root, "scripts", "bindgen")]) {
  test(`the lock file of ${basename(folder)} matches its dependencies`, () => {
    const { status, stderr } = spawnSync(
      "cargo",
      ["tree", "--locked", "--manifest-path", join(folder, "Cargo.toml")],
      { encoding: "utf8" },
    );
    assert.equal(status, 0, stderr);
  });
}

test("the generator of bindings has the version of wasm-bindgen", () => {
  const versionIn = (...path) =>
    /"wasm-bindgen"\nversion = "([\d.]+)"/.exec(readFileSync(join(root, ...path), "utf8"))?.[1];
  const shared = /"wasm-bindgen-shared"\nversion = "([\d.]+)"/.exec(
    readFileSync(join(root, "scripts", "bindgen", "Cargo.lock"), "utf8"),
  )?.[1];
  assert.equal(shared, versionIn("Cargo.lock"));
  assert.deepEqual(
    [cargoTools.bindgen.version, cargoTools["wasm-bindgen-cli"].version],
    [shared, shared],
  );
});

for (const name of targetNames) {
  test(`${name}: has at least 50 seeds, and words in the syntax of libFuzzer`, (t) => {
    const { seeds, words } = seedsOf(t, name);
    assert.ok(seeds.length >= 50, `${seeds.length} seeds`);
    for (const line of words.trimEnd().split("\n"))
      assert.match(line, /^(# \w+|"([^"\\]|\\x[0-9a-f]{2})+")$/);
  });
}

test("the seeds of requests have every kind of path", (t) => {
  const requests = seedsOf(t, "respond").seeds.map(String);
  const kinds = ["ampp", "amp", "vmpp", "vmp", "vtm", "gtin"].map((kind) => `GET /api/${kind}/9`);
  for (const start of [
    ...kinds,
    "GET /api/search?",
    "GET /api/suggest?",
    "GET /fhir/metadata",
    "GET /fhir/Medication/9",
    "GET /fhir/Medication?",
    "GET /fhir/CodeSystem/$lookup?",
    "GET /fhir/ConceptMap/$translate?",
    "GET /med/ampp/ampp/",
  ]) {
    assert.ok(
      requests.some((line) => line.startsWith(start)),
      start,
    );
  }
});
