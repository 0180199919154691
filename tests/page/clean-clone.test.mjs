// Tests that `npm start` can build the page in a clone where nothing else was built: with the
// tracked files and the WebAssembly that it compiles before the page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";

const clone = mkdtempSync(join(tmpdir(), "pack-lookup-clone-"));
const start = join(clone, "build", "start");
after(() => rmSync(clone, { recursive: true }));

const trackedFiles = execFileSync("git", ["ls-files", "-z", "npm", "src", "www"], { cwd: root })
  .toString()
  .split("\0")
  .filter((file) => file !== "" && existsSync(join(root, file)));

test("the page builds from tracked files", () => {
  for (const file of trackedFiles) cpSync(join(root, file), join(clone, file));
  symlinkSync(paths.nodeModules, join(clone, "node_modules"), "dir");
  cpSync(join(clone, "npm"), start, { recursive: true });
  for (const name of ["pack_lookup", "pack_lookup_gs1", "pack_lookup_importer"]) {
    for (const file of [`${name}.js`, `${name}_bg.wasm`])
      cpSync(join(root, "npm", file), join(start, file));
  }
  const vite = startable("vite", ["build", "--logLevel", "warn", "www"], paths.nodeModules);
  const env = {
    ...environment,
    PACK_LOOKUP_PACKAGE: start,
    PACK_LOOKUP_PAGE: join(start, "page"),
  };
  execFileSync(...vite, { cwd: clone, env });
  assert.ok(existsSync(join(start, "page", "index.html")));
});
