// Builds the module in npm/, the Worker, and the page.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { paths, root, rustTarget } from "../common/project.mjs";
import { run, runBeside, say } from "../common/run.mjs";
import { setUp, WORKER_TOOLS } from "../setup/tools.mjs";
import { buildBlocks } from "./blocks.mjs";
import { writePrintModels } from "./print/models.mjs";
import { writeLicences } from "./licences.mjs";
import { writeSbom } from "./third-party.mjs";
import {
  buildForPackage,
  compilerFlags,
  modules,
  printModule,
  targetOf,
  unlessUnchanged,
} from "./wasm.mjs";

/** Builds the whole package, except the page (`page.mjs`). */
export async function buildModule(dataset) {
  say("Building the module for browsers and Node");
  await buildParts(dataset, Object.values(modules));
  await buildBlocks();
  copyLicenceFiles();
  writeLicences(join(root, "npm"));
  writeSbom();
}

/** Builds the reader of print: its WebAssembly and its models. */
export async function buildPrint() {
  say("Building the reader of print");
  await writePrintModels();
  await buildForPackage(printModule);
}

/** The modules that the page imports. Vite fails if one is missing. */
export const PAGE_PARTS = [modules.importer, modules.browser, modules.gs1];

/** Builds the parts of the module that the page uses. */
export async function buildForPage(dataset) {
  say("Building the parts of the module for the page");
  await buildParts(dataset, PAGE_PARTS);
}

async function buildParts(dataset, parts) {
  await buildForPackage(...parts);
  copyFileSync(dataset, join(root, "npm", "packs.bin"));
}

function copyLicenceFiles() {
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"])
    copyFileSync(join(root, file), join(root, "npm", file));
}

/**
 * Builds the Worker into `outDir`, with the history of the dataset if there is one. The default is
 * the file in PACK_LOOKUP_HISTORY.
 */
export async function buildWorker(dataset, outDir = paths.worker, history = undefined) {
  say(`Building the Worker in ${basename(outDir)}`);
  await compileWorker(dataset, outDir, history);
  const env = workerEnv(dataset, outDir, history);
  const compiled = join(env.CARGO_TARGET_DIR, rustTarget, "release", "pack_lookup.wasm");
  await unlessUnchanged([compiled], outDir, () =>
    run("worker-build", ["--release", "--out-dir", outDir, ...WORKER_OPTIONS], env),
  );
}

const WORKER_OPTIONS = ["--locked", "--features", "worker"];

/** Compiles the Worker, so that `buildWorker` finds it compiled. It needs the compiler only. */
export const compileWorker = (dataset, outDir, history) =>
  runBeside(
    "cargo",
    ["build", "--lib", "--release", "--target", rustTarget, ...WORKER_OPTIONS],
    workerEnv(dataset, outDir, history),
  );

/**
 * The environment of both steps. worker-build sets the last variable itself. With it in the
 * first step, its own call of cargo finds everything compiled.
 */
function workerEnv(dataset, outDir, history = process.env.PACK_LOOKUP_HISTORY) {
  const target = targetOf(basename(outDir));
  return {
    ...compilerFlags,
    PACK_LOOKUP_DATASET: dataset,
    PACK_LOOKUP_HISTORY: history ?? emptyFile(),
    CARGO_TARGET_DIR: target,
    WASM_BINDGEN_USE_JS_SYS: "1",
  };
}

/** A file without content, which the Worker includes in place of a history. */
function emptyFile() {
  const file = join(paths.build, "no-history.bin");
  mkdirSync(paths.build, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, "");
  return file;
}

/** Builds the page with the same dataset, for use without a network. */
export function buildPage(dataset) {
  say("Building the page");
  run("node", [join("scripts", "build.mjs"), "page"], { PACK_LOOKUP_DATASET: dataset });
}

/**
 * Sets up the machine, then builds the Worker and the page with the dataset that `prepare` returns.
 * A page for the public has the reader of print.
 */
export async function buildService(prepare, { withPrint = true, history = undefined } = {}) {
  await setUp(WORKER_TOOLS);
  const dataset = prepare();
  if (withPrint) await buildPrint();
  await buildWorker(dataset, paths.worker, history);
  buildPage(dataset);
}
