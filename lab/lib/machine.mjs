// What a figure was measured on: no figure without it.
import { existsSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { basename, isAbsolute } from "node:path";

export const machine = () => `${cpus().length} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node.split(".")[0]}`;
export const today = () => new Date().toISOString().slice(0, 10);
export const load = () => loadavg()[0].toFixed(1);

const NOT_TOLD = ["--built", "--write"];

/// What one types to get the same: without folders, which are different for everybody.
function commandLine(name, args) {
  const told = args.filter((arg) => !NOT_TOLD.includes(arg)).map((arg) => (isAbsolute(arg) || existsSync(arg) ? basename(arg) : arg));
  return ["npm run lab --", name, ...told].join(" ");
}

/// The sentence under each table.
export const measuredOn = (name, args) => `Made by \`${commandLine(name, args)}\` on ${today()}: ${machine()}, load ${load()}.`;
