// npm run lab -- audit
//
// Checks the dependencies. cargo-deny checks licences, versions and sources of the locked crates.
// Known vulnerabilities and npm signatures are looked up in public databases. If none can be
// reached, the check is skipped with a message; with CI=true it fails.
//
// npm run lab -- reproducible
//
// Builds each WebAssembly of the package twice from nothing, in two folders and with cargo's sources
// at two paths, and compares the bytes. Anyone can verify a published module in this way.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { digestOf, environment, paths, root } from "../scripts/common/project.mjs";
import { attempt, capture, Failure, run, say } from "../scripts/common/run.mjs";
import { modules, packedFile, printModule } from "../scripts/build/wasm.mjs";
import { MODULE_TOOLS, setUp } from "../scripts/setup/tools.mjs";

const cargoDeny = (...checks) => ["deny", "--locked", "check", "--hide-inclusion-graph", ...checks];

/**
 * Returns arguments of `npm audit`. Findings are printed even if npm is configured to be silent.
 */
const npmAudit = (...args) => ["audit", ...args, "--loglevel=error", "--fetch-retries=0"];

/** The checks that query public databases. */
const ONLINE_CHECKS = {
  "crates with known vulnerabilities": ["cargo", cargoDeny("advisories")],
  "npm packages with known vulnerabilities": ["npm", npmAudit()],
  "signatures of npm packages": ["npm", npmAudit("signatures")],
};

/** The messages of cargo-deny and npm if a database cannot be reached. */
const UNREACHABLE =
  /failed to fetch advisory database|audit endpoint returned an error|\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b/;

/**
 * Checks licences, versions and sources of the crates, then known vulnerabilities of all packages.
 */
export async function audit() {
  await setUp(["cargo-deny"]);
  run("cargo", cargoDeny("licenses", "bans", "sources"));
  const failed = Object.entries(ONLINE_CHECKS).filter(([name, command]) => !passes(name, command));
  if (failed.length > 0)
    throw new Failure(`These checks failed: ${failed.map(([name]) => name).join(", ")}`);
}

/** Runs a check. One that cannot reach its database passes with a message, except with CI=true. */
function passes(name, [command, args]) {
  const { status, output } = attempt(command, args);
  const isUnreachable = status !== 0 && UNREACHABLE.test(output);
  if (isUnreachable) say(`SKIPPED: ${name}: the database cannot be reached`);
  else console.log(output);
  return isUnreachable ? process.env.CI !== "true" : status === 0;
}

const ALL = [...Object.values(modules), printModule];
const BUILD = `
  const { buildForPackage, modules, printModule } =
    await import(process.cwd() + "/scripts/build/wasm.mjs");
  await buildForPackage(...Object.values(modules), printModule);`;

/** Builds each WebAssembly twice, and fails if the bytes of one differ. */
export async function reproducible() {
  await setUp(MODULE_TOOLS);
  const [one, another] = ["one", "another-folder"].map(digestsOfBuild);
  const different = Object.keys(one).filter((file) => one[file] !== another[file]);
  if (different.length > 0)
    throw new Failure(`Different bytes in two folders: ${different.join(", ")}`);
}

/** Builds the project in a folder of this name. Returns the digest of each WebAssembly. */
function digestsOfBuild(name) {
  const folder = mkdtempSync(join(tmpdir(), `pack-lookup-${name}-`));
  try {
    say(`Building in ${basename(folder)}`);
    copyProject(folder);
    build(folder);
    const digests = {};
    for (const file of ALL.map(packedFile)) {
      digests[file] = digestOf(readFileSync(join(folder, "npm", file)));
      console.log(`sha256 ${digests[file]} ${file}`);
    }
    return digests;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Copies the files that git tracks, in their current state. The tools of this folder are used. */
function copyProject(folder) {
  const files = capture("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
    .split("\0")
    .filter(Boolean);
  for (const file of files) cpSync(join(root, file), join(folder, file));
  symlinkSync(paths.nodeModules, join(folder, "node_modules"), "junction");
  symlinkSync(paths.tools, join(folder, ".tools"), "junction");
  symlinkSync(
    process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
    join(folder, "cargo-home"),
    "junction",
  );
}

function build(folder) {
  const { CARGO_TARGET_DIR: _target, ...env } = environment;
  const options = {
    cwd: folder,
    env: { ...env, CARGO_HOME: join(folder, "cargo-home") },
    stdio: "inherit",
  };
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", BUILD], options);
  if (status !== 0) throw new Failure(`The build in ${folder} failed`);
}
