// Tests /mcp of a host: the HTTP cases, the conformance suite, and the official client with 500
// questions.
import assert from "node:assert/strict";
import { readFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { MAX_MESSAGE_BYTES } from "../../npm/mcp/protocol.js";
import { PackLookup } from "../../npm/index.js";
import { testCases } from "../cases/api.mjs";
import { askerOf, askQuestions, connectClient } from "./assistants.mjs";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { environment, paths, startable } from "../../scripts/common/project.mjs";

const HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

/** Sends a message to a service, as text or bytes. */
export const post = (service, body, headers = {}) =>
  service.ask("/mcp", { method: "POST", headers: { ...HEADERS, ...headers }, body });

/** A call of a tool as a message. */
export const callOf = (name, args, id = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

/**
 * Tests the service that `start` starts with a dataset. `reached` are the codes of the warnings
 * that its questions must lead to.
 */
export function testAssistants(start, dataset, reached) {
  let service;
  before(async () => (service = await start()));
  after(() => service?.stop());
  const url = () => `${service.origin}/mcp`;

  testCases((...request) => service.ask(...request), "security/assistants.json");

  describe("the official client", () => {
    let client;
    before(
      async () => (client = await connectClient(new StreamableHTTPClientTransport(new URL(url())))),
    );
    after(() => client?.close());

    test("gets instructions that there is no verdict, and no session", () => {
      assert.match(client.getInstructions(), /Never state that a pack matches a prescription/);
      assert.deepEqual(
        [client.getServerCapabilities(), client.transport.sessionId],
        [{ tools: {} }, undefined],
      );
    });

    test("asks 500 questions over HTTP: no code outside the register, every fact and warning in text and structure", async () => {
      const packs = await PackLookup.open({ dataset: readFileSync(dataset) });
      const { errors, seen } = await askQuestions(packs, askerOf(client));
      assert.ok(errors > 10 && errors < 250, `${errors} errors`);
      for (const code of reached) assert.ok(seen.has(code), code);
    });
  });

  for (const scenario of decided.applies)
    test(`conforms to the scenario ${scenario}`, () =>
      assertConforms(url().replace("127.0.0.1", "localhost"), scenario));

  test("rejects a message of more than 256 KiB, and reads one of that size", async () => {
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const padded = (bytes) => ping.padEnd(bytes, " ");
    const { status, body } = await post(service, padded(MAX_MESSAGE_BYTES));
    assert.deepEqual([status, JSON.parse(body).result], [200, {}]);
    for (const bytes of [MAX_MESSAGE_BYTES + 1, 4 * MAX_MESSAGE_BYTES]) {
      const { status, body } = await post(service, padded(bytes));
      assert.deepEqual(
        [status, JSON.parse(body).error.message],
        [413, `a message must have at most ${MAX_MESSAGE_BYTES} bytes`],
      );
    }
  });

  test("answers messages in any script", async () => {
    const { status, body } = await post(
      service,
      callOf("search_packs", { query: "アムロジピン 💊" }, "質問"),
    );
    assert.deepEqual([status, JSON.parse(body).id], [200, "質問"]);
  });
}

/**
 * Which scenarios of the conformance suite of the Model Context Protocol apply to a server that has
 * only tools, and the reason for each other one.
 */
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

/** Lists the scenarios for servers that the conformance suite has. */
export async function serverScenarios() {
  const { stdout } = await conformance("list", "--server");
  return [...stdout.matchAll(/^ +- ([\w-]+)/gm)].map(([, name]) => name);
}

/** Runs a scenario, and asserts that it made at least one check and that all of them succeeded. */
async function assertConforms(url, scenario) {
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
