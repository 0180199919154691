// What has to be on the machine before anything can be built. Each step is skipped when its result is there.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cargoTools, paths, program, root, rustTarget, separateTools } from "../common/project.mjs";
import { capture, Failure, run, runTogether, say } from "../common/run.mjs";

/** The compiler, Node modules and the named cargo tools. */
export async function setUp(tools) {
  installCompiler();
  await installOthers(tools);
}

/** Node modules and the named cargo tools: one waits for the network while the others compile. */
export async function installOthers(tools) {
  await runTogether([...nodeModulesToInstall(), ...cargoToolsToInstall(tools)]);
  mkdirSync(paths.build, { recursive: true });
}

/**
 * npm writes what it installed to node_modules/.package-lock.json: where that agrees with the lock file,
 * there is nothing to do.
 */
function nodeModulesToInstall() {
  if (isInstalled()) return [];
  say("Installing the npm packages");
  // Node.js 22, which some of the packages ask for, is itself one of them: a warning would only mislead.
  return [["npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]]];
}

function isInstalled() {
  const record = join(paths.nodeModules, ".package-lock.json");
  if (!existsSync(record)) return false;
  const wanted = Object.entries(lockedPackages(join(root, "package-lock.json")));
  const installed = lockedPackages(record);
  return wanted.every(([path, { version, optional }]) => optional || installed[path]?.version === version);
}

function lockedPackages(file) {
  const { "": _project, ...packages } = JSON.parse(readFileSync(file, "utf8")).packages;
  return packages;
}

/**
 * rust-toolchain.toml names the compiler and its parts, but rustup fetches them by itself only where its
 * auto-install is on.
 */
export function installCompiler() {
  if (capture("rustup", ["--version"]) === null) throw new Failure("rustup is missing: install it from https://rustup.rs");
  const targets = capture("rustup", ["target", "list", "--installed"]);
  if (targets === null) run("rustup", ["toolchain", "install"]);
  else if (!targets.split("\n").includes(rustTarget)) run("rustup", ["target", "add", rustTarget]);
  if (capture("cargo", ["clippy", "--version"]) === null) run("rustup", ["component", "add", "clippy", "rustfmt"]);
}

/** The tools run for seconds, and building them at full optimisation takes four times as long as it ever saves. */
const quickly = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_PROFILE_RELEASE_PANIC: "abort",
};

const allTools = { ...cargoTools, ...separateTools };

/** All by one call, which shows what it compiles, and compiles once what they share. */
function cargoToolsToInstall(names) {
  const missing = names.filter((name) => !isToolInstalled(allTools[name])).map((name) => `${name}@${allTools[name].version}`);
  if (missing.length === 0) return [];
  say(`Building once, in a minute or two each: ${missing.join(", ")}`);
  const folders = ["--root", paths.tools, "--target-dir", join(paths.tools, "target")];
  return [["cargo", ["install", "--locked", ...folders, "--force", ...missing], quickly]];
}

const isToolInstalled = ({ version, program: executable, told = ["--version"] }) => capture(program(executable), told)?.includes(version);
