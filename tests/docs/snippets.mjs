// Parses the snippets of a document, and runs them: the fenced blocks, the programs by language, a
// Postgres server, and Chromium for HTML.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { chromium } from "playwright-core";
import { environment, paths, startable } from "../../scripts/common/project.mjs";
import { chromiumOptions } from "../page/driver.mjs";
import { serveFolder } from "../page/server.mjs";

// The fenced blocks: snippets, their expected output, and marks of snippets that are not run.

const FENCE = /^ *```([a-z]+)(?: (\S+))?\n(.*?)^ *```$/gms;
const OUTPUT = "text";

/**
 * The snippets in their order, with language, optional file name, text, and expected output
 * if the document has it.
 */
export function blocksOf(document) {
  const fences = [...document.matchAll(FENCE)].map((match) => ({
    language: match[1],
    file: match[2],
    text: match[3],
    before: document.slice(0, match.index),
    end: match.index + match[0].length,
  }));
  return fences
    .filter(({ language }) => language !== OUTPUT)
    .map((fence) => ({
      ...fence,
      prints: outputAfter(fence, fences),
      isNotRun: saysNotRun(fence.before),
    }));
}

function outputAfter({ end }, fences) {
  const next = fences.find(({ before }) => before.length > end);
  const isDirectlyAfter = next?.language === OUTPUT && next.before.slice(end).trim() === "";
  return isDirectlyAfter ? next.text : undefined;
}

/**
 * Reports whether the paragraph before a snippet marks it as not run. The mark is visible to
 * readers.
 */
const saysNotRun = (before) => /\*Not run by a test\b[^*]*\*\s*$/.test(before);

/** Reports whether the output matches, where `…` matches any text. */
export function isPrinted(expected, printed) {
  const pattern = expected
    .trimEnd()
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${pattern}$`, "s").test(printed.trimEnd());
}

// The programs that run snippets.

/**
 * The snippets need a Node in which `JSON.parse` passes the source. The project's own Node does.
 */
export const [node] = startable("node", [], paths.nodeModules);
const { PYTHON_CLIENTS: python, TYPESCRIPT_CLIENTS: types } = process.env;
const bySetUp = "npm test -- docs sets it up";

/**
 * By language: the ending of its files, the command that runs one, and a function that returns what
 * is missing.
 */
export const languages = {
  sh: { ending: "sh", run: (file) => ["sh", "-e", file], lack: () => whatLacks("sh", "curl") },
  python: {
    ending: "py",
    run: (file) => [python, file],
    lack: () => python === undefined && `Python with the clients is missing: ${bySetUp}`,
  },
  r: {
    ending: "R",
    run: (file) => ["Rscript", "--vanilla", file],
    lack: () => whatLacks("Rscript") || lackOfJsonlite(),
  },
  js: { ending: "mjs", run: (file) => [node, file], lack: () => false },
  ts: {
    ending: "ts",
    run: (file) => [node, file],
    check: (file) => [join(types, ".bin", "tsc"), ...STRICT, file],
    lack: () => types === undefined && `openapi-typescript is missing: ${bySetUp}`,
  },
  java: { ending: "java", run: (file) => ["java", file], lack: () => whatLacks("java") },
  sql: {
    ending: "sql",
    run: (file) => ["psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-f", file],
    lack: () =>
      whatLacks("psql") ||
      (postgresPrograms() === undefined && "the server of Postgres is missing"),
  },
};
const STRICT = [
  "--noEmit",
  "--strict",
  "--target",
  "es2022",
  "--module",
  "nodenext",
  "--moduleResolution",
  "nodenext",
  "--allowImportingTsExtensions",
  "--lib",
  "es2022,dom,dom.iterable",
];

function whatLacks(...programs) {
  const missing = programs.filter((program) => !isOnPath(program));
  return missing.length > 0 && `${missing.join(", ")} is missing`;
}

export const isOnPath = (program) =>
  process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));

const lackOfJsonlite = () =>
  spawnSync("Rscript", ["-e", "library(jsonlite)"]).status !== 0 && "R's jsonlite is missing";

/** The folder with `initdb`. Debian keeps it off the PATH. */
function postgresPrograms() {
  const debians = "/usr/lib/postgresql";
  const versions = existsSync(debians)
    ? readdirSync(debians).map((version) => join(debians, version, "bin"))
    : [];
  return [...process.env.PATH.split(delimiter), ...versions].find((folder) =>
    existsSync(join(folder, "initdb")),
  );
}

/** Runs a program to its end, with a timeout. */
export async function runIn(folder, [command, ...args], env, options = {}) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...environment, ...env },
    timeout: 120_000,
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
  });
  const [printed, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve, reject) => child.on("close", resolve).on("error", reject)),
  ]);
  return { code, printed, complained };
}

/**
 * Starts a Postgres server on a socket in a temporary folder, without a port. Returns the
 * environment for `psql`. The server stops with the test.
 */
export async function startPostgres(t) {
  const programs = postgresPrograms();
  const folder = mkdtempSync("/tmp/pack-lookup-pg-");
  const owner = notRoot();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const run = async (program, ...args) => {
    const { code, complained } = await runIn(
      folder,
      [join(programs, program), "-D", join(folder, "data"), ...args],
      {},
      { ...owner, stdio: ["ignore", "pipe", "pipe"] },
    );
    if (code !== 0) throw new Error(`${program}: ${complained}`);
  };
  await run("initdb", "--auth=trust", "--username=clerk", "--encoding=UTF8", "--no-sync");
  t.after(async () => {
    await run("pg_ctl", "stop", "--mode=immediate").catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });
  await run(
    "pg_ctl",
    "start",
    "--wait",
    `--log=${join(folder, "log")}`,
    `--options=-c listen_addresses='' -c fsync=off -k ${folder}`,
  );
  return { PGHOST: folder, PGUSER: "clerk", PGDATABASE: "postgres" };
}

/** Returns another user. Postgres refuses to run as root. */
function notRoot() {
  if (process.getuid() !== 0) return {};
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  return { uid: Number(uid), gid: Number(gid) };
}

// HTML in Chromium.

/** A re-used code. */
const CODE = "9521001000017";

export const lackOfChromium = () =>
  !existsSync(chromiumOptions().executablePath) && "chromium is missing";

/**
 * Opens an HTML snippet and types the code. Returns the text of the list when it has the expected
 * number of lines.
 */
export async function shownBy(t, file, expected) {
  const server = await serveFolder(dirname(file));
  t.after(() => server.stop());
  const browser = await chromium.launch(chromiumOptions());
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${server.origin}/${basename(file)}`);
  await page.waitForFunction(() => document.title.endsWith(" packs"));
  await page.locator("input").fill(CODE);
  await page.keyboard.press("Enter");
  await page
    .locator("li")
    .nth(expected.trimEnd().split("\n").length - 1)
    .waitFor();
  return (await page.locator("li").allTextContents()).join("\n");
}

// Examples whose comments state values, as in the types and the README of the module.

/** An example as a module in which each line `expression; // value` is an assertion. */
export const withAssertions = (code) =>
  `import assert from "node:assert/strict";\n${code.replace(/^(?!(?:const|let|import)\b|\/\/|.*\/\/ prints )(\S.*?); *\/\/ (.+)$/gm, "assert.deepEqual($1, $2);")}`;
