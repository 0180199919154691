// The shell of a newcomer: its environment, and a server that runs until Ctrl+C.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { root } from "../../../scripts/common/project.mjs";
import { freePort } from "../../free-port.mjs";

/** The environment without what npm and the scripts of this project add, and with npm offline: the package has no dependencies. */
export function newcomersEnvironment(more) {
  const given = Object.entries(process.env).filter(([name]) => !/^(npm_(lifecycle|package|execpath|command|node)|INIT_CWD|PACK_LOOKUP|NODE_TEST)/.test(name));
  const PATH = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(root)).join(delimiter);
  return { ...Object.fromEntries(given), PATH, npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false", ...more };
}

/** Starts a command that serves, on a free port, and resolves when it does. `stop` is Ctrl+C: a signal to every process of the shell. */
export async function startIn(cwd, command, env) {
  const port = await freePort();
  const child = spawn("sh", ["-c", `${command} --port ${port}`], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const origin = `http://127.0.0.1:${port}`;
  await Promise.race([shown(child, `Serving at ${origin}`), closed.then(([code]) => Promise.reject(new Error(`${command} ended with ${code}`)))]);
  return { origin, stop: () => (process.kill(-child.pid, "SIGINT"), closed) };
}

/** The standard error goes to that of the test, to explain a failure. */
function shown(child, text) {
  let printed = "";
  child.stderr.pipe(process.stderr);
  return new Promise((resolve) => child.stdout.on("data", (data) => (printed += data).includes(text) && resolve()));
}
