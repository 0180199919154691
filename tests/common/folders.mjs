// Folders that tests fill, and that end with them.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { root } from "../../scripts/common/project.mjs";

/**
 * Makes a folder that exists until the test `t` ends, or without it until the tests of the file
 * end.
 */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-test-"));
  const remove = () => rmSync(folder, { recursive: true });
  if (t) t.after(remove);
  else after(remove);
  return folder;
}

/** Makes a folder as `temporaryFolder` does, in which the package is installed. */
export function folderWithPackage(t) {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "npm"), join(folder, "node_modules", "pack-lookup"), "junction");
  return folder;
}

/**
 * Makes a folder a project of npm. Without package.json, npm installs into the folder above if that
 * has a node_modules.
 */
export const makeProject = (folder) =>
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
