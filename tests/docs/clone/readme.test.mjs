// Runs the commands of README.md as a newcomer has them: in this clone, without the package
// installed and without a substitute for npx. The commands rebuild what other tests read, so this
// file runs alone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { paths, root } from "../../../scripts/common/project.mjs";
import { makeProject } from "../../common/folders.mjs";
import { freePort } from "../../common/network.mjs";
import { blocksOf, isPrinted, runIn } from "../snippets.mjs";

const BASE = "http://127.0.0.1:8787";
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = blocksOf(readme);
const commands = blocks
  .filter(({ language }) => language === "sh")
  .flatMap(({ text }) => text.trim().split("\n"))
  .map((line) => line.replace(/ +#.*/, ""));
const program = blocks.find(({ language }) => language === "js");
const copied = /`(npm install --install-links \.\.\/[^`]+)`/.exec(readme)?.[1];

/** A project next to a clone with the name pack-lookup, as in README.md. */
const folder = mkdtempSync(join(tmpdir(), "pack-lookup-readme-"));
const project = join(folder, "project");
const release = join(folder, "nhsbsa_dmd_8.2.0_20250814000001.zip");
const env = newcomersEnvironment({ npm_config_pack_destination: project });
const options = {
  skip: process.platform === "win32" && "the commands are for a POSIX shell",
  timeout: 900_000,
};
let service;

before(() => {
  mkdirSync(project);
  makeProject(project);
  symlinkSync(root, join(folder, "pack-lookup"), "dir");
  copyFileSync(paths.demoRelease, release);
});
after(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});

/** The commands of README.md, by their start, with how to run each. */
const runners = [
  [/^npm start$/, async () => (service = await started("npm start --"))],
  [
    /^npm start -- --release \S+\.zip$/,
    async () => (await started(`npm start -- --release ${release}`)).stop(),
  ],
  [/^npm test$/, listsSuites],
  [/^npm (run|pack) /, (line) => succeeds(root, line)],
  [/^curl /, answers],
  [/^(npm install|npx) /, (line) => succeeds(project, line)],
];

for (const line of commands) {
  test(`runs: ${line}`, options, async () => {
    const runner = runners.find(([beginning]) => beginning.test(line))?.[1];
    assert.ok(runner, `${line} is not run: add it to the runners, or change README.md`);
    await runner(line);
  });
}

test("has the commands that a newcomer needs", () => {
  for (const [beginning] of runners)
    assert.ok(
      commands.some((line) => beginning.test(line)),
      `README.md has no command like ${beginning}`,
    );
});

test("runs the program with the installed tarball", options, () => runsProgram());

test(`runs: ${copied}, and then the program`, options, async () => {
  await succeeds(project, copied);
  await runsProgram();
});

/** Starts a server with a command, and checks that it serves the page and the API. */
async function started(command) {
  const one = await startIn(root, command, env);
  const [page, pack] = await Promise.all([
    fetch(`${one.origin}/`),
    fetch(`${one.origin}/api/gtin/9521001000017`),
  ]);
  assert.match(page.headers.get("content-type"), /^text\/html/);
  assert.equal((await pack.json()).generic_product_name, "Lorazepam 1mg tablets");
  return one;
}

/**
 * A test can't run all tests: this checks that the command starts, that it lists the suites, and
 * that README.md mentions the exception.
 */
async function listsSuites(line) {
  const { code, complained } = await runIn(root, ["sh", "-c", `${line} -- no-such-suite`], env);
  assert.equal(code, 1);
  assert.match(complained, /The suites are: format, lint, core, docs/);
  assert.match(readme, /\*`npm test` is not run by a test\b/);
}

async function answers(line) {
  const printed = await succeeds(root, line.replaceAll(BASE, service.origin));
  assert.equal(JSON.parse(printed).generic_product_name, "Amlodipine 5mg tablets");
}

async function runsProgram() {
  writeFileSync(join(project, program.file), program.text);
  assert.ok(existsSync(join(project, "node_modules", "pack-lookup", "package.json")));
  const printed = await succeeds(project, `node ${program.file}`);
  assert.ok(isPrinted(program.prints, printed), printed);
}

async function succeeds(cwd, line) {
  const { code, printed, complained } = await runIn(cwd, ["sh", "-c", line], env, {
    timeout: 600_000,
  });
  assert.equal(code, 0, `${line}\n${printed}${complained}`);
  return printed;
}

/**
 * The environment without what npm and the scripts of this project add, and with npm offline: the
 * package has no dependencies.
 */
function newcomersEnvironment(more) {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(lifecycle|package|execpath|command|node)|INIT_CWD|PACK_LOOKUP|NODE_TEST)/.test(name),
  );
  const PATH = process.env.PATH.split(delimiter)
    .filter((folder) => !folder.startsWith(root))
    .join(delimiter);
  return {
    ...Object.fromEntries(kept),
    PATH,
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    ...more,
  };
}

/**
 * Starts a command that serves, on a free port, and resolves when it does. `stop` is Ctrl+C: a
 * signal to every process of the shell.
 */
async function startIn(cwd, command, env) {
  const port = await freePort();
  const child = spawn("sh", ["-c", `${command} --port ${port}`], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const origin = `http://127.0.0.1:${port}`;
  await Promise.race([
    shown(child, `Serving at ${origin}`),
    closed.then(([code]) => Promise.reject(new Error(`${command} ended with ${code}`))),
  ]);
  return { origin, stop: () => (process.kill(-child.pid, "SIGINT"), closed) };
}

/** The standard error goes to the standard error of the test, to explain a failure. */
function shown(child, text) {
  let printed = "";
  child.stderr.pipe(process.stderr);
  return new Promise((resolve) =>
    child.stdout.on("data", (data) => (printed += data).includes(text) && resolve()),
  );
}
