// The programs that run snippets, by language, their paths on this machine, and a Postgres server.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { environment, paths, startable } from "../../../scripts/common/project.mjs";

/** The snippets need a Node in which `JSON.parse` passes the source. The project's own Node does. */
export const [node] = startable("node", [], paths.nodeModules);
const { PYTHON_CLIENTS: python, TYPESCRIPT_CLIENTS: types } = process.env;
const bySetUp = "npm test -- docs sets it up";

/** By language: the ending of its files, the command that runs one, and a function that returns what is missing. */
export const languages = {
  sh: { ending: "sh", run: (file) => ["sh", "-e", file], lack: () => whatLacks("sh", "curl") },
  python: { ending: "py", run: (file) => [python, file], lack: () => python === undefined && `Python with requests and pandas is missing: ${bySetUp}` },
  r: { ending: "R", run: (file) => ["Rscript", "--vanilla", file], lack: () => whatLacks("Rscript") || lackOfJsonlite() },
  js: { ending: "mjs", run: (file) => [node, file], lack: () => false },
  ts: { ending: "ts", run: (file) => [node, file], check: (file) => [join(types, ".bin", "tsc"), ...STRICT, file], lack: () => types === undefined && `openapi-typescript is missing: ${bySetUp}` },
  java: { ending: "java", run: (file) => ["java", file], lack: () => whatLacks("java") },
  sql: { ending: "sql", run: (file) => ["psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-f", file], lack: () => whatLacks("psql") || (postgresPrograms() === undefined && "the server of Postgres is missing") },
};
const STRICT = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--allowImportingTsExtensions", "--lib", "es2022,dom,dom.iterable"];

function whatLacks(...programs) {
  const missing = programs.filter((program) => !isOnPath(program));
  return missing.length > 0 && `${missing.join(", ")} is missing`;
}

export const isOnPath = (program) => process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));

const lackOfJsonlite = () => spawnSync("Rscript", ["-e", "library(jsonlite)"]).status !== 0 && "R's jsonlite is missing";

/** Returns the folder with `initdb`. Debian keeps it off the PATH. */
export function postgresPrograms() {
  const debians = "/usr/lib/postgresql";
  const versions = existsSync(debians) ? readdirSync(debians).map((version) => join(debians, version, "bin")) : [];
  return [...process.env.PATH.split(delimiter), ...versions].find((folder) => existsSync(join(folder, "initdb")));
}

/** Runs a program to its end, with a timeout. */
export async function runIn(folder, [command, ...args], env, options = {}) {
  const child = spawn(command, args, { cwd: folder, env: { ...environment, ...env }, timeout: 120_000, stdio: ["ignore", "pipe", "pipe"], ...options });
  const [printed, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), new Promise((resolve, reject) => child.on("close", resolve).on("error", reject))]);
  return { code, printed, complained };
}

/** Starts a Postgres server on a socket in a temporary folder, without a port. Returns the environment for `psql`. The server stops with the test. */
export async function startPostgres(t) {
  const programs = postgresPrograms();
  const folder = mkdtempSync("/tmp/pack-lookup-pg-");
  const owner = notRoot();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const run = async (program, ...args) => {
    const { code, complained } = await runIn(folder, [join(programs, program), "-D", join(folder, "data"), ...args], {}, { ...owner, stdio: ["ignore", "pipe", "pipe"] });
    if (code !== 0) throw new Error(`${program}: ${complained}`);
  };
  await run("initdb", "--auth=trust", "--username=clerk", "--encoding=UTF8", "--no-sync");
  t.after(async () => {
    await run("pg_ctl", "stop", "--mode=immediate").catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });
  await run("pg_ctl", "start", "--wait", `--log=${join(folder, "log")}`, `--options=-c listen_addresses='' -c fsync=off -k ${folder}`);
  return { PGHOST: folder, PGUSER: "clerk", PGDATABASE: "postgres" };
}

/** Returns another user. Postgres refuses to run as root. */
function notRoot() {
  if (process.getuid() !== 0) return {};
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  return { uid: Number(uid), gid: Number(gid) };
}
