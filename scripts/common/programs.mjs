// How a program is started, on every platform. What npm puts into `.bin` are `.cmd` files on Windows, which only a
// shell could start, so what is JavaScript is given to Node by its file.
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

const pathsOf = (platform) => (platform === "win32" ? win32 : posix);

/** Programs of npm packages, by the file that Node runs. */
const entries = {
  attw: "@arethetypeswrong/cli/dist/index.js",
  tsc: "typescript/bin/tsc",
  vite: "vite/bin/vite.js",
  "wasm-opt": "binaryen/bin/wasm-opt",
  wrangler: "wrangler/bin/wrangler.js",
};

/** Elsewhere its installation puts a binary in the place of this file. */
const entriesOnWindows = { ...entries, esbuild: "esbuild/bin/esbuild" };

/** What has to be known of a machine, so that tests can be on another one. */
export const thisMachine = { platform: process.platform, env: process.env, execPath: process.execPath, exists: existsSync };

/** The file to start for a command, and its arguments: `[file, arguments]`. */
export function startable(command, args, nodeModules, machine = thisMachine) {
  if (command === "node") return [nodeOf(nodeModules, machine), args];
  if (command === "npm") return npm(args, machine);
  const entry = (machine.platform === "win32" ? entriesOnWindows : entries)[command];
  if (entry === undefined) return [command, args];
  return [nodeOf(nodeModules, machine), [pathsOf(machine.platform).join(nodeModules, entry), ...args]];
}

/** The project's own Node.js, which some packages ask for; until it is installed, the one that runs this. */
function nodeOf(nodeModules, { platform, execPath, exists }) {
  const own = pathsOf(platform).join(nodeModules, "node", "bin", executable("node", platform));
  return exists(own) ? own : execPath;
}

/** npm passes its path to its scripts. Outside of npm, it is beside Node.js. */
function npm(args, { platform, env, execPath, exists }) {
  const { dirname, join } = pathsOf(platform);
  const beside = [["node_modules"], ["..", "lib", "node_modules"]].map((folder) => join(dirname(execPath), ...folder, "npm", "bin", "npm-cli.js"));
  const file = [env.npm_execpath, ...beside].find((path) => path?.endsWith("npm-cli.js") && exists(path));
  return file === undefined ? ["npm", args] : [execPath, [file, ...args]];
}

export const executable = (name, platform = process.platform) => (platform === "win32" ? `${name}.exe` : name);

/**
 * The variables with `folders` before all others in PATH. Windows calls it `Path`, and takes any case of it: of two
 * it would be chance which one counts.
 */
export function withFolders(env, folders, platform = process.platform) {
  const isPath = (key) => key === "PATH" || (platform === "win32" && key.toUpperCase() === "PATH");
  const others = Object.entries(env).filter(([key]) => !isPath(key));
  const before = Object.entries(env).find(([key]) => isPath(key))?.[1];
  const path = [...folders, before].filter(Boolean).join(pathsOf(platform).delimiter);
  return { ...Object.fromEntries(others), PATH: path };
}
