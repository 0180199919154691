// WebAssembly for browsers and Node: compiled, bound to JavaScript, made small.
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { unlessMadeFrom } from "./made-from.mjs";
import { paths, rustTarget } from "../common/project.mjs";
import { run } from "../common/run.mjs";
import { targetOf } from "./targets.mjs";

/// Puts `<name>.js` and `<name>_bg.wasm` of the library with these features into `build/<folder>`.
export function buildForWeb({ features, name, folder }) {
  const target = targetOf(features);
  run("cargo", ["build", "--locked", "--lib", "--release", "--target", rustTarget, "--features", features], { CARGO_TARGET_DIR: target });
  const compiled = join(target, rustTarget, "release", "pack_lookup.wasm");
  const out = join(paths.build, folder);
  mkdirSync(out, { recursive: true });
  unlessMadeFrom([compiled], out, () => {
    run("wasm-bindgen", [compiled, "--out-dir", out, "--out-name", name, "--target", "web", "--no-typescript"]);
    optimise(join(out, `${name}_bg.wasm`));
  });
  return out;
}

function optimise(wasm) {
  const smaller = `${wasm}.optimised`;
  run("wasm-opt", [wasm, "-O", "-o", smaller]);
  renameSync(smaller, wasm);
}
