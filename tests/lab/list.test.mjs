// Checks that lab/README.md lists the measurements of `npm run lab`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { root } from "../../scripts/common/project.mjs";

test("README.md lists each measurement, and no other", () => {
  const { stdout } = spawnSync(process.execPath, ["lab/main.mjs"], { cwd: root, encoding: "utf8" });
  const printed = Array.from(stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm), ([, name]) => name);
  const [table] = readFileSync(`${root}/lab/README.md`, "utf8").split("| option |");
  const listed = Array.from(table.matchAll(/^\| `([a-z-]+)` \|/gm), ([, name]) => name);
  assert.ok(printed.length > 20);
  assert.deepEqual(listed, printed);
});
