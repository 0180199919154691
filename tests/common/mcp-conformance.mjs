// The conformance suite of the Model Context Protocol, against a running server. mcp-scenarios.json
// lists which scenarios apply.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { environment, paths, startable } from "../../scripts/common/project.mjs";

/** Which scenarios apply to a server with tools alone, and the reason for each other one. */
export const decided = JSON.parse(
  readFileSync(new URL("mcp-scenarios.json", import.meta.url), "utf8"),
);

const run = promisify(execFile);

const TIMEOUT_MS = 120_000;

function conformance(...args) {
  const script = join(
    paths.nodeModules,
    "@modelcontextprotocol",
    "conformance",
    "dist",
    "index.js",
  );
  const [file, words] = startable("node", [script, ...args], paths.nodeModules);
  return run(file, words, { env: environment, timeout: TIMEOUT_MS });
}

/** Lists the scenarios for servers that the suite has. */
export async function serverScenarios() {
  const { stdout } = await conformance("list", "--server");
  return [...stdout.matchAll(/^ +- ([\w-]+)/gm)].map(([, name]) => name);
}

/** Runs a scenario, and asserts that it made at least one check and that all of them succeeded. */
export async function assertConforms(url, scenario) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-conformance-"));
  try {
    await conformance("server", "--url", url, "--scenario", scenario, "--output-dir", folder).catch(
      () => {},
    );
    const checks = JSON.parse(
      readFileSync(join(folder, readdirSync(folder)[0], "checks.json"), "utf8"),
    );
    assert.ok(checks.length > 0);
    assert.deepEqual(
      checks.filter(({ status }) => status !== "SUCCESS"),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
