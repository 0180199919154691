// WebAssembly for browsers and Node: compiled, bound to JavaScript, made small, put into the package.
import { copyFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliSize } from "./budgets.mjs";
import { unlessMadeFrom } from "./made-from.mjs";
import { paths, root, rustTarget } from "../common/project.mjs";
import { Failure, run } from "../common/run.mjs";
import { samePaths, targetOf } from "./targets.mjs";

/// Puts `<name>.js` and `<name>_bg.wasm` of the library with these features into `npm/`, where they are small enough.
export function buildForPackage(features, name, budget) {
  const out = buildForWeb(features, name);
  requireSmall(join(out, `${name}_bg.wasm`), budget);
  for (const file of [`${name}.js`, `${name}_bg.wasm`]) copyFileSync(join(out, file), join(root, "npm", file));
}

function requireSmall(path, budget) {
  const compressed = brotliSize(path);
  console.log(`${basename(path)}: ${statSync(path).size} bytes, ${compressed} in brotli`);
  if (compressed > budget) throw new Failure(`${basename(path)} has ${compressed} bytes in brotli; ${budget} are allowed`);
}

function buildForWeb(features, name) {
  const target = targetOf(features);
  run("cargo", ["build", "--locked", "--lib", "--release", "--target", rustTarget, "--features", features], { ...samePaths, CARGO_TARGET_DIR: target });
  const compiled = join(target, rustTarget, "release", "pack_lookup.wasm");
  const out = join(paths.build, name);
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
