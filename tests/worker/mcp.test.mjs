// Tests /mcp of the Worker: the tools of the npm package, over the dataset in the Worker's
// WebAssembly.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { callOf, post, testAssistants } from "../common/mcp-host.mjs";
import { coreThatPanics, startService } from "./service.mjs";

const PACK = "995200000000000013";

describe("the Worker", () =>
  testAssistants(startService, paths.testDataset, [
    "unknown_gtin",
    "reused",
    "ended",
    "not_current",
    "wrong_check_digit",
    "corrected",
  ]));

async function serving(t, options) {
  const service = await startService(options);
  t.after(() => service.stop());
  return service;
}

test("the deployer can allow pages", async (t) => {
  const service = await serving(t, {
    bindings: { PACK_LOOKUP_MCP_ORIGINS: { type: "plain_text", value: "https://a.example" } },
  });
  for (const [Origin, expected] of [
    ["https://a.example", 200],
    ["https://b.example", 403],
  ]) {
    assert.equal((await post(service, callOf("about", {}), { Origin })).status, expected);
  }
});

test("a panic in a tool is an error of its call, and affects no other request", async (t) => {
  const service = await serving(t, { core: coreThatPanics("packs_concepts"), logLevel: "none" });
  const ask = async () =>
    JSON.parse((await post(service, callOf("get_concept", { code: PACK }))).body).error?.code;
  const codes = [];
  for (let count = 0; count < 3; count += 1) {
    codes.push(await ask(), await ask());
    assert.equal((await service.ask("/api/about")).status, 200);
  }
  assert.deepEqual(codes, [undefined, -32603, undefined, -32603, undefined, -32603]);
});

test("a panic of the API affects no tool", async (t) => {
  const service = await serving(t, { core: coreThatPanics("fetch"), logLevel: "none" });
  for (const expected of [200, 500, 200, 500]) {
    assert.equal((await service.ask("/api/about")).status, expected);
    assert.equal((await post(service, callOf("about", {}))).status, 200);
  }
});
