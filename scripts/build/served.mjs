// Building what is served: the Worker with a dataset inside, and the page.
import { cpSync, existsSync } from "node:fs";
import { basename, join } from "node:path";
import { unlessMadeFrom } from "./made-from.mjs";
import { paths, rustTarget } from "../common/project.mjs";
import { run, say } from "../common/run.mjs";

/// Builds into `outDir`. Each has a target folder of its own: in a shared one, every other dataset would make it stale, and
/// the browser's module, whose file has the same name, would be taken for it.
export function buildWorker(dataset, outDir = paths.worker) {
  say(`Building the Worker in ${basename(outDir)}`);
  const target = targetOf(outDir);
  takeOver(target);
  // The last variable is what worker-build sets, so that its own call of cargo finds everything built.
  const env = { PACK_LOOKUP_DATASET: dataset, CARGO_TARGET_DIR: target, WASM_BINDGEN_USE_JS_SYS: "1" };
  const options = ["--locked", "--features", "worker"];
  run("cargo", ["build", "--lib", "--release", "--target", rustTarget, ...options], env);
  const compiled = join(target, rustTarget, "release", "pack_lookup.wasm");
  unlessMadeFrom([compiled], outDir, () => run("worker-build", ["--release", "--out-dir", outDir, ...options], env));
}

const targetOf = (outDir) => join(paths.target, basename(outDir));

/// What was compiled of other people's code for another dataset serves this one too: cargo sees by itself that only the
/// crate with the dataset is another.
function takeOver(target) {
  if (existsSync(target)) return;
  const other = [paths.worker, paths.testWorker].map(targetOf).find(existsSync);
  if (other) cpSync(other, target, { recursive: true, preserveTimestamps: true });
}

/// The page brings the same dataset along, for use without a network.
export function buildPage(dataset) {
  say("Building the page");
  run("npm", ["run", "--silent", "build:page"], { PACK_LOOKUP_DATASET: dataset });
}
