// Installs what builds need. A step is skipped if its result exists.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cargoTools, paths, program, root, rustTarget, separateTools } from "../common/project.mjs";
import { capture, Failure, run, runTogether, say } from "../common/run.mjs";

/** Installs the compiler, Node modules and the named cargo tools. */
export async function setUp(tools) {
  installCompiler();
  await installOthers(tools);
}

/** Installs Node modules and the named cargo tools in parallel: one waits for the network while the other compiles. */
export async function installOthers(tools) {
  await runTogether([...nodeModulesToInstall(), ...cargoToolsToInstall(tools)]);
  mkdirSync(paths.build, { recursive: true });
}

/**
 * Returns the command that installs Node modules, if it is needed. npm records the installed packages in node_modules/.package-lock.json. If
 * that matches the lock file, nothing is needed.
 */
function nodeModulesToInstall() {
  if (isInstalled()) return [];
  say("Installing the npm packages");
  // Some packages require Node.js 22, which is one of the packages, so npm's warning would be misleading.
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
 * Installs the compiler. rust-toolchain.toml names the compiler and its components, but rustup installs them by itself only if auto-install is
 * on.
 */
export function installCompiler() {
  if (capture("rustup", ["--version"]) === null) throw new Failure("rustup is missing: install it from https://rustup.rs");
  const targets = capture("rustup", ["target", "list", "--installed"]);
  if (targets === null) run("rustup", ["toolchain", "install"]);
  else if (!targets.split("\n").includes(rustTarget)) run("rustup", ["target", "add", rustTarget]);
  if (capture("cargo", ["clippy", "--version"]) === null) run("rustup", ["component", "add", "clippy", "rustfmt"]);
}

/** The tools run for seconds. Full optimisation would take four times as long to build as it saves. */
const quickly = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_PROFILE_RELEASE_PANIC: "abort",
};

const allTools = { ...cargoTools, ...separateTools };

/** Returns one command for all missing tools, so that it shows its progress and compiles shared crates once. */
function cargoToolsToInstall(names) {
  const missing = names.filter((name) => !isToolInstalled(allTools[name])).map((name) => `${name}@${allTools[name].version}`);
  if (missing.length === 0) return [];
  say(`Building once, in a minute or two each: ${missing.join(", ")}`);
  const folders = ["--root", paths.tools, "--target-dir", join(paths.tools, "target")];
  return [["cargo", ["install", "--locked", ...folders, "--force", ...missing], quickly]];
}

const isToolInstalled = ({ version, program: executable, told = ["--version"] }) => capture(program(executable), told)?.includes(version);
