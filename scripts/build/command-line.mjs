// The command line in Node: it also makes the datasets of all builds here. Native it would be twice as quick, and take longer to build
// than it ever saves.
import { join } from "node:path";
import { budgets } from "./budgets.mjs";
import { root } from "../common/project.mjs";
import { capture, run } from "../common/run.mjs";
import { buildForPackage } from "./wasm.mjs";

const program = join(root, "npm", "cli.js");
const words = (args) => [program, ...args.map(String)];

let isBuilt = false;

export function buildCommandLine() {
  if (!isBuilt) buildForPackage("terminal", "pack_lookup_terminal", budgets.terminal);
  isBuilt = true;
}

/// Runs a command with its output shown.
export function packLookup(...args) {
  buildCommandLine();
  run("node", words(args));
}

/// What a command prints, or null where it fails.
export function toldByPackLookup(...args) {
  buildCommandLine();
  return capture("node", words(args));
}
