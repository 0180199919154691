// Runs other programs, and reports failures in one sentence.
import { spawn, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { environment, paths, root, startable } from "./project.mjs";

/** A failure that a person can act on. Its message is all they need. */
export class Failure extends Error {}

/**
 * The file, the arguments and the options with which a program starts, with its output in
 * pipes.
 */
export const programToStart = (command, args, env) => [
  ...resolved(command, args),
  { ...options(env), stdio: ["ignore", "pipe", "pipe"] },
];

const resolved = (command, args) => startable(command, args, paths.nodeModules);
const options = (env) => ({ cwd: root, env: { ...environment, ...env } });

/** Runs a program with its output shown. Fails unless it succeeds. */
export function run(command, args, env = {}) {
  runToEnd(command, args, { ...options(env), stdio: "inherit" });
}

/**
 * Runs several programs `[command, args, env]` in parallel, and waits for all. Fails unless all
 * succeed.
 */
export const runTogether = (commands) => allOf(commands.map((command) => runBeside(...command)));

/**
 * Waits for all promises, even if one fails, so that nothing is still running after a failure.
 * Returns their values.
 */
export async function allOf(promises) {
  const ends = await Promise.allSettled(promises);
  const failed = ends.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  return ends.map(({ value }) => value);
}

/** Starts the tasks in this order, one per core at a time. */
export async function runOnePerCore(tasks) {
  const waiting = tasks.values();
  const worker = async () => {
    for (const task of waiting) await task();
  };
  await allOf(Array.from({ length: availableParallelism() }, worker));
}

/** Runs a program like `run`, without blocking. */
export async function runBeside(command, args, env = {}) {
  requireNpm();
  const child = spawn(...resolved(command, args), { ...options(env), stdio: "inherit" });
  requireSuccess(command, args, await endOf(child));
}

/** Resolves when a program has ended, and all that it printed into pipes was read. */
export const endOf = (child) =>
  new Promise((resolve) => {
    child.on("error", (error) => resolve({ error }));
    child.on("close", (status, signal) => resolve({ status, signal }));
  });

/**
 * Runs a program and returns its standard output; its standard error is shown. Fails unless it
 * succeeds.
 */
export function outputOf(command, args) {
  return runToEnd(command, args, {
    ...options(),
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
}

function runToEnd(command, args, options) {
  requireNpm();
  const { stdout, ...end } = spawnSync(...resolved(command, args), options);
  requireSuccess(command, args, end);
  return stdout;
}

function requireNpm() {
  if (hasNpmEnded()) throw new Failure("npm was stopped");
}

/** Fails unless a program ended with success. */
export function requireSuccess(command, args, { error, status, signal }) {
  if (error) throw new Failure(`${command} could not be started: ${error.message}`);
  if (status !== 0)
    throw new Failure(`${command} ${args[0] ?? ""} failed (${signal ?? `exit code ${status}`})`);
}

/** The output of a program, or `null` if it cannot be started or fails. */
export function capture(command, args) {
  const { status, stdout } = spawnSync(...resolved(command, args), {
    ...options(),
    encoding: "utf8",
  });
  return status === 0 ? stdout : null;
}

/** Runs a program with its output shown, and returns its exit code. A failure is allowed. */
export function statusOf(command, args) {
  return spawnSync(...resolved(command, args), { ...options(), stdio: "inherit" }).status;
}

/** The exit code of a program, and all its output. A failure is allowed. */
export function attempt(command, args) {
  const { status, stdout, stderr } = spawnSync(...resolved(command, args), {
    ...options(),
    encoding: "utf8",
  });
  return { status, output: `${stdout ?? ""}${stderr ?? ""}` };
}

/**
 * Runs a server until it ends. Ctrl+C reaches the whole process group, so this process only waits.
 * A signal only to this process is forwarded, and so is the end of npm.
 */
export function serve(command, args, env = {}) {
  const child = spawn(...resolved(command, args), { ...options(env), stdio: "inherit" });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  whenNpmEnds(() => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
}

/**
 * Calls `call` once, if npm ends while this process continues. It does not keep the process alive.
 */
export function whenNpmEnds(call) {
  const watch = setInterval(() => {
    if (!hasNpmEnded()) return;
    clearInterval(watch);
    call();
  }, 300).unref();
}

const parent = process.ppid;

/**
 * npm forwards signals only to the shell between it and this process. If npm ends, this process
 * gets another parent. `exec` in the script would
 * avoid the shell, but cmd.exe has no `exec`.
 */
const hasNpmEnded = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;

/** Reports whether a module is the script that was started, and was not imported by another one. */
export const isMainScript = (url) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);

/**
 * Runs the main function of a script. Failures and wrong options are printed as one sentence, other
 * errors with their stack.
 */
export async function main(body) {
  try {
    await body(process.argv.slice(2));
  } catch (error) {
    const isExpected = error instanceof Failure || error.code?.startsWith("ERR_PARSE_ARGS");
    console.error(isExpected ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Prints a message in bold. */
export const say = (text) => console.log(`\x1b[1m==> ${text}\x1b[0m`);
