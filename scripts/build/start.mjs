// Builds what `npm start` serves, in build/start: a copy of the package with WebAssembly that is
// compiled quickly, and the page in it. Nothing in npm/ changes, so the quick build is never
// published.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { cargoTools, demo, paths, root, rustTarget } from "../common/project.mjs";
import { allOf } from "../common/run.mjs";
import { Steps } from "../common/steps.mjs";
import {
  areNodeModulesInstalled,
  cargoToolCommands,
  compilerCommands,
  MODULE_TOOLS,
  nodeModulesCommand,
} from "../setup/tools.mjs";
import { cargoArgs, modules, unlessUnchanged } from "./wasm.mjs";

const PROFILE = "start";
const compiled = join(paths.target, rustTarget, PROFILE, "pack_lookup.wasm");
const module = join(paths.build, "start-module");

/** The jobs of the smaller compilation. With more compilers than cores, both would take longer. */
const HALF_THE_CORES = {
  CARGO_BUILD_JOBS: String(Math.max(1, Math.floor(availableParallelism() / 2))),
};

/**
 * The files of the package that are built, and are not copied: other folders, the WebAssembly and
 * the page.
 */
const BUILT =
  /^(node_modules|page|packs\.bin|pack_lookup(_gs1|_importer|_terminal)?(_bg\.wasm(\.br)?|\.js))$/;

/** Builds the package and its page. Returns the folder of the package. */
export async function buildForStart() {
  const steps = new Steps(join(paths.build, "start.log"));
  await runAll(steps, "Install the compiler", compilerCommands());
  await allOf([
    compileAndInstall(steps),
    runAll(
      steps,
      "Build the generator of its bindings",
      cargoToolCommands(MODULE_TOOLS),
      HALF_THE_CORES,
    ),
  ]);
  await steps.run("Generate the bindings", bind);
  copyPackage();
  await steps.run("Build the page", buildPage);
  return paths.start;
}

/** The npm packages follow the compilation, because the other one then leaves a core idle. */
async function compileAndInstall(steps) {
  await steps.run("Compile the module for WebAssembly", compile);
  const packages = areNodeModulesInstalled({ forStart: true })
    ? []
    : [nodeModulesCommand({ forStart: true })];
  await runAll(steps, "Install the npm packages", packages);
}

/** Runs the commands of a step, if there are any. */
async function runAll(steps, title, commands, more = {}) {
  if (commands.length === 0) return;
  await steps.run(title, async (run) => {
    for (const [program, args, env] of commands) await run(program, args, { ...env, ...more });
  });
}

/**
 * Compiles all parts of the module that the server and the page use into one WebAssembly, in a
 * fifth of the time of an optimised build of each.
 */
function compile(run) {
  const args = cargoArgs(PROFILE, "browser,demo,gs1");
  return run("cargo", args, { CARGO_TARGET_DIR: paths.target });
}

async function bind(run) {
  mkdirSync(module, { recursive: true });
  await unlessUnchanged([compiled], module, () =>
    run(cargoTools.bindgen.program, [compiled, module, "pack_lookup"]),
  );
}

/**
 * Copies the package, without what an earlier version left. Each part of it is the same WebAssembly
 * here.
 */
function copyPackage() {
  rmSync(paths.start, { recursive: true, force: true });
  const npm = join(root, "npm");
  cpSync(npm, paths.start, { recursive: true, filter: (path) => !BUILT.test(relative(npm, path)) });
  const bindings = readFileSync(join(module, "pack_lookup.js"), "utf8");
  for (const { name } of [modules.browser, modules.gs1, modules.importer]) {
    writeFileSync(
      join(paths.start, `${name}.js`),
      bindings.replaceAll("pack_lookup_bg.wasm", `${name}_bg.wasm`),
    );
    cpSync(join(module, "pack_lookup_bg.wasm"), join(paths.start, `${name}_bg.wasm`));
  }
}

/** Builds the page without its dataset, which the server publishes. */
function buildPage(run) {
  return run("vite", ["build", "--logLevel", "warn", "www"], {
    PACK_LOOKUP_PACKAGE: paths.start,
    PACK_LOOKUP_PAGE: join(paths.start, "page"),
  });
}

/** Makes the demonstration release, and returns its path. */
export async function makeDemonstration() {
  const { initSync, makeDemonstration } = await import(
    pathToFileURL(join(paths.start, "pack_lookup_importer.js")).href
  );
  initSync({ module: readFileSync(join(paths.start, "pack_lookup_importer_bg.wasm")) });
  writeFileSync(paths.demoRelease, makeDemonstration(demo.packs, BigInt(demo.seed)));
  return paths.demoRelease;
}
