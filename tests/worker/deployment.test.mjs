// Tests what may be deployed: only named data, and demonstration data only with `--demo`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readDeployment, requireIntended } from "../../scripts/deploy.mjs";
import { Failure } from "../../scripts/common/run.mjs";

const isSentence = (error) => error instanceof Failure && !error.message.includes("\n");

test("the data are named, and the other options are wrangler's", () => {
  const cases = [
    [["--release", "a.zip"], { release: "a.zip", others: [] }],
    [["--release=a.zip"], { release: "a.zip", others: [] }],
    [["--demo"], { demo: true, others: [] }],
    [["--release", "a.zip", "--demo"], { release: "a.zip", demo: true, others: [] }],
    [["--release", "a.zip", "--partial"], { release: "a.zip", partial: true, others: [] }],
    [["--env", "live", "--release", "a.zip", "--dry-run"], { release: "a.zip", others: ["--env", "live", "--dry-run"] }],
    [["--dry-run", "--demo", "--name=x"], { demo: true, others: ["--dry-run", "--name=x"] }],
  ];
  for (const [args, expected] of cases) {
    assert.deepEqual(readDeployment(args), { release: undefined, demo: false, partial: false, ...expected });
  }
});

test("nothing is deployed that was not named", () => {
  for (const args of [[], ["--dry-run"], ["--release"], ["--release="], ["--release", "--demo"], ["--partial"]]) {
    assert.throws(() => readDeployment(args), isSentence, args.join(" "));
  }
});

test("demonstration data are deployed only where that was said, and real data never under that name", () => {
  requireIntended({ demo: true }, { demo: true });
  requireIntended({ demo: false }, { demo: false });
  assert.throws(() => requireIntended({ demo: false }, { demo: true }), isSentence);
  assert.throws(() => requireIntended({ demo: true }, { demo: false }), isSentence);
});
