// The packages of the TypeScript recipe in docs/clients, in a folder of its own: it needs another TypeScript than the project.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { paths, root } from "../common/project.mjs";
import { run, say } from "../common/run.mjs";

const list = join(root, "tests", "docs", "clients");
const LISTS = ["package.json", "package-lock.json"];

const thisMachine = {
  folder: join(paths.tools, "typescript-clients"),
  exists: existsSync,
  read: (file) => readFileSync(file, "utf8"),
  take: (folder) => {
    mkdirSync(folder, { recursive: true });
    for (const name of LISTS) copyFileSync(join(list, name), join(folder, name));
  },
  run,
};

/** Returns the folder of its programs, or the reason why there is no such folder. */
export function prepareTypeScriptClients(machine = thisMachine) {
  const program = join(machine.folder, "node_modules");
  if (isInstalled(machine, program)) return { program };
  say("Installing what the TypeScript recipe takes, once");
  try {
    machine.take(machine.folder);
    machine.run("npm", ["ci", "--silent", "--no-audit", "--no-fund", "--prefix", machine.folder]);
  } catch (error) {
    return { lack: `openapi-typescript could not be installed: ${error.message}` };
  }
  return { program };
}

/** Returns whether the packages are installed. npm writes its own record last. */
function isInstalled({ folder, exists, read }, program) {
  const lock = "package-lock.json";
  return exists(join(program, ".package-lock.json")) && exists(join(folder, lock)) && read(join(folder, lock)) === read(join(list, lock));
}
