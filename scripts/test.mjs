// npm test [-- SUITE...]: sets everything up and runs the test suites, all of them or those that are named.
import { join } from "node:path";
import { prepareBrowsers, whatLacks } from "./setup/browsers.mjs";
import { buildPage, buildWorker } from "./build/served.mjs";
import { demoDataset } from "./build/dataset.mjs";
import { buildModule } from "./build/module.mjs";
import { paths, program, rustTarget } from "./common/project.mjs";
import { capture, Failure, main, run, say } from "./common/run.mjs";
import { preparePythonClients, prepareSchemathesis } from "./setup/python.mjs";
import { setUp } from "./setup/tools.mjs";
import { prepareTypeScriptClients } from "./setup/typescript.mjs";
import { report, runSuites } from "./suites.mjs";

const suites = {
  format: () => run("cargo", ["fmt", "--check"]),
  lint,
  docs: testDocs,
  setup: () => run("node", ["--test", join("tests", "setup", "*.test.mjs")]),
  core: () => run("cargo", ["test", "--locked", "--features", "import"]),
  browsers: testInBrowsers,
  worker: testWorker,
  contract: testContract,
  module: testModule,
  page: testPage,
};

/// What has to be built before a suite can run.
const tools = {
  docs: ["wasm-bindgen-cli"],
  browsers: ["wasm-bindgen-cli", "wasm-pack", "geckodriver"],
  worker: ["wasm-bindgen-cli", "worker-build"],
  contract: ["wasm-bindgen-cli", "worker-build"],
  module: ["wasm-bindgen-cli", "geckodriver"],
  page: ["wasm-bindgen-cli", "worker-build", "geckodriver"],
};

/// What each engine needs beside its driver from `.tools`.
const engines = { chromium: ["chromium"], firefox: ["firefox"], webkit: ["webkitDriver", "display"] };

let isPageBuilt = false;

main((names) => {
  const chosen = names.length > 0 ? names : Object.keys(suites);
  requireKnown(chosen);
  setUp([...new Set(chosen.flatMap((name) => tools[name] ?? []))]);
  report(runSuites(chosen, suites, process.env.CI === "true"));
});

function requireKnown(names) {
  const unknown = names.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length === 0) return;
  throw new Failure(`No suite is called ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}`);
}

/// Natively with all that a native build can have, and for WebAssembly with all hosts: one at a time, they would compile
/// all that they use twice.
function lint() {
  const clippy = (...args) =>
    run("cargo", ["clippy", "--locked", ...args, "--", "-D", "warnings"], { PACK_LOOKUP_DATASET: paths.testDataset });
  clippy("--all-targets", "--features", "import");
  clippy("--target", rustTarget, "--features", "worker,browser,gs1,importer,terminal", "--lib", "--test", "browser");
}

function testDocs(skip) {
  run("cargo", ["doc", "--locked", "--no-deps", "--features", "import"], { RUSTDOCFLAGS: "-D warnings" });
  const env = clientsOfRecipes(skip);
  buildDemoPage();
  buildModule(paths.demoDataset);
  run("node", ["--test", join("tests", "docs", "*.test.mjs")], env);
}

/// The recipes whose language is missing are left out, and say so: those of R, Java and Postgres are for a machine that has them.
function clientsOfRecipes(skip) {
  const clients = { PYTHON_CLIENTS: preparePythonClients(), TYPESCRIPT_CLIENTS: prepareTypeScriptClients() };
  for (const { lack } of Object.values(clients)) if (lack) skip(`recipes for clients: ${lack}`);
  return Object.fromEntries(Object.entries(clients).flatMap(([name, { program }]) => (program ? [[name, program]] : [])));
}

function testInBrowsers(skip) {
  const found = prepareBrowsers();
  const { chromedriver, webkitDriver, display } = found;
  testIn("chromium", ["chromedriver"], found, skip, ["--chrome", "--chromedriver", chromedriver]);
  testIn("firefox", [], found, skip, ["--firefox", "--geckodriver", program("geckodriver")]);
  testIn("webkit", [], found, skip, ["--safari", "--safaridriver", webkitDriver], display && [display, "-a"]);
}

function testIn(engine, others, found, skip, options, wrapper = []) {
  if (!canUse(engine, [...engines[engine], ...others], found, skip)) return;
  const command = [...wrapper, "wasm-pack", "test", "--headless", ...options, "--", "--locked", "--test", "browser"];
  run(command[0], command.slice(1), { WASM_BINDGEN_TEST_WEBDRIVER_JSON: paths.webdriver });
}

function canUse(what, keys, found, skip) {
  const lack = whatLacks(keys, found);
  if (lack !== null) skip(`${what}: ${lack}`);
  return lack === null;
}

function testWorker() {
  buildWorker(paths.testDataset, paths.testWorker);
  buildDemoPage();
  run("node", ["--test", join("tests", "worker", "*.test.mjs")]);
}

function testContract(skip) {
  const { program: SCHEMATHESIS, lack } = prepareSchemathesis();
  if (lack) return skip(`the contract: ${lack}`);
  buildWorker(paths.testDataset, paths.testWorker);
  buildDemoPage();
  run("node", ["--test", join("tests", "contract", "*.test.mjs")], { SCHEMATHESIS });
}

function testModule(skip) {
  skipEngines(prepareBrowsers(), skip);
  if (capture("docker", ["info"]) === null) say("SKIPPED: the container is not built: docker is not here, or not running");
  buildDemoPage();
  buildModule(paths.demoDataset);
  run("npm", ["run", "--silent", "test:npm"]);
}

/// The tests leave out by themselves what they can't run.
function skipEngines(found, skip) {
  for (const [engine, keys] of Object.entries(engines)) canUse(engine, keys, found, skip);
}

function testPage(skip) {
  const found = prepareBrowsers();
  if (!canUse("the page", ["chromium", "ffmpeg"], found, skip)) return;
  skipEngines(found, skip);
  const { chromium, ffmpeg } = found;
  buildWorker(paths.testDataset, paths.testWorker);
  buildDemoPage();
  run("npm", ["run", "--silent", "test:page"], { CHROMIUM: chromium, FFMPEG: ffmpeg });
}

/// The page with the module in it, once for all suites.
function buildDemoPage() {
  if (!isPageBuilt) buildPage(demoDataset());
  isPageBuilt = true;
}
