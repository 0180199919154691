// Tests skipped tests: they are reported and counted, and fail with CI=true. It also tests what the short and the whole run contain.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { Failure } from "../../scripts/common/run.mjs";
import { asked, report, runSuites, WHOLE } from "../../scripts/suites.mjs";

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

test("a suite that skips runs on, and counts as skipped", async () => {
  assert.deepEqual(await runSuites(["part", "whole"], suites, false), { passed: ["whole"], failed: [], skipped: ["part"] });
  assert.deepEqual(done.splice(0), ["part", "whole"]);
});

test("on a build machine it fails", async () => {
  assert.deepEqual(await runSuites(["part", "whole"], suites, true), { passed: ["whole"], failed: ["part"], skipped: [] });
  assert.deepEqual(done.splice(0), ["whole"]);
});

test("what skips and then breaks has failed", async () => {
  const both = (skip) => [suites.part(skip), suites.broken()];
  assert.deepEqual((await runSuites(["both"], { both }, false)).failed, ["both"]);
});

test("skipping alone fails no run, failing does", () => {
  assert.doesNotThrow(() => report({ passed: [], failed: [], skipped: ["page"] }));
  assert.throws(() => report({ passed: ["core"], failed: ["page"], skipped: [] }), Failure);
});

const known = { core: null, page: null };

test("by itself the run is short, with --whole or CI=true it is whole", () => {
  assert.deepEqual(asked([], known, {}), { names: ["core", "page"], isWhole: false });
  assert.deepEqual(asked(["--whole"], known, {}), { names: ["core", "page"], isWhole: true });
  assert.deepEqual(asked(["--whole", "page"], known, {}), { names: ["page"], isWhole: true });
  assert.deepEqual(asked(["page"], known, { CI: "true" }), { names: ["page"], isWhole: true });
  assert.deepEqual(asked(["page"], known, { CI: "false" }), { names: ["page"], isWhole: false });
});

test("what is no suite is told by name, and so is what is no option", () => {
  assert.throws(() => asked(["core", "pgae"], known, {}), { message: "No suite is called pgae. There are: core, page" });
  assert.throws(() => asked(["--hole"], known, {}), /Unknown option '--hole'/);
});

const whole = new URL("../common/whole.mjs", import.meta.url).href;
const told = `import { inWhole, isWhole } from ${JSON.stringify(whole)}; console.log(JSON.stringify({ isWhole, inWhole }));`;

test("tests that only the whole run has are skipped in the others, and say where they run", () => {
  const short = { isWhole: false, inWhole: { skip: "only in the whole run: npm test -- --whole" } };
  for (const [value, expected] of [["true", { isWhole: true, inWhole: {} }], ["false", short], ["", short]]) {
    const env = { ...process.env, [WHOLE]: value };
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", told], { env, encoding: "utf8" });
    assert.deepEqual(JSON.parse(stdout), expected);
  }
});
