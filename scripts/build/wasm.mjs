// WebAssembly for browsers and Node: compiled, bound to JavaScript, made small, put into the package.
import { copyFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliSize, budgets } from "./budgets.mjs";
import { unlessMadeFrom } from "./made-from.mjs";
import { paths, root, rustTarget } from "../common/project.mjs";
import { allOf, Failure, runBeside } from "../common/run.mjs";
import { samePaths, targetOf } from "./targets.mjs";

/// What the package has, by its feature.
export const modules = {
  browser: { features: "browser", name: "pack_lookup", budget: budgets.wasm },
  importer: { features: "importer", name: "pack_lookup_importer", budget: budgets.importer },
  gs1: { features: "gs1", name: "pack_lookup_gs1", budget: budgets.gs1 },
  terminal: { features: "terminal", name: "pack_lookup_terminal", budget: budgets.terminal },
};

/// Puts `<name>.js` and `<name>_bg.wasm` of the library with these features into `npm/`, where they are small enough: for each `{ features, name,
/// budget }` of these. They are made side by side, since most of that is linking and shrinking, which takes one core.
export const buildForPackage = (...wanted) => allOf(wanted.map(buildOne));

async function buildOne({ features, name, budget }) {
  await runBeside(...compilation(features));
  const out = await bindToJavaScript(features, name);
  requireSmall(join(out, `${name}_bg.wasm`), budget);
  for (const file of [`${name}.js`, `${name}_bg.wasm`]) copyFileSync(join(out, file), join(root, "npm", file));
}

function requireSmall(path, budget) {
  const compressed = brotliSize(path);
  console.log(`${basename(path)}: ${statSync(path).size} bytes, ${compressed} in brotli`);
  if (compressed > budget) throw new Failure(`${basename(path)} has ${compressed} bytes in brotli; ${budget} are allowed`);
}

function compilation(features) {
  const args = ["build", "--locked", "--lib", "--release", "--target", rustTarget, "--features", features];
  return ["cargo", args, { ...samePaths, CARGO_TARGET_DIR: targetOf(features) }];
}

async function bindToJavaScript(features, name) {
  const compiled = join(targetOf(features), rustTarget, "release", "pack_lookup.wasm");
  const out = join(paths.build, name);
  mkdirSync(out, { recursive: true });
  await unlessMadeFrom([compiled], out, async () => {
    await runBeside("wasm-bindgen", [compiled, "--out-dir", out, "--out-name", name, "--target", "web", "--no-typescript"]);
    await optimise(join(out, `${name}_bg.wasm`));
  });
  return out;
}

async function optimise(wasm) {
  const smaller = `${wasm}.optimised`;
  await runBeside("wasm-opt", [wasm, "-O", "-o", smaller]);
  renameSync(smaller, wasm);
}
