// Tests that a build step is skipped if its sources are unchanged.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { unlessUnchanged } from "../../scripts/build/wasm.mjs";

/** Returns a source and its build step. `builds` counts the runs. */
function testBuild(t) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-made-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [source, output] = ["source", "output"].map((name) => join(folder, name));
  const step = {
    builds: 0,
    content: () => readFileSync(output, "utf8"),
    build(text) {
      writeFileSync(source, text);
      return unlessUnchanged([source], folder, () => {
        step.builds += 1;
        writeFileSync(output, `of ${text}`);
        if (text === "too large") throw new Error(text);
      });
    },
  };
  return step;
}

test("builds once from the same source, and again from another", async (t) => {
  const step = testBuild(t);
  for (const text of ["one", "one", "other", "other"]) await step.build(text);
  assert.deepEqual([step.builds, step.content()], [2, "of other"]);
});

test("builds again after a failed build", async (t) => {
  const step = testBuild(t);
  await step.build("one");
  await assert.rejects(step.build("too large"), /too large/);
  await step.build("one");
  assert.equal(step.content(), "of one");
});
