// All paths and pinned versions of the scripts.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { executable, withFolders } from "./programs.mjs";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const at = (...parts) => join(root, ...parts);

export const paths = {
  build: at("build"),
  demoRelease: at("build", "demo.zip"),
  demoDataset: at("build", "packs.bin"),
  releaseDataset: at("build", "release.bin"),
  /** The last deployed releases: see scripts/build/updates.mjs. */
  releases: at("releases"),
  worker: at("build", "worker"),
  testWorker: at("build", "test-worker"),
  page: at("build", "www"),
  nodeModules: at("node_modules"),
  target: process.env.CARGO_TARGET_DIR ?? at("target"),
  tools: at(".tools"),
  testDataset: at("tests", "cases", "api.bin"),
  webdriver: at("tests", "webdriver.json"),
};

/** The default demonstration release. */
export const demo = { packs: 2000, seed: 1 };

export const rustTarget = "wasm32-unknown-unknown";

/** The cargo packages that are installed into .tools, and a program of each. */
export const cargoTools = {
  "wasm-bindgen-cli": { version: "0.2.129", program: "wasm-bindgen" },
  "worker-build": { version: "0.8.7", program: "worker-build" },
  "wasm-pack": { version: "0.15.1", program: "wasm-pack" },
  "cargo-deny": { version: "0.20.2", program: "cargo-deny" },
  geckodriver: { version: "0.37.1", program: "geckodriver" },
};

/** Tools on which no build output depends, so a new version causes no rebuild. */
export const separateTools = {
  "cargo-fuzz": { version: "0.13.2", program: "cargo-fuzz" },
  "cargo-mutants": { version: "27.1.0", program: "cargo-mutants", told: ["mutants", "--version"] },
};

export const program = (name) => join(paths.tools, "bin", executable(name));

/** Builds run third-party code, which must not see the TRUD key. */
const { TRUD_API_KEY: _, ...given } = process.env;

/** The environment of all started programs: the project's own tools first, no telemetry, and no key. */
export const environment = {
  ...withFolders(given, [join(paths.tools, "bin"), join(paths.nodeModules, ".bin")]),
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_WRITE_LOGS: "false",
  WASM_BINDGEN_BIN: program("wasm-bindgen"),
  WASM_OPT_BIN: join(paths.nodeModules, ".bin", "wasm-opt"),
  ESBUILD_BIN: join(paths.nodeModules, ".bin", "esbuild"),
};
