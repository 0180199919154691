// Tests the published package: it has only demonstration data, its files are within their budgets,
// and the first example of its README has the stated results.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as module from "../../npm/index.js";
import { TABLE } from "../../npm/serve/shared-files.js";
import { brotliSize, budgets } from "../../scripts/build/budgets.mjs";
import { firstViewSize } from "../../scripts/build/page.mjs";
import { demo, digestOf, paths, root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";

const whole = readFileSync(join(root, "npm", "packs.bin"));
const FLAGS_AT = 10;
const withFlags = (flags) => Object.assign(Buffer.from(whole), { [FLAGS_AT]: flags });

function packed(t, dataset) {
  const folder = temporaryFolder(t);
  const path = join(folder, "packs.bin");
  writeFileSync(path, dataset);
  return spawnSync(process.execPath, [join(root, "scripts", "build", "packing.mjs"), path], {
    encoding: "utf8",
  });
}

test("demonstration data can be packed", (t) => {
  const { status, stdout, stderr } = packed(t, whole);
  assert.deepEqual([status, stdout, stderr], [0, "", ""]);
});

for (const [what, dataset, why] of [
  ["data of a release", withFlags(0), /has the data of a release/],
  ["demonstration data with a gap", withFlags(3), /has incomplete demonstration data/],
  ["an HTML page", Buffer.from("<!doctype html>"), /is not a dataset/],
  ["an empty file", Buffer.alloc(0), /is not a dataset/],
]) {
  test(`${what} cannot be packed`, (t) => {
    const { status, stderr } = packed(t, dataset);
    assert.equal(status, 1);
    assert.match(stderr, why);
  });
}

/** A folder with what the check needs, and a function that runs it there. */
function copyForPacking(t) {
  const folder = temporaryFolder(t);
  for (const file of [
    "scripts/build/packing.mjs",
    "npm/package.json",
    "npm/packs.bin",
    "npm/serve/shared-files.js",
  ])
    cpSync(join(root, file), join(folder, file));
  const pack = (command = "pack") =>
    spawnSync(process.execPath, [join(folder, "scripts", "build", "packing.mjs")], {
      encoding: "utf8",
      env: { ...process.env, npm_command: command },
    });
  return { folder, pack };
}

test("a page that was built with other files of the module cannot be packed", (t) => {
  const { folder, pack } = copyForPacking(t);
  const entry = { path: "/assets/a-1.wasm", file: "a.wasm", sha256: digestOf("as built") };
  mkdirSync(join(folder, "npm", "page"));
  writeFileSync(join(folder, "npm", "page", TABLE), JSON.stringify([entry]));
  for (const [content, status] of [
    ["as built", 0],
    ["another", 1],
  ]) {
    writeFileSync(join(folder, "npm", "a.wasm"), content);
    const { status: found, stderr } = pack();
    assert.equal(found, status, stderr);
    if (status === 1) assert.match(stderr, /the page was built with another a\.wasm/);
  }
});

const manifest = JSON.parse(readFileSync(join(root, "npm", "package.json"), "utf8"));

test("prepack checks the dataset", () =>
  assert.equal(manifest.scripts.prepack, "node ../scripts/build/packing.mjs"));

test("the manifest has addresses on one host, and asks for no money", () => {
  const { homepage, bugs, repository, funding } = manifest;
  const { host } = new URL(repository.url.replace(/^git\+/, ""));
  assert.deepEqual(
    [homepage, bugs.url].map((url) => new URL(url).protocol),
    ["https:", "https:"],
  );
  assert.equal(new URL(bugs.url).host, host);
  assert.equal(repository.directory, "npm");
  assert.equal(funding, undefined);
});

test("placeholders can be packed, but not published", (t) => {
  const { folder, pack } = copyForPacking(t);
  const write = (fields) =>
    writeFileSync(join(folder, "npm", "package.json"), JSON.stringify({ ...manifest, ...fields }));
  const placeholder = "https://packs.example.org";
  const real = {
    homepage: "https://packs.test",
    repository: { type: "git", url: "git+https://packs.test/a.git", directory: "npm" },
    bugs: { url: "https://packs.test/a/issues" },
    mcpName: "test.packs/pack-lookup",
  };
  write({ ...real, homepage: placeholder });
  assert.equal(pack().status, 0);
  for (const [field, value] of [
    ["homepage", placeholder],
    ["repository", { type: "git", url: `git+${placeholder}/a.git` }],
    ["bugs", undefined],
    ["mcpName", "org.example.packs/pack-lookup"],
  ]) {
    write({ ...real, [field]: value });
    const { status, stderr } = pack("publish");
    assert.equal(status, 1);
    assert.ok(
      stderr.startsWith(`Not packed: ${field} in npm/package.json: no real address.`),
      stderr,
    );
  }
  write(real);
  assert.match(pack("publish").stderr, /^Not packed: pack_lookup_print\.js and .* missing\./);
});

/** Each line of the first example that has its result after `//`. */
const example = /```js\n(.*?)```/s.exec(readFileSync(join(root, "npm", "README.md"), "utf8"))[1];
const lines = [...example.matchAll(/^(.+?); +\/\/ (.+)$/gm)].map(([, call, result]) => ({
  call,
  result,
}));

test("the first example of the README has the results in its comments", async () => {
  assert.ok(lines.length >= 4);
  const packs = await module.PackLookup.open();
  const evaluated = new Function("packs", "code", "return eval(code)");
  for (const { call, result } of lines)
    assert.deepEqual(evaluated(packs, `(${call})`), evaluated(packs, `(${result})`), call);
});

function assertWithin(size, budget) {
  assert.ok(size <= budget, `${size} bytes in brotli; ${budget} are allowed`);
}

for (const [name, file, budget] of [
  ["lookups", "pack_lookup_bg.wasm", budgets.wasm],
  ["barcodes", "pack_lookup_gs1_bg.wasm", budgets.gs1],
  ["imports", "pack_lookup_importer_bg.wasm", budgets.importer],
]) {
  test(`the WebAssembly of ${name} is within its budget`, () =>
    assertWithin(brotliSize(join(root, "npm", file)), budget));
}

test("the WebAssembly of the command line is within its budget", () =>
  assertWithin(
    statSync(join(root, "npm", "pack_lookup_terminal_bg.wasm.br")).size,
    budgets.terminal,
  ));

for (const [files, budget] of budgets.blocks) {
  test(`${files.join(" and ")}: within their budget`, () => {
    assertWithin(
      files.reduce((sum, file) => sum + brotliSize(join(root, "npm", file)), 0),
      budget,
    );
  });
}

test("the scripts of the page's first view are within their budget", () => {
  const size = firstViewSize();
  assert.ok(size > 10_000, "the HTML names its scripts");
  assertWithin(size, budgets.firstView);
});

test("the demonstration data are within their budget per pack", () => {
  assertWithin(
    (brotliSize(paths.demoDataset) - budgets.medicineNames) / demo.packs,
    budgets.demoPack,
  );
});
