// Tests that the built page needs no feature that the oldest supported browsers lack. The type
// checker rejects JavaScript newer than ES2022 in the page's own code; these tests also read its
// dependencies, its style and its WebAssembly.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { paths, root } from "../../../scripts/common/project.mjs";
import { load } from "./source.mjs";

const { SUPPORTED_BROWSERS } = await load("blocks/device/supported-browsers.ts");

const files = [
  ...readdirSync(join(paths.page, "assets")).map((name) => join("assets", name)),
  "service-worker.js",
];
const builtFiles = (extension) =>
  files
    .filter((name) => name.endsWith(extension))
    .map((name) => [name, readFileSync(join(paths.page, name))]);

/** Features newer than the oldest supported browsers, by mdn/browser-compat-data. */
const NEWER = {
  ".js": [
    /\.(toSorted|toReversed|toSpliced|isWellFormed|toWellFormed|checkVisibility)\(/,
    /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
    /\b(Object|Map)\.groupBy\(|\bArray\.fromAsync\(|\bPromise\.(withResolvers|try)\(|\bRegExp\.escape\(|\bIterator\.(from|concat)\(/,
    /\bAbortSignal\.any\(|\bResponse\.json\(|\bURL\.(canParse|parse)\(|\b(requestIdleCallback|startViewTransition)\(/,
  ],
  ".css": [
    /:(has|user-valid|user-invalid|open)\b/,
    /&/,
    /\b(color-mix|light-dark|oklch|oklab|round|anchor)\(/,
    /@(scope|starting-style|property)\b/,
  ],
};

for (const [extension, patterns] of Object.entries(NEWER)) {
  test(`no ${extension} file of the page uses a newer feature`, () => {
    const texts = builtFiles(extension);
    assert.notEqual(texts.length, 0);
    for (const [name, bytes] of texts)
      for (const pattern of patterns)
        assert.doesNotMatch(String(bytes).match(pattern)?.[0] ?? "", /./, name);
  });
}

/**
 * The WebAssembly features of the compiler. Of those that are used, SIMD is the newest: Safari
 * 16.4.
 */
const WASM_FEATURES = new Set([
  ...[
    "mutable-globals",
    "nontrapping-fptoint",
    "simd128",
    "bulk-memory",
    "sign-ext",
    "reference-types",
    "multivalue",
  ],
  ...["bulk-memory-opt", "call-indirect-overlong"],
]);

test("the WebAssembly of the core has no newer feature", () => {
  const modules = builtFiles(".wasm").filter(([name]) => name.includes("pack_lookup"));
  assert.equal(modules.length, 3);
  for (const [name, bytes] of modules)
    assert.deepEqual(
      featuresOf(bytes).filter((feature) => !WASM_FEATURES.has(feature)),
      [],
      name,
    );
});

/**
 * Returns the names in the section `target_features`, which have a prefix and their length before
 * them.
 */
function featuresOf(bytes) {
  const [section] = WebAssembly.Module.customSections(
    new WebAssembly.Module(bytes),
    "target_features",
  );
  return Buffer.from(section)
    .toString("latin1")
    .match(/[a-z][a-z\d-]+/g);
}

test("the build, the page's message and the documentation name the same browsers", () => {
  const config = readFileSync(join(root, "www", "vite.config.ts"), "utf8");
  const { chrome, edge, firefox, safari, ios } = Object.fromEntries(
    [...config.matchAll(/"(chrome|edge|firefox|safari|ios)([\d.]+)"/g)].map(([, name, version]) => [
      name,
      version,
    ]),
  );
  assert.deepEqual([edge, ios], [chrome, safari]);
  assert.equal(
    SUPPORTED_BROWSERS,
    `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or a later version`,
  );
  const document = readFileSync(join(root, "docs", "browsers.md"), "utf8");
  assert.ok(document.includes(`| **the page** | **${chrome}** | **${firefox}** | **${safari}** |`));
});
