// THIRD-PARTY.md says what is locked.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { file, thirdParty } from "../../scripts/build/third-party.mjs";

test("THIRD-PARTY.md is up to date: npm run build -- third-party", () => {
  const told = readFileSync(file, "utf8");
  assert.equal(told, thirdParty());
  // What would be missed first.
  for (const name of ["serde_json", "zip", "worker", "lit-html", "zxing-wasm", "workbox-precaching"]) assert.match(told, new RegExp(`^\\| ${name} \\|`, "m"));
});
