// The paths and pinned versions of the project, and how its programs are started on each platform.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";

// On Windows, npm's `.bin` has `.cmd` files, which only a shell can start. JavaScript programs are
// therefore started with Node and their file.

const pathModule = (platform) => (platform === "win32" ? win32 : posix);

/** Programs of npm packages, with the file that Node runs. */
const ENTRY_FILES = {
  attw: "@arethetypeswrong/cli/dist/index.js",
  biome: "@biomejs/biome/bin/biome",
  tsc: "typescript/bin/tsc",
  vite: "vite/bin/vite.js",
  "wasm-opt": "binaryen/bin/wasm-opt",
  wrangler: "wrangler/bin/wrangler.js",
};

/** On other platforms, the installation of esbuild replaces this file with a binary. */
const ENTRY_FILES_ON_WINDOWS = { ...ENTRY_FILES, esbuild: "esbuild/bin/esbuild" };

/** The properties of a machine, which tests replace. */
export const thisMachine = {
  platform: process.platform,
  env: process.env,
  execPath: process.execPath,
  exists: existsSync,
};

/** The file and the arguments that start a command: `[file, arguments]`. */
export function startable(command, args, nodeModules, machine = thisMachine) {
  if (command === "node") return [nodeOf(nodeModules, machine), args];
  if (command === "npm") return npmScript(args, machine);
  const entry = (machine.platform === "win32" ? ENTRY_FILES_ON_WINDOWS : ENTRY_FILES)[command];
  if (entry === undefined) return [command, args];
  return [
    nodeOf(nodeModules, machine),
    [pathModule(machine.platform).join(nodeModules, entry), ...args],
  ];
}

/**
 * The project's own Node.js, which some packages require, or the running one if it is not
 * installed.
 */
function nodeOf(nodeModules, { platform, execPath, exists }) {
  const own = pathModule(platform).join(nodeModules, "node", "bin", executable("node", platform));
  return exists(own) ? own : execPath;
}

/**
 * Returns npm's script. npm passes its path to its scripts; outside of npm, it is next to Node.js.
 */
function npmScript(args, { platform, env, execPath, exists }) {
  const { dirname, join } = pathModule(platform);
  const beside = [["node_modules"], ["..", "lib", "node_modules"]].map((folder) =>
    join(dirname(execPath), ...folder, "npm", "bin", "npm-cli.js"),
  );
  const file = [env.npm_execpath, ...beside].find(
    (path) => path?.endsWith("npm-cli.js") && exists(path),
  );
  return file === undefined ? ["npm", args] : [execPath, [file, ...args]];
}

/** The file name of a program. */
export const executable = (name, platform = process.platform) =>
  platform === "win32" ? `${name}.exe` : name;

/**
 * The variables with `folders` first in PATH. On Windows, `Path` may have any case, and of
 * two such variables either could apply.
 */
export function withFolders(env, folders, platform = process.platform) {
  const isPath = (key) => key === "PATH" || (platform === "win32" && key.toUpperCase() === "PATH");
  const others = Object.entries(env).filter(([key]) => !isPath(key));
  const before = Object.entries(env).find(([key]) => isPath(key))?.[1];
  const path = [...folders, before].filter(Boolean).join(pathModule(platform).delimiter);
  return { ...Object.fromEntries(others), PATH: path };
}

// Paths and versions.

/** The folder of the project. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const inRoot = (...parts) => join(root, ...parts);

export const paths = {
  build: inRoot("build"),
  demoRelease: inRoot("build", "demo.zip"),
  demoDataset: inRoot("build", "packs.bin"),
  releaseDataset: inRoot("build", "release.bin"),
  /**
   * What `npm start` builds: a separate package, with quickly compiled WebAssembly, that is never
   * published.
   */
  start: inRoot("build", "start"),
  /** The last deployed releases: see scripts/build/page.mjs. */
  releases: inRoot("releases"),
  worker: inRoot("build", "worker"),
  testWorker: inRoot("build", "test-worker"),
  page: inRoot("build", "www"),
  nodeModules: inRoot("node_modules"),
  target: process.env.CARGO_TARGET_DIR ?? inRoot("target"),
  tools: inRoot(".tools"),
  testDataset: inRoot("tests", "cases", "api.bin"),
  testHistory: inRoot("tests", "cases", "history.bin"),
  webdriver: inRoot("tests", "webdriver.json"),
};

/** The default demonstration release. */
export const demo = { packs: 2000, seed: 1 };

export const rustTarget = "wasm32-unknown-unknown";

/**
 * The cargo packages that are installed into .tools, and a program of each. One of them is in this
 * repository.
 */
export const cargoTools = {
  bindgen: {
    version: "0.2.129",
    program: "pack-lookup-bindgen",
    source: inRoot("scripts", "bindgen"),
  },
  "wasm-bindgen-cli": { version: "0.2.129", program: "wasm-bindgen" },
  "worker-build": { version: "0.8.7", program: "worker-build" },
  "wasm-pack": { version: "0.15.1", program: "wasm-pack" },
  "cargo-deny": { version: "0.20.2", program: "cargo-deny" },
  geckodriver: { version: "0.37.1", program: "geckodriver" },
};

/** Tools on which no build output depends, so a new version causes no rebuild. */
export const separateTools = {
  "cargo-fuzz": { version: "0.13.2", program: "cargo-fuzz" },
  "cargo-mutants": {
    version: "27.1.0",
    program: "cargo-mutants",
    versionArgs: ["mutants", "--version"],
  },
};

/** The path of a program that is installed into .tools. */
export const program = (name) => join(paths.tools, "bin", executable(name));

/** Builds run third-party code, which must not see the TRUD key, nor find the signing key. */
const { TRUD_API_KEY: _, PACK_LOOKUP_SIGNING_KEY: __, ...variables } = process.env;

/**
 * The environment of all started programs: the project's own tools first, no telemetry, and no key.
 */
export const environment = {
  ...withFolders(variables, [join(paths.tools, "bin"), join(paths.nodeModules, ".bin")]),
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_WRITE_LOGS: "false",
  WASM_BINDGEN_BIN: program("wasm-bindgen"),
  WASM_OPT_BIN: join(paths.nodeModules, ".bin", "wasm-opt"),
  ESBUILD_BIN: join(paths.nodeModules, ".bin", "esbuild"),
};

/** The SHA-256 of bytes, in hexadecimal. */
export const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");
