// What skipping does to a run: it is said and counted, and on a build machine it fails.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../../scripts/common/run.mjs";
import { report, runSuites } from "../../scripts/suites.mjs";

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

test("a suite that skips runs on, and counts as skipped", () => {
  assert.deepEqual(runSuites(["part", "whole"], suites, false), { passed: ["whole"], failed: [], skipped: ["part"] });
  assert.deepEqual(done.splice(0), ["part", "whole"]);
});

test("on a build machine it fails", () => {
  assert.deepEqual(runSuites(["part", "whole"], suites, true), { passed: ["whole"], failed: ["part"], skipped: [] });
  assert.deepEqual(done.splice(0), ["whole"]);
});

test("what skips and then breaks has failed", () => {
  const both = (skip) => [suites.part(skip), suites.broken()];
  assert.deepEqual(runSuites(["both"], { both }, false).failed, ["both"]);
});

test("skipping alone fails no run, failing does", () => {
  assert.doesNotThrow(() => report({ passed: [], failed: [], skipped: ["page"] }));
  assert.throws(() => report({ passed: ["core"], failed: ["page"], skipped: [] }), Failure);
});
