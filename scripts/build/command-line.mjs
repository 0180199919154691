// The command line on this machine: it makes the datasets of all builds here. Built as tests are, so that what one compiles
// serves the other; in Node it would wait for a WebAssembly that takes twice as long to build.
import { capture, printedBy, run } from "../common/run.mjs";

const program = ["--locked", "--features", "import", "--bin", "pack-lookup"];
const words = (args) => ["run", "--quiet", ...program, "--", ...args.map(String)];

/// Builds it with its progress shown; the first command would build it silently.
export const buildCommandLine = () => run("cargo", ["build", ...program]);

/// Runs a command with its output shown.
export const packLookup = (...args) => run("cargo", words(args));

/// What a command prints; its progress is shown, and where it fails, this fails.
export const printedByPackLookup = (...args) => printedBy("cargo", words(args));

/// What a command prints, or null where it fails.
export const toldByPackLookup = (...args) => capture("cargo", words(args));
