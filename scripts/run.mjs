// Starting other programs, and saying in one sentence what went wrong.
import { spawn, spawnSync } from "node:child_process";
import { environment, root } from "./project.mjs";

/// A failure that a person can act on: its message is all they need.
export class Failure extends Error {}

const options = (env) => ({ cwd: root, env: { ...environment, ...env } });

/// Runs a program to its end with its output shown, and fails unless it succeeds.
export function run(command, args, env = {}) {
  const { error, status, signal } = spawnSync(command, args, { ...options(env), stdio: "inherit" });
  if (error) throw new Failure(`${command} could not be started: ${error.message}`);
  if (status !== 0) throw new Failure(`${command} ${args[0] ?? ""} failed (${signal ?? `exit code ${status}`})`);
}

/// What a program prints, or null where it can't be started or fails.
export function capture(command, args) {
  const { status, stdout } = spawnSync(command, args, { ...options(), encoding: "utf8" });
  return status === 0 ? stdout : null;
}

/// Runs a server until it ends. Ctrl+C reaches the whole process group, so here it is only waited for;
/// a signal sent to this process alone is passed on.
export function serve(command, args, env = {}) {
  const child = spawn(command, args, { ...options(env), stdio: "inherit" });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
}

/// The entry point of a script: failures and wrong options as one sentence, anything else with its stack.
export async function main(body) {
  try {
    await body(process.argv.slice(2));
  } catch (error) {
    const isExpected = error instanceof Failure || error.code?.startsWith("ERR_PARSE_ARGS");
    console.error(isExpected ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

export const say = (text) => console.log(`\x1b[1m==> ${text}\x1b[0m`);
