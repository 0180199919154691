// npm test [-- SUITE...]: sets everything up and runs the test suites, all of them or those that are named.
import { join } from "node:path";
import { prepareBrowsers } from "./browsers.mjs";
import { buildPage, buildWorker } from "./build.mjs";
import { demoDataset } from "./dataset.mjs";
import { cargoTools, paths, program, rustTarget } from "./project.mjs";
import { Failure, main, run, say } from "./run.mjs";
import { setUp } from "./setup.mjs";

const suites = {
  format: () => run("cargo", ["fmt", "--check"]),
  lint,
  docs: testDocs,
  setup: () => run("node", ["--test", join("tests", "setup", "*.test.mjs")]),
  core: () => run("cargo", ["test", "--locked", "--features", "import"]),
  browsers: testInBrowsers,
  worker: testWorker,
  module: testModule,
  page: testPage,
};

let isPageBuilt = false;

main((names) => {
  const chosen = names.length > 0 ? names : Object.keys(suites);
  requireKnown(chosen);
  setUp(Object.keys(cargoTools));
  const failed = chosen.filter((name) => !passes(name));
  console.log(`\n${chosen.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) throw new Failure(`Failed: ${failed.join(", ")}. One alone: npm test -- ${failed[0]}`);
});

function requireKnown(names) {
  const unknown = names.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length === 0) return;
  throw new Failure(`No suite is called ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}`);
}

/// Runs on after a failure, so that one run tells all that is wrong.
function passes(name) {
  const start = performance.now();
  say(`Suite ${name}`);
  try {
    suites[name]();
    return true;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    return false;
  } finally {
    say(`Suite ${name} took ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}

/// Natively with all that a native build can have, and once for each WebAssembly host.
function lint() {
  const clippy = (...args) =>
    run("cargo", ["clippy", "--locked", ...args, "--", "-D", "warnings"], { PACK_LOOKUP_DATASET: paths.testDataset });
  clippy("--all-targets", "--features", "import");
  clippy("--target", rustTarget, "--features", "worker");
  clippy("--target", rustTarget, "--features", "browser", "--lib", "--test", "browser");
}

function testDocs() {
  run("cargo", ["doc", "--locked", "--no-deps", "--features", "import"], { RUSTDOCFLAGS: "-D warnings" });
  run("node", ["--test", join("tests", "docs", "*.test.mjs")]);
}

function testInBrowsers() {
  const { chromedriver, webkitDriver, xvfb } = prepareBrowsers();
  const test = ["test", "--headless"];
  const rest = ["--", "--locked", "--test", "browser"];
  const env = { WASM_BINDGEN_TEST_WEBDRIVER_JSON: paths.webdriver };
  run("wasm-pack", [...test, "--chrome", "--chromedriver", chromedriver, ...rest], env);
  run("wasm-pack", [...test, "--firefox", "--geckodriver", program("geckodriver"), ...rest], env);
  // WebKit's driver has no headless mode of its own: without a display it hangs.
  run(xvfb, ["-a", "wasm-pack", ...test, "--safari", "--safaridriver", webkitDriver, ...rest], env);
}

function testWorker() {
  buildWorker(paths.testDataset, paths.testWorker);
  buildDemoPage();
  run("node", ["--test", join("tests", "worker", "*.test.mjs")]);
}

function testModule() {
  buildDemoPage();
  run("npm", ["run", "--silent", "test:npm"]);
}

function testPage() {
  const { chromium, firefox, ffmpeg } = prepareBrowsers();
  buildWorker(paths.testDataset, paths.testWorker);
  buildDemoPage();
  run("npm", ["run", "--silent", "test:page"], { CHROMIUM: chromium, FIREFOX: firefox, FFMPEG: ffmpeg });
}

/// The page with the module in it, once for all suites.
function buildDemoPage() {
  if (!isPageBuilt) buildPage(demoDataset());
  isPageBuilt = true;
}
