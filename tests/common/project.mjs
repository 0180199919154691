// A project of npm in a temporary folder.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes a folder a project. Without package.json, npm installs into the folder above if that has a
 * node_modules.
 */
export const makeProject = (folder) =>
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
