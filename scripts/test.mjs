// npm test [-- [--whole] SUITE...]: sets everything up and runs all test suites, or the named ones.
// The short run skips repetitions and slow tests,
// with a message. `--whole` and CI=true skip nothing.
import { join } from "node:path";
import { describeMissing, prepareBrowsers } from "./setup/browsers.mjs";
import { buildBlocks } from "./build/blocks.mjs";
import { demoDataset } from "./build/dataset.mjs";
import { buildModule, buildPage, buildPrint, buildWorker, compileWorker } from "./build/hosts.mjs";
import { compileForPackage, printModule } from "./build/wasm.mjs";
import { environment, paths, program, rustTarget } from "./common/project.mjs";
import { allOf, capture, main, runBeside, runTogether, say } from "./common/run.mjs";
import {
  installCompiler,
  installCargoTools,
  installNodeModules,
  MODULE_TOOLS,
  prepareFhirModels,
  prepareFhirPackages,
  preparePythonClients,
  prepareSchemathesis,
  prepareTypeScriptClients,
  WORKER_TOOLS,
} from "./setup/tools.mjs";
import { readArguments, report, runSuites, WHOLE } from "./suites.mjs";

const suites = {
  format: () => runBeside("cargo", ["fmt", "--check"]),
  lint,
  core: testCore,
  docs: testDocs,
  setup: () => runTests("setup"),
  browsers: testInBrowsers,
  worker: testWorker,
  contract: testContract,
  module: testModule,
  print: testPrint,
  lab: testLab,
  page: testPage,
};

/**
 * The tools that must be built before a suite can run. Suites that are not listed need only the
 * compiler, and run meanwhile: they must not block.
 */
const suiteTools = {
  docs: MODULE_TOOLS,
  setup: [],
  browsers: ["wasm-bindgen-cli", "wasm-pack", "geckodriver"],
  worker: WORKER_TOOLS,
  contract: WORKER_TOOLS,
  module: [...MODULE_TOOLS, "geckodriver"],
  print: [...MODULE_TOOLS, "geckodriver"],
  lab: MODULE_TOOLS,
  page: [...WORKER_TOOLS, "geckodriver"],
};

/** The programs that each engine needs in addition to its driver in `.tools`. */
const engineTools = {
  chromium: ["chromium"],
  firefox: ["firefox"],
  webkit: ["webkitDriver", "display"],
};

/** The timeout of a test file, after which it fails with the place where it waits. */
const FILE_TIMEOUT_MS = 15 * 60_000;

let isModuleBuilt = false;
let isPageBuilt = false;
let dataset;

/** The installation of the npm packages. */
let packages;

/** The suites of this run. */
let chosen = [];

main(async (args) => {
  const { names, isWhole } = readArguments(args, suites);
  environment[WHOLE] = String(isWhole);
  chosen = names;
  installCompiler();
  packages = installNodeModules();
  const ready = allOf([packages, installCargoTools(toolsOf(names, isWhole))]);
  // Each suite that waits for them reports the failure.
  for (const installed of [packages, ready]) installed.catch(() => {});
  report(await runSuites(names, afterSetUp(ready), process.env.CI === "true"));
  if (!isWhole) say("This was the short run. To run all tests: npm test -- --whole");
});

/** The tools of some suites. Only the whole run repeats tests in Firefox. */
function toolsOf(names, isWhole) {
  const tools = new Set(names.flatMap((name) => suiteTools[name] ?? []));
  if (!isWhole) tools.delete("geckodriver");
  return [...tools];
}

function afterSetUp(ready) {
  const delayed = Object.keys(suiteTools).map((name) => [
    name,
    async (skip) => (await ready, suites[name](skip)),
  ]);
  return { ...suites, ...Object.fromEntries(delayed) };
}

function runTests(folders, env, concurrency = 2) {
  const files = [folders].flat().map((folder) => join("tests", folder, "*.test.mjs"));
  return runBeside(
    "node",
    ["--test", `--test-timeout=${FILE_TIMEOUT_MS}`, `--test-concurrency=${concurrency}`, ...files],
    env,
  );
}

/**
 * Lints the native build with all features, then WebAssembly with all hosts. Separate runs would
 * compile shared crates twice. Then checks the format and the rules of all other sources.
 */
async function lint() {
  const clippy = (...args) =>
    runBeside("cargo", ["clippy", "--locked", ...args, "--", "-D", "warnings"], {
      PACK_LOOKUP_DATASET: paths.testDataset,
      PACK_LOOKUP_HISTORY: paths.testHistory,
    });
  await clippy("--all-targets", "--features", "import");
  const hosts = "worker,browser,demo,gs1,node-cli,print";
  await clippy("--target", rustTarget, "--features", hosts, "--lib", "--test", "browser");
  await packages;
  await runBeside("biome", ["ci", "--diagnostic-level=error"]);
}

/**
 * Tests the core natively. Without targets, `cargo test` would also build the examples, which `lint` checks.
 */
async function testCore() {
  const test = (...targets) =>
    runBeside("cargo", ["test", "--locked", "--features", "import", ...targets]);
  await test("--tests");
  await test("--doc");
}

async function testDocs(skip) {
  await runBeside("cargo", ["doc", "--locked", "--no-deps", "--features", "import"], {
    RUSTDOCFLAGS: "-D warnings",
  });
  // The recipes' programs wait for a network while the module compiles.
  const [, env] = await allOf([buildDemoModule(), prepareRecipeClients(skip)]);
  buildDemoPage();
  compileAhead();
  await runTests("docs", env);
  // Last, and without others: the commands of README.md rebuild what the other tests read.
  await runTests(join("docs", "clone"));
}

/**
 * Compiles what later suites need on the cores that the tests of documents leave idle. If that
 * fails, these suites report it.
 */
async function compileAhead() {
  const needed = (...names) => names.some((name) => chosen.includes(name));
  try {
    if (needed("worker", "contract", "page"))
      await compileWorker(paths.testDataset, paths.testWorker, paths.testHistory);
    if (needed("print")) await compileForPackage(printModule);
  } catch {}
}

const prepareRecipeClients = async (skip) =>
  programsOf(
    { PYTHON_CLIENTS: preparePythonClients(), TYPESCRIPT_CLIENTS: prepareTypeScriptClients() },
    "recipes for clients",
    skip,
  );

/** Test files run in parallel, so what several of them use is installed before. */
const prepareFhirClients = (skip) =>
  programsOf(
    { FHIR_PYTHON: prepareFhirModels(), FHIR_PACKAGES: prepareFhirPackages() },
    "tests with FHIR clients",
    skip,
  );

/**
 * The variables that name installed programs. Tests of those that are missing are skipped
 * with a message.
 */
function programsOf(prepared, tests, skip) {
  for (const { missing } of Object.values(prepared)) if (missing) skip(`${tests}: ${missing}`);
  return Object.fromEntries(
    Object.entries(prepared).flatMap(([name, { program }]) => (program ? [[name, program]] : [])),
  );
}

/** Tests in browsers, in parallel, because most of the time is waiting for a browser. */
function testInBrowsers(skip) {
  const found = prepareBrowsers();
  const { chromedriver, webkitDriver, display } = found;
  const chrome = ["--chrome", "--chromedriver", chromedriver];
  const firefox = ["--firefox", "--geckodriver", program("geckodriver")];
  const safari = ["--safari", "--safaridriver", webkitDriver];
  const commands = testIn("chromium", ["chromedriver"], found, skip, chrome);
  if (environment[WHOLE] === "true") commands.push(...testIn("firefox", [], found, skip, firefox));
  commands.push(...testIn("webkit", [], found, skip, safari, display && [display, "-a"]));
  return runTogether(commands);
}

/** The commands that test in an engine: empty if it is not installed. */
function testIn(engine, others, found, skip, options, wrapper = []) {
  if (!canUse(engine, [...engineTools[engine], ...others], found, skip)) return [];
  const test = [
    "wasm-pack",
    "test",
    "--headless",
    ...options,
    ..."-- --locked --test browser".split(" "),
  ];
  const [command, ...args] = [...wrapper, ...test];
  return [[command, args, { WASM_BINDGEN_TEST_WEBDRIVER_JSON: paths.webdriver }]];
}

function canUse(name, keys, found, skip) {
  const missing = describeMissing(keys, found);
  if (missing !== null) skip(`${name}: ${missing}`);
  return missing === null;
}

async function testWorker() {
  await buildWorker(paths.testDataset, paths.testWorker, paths.testHistory);
  buildDemoPage();
  await runTests("worker");
}

async function testContract(skip) {
  const { program: SCHEMATHESIS, missing } = prepareSchemathesis();
  if (missing) return skip(`contract tests: ${missing}`);
  await buildWorker(paths.testDataset, paths.testWorker, paths.testHistory);
  buildDemoPage();
  await runTests("contract", { SCHEMATHESIS, ...prepareFhirClients(skip) });
}

async function testModule(skip) {
  skipEngines(prepareBrowsers(), skip);
  if (capture("docker", ["info"]) === null)
    say("SKIPPED: the container is not built: docker is missing or not running");
  await buildDemoModule();
  buildDemoPage();
  await runTests("npm", {}, 3);
}

/** Tests the reader of print, which no other suite builds, and the page with it. */
async function testPrint(skip) {
  const found = prepareBrowsers();
  if (!canUse("tests of the reader of print", ["chromium"], found, skip)) return;
  skipEngines(found, skip);
  await buildPrint();
  buildDemoPage();
  await runTests(join("npm", "print"), { CHROMIUM: found.chromium });
}

/** Runs the short forms of the measurements of `npm run lab`. */
async function testLab() {
  await buildDemoModule();
  await runTests("lab");
}

/** Prints which engines the tests will skip. */
function skipEngines(found, skip) {
  for (const [engine, keys] of Object.entries(engineTools)) canUse(engine, keys, found, skip);
}

async function testPage(skip) {
  const found = prepareBrowsers();
  if (!canUse("page tests", ["chromium", "ffmpeg"], found, skip)) return;
  skipEngines(found, skip);
  const { chromium, ffmpeg } = found;
  await buildWorker(paths.testDataset, paths.testWorker, paths.testHistory);
  buildDemoPage();
  await buildBlocks();
  await runTests(["page/unit", "page"], { CHROMIUM: chromium, FFMPEG: ffmpeg }, 3);
}

/**
 * Builds the module before the page, which uses two parts of it. All four parts are built in
 * parallel. A page that an earlier suite packed without the module has copies of its files.
 */
async function buildDemoModule() {
  await buildModule(demo());
  if (!isModuleBuilt) isPageBuilt = false;
  isModuleBuilt = true;
}

/** Builds the page with the module in it, once for all suites. */
function buildDemoPage() {
  if (!isPageBuilt) buildPage(demo());
  isPageBuilt = true;
}

/** The demonstration data, built once for all suites. */
const demo = () => (dataset ??= demoDataset());
