// Tests what the build of the page makes. The files of its manifest exist, and have the sizes and
// types that it states. No script, style or WebAssembly needs a feature that the oldest supported
// browsers lack. `npm start` can build the page in a clone where nothing else was built.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, cpSync, symlinkSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { paths, environment, root, startable } from "../../scripts/common/project.mjs";
import { execFileSync } from "node:child_process";
import { temporaryFolder } from "../common/folders.mjs";
import { load } from "./unit/source.mjs";

const manifest = JSON.parse(readFileSync(join(paths.page, "manifest.webmanifest"), "utf8"));
const pictures = [
  ...manifest.icons,
  ...manifest.shortcuts.flatMap(({ icons = [] }) => icons),
  ...manifest.screenshots,
];
const bitmaps = pictures.filter(({ type }) => type === "image/png");
const MAX_SCREENSHOT_BYTES = 100_000;

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** The size of a PNG as `WIDTHxHEIGHT`, from its header. */
function sizeOf(file) {
  const bytes = readFileSync(file);
  assert.deepEqual(bytes.subarray(0, PNG.length), PNG, `${file} is a PNG`);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

const fileOf = ({ src }) => join(paths.page, src);

test("every picture of the manifest exists", () => {
  const missing = pictures.filter((picture) => !existsSync(fileOf(picture)));
  assert.deepEqual(missing, []);
});

test("every bitmap of the manifest has the size that it states", () => {
  assert.ok(bitmaps.length > 0);
  for (const bitmap of bitmaps) assert.equal(sizeOf(fileOf(bitmap)), bitmap.sizes, bitmap.src);
});

// Chromium ignores a screenshot with a side below 320 or above 3840 pixels, or with one side more
// than 2.3 times as long as the other.
test("there is a screenshot for narrow and for wide screens, in a size that Chromium accepts", () => {
  assert.deepEqual(manifest.screenshots.map(({ form_factor }) => form_factor).sort(), [
    "narrow",
    "wide",
  ]);
  for (const { sizes, label, src } of manifest.screenshots) {
    const sides = sizes
      .split("x")
      .map(Number)
      .sort((a, b) => a - b);
    assert.ok(
      sides[0] >= 320 && sides[1] <= 3840 && sides[1] <= 2.3 * sides[0],
      `${src}: ${sizes}`,
    );
    assert.ok(label.length > 0, src);
  }
});

test("screenshots are small, and the service worker does not store them", () => {
  const serviceWorker = readFileSync(join(paths.page, "service-worker.js"), "utf8");
  assert.ok(serviceWorker.includes("icon-192.png"), "it stores icons");
  assert.ok(!serviceWorker.includes("screenshot-"));
  for (const screenshot of manifest.screenshots)
    assert.ok(statSync(fileOf(screenshot)).size <= MAX_SCREENSHOT_BYTES, screenshot.src);
});

test("the share target takes pictures as a form of files", () => {
  const { action, method, enctype, params } = manifest.share_target;
  assert.deepEqual(
    { action, method, enctype },
    { action: "share", method: "POST", enctype: "multipart/form-data" },
  );
  assert.deepEqual(
    params.files.map(({ accept }) => accept),
    [["image/*"]],
  );
});

const clone = temporaryFolder();
const start = join(clone, "build", "start");

const trackedFiles = execFileSync("git", ["ls-files", "-z", "npm", "src", "www"], { cwd: root })
  .toString()
  .split("\0")
  .filter((file) => file !== "" && existsSync(join(root, file)));

test("the page builds from tracked files and the WebAssembly that is compiled before it", () => {
  for (const file of trackedFiles) cpSync(join(root, file), join(clone, file));
  symlinkSync(paths.nodeModules, join(clone, "node_modules"), "dir");
  cpSync(join(clone, "npm"), start, { recursive: true });
  for (const name of ["pack_lookup", "pack_lookup_gs1", "pack_lookup_importer"]) {
    for (const file of [`${name}.js`, `${name}_bg.wasm`])
      cpSync(join(root, "npm", file), join(start, file));
  }
  const vite = startable("vite", ["build", "--logLevel", "warn", "www"], paths.nodeModules);
  const env = { ...environment, PACK_LOOKUP_PACKAGE: start, PACK_LOOKUP_PAGE: join(start, "page") };
  execFileSync(...vite, { cwd: clone, env });
  assert.ok(existsSync(join(start, "page", "index.html")));
});

// The type checker rejects JavaScript newer than ES2022 in the page's own code. The tests below
// also read its dependencies, its style and its WebAssembly.
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
 * The names in the section `target_features`, which have a prefix and their length before
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
