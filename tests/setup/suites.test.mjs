// Tests skipped tests: they are reported and counted, and fail with CI=true. It also tests what the short and the whole run contain.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { Failure } from "../../scripts/common/run.mjs";
import { readArguments, report, runSuites, WHOLE } from "../../scripts/suites.mjs";

const done = [];
const suites = {
  whole: () => done.push("whole"),
  part: (skip) => {
    skip("no WebKit");
    done.push("part");
  },
  broken: () => {
    throw new Failure("broken");
  },
};

test("a suite that skips a test runs to its end, and counts as skipped", async () => {
  assert.deepEqual(await runSuites(["part", "whole"], suites, false), { passed: ["whole"], failed: [], skipped: ["part"] });
  assert.deepEqual(done.splice(0), ["part", "whole"]);
});

test("with CI=true a skipped test fails the suite", async () => {
  assert.deepEqual(await runSuites(["part", "whole"], suites, true), { passed: ["whole"], failed: ["part"], skipped: [] });
  assert.deepEqual(done.splice(0), ["whole"]);
});

test("a suite that skips and then fails has failed", async () => {
  const both = (skip) => [suites.part(skip), suites.broken()];
  assert.deepEqual((await runSuites(["both"], { both }, false)).failed, ["both"]);
});

test("a run fails if a suite fails, not if one skips", () => {
  assert.doesNotThrow(() => report({ passed: [], failed: [], skipped: ["page"] }));
  assert.throws(() => report({ passed: ["core"], failed: ["page"], skipped: [] }), Failure);
});

const known = { core: null, page: null };

test("the run is short by default, and whole with --whole or CI=true", () => {
  assert.deepEqual(readArguments([], known, {}), { names: ["core", "page"], isWhole: false });
  assert.deepEqual(readArguments(["--whole"], known, {}), { names: ["core", "page"], isWhole: true });
  assert.deepEqual(readArguments(["--whole", "page"], known, {}), { names: ["page"], isWhole: true });
  assert.deepEqual(readArguments(["page"], known, { CI: "true" }), { names: ["page"], isWhole: true });
  assert.deepEqual(readArguments(["page"], known, { CI: "false" }), { names: ["page"], isWhole: false });
});

test("reports unknown suites and options", () => {
  assert.throws(() => readArguments(["core", "pgae"], known, {}), { message: "Unknown suite pgae. The suites are: core, page" });
  assert.throws(() => readArguments(["--hole"], known, {}), /Unknown option '--hole'/);
});

const whole = new URL("../common/whole.mjs", import.meta.url).href;
const script = `import { inWhole, isWhole } from ${JSON.stringify(whole)}; console.log(JSON.stringify({ isWhole, inWhole }));`;

test("a short run skips the tests of the whole run, with a message", () => {
  const short = { isWhole: false, inWhole: { skip: "only in the whole run: npm test -- --whole" } };
  for (const [value, expected] of [["true", { isWhole: true, inWhole: {} }], ["false", short], ["", short]]) {
    const env = { ...process.env, [WHOLE]: value };
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { env, encoding: "utf8" });
    assert.deepEqual(JSON.parse(stdout), expected);
  }
});
