// Starts programs on every platform. On Windows, npm's `.bin` has `.cmd` files, which only a shell can start. JavaScript programs are therefore
// started with Node and their file.
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

const pathsOf = (platform) => (platform === "win32" ? win32 : posix);

/** Programs of npm packages, with the file that Node runs. */
const entries = {
  attw: "@arethetypeswrong/cli/dist/index.js",
  tsc: "typescript/bin/tsc",
  vite: "vite/bin/vite.js",
  "wasm-opt": "binaryen/bin/wasm-opt",
  wrangler: "wrangler/bin/wrangler.js",
};

/** On other platforms, the installation of esbuild replaces this file with a binary. */
const entriesOnWindows = { ...entries, esbuild: "esbuild/bin/esbuild" };

/** The properties of a machine, which tests replace. */
export const thisMachine = { platform: process.platform, env: process.env, execPath: process.execPath, exists: existsSync };

/** Returns the file and the arguments that start a command: `[file, arguments]`. */
export function startable(command, args, nodeModules, machine = thisMachine) {
  if (command === "node") return [nodeOf(nodeModules, machine), args];
  if (command === "npm") return npm(args, machine);
  const entry = (machine.platform === "win32" ? entriesOnWindows : entries)[command];
  if (entry === undefined) return [command, args];
  return [nodeOf(nodeModules, machine), [pathsOf(machine.platform).join(nodeModules, entry), ...args]];
}

/** Returns the project's own Node.js, which some packages require, or the running one if it is not installed. */
function nodeOf(nodeModules, { platform, execPath, exists }) {
  const own = pathsOf(platform).join(nodeModules, "node", "bin", executable("node", platform));
  return exists(own) ? own : execPath;
}

/** Returns npm's script. npm passes its path to its scripts; outside of npm, it is beside Node.js. */
function npm(args, { platform, env, execPath, exists }) {
  const { dirname, join } = pathsOf(platform);
  const beside = [["node_modules"], ["..", "lib", "node_modules"]].map((folder) => join(dirname(execPath), ...folder, "npm", "bin", "npm-cli.js"));
  const file = [env.npm_execpath, ...beside].find((path) => path?.endsWith("npm-cli.js") && exists(path));
  return file === undefined ? ["npm", args] : [execPath, [file, ...args]];
}

export const executable = (name, platform = process.platform) => (platform === "win32" ? `${name}.exe` : name);

/** Returns the variables with `folders` first in PATH. On Windows, `Path` may have any case, and of two such variables either could apply. */
export function withFolders(env, folders, platform = process.platform) {
  const isPath = (key) => key === "PATH" || (platform === "win32" && key.toUpperCase() === "PATH");
  const others = Object.entries(env).filter(([key]) => !isPath(key));
  const before = Object.entries(env).find(([key]) => isPath(key))?.[1];
  const path = [...folders, before].filter(Boolean).join(pathsOf(platform).delimiter);
  return { ...Object.fromEntries(others), PATH: path };
}
