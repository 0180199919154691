// What is written in Python, each in a folder of its own: schemathesis, the models of FHIR, and what the Python recipes of docs/clients take. The lists pin every version.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths, root } from "../common/project.mjs";
import { capture, run, say } from "../common/run.mjs";

const OLDEST = [3, 10];

/** Whether this Python can make such a folder: Debian has that in a package of its own. */
const CAN = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${OLDEST}))`;

const thisMachine = (folder) => ({ platform: process.platform, folder: join(paths.tools, folder), capture, run, exists: existsSync, read: (file) => readFileSync(file, "utf8"), write: writeFileSync });

const schemathesis = { name: "schemathesis", program: "schemathesis", requirements: join(root, "tests", "contract", "requirements.txt") };
const fhirModels = { name: "the models of FHIR", program: "python", requirements: join(root, "tests", "contract", "requirements-fhir.txt") };
const clients = { name: "what the Python recipes take", program: "python", requirements: join(root, "tests", "docs", "clients", "requirements.txt") };

/** The path of the program, or a sentence that says why it is not there. */
export const prepareSchemathesis = (machine = thisMachine("schemathesis")) => prepare(machine, schemathesis);

/** The same of a Python that has requests and pandas. */
export const preparePythonClients = (machine = thisMachine("python-clients")) => prepare(machine, clients);

/** The same of a Python that has the models of FHIR R4. */
export const prepareFhirModels = (machine = thisMachine("fhir-models")) => prepare(machine, fhirModels);

function prepare(machine, wanted) {
  const program = programIn(machine, wanted.program);
  if (isInstalled(machine, wanted, program)) return { program };
  const python = ["python3", "python"].find((name) => machine.capture(name, ["-c", CAN]) !== null);
  if (python === undefined) return { lack: `Python ${OLDEST.join(".")} or later with venv is missing (apt-get install python3-venv, or https://www.python.org)` };
  return install(machine, wanted, python, program);
}

const programIn = ({ platform, folder }, name) => (platform === "win32" ? join(folder, "Scripts", `${name}.exe`) : join(folder, "bin", name));

/** The folder keeps the list that it was made of. */
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
