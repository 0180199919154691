// Installs what builds and tests need. A step is skipped if its result exists.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cargoTools, paths, program, root, rustTarget, separateTools } from "../common/project.mjs";
import { allOf, capture, Failure, run, runBeside, say } from "../common/run.mjs";

/**
 * Installs the compiler, then npm packages and the named cargo tools in parallel: one waits for the
 * network while the other compiles.
 */
export async function setUp(tools) {
  installCompiler();
  await allOf([installNodeModules(), installCargoTools(tools)]);
}

/** Installs npm packages, unless they are installed. Makes the folder of all builds. */
export async function installNodeModules() {
  mkdirSync(paths.build, { recursive: true });
  if (!areNodeModulesInstalled()) await runBeside(...nodeModulesCommand());
}

/**
 * The command that installs npm packages. With `forStart`, these are the `dependencies` of
 * package.json, which `npm start` needs. Tests, deployment and the lab need all packages.
 */
export function nodeModulesCommand({ forStart = false } = {}) {
  // Some packages require Node.js 22, which is one of the packages, so npm's warning would be
  // misleading.
  return [
    "npm",
    ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...(forStart ? ["--omit=dev"] : [])],
  ];
}

/** Compares what npm recorded in node_modules/.package-lock.json with the lock file. */
export function areNodeModulesInstalled({ forStart = false } = {}) {
  const record = join(paths.nodeModules, ".package-lock.json");
  if (!existsSync(record)) return false;
  return hasPackages(lockedPackages(record), lockedPackages(join(root, "package-lock.json")), {
    forStart,
  });
}

/** Compares installed packages with the packages of a lock file, both by path. */
export function hasPackages(installed, locked, { forStart = false } = {}) {
  const isNeeded = ({ optional, dev, devOptional }) =>
    !optional && !(forStart && (dev || devOptional));
  return Object.entries(locked).every(
    ([path, entry]) => !isNeeded(entry) || installed[path]?.version === entry.version,
  );
}

function lockedPackages(file) {
  const { "": _project, ...packages } = JSON.parse(readFileSync(file, "utf8")).packages;
  return packages;
}

/** Installs the compiler. */
export function installCompiler() {
  for (const command of compilerCommands()) run(...command);
}

/**
 * The commands that install what is missing of the compiler. rust-toolchain.toml names it
 * and its components, but rustup installs them by itself only if auto-install is on.
 */
export function compilerCommands() {
  if (capture("rustup", ["--version"]) === null)
    throw new Failure("rustup is missing: install it from https://rustup.rs");
  const targets = capture("rustup", ["target", "list", "--installed"]);
  if (targets === null) return [["rustup", ["toolchain", "install"]]];
  const hasTarget = targets.split("\n").includes(rustTarget);
  const hasComponents = capture("cargo", ["clippy", "--version"]) !== null;
  return [
    ...(hasTarget ? [] : [["rustup", ["target", "add", rustTarget]]]),
    ...(hasComponents ? [] : [["rustup", ["component", "add", "clippy", "rustfmt"]]]),
  ];
}

/** The tools that build the module and the page, and those that build the Worker too. */
export const MODULE_TOOLS = ["bindgen"];
export const WORKER_TOOLS = [...MODULE_TOOLS, "wasm-bindgen-cli", "worker-build"];

/**
 * The tools run for seconds. Full optimisation would take four times as long to build as it saves.
 */
const UNOPTIMISED = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1",
  CARGO_PROFILE_RELEASE_PANIC: "abort",
};

const allTools = { ...cargoTools, ...separateTools };

/** Installs the named cargo tools that are missing. */
export async function installCargoTools(names) {
  for (const command of cargoToolCommands(names)) await runBeside(...command);
}

/**
 * The commands that install the missing tools: one for each tool of this repository, and
 * one for all others, so that it shows its progress. They share a target folder, in which shared
 * crates are compiled once, so they run one after the other.
 */
export function cargoToolCommands(names) {
  const missing = names
    .filter((name) => !isToolInstalled(allTools[name]))
    .map((name) => ({ name, ...allTools[name] }));
  const own = missing.filter(({ source }) => source).map(({ source }) => ["--path", source]);
  const published = missing
    .filter(({ source }) => !source)
    .map(({ name, version }) => `${name}@${version}`);
  return [...own, ...(published.length > 0 ? [published] : [])].map(cargoInstall);
}

function cargoInstall(packages) {
  const folders = ["--root", paths.tools, "--target-dir", join(paths.tools, "target")];
  // The only default feature of any of them is TLS, for downloads that wasm-bindgen does not need
  // here.
  return [
    "cargo",
    ["install", "--locked", "--no-default-features", ...folders, "--force", ...packages],
    UNOPTIMISED,
  ];
}

const isToolInstalled = ({ version, program: executable, versionArgs = ["--version"] }) =>
  capture(program(executable), versionArgs)?.includes(version);

// Python programs, each in its own folder: schemathesis, the FHIR models, and the packages of the
// Python recipes in docs/clients.md. The requirements pin every version.

/** The oldest supported version of Python. */
const MIN_PYTHON = [3, 10];

/**
 * A program that checks whether this Python can create a virtual environment. Debian has that in a
 * separate package.
 */
const VENV_CHECK = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${MIN_PYTHON}))`;

const pythonMachine = (folder) => ({
  platform: process.platform,
  folder: join(paths.tools, folder),
  capture,
  run,
  exists: existsSync,
  read: (file) => readFileSync(file, "utf8"),
  write: writeFileSync,
});

const schemathesis = {
  name: "schemathesis",
  program: "schemathesis",
  requirements: join(root, "tests", "contract", "requirements.txt"),
};
const fhirModels = {
  name: "the FHIR models and clients",
  program: "python",
  requirements: join(root, "tests", "contract", "requirements-fhir.txt"),
};
const clients = {
  name: "the packages of the Python recipes",
  program: "python",
  requirements: join(root, "tests", "docs", "clients", "requirements.txt"),
};

/** The path of schemathesis, or the reason why it is missing. */
export const prepareSchemathesis = (machine = pythonMachine("schemathesis")) =>
  preparePython(machine, schemathesis);

/** A Python with what the recipes of the documents take, or the reason why it is missing. */
export const preparePythonClients = (machine = pythonMachine("python-clients")) =>
  preparePython(machine, clients);

/** A Python with the models of FHIR R4, or the reason why it is missing. */
export const prepareFhirModels = (machine = pythonMachine("fhir-models")) =>
  preparePython(machine, fhirModels);

function preparePython(machine, wanted) {
  const program = programIn(machine, wanted.program);
  if (hasRequirements(machine, wanted, program)) return { program };
  const python = ["python3", "python"].find(
    (name) => machine.capture(name, ["-c", VENV_CHECK]) !== null,
  );
  if (python === undefined)
    return {
      missing: `Python ${MIN_PYTHON.join(".")} or later with venv is missing (apt-get install python3-venv, or https://www.python.org)`,
    };
  return installRequirements(machine, wanted, python, program);
}

const programIn = ({ platform, folder }, name) =>
  platform === "win32" ? join(folder, "Scripts", `${name}.exe`) : join(folder, "bin", name);

/** The path of the requirements from which a folder was installed. */
const recordFile = ({ folder }) => join(folder, "requirements.txt");

const hasRequirements = (machine, { requirements }, program) =>
  machine.exists(program) &&
  machine.exists(recordFile(machine)) &&
  machine.read(recordFile(machine)) === machine.read(requirements);

function installRequirements(machine, { name, requirements }, python, program) {
  say(`Installing ${name}, once`);
  try {
    machine.run(python, ["-m", "venv", "--clear", machine.folder]);
    const args = "-m pip install --quiet --disable-pip-version-check --requirement".split(" ");
    machine.run(programIn(machine, "python"), [...args, requirements]);
  } catch (error) {
    return { missing: `${name} could not be installed: ${error.message}` };
  }
  machine.write(recordFile(machine), machine.read(requirements));
  return { program };
}

// npm packages that only some tests use, each set in a separate folder.

const PACKAGE_FILES = ["package.json", "package-lock.json"];

/** A machine that installs the packages of `source` into a folder of .tools. */
const packageMachine = (folder, source) => ({
  folder: join(paths.tools, folder),
  source,
  exists: existsSync,
  read: (file) => readFileSync(file, "utf8"),
  copyPackageFiles: (folder) => {
    mkdirSync(folder, { recursive: true });
    for (const name of PACKAGE_FILES) copyFileSync(join(source, name), join(folder, name));
  },
  run,
});

/**
 * Makes a function that installs the packages of a folder, and returns where they are, or the reason
 * why they are missing.
 */
const preparing = (folder, name, source) => {
  const own = packageMachine(folder, join(root, source));
  return (machine = own) => preparePackages(machine, name);
};

/** Installs the packages of the TypeScript recipe, which need another version of TypeScript. */
export const prepareTypeScriptClients = preparing(
  "typescript-clients",
  "openapi-typescript",
  "tests/docs/clients",
);

/** Installs a FHIR client, and the definitions of R4. */
export const prepareFhirPackages = preparing(
  "fhir-packages",
  "the FHIR packages",
  "tests/contract/fhir-packages",
);

/** Installs the models from which the print reader's are made. */
export const preparePrintPackages = preparing(
  "print",
  "the models of the print reader",
  "scripts/build/print",
);

/** Installs the fonts of drawn cartons. */
export const prepareCartonFonts = preparing(
  "cartons",
  "the fonts of drawn cartons",
  "tests/page/cartons",
);

/** Installs the fonts of the cartons by another author. */
export const prepareOtherCartonFonts = preparing(
  "other-cartons",
  "the fonts of other cartons",
  "lab/lib/boxes/other-cartons",
);

/**
 * Installs what the programs of `examples/` use, as their user does: in place, and with a copy of the
 * module. Returns the folder of the packages, or the reason why there is none.
 */
export function prepareExamples(folder = join(root, "examples")) {
  try {
    const args = "ci --silent --prefer-offline --no-audit --no-fund --prefix".split(" ");
    run("npm", [...args, folder]);
  } catch (error) {
    return { missing: `the examples could not be installed: ${error.message}` };
  }
  return { program: join(folder, "node_modules") };
}

function preparePackages(machine, name) {
  const program = join(machine.folder, "node_modules");
  if (isPackageFolderCurrent(machine, program)) return { program };
  say(`Installing ${name}, once`);
  try {
    machine.copyPackageFiles(machine.folder);
    machine.run("npm", ["ci", "--silent", "--no-audit", "--no-fund", "--prefix", machine.folder]);
  } catch (error) {
    return { missing: `${name} could not be installed: ${error.message}` };
  }
  return { program };
}

/** Whether the packages are installed. npm writes its own record last. */
function isPackageFolderCurrent({ folder, source, exists, read }, program) {
  const lock = "package-lock.json";
  return (
    exists(join(program, ".package-lock.json")) &&
    exists(join(folder, lock)) &&
    read(join(folder, lock)) === read(join(source, lock))
  );
}
