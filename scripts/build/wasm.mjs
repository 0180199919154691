// WebAssembly for browsers and Node: compiled, bound to JavaScript, made small, put into the package.
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { cargoTools, paths, root, rustTarget } from "../common/project.mjs";
import { Failure, inTurn, runBeside, say } from "../common/run.mjs";
import { brotliSize, budgets } from "./budgets.mjs";

/** What the package has, by its feature, and with what effort wasm-opt shrinks it. What takes longest comes first. */
export const modules = {
  // At the usual effort it is a fiftieth larger in brotli, and all builds wait for it: 53 s in place of 15.
  terminal: { features: "terminal", name: "pack_lookup_terminal", budget: budgets.terminal, effort: "-O1" },
  importer: { features: "importer", name: "pack_lookup_importer", budget: budgets.importer, effort: "-O" },
  // Where it has stopped, another instance of it takes its place (`npm/wasm.js`).
  browser: { features: "browser", name: "pack_lookup", budget: budgets.wasm, effort: "-O", binding: ["--experimental-reset-state-function"] },
  gs1: { features: "gs1", name: "pack_lookup_gs1", budget: budgets.gs1, effort: "-O" },
};

/** What else than the bytes that were compiled tells what comes of them. */
const recipe = ["wasm.mjs", "budgets.mjs"].map((file) => join(root, "scripts", "build", file));

/**
 * Puts `<name>.js` and `<name>_bg.wasm` of the library with the features of each of these `modules` into `npm/`, where they are small enough.
 * They are made side by side, one for each core, since most of that is linking and shrinking, which takes one. Where nothing was ever
 * compiled, the smallest goes before them: all begin with what it compiled of other people's code.
 */
export async function buildForPackage(...wanted) {
  if (wanted.includes(modules.gs1) && !isAnyBegun()) await compile(modules.gs1);
  await inTurn(wanted.map((module) => () => buildOne(module)));
}

async function buildOne(module) {
  const { name } = module;
  await compile(module);
  const out = await bindToJavaScript(module);
  for (const file of [`${name}.js`, `${name}_bg.wasm`]) copyFileSync(join(out, file), join(root, "npm", file));
}

function requireSmall(path, budget) {
  const compressed = brotliSize(path);
  console.log(`${basename(path)}: ${statSync(path).size} bytes, ${compressed} in brotli`);
  if (compressed > budget) throw new Failure(`${basename(path)} has ${compressed} bytes in brotli; ${budget} are allowed`);
}

function compile({ features }) {
  const args = ["build", "--locked", "--lib", "--release", "--target", rustTarget, "--features", features];
  return runBeside("cargo", args, { ...samePaths, CARGO_TARGET_DIR: targetOf(features) });
}

async function bindToJavaScript({ features, name, budget, effort, binding = [] }) {
  const compiled = join(targetOf(features), rustTarget, "release", "pack_lookup.wasm");
  const out = join(paths.build, name);
  mkdirSync(out, { recursive: true });
  await unlessMadeFrom([compiled, ...recipe], out, async () => {
    await runBeside("wasm-bindgen", [compiled, "--out-dir", out, "--out-name", name, "--target", "web", "--no-typescript", ...binding]);
    const wasm = join(out, `${name}_bg.wasm`);
    await shrink(wasm, effort);
    requireSmall(wasm, budget);
  });
  return out;
}

async function shrink(wasm, effort) {
  const smaller = `${wasm}.optimised`;
  await runBeside("wasm-opt", [wasm, effort, "-o", smaller]);
  renameSync(smaller, wasm);
}

/**
 * The target folders. Each WebAssembly is the same library with other features or another dataset, so in one folder each build would
 * make the others stale.
 */
const names = ["worker", "test-worker", "browser", "gs1", "importer", "terminal"];

/**
 * The target folder of one of them. It begins as a copy of another one: what was compiled of other people's code serves
 * this one too, and cargo sees by itself what is another here.
 */
export function targetOf(name) {
  const target = join(paths.target, name);
  if (existsSync(target)) return target;
  const other = begun();
  if (other) beginWith(other, target);
  return target;
}

/** Whether any of them has begun. */
const isAnyBegun = () => begun() !== undefined;

const begun = () => names.map((name) => join(paths.target, name)).find(existsSync);

/** Says so: it is a gigabyte, and whoever waits should know for what. */
function beginWith(other, target) {
  say(`Beginning ${basename(target)} with what was compiled for ${basename(other)}`);
  cpSync(other, target, { recursive: true, preserveTimestamps: true });
}

const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");

/**
 * Panics tell where they are, so where cargo keeps other people's sources would stand in what is shipped, and make each machine's another one:
 * `npm run lab -- reproducible`. Variables of this kind are cut at spaces; in a folder with one the build is as it is.
 */
export const samePaths = /\s/.test(home) ? {} : { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: `--remap-path-prefix=${home}=/cargo` };

/** Makes what is in `folder`, unless it was made from the same `sources` before. */
export async function unlessMadeFrom(sources, folder, make) {
  const record = join(folder, ".made-from");
  // The lock file names wasm-opt and esbuild.
  const digest = digestOf([...sources, join(root, "package-lock.json")]);
  if (existsSync(record) && readFileSync(record, "utf8") === digest) return;
  // A step that fails may have changed some of it.
  rmSync(record, { force: true });
  await make();
  writeFileSync(record, digest);
}

function digestOf(files) {
  const hash = createHash("sha256").update(JSON.stringify(cargoTools));
  files.forEach((file) => hash.update(readFileSync(file)));
  return hash.digest("hex");
}
