// npm run lab -- reproducible
//
// Builds the WebAssembly of lookups twice from nothing, in two folders and with cargo's sources at two paths, and compares the bytes. Anyone can
// verify a published module in this way. It takes some minutes.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { environment, paths, root } from "../scripts/common/project.mjs";
import { capture, Failure, main, say } from "../scripts/common/run.mjs";
import { setUp } from "../scripts/setup/tools.mjs";

const WASM = "pack_lookup_bg.wasm";
const BUILD = `
  const { buildForPackage, modules } = await import(process.cwd() + "/scripts/build/wasm.mjs");
  await buildForPackage(modules.browser);`;

main(async () => {
  await setUp(["wasm-bindgen-cli"]);
  const digests = ["one", "another-folder"].map(builtIn);
  if (new Set(digests).size > 1) throw new Failure(`${WASM} is another one in another folder`);
});

/** Builds the same files in a folder of this name, and returns the digest of the result. */
function builtIn(name) {
  const folder = mkdtempSync(join(tmpdir(), `pack-lookup-${name}-`));
  try {
    say(`Building in ${basename(folder)}`);
    copyProject(folder);
    build(folder);
    const digest = createHash("sha256").update(readFileSync(join(folder, "npm", WASM))).digest("hex");
    console.log(`sha256 ${digest}`);
    return digest;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Copies the files that git tracks, in their current state. The tools of this folder are used. */
function copyProject(folder) {
  const files = capture("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).split("\0").filter(Boolean);
  for (const file of files) cpSync(join(root, file), join(folder, file));
  symlinkSync(paths.nodeModules, join(folder, "node_modules"), "junction");
  symlinkSync(paths.tools, join(folder, ".tools"), "junction");
  symlinkSync(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), join(folder, "cargo-home"), "junction");
}

function build(folder) {
  const { CARGO_TARGET_DIR: _target, ...env } = environment;
  const options = { cwd: folder, env: { ...env, CARGO_HOME: join(folder, "cargo-home") }, stdio: "inherit" };
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", BUILD], options);
  if (status !== 0) throw new Failure(`Nothing was built in ${folder}`);
}
