// Python programs, each in a folder of its own: schemathesis, the FHIR models, and the packages of the Python recipes in docs/clients. The lists
// pin every version.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths, root } from "../common/project.mjs";
import { capture, run, say } from "../common/run.mjs";

const OLDEST = [3, 10];

/** A program that checks whether this Python can create a virtual environment. Debian has that in a separate package. */
const CAN = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${OLDEST}))`;

const thisMachine = (folder) => ({ platform: process.platform, folder: join(paths.tools, folder), capture, run, exists: existsSync, read: (file) => readFileSync(file, "utf8"), write: writeFileSync });

const schemathesis = { name: "schemathesis", program: "schemathesis", requirements: join(root, "tests", "contract", "requirements.txt") };
const fhirModels = { name: "the models of FHIR", program: "python", requirements: join(root, "tests", "contract", "requirements-fhir.txt") };
const clients = { name: "what the Python recipes take", program: "python", requirements: join(root, "tests", "docs", "clients", "requirements.txt") };

/** Returns the path of schemathesis, or the reason why it is missing. */
export const prepareSchemathesis = (machine = thisMachine("schemathesis")) => prepare(machine, schemathesis);

/** Returns a Python with requests and pandas, or the reason why it is missing. */
export const preparePythonClients = (machine = thisMachine("python-clients")) => prepare(machine, clients);

/** Returns a Python with the models of FHIR R4, or the reason why it is missing. */
export const prepareFhirModels = (machine = thisMachine("fhir-models")) => prepare(machine, fhirModels);

function prepare(machine, wanted) {
  const program = programIn(machine, wanted.program);
  if (isInstalled(machine, wanted, program)) return { program };
  const python = ["python3", "python"].find((name) => machine.capture(name, ["-c", CAN]) !== null);
  if (python === undefined) return { lack: `Python ${OLDEST.join(".")} or later with venv is missing (apt-get install python3-venv, or https://www.python.org)` };
  return install(machine, wanted, python, program);
}

const programIn = ({ platform, folder }, name) => (platform === "win32" ? join(folder, "Scripts", `${name}.exe`) : join(folder, "bin", name));

/** Returns the list from which a folder was made, which is stored in it. */
const recordOf = ({ folder }) => join(folder, "requirements.txt");

const isInstalled = (machine, { requirements }, program) => machine.exists(program) && machine.exists(recordOf(machine)) && machine.read(recordOf(machine)) === machine.read(requirements);

function install(machine, { name, requirements }, python, program) {
  say(`Installing ${name}, once`);
  try {
    machine.run(python, ["-m", "venv", "--clear", machine.folder]);
    machine.run(programIn(machine, "python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements]);
  } catch (error) {
    return { lack: `${name} could not be installed: ${error.message}` };
  }
  machine.write(recordOf(machine), machine.read(requirements));
  return { program };
}
