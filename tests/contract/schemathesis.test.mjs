// Sends valid and invalid requests, by the OpenAPI document, to the Worker and `serve`, and
// validates every response. SCHEMATHESIS names the program, SCHEMATHESIS_PHASES its phases,
// SCHEMATHESIS_EXAMPLES the maximum number of random requests for each operation, and
// SCHEMATHESIS_SEED their seed. No time limits them: each machine sends the same requests.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { before, describe, test } from "node:test";
import { paths, root } from "../../scripts/common/project.mjs";
import { isWhole } from "../common/whole.mjs";
import { keptHistory, startServing } from "../npm/serving.mjs";
import { startService } from "../worker/service.mjs";

const {
  SCHEMATHESIS = join(paths.tools, "schemathesis", "bin", "schemathesis"),
  SCHEMATHESIS_EXAMPLES = isWhole ? "10" : "5",
  SCHEMATHESIS_PHASES = isWhole
    ? "examples,coverage,fuzzing,stateful"
    : "examples,fuzzing,stateful",
  SCHEMATHESIS_SEED = "1",
} = process.env;
const document = join(root, "www", "public", "openapi.json");
const config = join(paths.build, "schemathesis.toml");
/** All checks, in every phase. What is made wrong may be too long as well. */
const CONFIG = `
continue-on-failure = true
suppress-health-check = ["all"]

[checks]
enabled = true

[checks.negative_data_rejection]
expected-statuses = [400, 404, 405, 414, 431]

# OpenAPI cannot state that a query is required unless there is a filter.
[[operations]]
include-path = "/api/search"

[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", 304, 400, 404]
`;
/** The minimum number of requests, as a sign that the test works. */
const MIN_REQUESTS = isWhole ? 50 : 10;

const hosts = {
  "the Worker": startService,
  serve: () => startServing({ dataset: paths.testDataset, history: keptHistory() }),
};

describe("schemathesis finds nothing", { concurrency: true }, () => {
  before(() => writeFileSync(config, CONFIG));
  for (const [name, start] of Object.entries(hosts)) {
    test(name, async (t) => {
      const service = await start();
      t.after(() => service.stop());
      const { code, output } = await runSchemathesis(service.origin);
      const generated = /(\d+) generated/.exec(output)?.[1];
      t.diagnostic(`${generated} requests`);
      assert.equal(code, 0, output);
      assert.ok(Number(generated) > MIN_REQUESTS, output);
    });
  }
});

async function runSchemathesis(origin) {
  const args = [
    "--config-file",
    config,
    "run",
    document,
    "--url",
    origin,
    "--max-examples",
    SCHEMATHESIS_EXAMPLES,
    "--phases",
    SCHEMATHESIS_PHASES,
    "--generation-database",
    "none",
    "--seed",
    SCHEMATHESIS_SEED,
  ];
  const child = spawn(SCHEMATHESIS, args, {
    cwd: paths.build,
    env: { ...process.env, NO_COLOR: "1", PYTHONDONTWRITEBYTECODE: "1" },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, output: stdout + stderr };
}
