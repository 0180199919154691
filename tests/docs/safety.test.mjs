// Checks the hazard log: every hazard has all its parts, and every control names an existing test.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isTest, read } from "./references.mjs";

const PARTS = [
  "**Hazard.** ",
  "**Effect and harm.** ",
  "**Causes.** ",
  "Controls by design:",
  "**The deploying organisation.** ",
];
const log = read("docs/safety.md");
const hazards = log.split(/^## (?=\d+\. )/m).slice(1);

/** Returns the tests that a text of the log names: `file › test`. */
const references = (text) =>
  [...text.matchAll(/^ +- `(\S+) › (.+)`$/gm)].map(([, file, name]) => ({ file, name }));

test("the hazards are numbered, and each has all of its parts", () => {
  assert.deepEqual(
    hazards.map((hazard) => Number.parseInt(hazard, 10)),
    hazards.map((_, index) => index + 1),
  );
  for (const hazard of hazards)
    for (const part of PARTS)
      assert.ok(hazard.includes(`\n${part}`), `${part} in ${title(hazard)}`);
});

test("each control names at least one test", () => {
  for (const hazard of hazards) {
    const controls = hazard.split(/^- /m).slice(1);
    assert.notEqual(controls.length, 0, title(hazard));
    for (const control of controls)
      assert.notEqual(references(control).length, 0, `${title(hazard)}: ${control}`);
  }
});

test("each test that a control names exists", () => {
  const missing = references(log).filter(({ file, name }) => !isTest(file, name));
  assert.deepEqual(missing, []);
});

const title = (hazard) => hazard.split("\n", 1)[0];
