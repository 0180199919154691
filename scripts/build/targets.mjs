// Where cargo puts each of the WebAssemblies. They are all the same library with other features or another dataset in it, so in
// one folder each would make the others stale.
import { cpSync, existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { paths } from "../common/project.mjs";
import { say } from "../common/run.mjs";

const names = ["worker", "test-worker", "browser", "gs1", "importer", "terminal"];

/// The target folder of one of them. It begins as a copy of another one: what was compiled of other people's code serves
/// this one too, and cargo sees by itself what is another here.
export function targetOf(name) {
  const target = join(paths.target, name);
  if (existsSync(target)) return target;
  const other = begun();
  if (other) beginWith(other, target);
  return target;
}

/// Whether any of them has begun.
export const isAnyBegun = () => begun() !== undefined;

const begun = () => names.map((name) => join(paths.target, name)).find(existsSync);

/// Says so: it is a gigabyte, and whoever waits should know for what.
function beginWith(other, target) {
  say(`Beginning ${basename(target)} with what was compiled for ${basename(other)}`);
  cpSync(other, target, { recursive: true, preserveTimestamps: true });
}

const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");

/// Panics tell where they are, so where cargo keeps other people's sources would stand in what is shipped, and make each machine's another one:
/// `npm run reproducible`. Variables of this kind are cut at spaces; in a folder with one the build is as it is.
export const samePaths = /\s/.test(home) ? {} : { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: `--remap-path-prefix=${home}=/cargo` };
