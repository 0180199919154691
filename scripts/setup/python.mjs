// Schemathesis, which is written in Python, in a folder of its own. What it needs is pinned in tests/contract/requirements.txt.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths, root } from "../common/project.mjs";
import { capture, run, say } from "../common/run.mjs";

const requirements = join(root, "tests", "contract", "requirements.txt");
const OLDEST = [3, 10];

/// Whether this Python can make such a folder: Debian has that in a package of its own.
const CAN = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${OLDEST}))`;

const thisMachine = { platform: process.platform, folder: join(paths.tools, "schemathesis"), capture, run, exists: existsSync, read: (file) => readFileSync(file, "utf8"), write: writeFileSync };

/// The path of the program, or a sentence that says why it is not there.
export function prepareSchemathesis(machine = thisMachine) {
  const programs = join(machine.folder, machine.platform === "win32" ? "Scripts" : "bin");
  const program = join(programs, machine.platform === "win32" ? "schemathesis.exe" : "schemathesis");
  if (isInstalled(machine, program)) return { program };
  const python = ["python3", "python"].find((name) => machine.capture(name, ["-c", CAN]) !== null);
  if (python === undefined) return { lack: `Python ${OLDEST.join(".")} or later with venv is missing (apt-get install python3-venv, or https://www.python.org)` };
  return install(machine, python, program);
}

/// The folder keeps the list that it was made of.
const recordOf = ({ folder }) => join(folder, "requirements.txt");

const isInstalled = (machine, program) => machine.exists(program) && machine.exists(recordOf(machine)) && machine.read(recordOf(machine)) === machine.read(requirements);

function install(machine, python, program) {
  say("Installing schemathesis, once");
  try {
    machine.run(python, ["-m", "venv", "--clear", machine.folder]);
    machine.run(join(program, "..", machine.platform === "win32" ? "python.exe" : "python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements]);
  } catch (error) {
    return { lack: `schemathesis could not be installed: ${error.message}` };
  }
  machine.write(recordOf(machine), machine.read(requirements));
  return { program };
}
