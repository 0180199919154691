// Builds WebAssembly for browsers and Node: compiles it, generates JavaScript bindings, shrinks it,
// and copies it into the package.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { cargoTools, paths, root, rustTarget } from "../common/project.mjs";
import { allOf, runBeside, runOnePerCore, say } from "../common/run.mjs";
import { brotliOf, brotliSize, budgets, requireWithin } from "./budgets.mjs";

/**
 * The WebAssembly files of the package, with features. The slowest build is first, the smallest
 * last. Only Node reads the file of the command line, and it decompresses brotli.
 */
export const modules = {
  terminal: {
    features: "node-cli",
    name: "pack_lookup_terminal",
    budget: budgets.terminal,
    packed: { ending: ".br", pack: brotliOf },
  },
  importer: { features: "importer", name: "pack_lookup_importer", budget: budgets.importer },
  browser: { features: "browser", name: "pack_lookup", budget: budgets.wasm },
  gs1: { features: "gs1", name: "pack_lookup_gs1", budget: budgets.gs1 },
};

/** The form of most modules in the package: bundlers and hosts of pages expect plain WebAssembly. */
const AS_IT_IS = { ending: "", pack: (bytes) => bytes };

/** The file of a module's WebAssembly in the package. */
export const packedFile = ({ name, packed = AS_IT_IS }) => `${name}_bg.wasm${packed.ending}`;

/**
 * The reader of print, which `npm run build -- print` makes. It computes for seconds, so it is
 * built for speed. The package has it in gzip, which the reader decompresses, so that the page
 * downloads the same file.
 */
export const printModule = {
  features: "print",
  name: "pack_lookup_print",
  budget: budgets.printReader,
  packed: { ending: ".gz", pack: (bytes) => gzipSync(bytes, { level: 9 }) },
  flags: () => flagsForSpeed,
};

/** The scripts that affect the result, in addition to the compiled bytes. */
const buildScripts = ["wasm.mjs", "budgets.mjs"].map((file) =>
  join(root, "scripts", "build", file),
);

/**
 * Writes `<name>.js` and `<name>_bg.wasm` of each of these `modules` into `npm/`, if they are
 * within their budgets. They are built in parallel, one per core, because linking and shrinking use
 * one core each.
 */
export async function buildForPackage(...wanted) {
  await compileDependencies(wanted);
  await runOnePerCore(wanted.map((module) => () => buildOne(module)));
}

/**
 * Compiles `modules`, so that `buildForPackage` finds them compiled. It needs the compiler only.
 */
export async function compileForPackage(...wanted) {
  await compileDependencies(wanted);
  await allOf(wanted.map(compile));
}

/**
 * On a fresh machine, compiles the last one of these `modules`, which is the smallest. The others
 * start from its compiled dependencies.
 */
async function compileDependencies(wanted) {
  if (existingTarget() === undefined) await compile(wanted.at(-1));
}

async function buildOne(module) {
  const { name, packed: { pack } = AS_IT_IS } = module;
  await compile(module);
  const out = await bindToJavaScript(module);
  copyFileSync(join(out, `${name}.js`), join(root, "npm", `${name}.js`));
  const wasm = readFileSync(join(out, `${name}_bg.wasm`));
  writeFileSync(join(root, "npm", packedFile(module)), pack(wasm));
}

function requireSmall(path, budget) {
  const compressed = brotliSize(path);
  console.log(`${basename(path)}: ${statSync(path).size} bytes, ${compressed} in brotli`);
  requireWithin(budget, compressed, `${basename(path)} has`);
}

/**
 * Compiles without a Rust library, for which each crate would also be compiled to machine code: a
 * fifth longer, and a larger file.
 */
export function cargoArgs(profile, features) {
  const library = "rustc --locked --lib --crate-type cdylib";
  return `${library} --profile ${profile} --target ${rustTarget} --features ${features}`.split(" ");
}

function compile({ features, flags = () => compilerFlags }) {
  const env = { ...flags(), CARGO_TARGET_DIR: targetOf(features) };
  return runBeside("cargo", cargoArgs("release", features), env);
}

async function bindToJavaScript({ features, name, budget }) {
  const compiled = join(targetOf(features), rustTarget, "release", "pack_lookup.wasm");
  const out = join(paths.build, name);
  mkdirSync(out, { recursive: true });
  await unlessUnchanged([compiled, ...buildScripts], out, async () => {
    await runBeside(cargoTools.bindgen.program, [compiled, out, name]);
    const wasm = join(out, `${name}_bg.wasm`);
    await shrink(wasm);
    requireSmall(wasm, budget);
  });
  return out;
}

/**
 * With more effort, wasm-opt takes three times as long, the files are up to 2 % larger in brotli,
 * and the print reader is a fifth slower.
 */
async function shrink(wasm) {
  const smaller = `${wasm}.optimised`;
  await runBeside("wasm-opt", [wasm, "-O1", "-o", smaller]);
  renameSync(smaller, wasm);
}

/**
 * The target folders. Each WebAssembly is the same library with other features or another dataset.
 * In one folder, each build would invalidate the others.
 */
const TARGETS = ["worker", "test-worker", "browser", "gs1", "importer", "node-cli", "print"];

/**
 * The target folder of a build. It starts as a copy of another one to reuse compiled
 * dependencies; cargo detects what differs.
 */
export function targetOf(name) {
  const target = join(paths.target, name);
  if (existsSync(target)) return target;
  const other = existingTarget();
  if (other) copyTarget(other, target);
  return target;
}

const existingTarget = () => TARGETS.map((name) => join(paths.target, name)).find(existsSync);

/** Copies a target folder, with a message: it has hundreds of MB. */
function copyTarget(other, target) {
  say(`Copying the compiled crates of ${basename(other)} for ${basename(target)}`);
  cpSync(other, target, { recursive: true, preserveTimestamps: true });
}

const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");

/**
 * Panic messages contain source paths. Without this flag, the folder of cargo's sources would be in
 * the shipped files and make each machine's bytes differ (`npm run lab -- reproducible`). The
 * variable is split at spaces, so the flag is omitted for a folder with a space.
 */
const remapFlags = /\s/.test(home) ? [] : [`--remap-path-prefix=${home}=/cargo`];
/**
 * LLVM inlines functions up to a cost of 225 by default. With 50 the look-up is 6 % smaller in
 * brotli, and searches take 5 % longer.
 */
const inlineFlag = "-Cllvm-args=-inline-threshold=50";

const FLAGS = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/** The environment in which the WebAssembly of look-ups is compiled. */
export const compilerFlags = { [FLAGS]: [...remapFlags, inlineFlag].join(" ") };
const flagsForSpeed = { [FLAGS]: remapFlags.join(" "), CARGO_PROFILE_RELEASE_OPT_LEVEL: "3" };

/** Builds `folder`, unless it was built from the same `sources`. */
export async function unlessUnchanged(sources, folder, build) {
  const record = join(folder, ".made-from");
  // The lock file pins wasm-opt and esbuild.
  const digest = digestOfFiles([...sources, join(root, "package-lock.json")]);
  if (existsSync(record) && readFileSync(record, "utf8") === digest) return;
  // A step that fails may have changed some files.
  rmSync(record, { force: true });
  await build();
  writeFileSync(record, digest);
}

function digestOfFiles(files) {
  const hash = createHash("sha256").update(JSON.stringify(cargoTools));
  files.forEach((file) => hash.update(readFileSync(file)));
  return hash.digest("hex");
}
