// Tests the packed module in empty projects: with Node, TypeScript, Vite, webpack and esbuild, and
// in three browsers.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { publint } from "publint";
import webpack from "webpack";
import { budgets } from "../../scripts/build/budgets.mjs";
import { digestOf, environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { makeProject, temporaryFolder } from "../common/folders.mjs";
import { inWhole } from "../common/whole.mjs";
import { engines } from "../common/engines.mjs";
import { serveFolder } from "../page/server.mjs";

const project = temporaryFolder();
const sources = join(import.meta.dirname, "project");
const executed = promisify(execFile);
const run = (command, ...args) =>
  executed(...startable(command, args, paths.nodeModules), { cwd: project, env: environment });
const { version } = JSON.parse(readFileSync(join(root, "npm", "package.json"), "utf8"));
const installed = join(project, "node_modules", "pack-lookup");
let tarball;

before(async () => {
  cpSync(sources, project, { recursive: true });
  const { stdout } = await run(
    "npm",
    "pack",
    "--silent",
    "--pack-destination",
    project,
    join(root, "npm"),
  );
  tarball = join(project, stdout.trim());
  await run("npm", "install", "--offline", "--no-audit", "--no-fund", tarball);
});

/** The reader of print is in the tarball if it was built. `npm publish` requires it. */
const BUILT_PRINT_READER = ["pack_lookup_print.js", "pack_lookup_print_bg.wasm.gz"].filter((file) =>
  existsSync(join(root, "npm", file)),
);

test("the tarball has the listed files and no others", () => {
  assert.deepEqual(readdirSync(join(project, "node_modules", "pack-lookup")).sort(), [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "api",
    "async-worker.js",
    "async.js",
    "bundled.js",
    "cli.js",
    "core.js",
    "custom-elements.json",
    "device-worker.js",
    "device.js",
    "ed25519.js",
    "errors.js",
    "fetch",
    "gs1.js",
    "http",
    "import-worker.js",
    "import.js",
    "index.js",
    "lookup-module.js",
    "mcp",
    "node",
    "pack_lookup.js",
    "pack_lookup_bg.wasm",
    "pack_lookup_gs1.js",
    "pack_lookup_gs1_bg.wasm",
    "pack_lookup_importer.js",
    "pack_lookup_importer_bg.wasm",
    ...BUILT_PRINT_READER,
    "pack_lookup_terminal.js",
    "pack_lookup_terminal_bg.wasm.br",
    "package.json",
    "packs.bin",
    "page",
    "print",
    "print-worker.js",
    "print.js",
    "sbom.cdx.json",
    "scanner-peer-worker.js",
    "scanner-worker.js",
    "scanner.js",
    "serve",
    "signature.js",
    "third-party-licences.txt",
    "types",
    "wasm",
    "wedge.js",
    "worker",
    "zxing_reader.wasm",
  ]);
});

test("the tarball is within its budget", () => {
  const { size } = statSync(tarball);
  assert.ok(size <= budgets.tarball, `${size} bytes; ${budgets.tarball} are allowed`);
});

test("the tarball has each content once, compressed or not", () => {
  const named = new Map();
  for (const file of filesIn(installed)) {
    const digest = digestOf(contentOf(file));
    named.set(digest, [...(named.get(digest) ?? []), relative(installed, file)]);
  }
  assert.ok(named.size > 100);
  assert.deepEqual(
    [...named.values()].filter((files) => files.length > 1),
    [],
  );
});

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** The content of a file without its compression, which the name need not show. */
function contentOf(file) {
  const bytes = readFileSync(file);
  if (file.endsWith(".br")) return brotliDecompressSync(bytes);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

test("each link in README.md leads into the package, or to a site", () => {
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\(([^)\s#]+)/g)].map(([, link]) => link);
  const files = links.filter((link) => !link.startsWith("https://"));
  assert.notEqual(links.length, 0);
  assert.deepEqual(
    files.filter((file) => !existsSync(join(installed, file))),
    [],
  );
});

test("runs in Node", async () => {
  const { stdout } = await run("node", "in-node.mjs");
  assertInNode(JSON.parse(stdout));
});

test("runs in Node from a CommonJS script", async () => {
  const { stdout } = await run("node", "in-node.cjs");
  const { answers, isSame } = JSON.parse(stdout);
  assertAnswers(answers);
  assert.ok(isSame);
});

/** Only the package, in an empty folder, on a machine with only Node. */
test("the command line needs only Node", { skip: process.platform === "win32" }, async (t) => {
  const folder = temporaryFolder(t);
  makeProject(folder);
  const [npm, options] = startable(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", tarball],
    paths.nodeModules,
  );
  await executed(npm, options, { cwd: folder, env: environment });
  const [node] = startable("node", [], paths.nodeModules);
  const alone = { cwd: folder, env: { PATH: dirname(node) } };
  const packLookup = async (...args) =>
    (await executed(join(folder, "node_modules", ".bin", "pack-lookup"), args, alone)).stdout;
  assert.equal(await packLookup("--version"), `pack-lookup ${version}\n`);
  assert.match(await packLookup("search", "amlodipine"), /^Warning: demonstration data: /);
  cpSync(paths.demoRelease, join(folder, "release.zip"));
  await packLookup("build", "release.zip");
  assert.deepEqual(readFileSync(join(folder, "packs.bin")), readFileSync(paths.demoDataset));
  assert.match(
    await packLookup("verify", "packs.bin"),
    /^packs\.bin: complete and unchanged, \d+ packs /,
  );
  assert.deepEqual(readdirSync(folder).sort(), [
    "node_modules",
    "package-lock.json",
    "package.json",
    "packs.bin",
    "release.zip",
  ]);
});

test("the types compile in strict mode, without types of browsers or Node", async () => {
  await run("tsc", "--project", ".");
  await run("tsc", "--project", ".", "--module", "esnext", "--moduleResolution", "bundler");
  await run("tsc", "--project", "without-dom.json");
});

test("publint and are-the-types-wrong find no fault", async () => {
  const { messages } = await publint({
    pkgDir: join(project, "node_modules", "pack-lookup"),
    strict: true,
  });
  assert.deepEqual(messages, []);
  // The module is ESM only, and some of its entry points are not code.
  const data = [
    "./async-worker.js",
    "./device-worker.js",
    "./import-worker.js",
    "./pack_lookup_bg.wasm",
    "./pack_lookup_gs1_bg.wasm",
    "./pack_lookup_importer_bg.wasm",
    "./packs.bin",
    "./print-worker.js",
    "./scanner-peer-worker.js",
    "./scanner-worker.js",
    "./zxing_reader.wasm",
  ];
  await run("attw", tarball, "--profile", "esm-only", "--exclude-entrypoints", ...data);
});

test("Vite builds it, with a Web Worker", async () => {
  await run("vite", "build", "--logLevel", "error");
});

test("esbuild builds it, minified", async () => {
  // In a subfolder, the files are found next to the bundle, and not above it.
  const site = join(project, "esbuild");
  const out = join(site, "assets");
  // Not every browser supports service workers that are modules.
  await run(
    "esbuild",
    "service-worker.js",
    "--bundle",
    "--format=iife",
    `--outdir=${out}`,
    "--log-override:empty-import-meta=silent",
  );
  const workers = ["pack-lookup/async-worker.js", "pack-lookup/import-worker.js"];
  const options = [
    "--bundle",
    "--minify",
    "--format=esm",
    "--entry-names=[name]",
    `--outdir=${out}`,
    "--log-override:empty-import-meta=error",
  ];
  await run("esbuild", "main.js", "worker.js", ...workers, ...options);
  const html = readFileSync(join(sources, "index.html"), "utf8");
  writeFileSync(join(site, "index.html"), html.replace("./main.js", "./assets/main.js"));
  renameSync(join(out, "service-worker.js"), join(site, "service-worker.js"));
  const files = join(project, "node_modules", "pack-lookup");
  for (const file of [
    "pack_lookup_bg.wasm",
    "pack_lookup_gs1_bg.wasm",
    "pack_lookup_importer_bg.wasm",
    "packs.bin",
  ])
    cpSync(join(files, file), join(out, file));
});

test("esbuild builds it as CommonJS, which has to name the files", async () => {
  const options = [
    "--bundle",
    "--minify",
    "--platform=node",
    "--format=cjs",
    "--outfile=commonjs.cjs",
    "--log-override:empty-import-meta=silent",
  ];
  await run("esbuild", "named.cjs", ...options);
  const { stdout } = await run("node", "commonjs.cjs");
  const noAddress = (name, advice) => [
    name,
    "unavailable",
    `this script has no address, because it is not a module; ${advice}`,
  ];
  assert.deepEqual(JSON.parse(stdout), {
    dataset: noAddress("DatasetError", "pass the file as `dataset`"),
    wasm: noAddress("WasmError", "pass the file as `wasm`"),
    named: 2000,
    gs1: noAddress("WasmError", "pass the file as `wasm`"),
    worker: noAddress("WasmError", "workers need a bundle of modules (ESM)"),
    importer: noAddress("ImportError", "pass the file as `wasm`"),
    importerWorker: noAddress("ImportError", "workers need a bundle of modules (ESM)"),
  });
});

test("webpack builds it, and finds the files and the workers", async () => {
  const out = join(project, "webpack");
  // webpack would warn about the size of the dataset.
  const config = {
    mode: "production",
    context: project,
    entry: "./main.js",
    output: { path: out, publicPath: "" },
    performance: { hints: false },
  };
  const stats = await promisify(webpack)(config);
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }), {
    errors: [],
    warnings: [],
  });
  cpSync(join(sources, "index.html"), join(out, "index.html"));
});

test("Vite builds it for a server", async () => {
  await run("vite", "build", "--logLevel", "error", "--ssr", "in-node.mjs", "--outDir", "ssr");
  const { stdout } = await run("node", "ssr/in-node.js");
  assertInNode(JSON.parse(stdout));
});

test("it needs no build: an import map or an address is enough", () => {
  const plain = join(project, "plain");
  for (const file of ["main.js", "answers.js", "errors.js", "sources.js"])
    cpSync(join(sources, file), join(plain, file));
  cpSync(join(project, "node_modules", "pack-lookup"), join(plain, "pack-lookup"), {
    recursive: true,
  });
  const read = (file) => readFileSync(join(sources, file), "utf8");
  const imports = Object.fromEntries(
    ["", "/async", "/errors", "/gs1", "/import"].map((entry) => [
      `pack-lookup${entry}`,
      `./pack-lookup${entry || "/index"}.js`,
    ]),
  );
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  writeFileSync(
    join(plain, "index.html"),
    read("index.html").replace("<script", `${map}\n    <script`),
  );
  writeFileSync(
    join(plain, "worker.js"),
    read("worker.js").replace("./answers.js", "./worker-answers.js"),
  );
  writeFileSync(
    join(plain, "worker-answers.js"),
    read("answers.js").replace('"pack-lookup"', '"./pack-lookup/index.js"'),
  );
});

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`runs in ${name}: built by Vite, webpack and esbuild, without a build, and in a service worker`, {
    skip,
    ...(name !== "chromium" && inWhole),
  }, async (t) => {
    const engine = await start();
    t.after(engine.close);
    for (const folder of ["dist", "webpack", "esbuild", "plain"])
      await assertRunsIn(t, engine, join(project, folder), { attempts: name === "webkit" ? 2 : 1 });
    await assertRunsInServiceWorker(t, engine, join(project, "esbuild"));
  });
}

/** The class, the name and the reason of each error that the page causes. */
const ERRORS = {
  gtin: "GtinError GtinError bad_length",
  gtinInWorker: "GtinError GtinError bad_length",
  scan: "ScanError ScanError empty",
  scanInWorker: "ScanError ScanError empty",
  open: "DatasetError DatasetError not_a_dataset",
  openInWorker: "DatasetError DatasetError not_a_dataset",
  importRelease: "ImportError ImportError not_a_zip",
  applyUpdate: "UpdateError UpdateError not_an_update",
  makeUpdate: "UpdateError UpdateError no_dataset",
  option: "TypeError TypeError unknown_option",
  closed: "PackLookupError PackLookupError closed",
  closedInWorker: "PackLookupError PackLookupError closed",
};

/**
 * Opens the page, which answers in its own thread and in a worker, imports, and writes all of it
 * into its title. WebKit once answered that it knows no status of a pack that it had just found,
 * and never again in 500 attempts: it is asked twice, and the first answer is in the log of the
 * test.
 */
async function assertRunsIn(t, engine, folder, { attempts }) {
  cpSync(paths.demoRelease, join(folder, "release.zip"));
  const server = await serveFolder(folder);
  t.after(() => server.stop());
  for (let left = attempts - 1; ; left -= 1) {
    const title = await titleOf(engine, `${server.origin}/index.html`);
    try {
      return assertPage(JSON.parse(title));
    } catch (error) {
      if (left === 0) throw error;
      t.diagnostic(`asked again, because it answered ${title}`);
    }
  }
}

async function titleOf(engine, url) {
  await engine.open(url);
  return engine.run(async () => {
    const end = Date.now() + 20_000;
    while (!document.title && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return document.title;
  });
}

function assertPage({ page, inWorker, barcode, worker, imported, errors, openedWrongly }) {
  assertAnswers(page);
  assertAnswers(inWorker);
  assert.equal(barcode.batch, "AB12");
  assertAnswers(worker);
  const digest = createHash("sha256").update(readFileSync(paths.demoDataset)).digest("hex");
  assert.deepEqual(imported, {
    digest,
    intact: "none",
    damaged: "DatasetError DatasetError damaged",
  });
  assert.deepEqual(errors, ERRORS);
  assert.deepEqual(openedWrongly, []);
}

async function assertRunsInServiceWorker(t, engine, folder) {
  const server = await serveFolder(folder);
  t.after(() => server.stop());
  await engine.open(`${server.origin}/index.html`);
  const answers = await engine.run(async () => {
    await navigator.serviceWorker.register("./service-worker.js");
    while (!navigator.serviceWorker.controller)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return (await fetch("/answers")).json();
  });
  assertAnswers(answers);
}

function assertInNode({ here, inWorker }) {
  assertAnswers(here);
  assertAnswers(inWorker);
}

function assertAnswers(answers) {
  const current = { current: true, discontinued: false, discontinued_date: null, invalid: false };
  assert.deepEqual(answers, {
    idType: "string",
    priceType: "number",
    countType: "number",
    sameJson: true,
    unknown: "undefined",
    statuses: [current, current, current, current, null],
    corrections: [{ from: "amlodpine", to: ["amlodipine"] }],
    reason: "bad_length",
    scanned: "AB12",
    status: [200, 404, 304],
    demo: true,
  });
}
