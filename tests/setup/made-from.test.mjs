// Tests that a build step is skipped if its sources are unchanged.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { unlessMadeFrom } from "../../scripts/build/wasm.mjs";

/** Returns a source and its build step. `makes` counts the runs. */
function workshop(t) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-made-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [source, made] = ["source", "made"].map((name) => join(folder, name));
  const shop = {
    makes: 0,
    made: () => readFileSync(made, "utf8"),
    make(text) {
      writeFileSync(source, text);
      return unlessMadeFrom([source], folder, () => {
        shop.makes += 1;
        writeFileSync(made, `of ${text}`);
        if (text === "too large") throw new Error(text);
      });
    },
  };
  return shop;
}

test("the same is made once, and anew from something else", async (t) => {
  const shop = workshop(t);
  for (const text of ["one", "one", "other", "other"]) await shop.make(text);
  assert.deepEqual([shop.makes, shop.made()], [2, "of other"]);
});

test("what a failed attempt left behind is not taken for what was made before", async (t) => {
  const shop = workshop(t);
  await shop.make("one");
  await assert.rejects(shop.make("too large"), /too large/);
  await shop.make("one");
  assert.equal(shop.made(), "of one");
});
