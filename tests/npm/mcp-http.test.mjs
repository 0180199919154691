// Tests /mcp of `serve`, which pages may call it, and that each scenario of the conformance suite
// was decided on.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { mayCall, readOrigins } from "../../npm/http/origins.js";
import { root } from "../../scripts/common/project.mjs";
import { decided, serverScenarios } from "../common/mcp-conformance.mjs";
import { callOf, post, testAssistants } from "../common/mcp-host.mjs";
import { trapEverySecondCall } from "../common/wasm-trap.mjs";
import { folderWith, startServing } from "./serving.mjs";

const dataset = join(root, "npm", "packs.bin");
const PACK = "900000011000001106";

describe("serve", () => {
  testAssistants(() => startServing({ dataset }), dataset, [
    "unknown_gtin",
    "reused",
    "ended",
    "not_current",
    "wrong_check_digit",
    "corrected",
    "ignored",
    "partial_match",
    "no_packs",
  ]);
});

test("each scenario of the conformance suite applies, or has a reason why it does not", async () => {
  const { applies, not_applicable } = decided;
  const others = Object.values(not_applicable).flatMap(({ reason, scenarios }) =>
    reason.endsWith(".") ? scenarios : [],
  );
  assert.deepEqual([...applies, ...others].sort(), (await serverScenarios()).sort());
});

describe("pages may call", () => {
  const cases = [
    [
      "of the server's own https origin",
      "https://packs.example.org",
      "https://packs.example.org",
      true,
    ],
    ["of the server's own address", "http://10.0.0.5:8787", "http://10.0.0.5:8787", true],
    ["of the server's own IPv6 address", "http://[fd00::5]:8787", "http://[fd00::5]:8787", true],
    ["of this machine, on any port", "http://localhost:6274", "http://127.0.0.1:8787", true],
    ["of this machine, by IPv6", "http://[::1]:6274", "http://localhost:8787", true],
    [
      "of this machine, if the server is on another one",
      "http://localhost:6274",
      "http://10.0.0.5:8787",
      false,
    ],
    [
      "of the server's own name without https, which anyone can resolve to it",
      "http://packs.example.org",
      "http://packs.example.org",
      false,
    ],
    [
      "of another port of the server",
      "https://packs.example.org:8443",
      "https://packs.example.org",
      false,
    ],
    [
      "of the server's name with http",
      "http://packs.example.org",
      "https://packs.example.org",
      false,
    ],
    [
      "of a name that looks like an address",
      "http://10.0.0.5.evil.example",
      "http://10.0.0.5.evil.example",
      false,
    ],
    [
      "of a name that starts like this machine",
      "http://localhost.evil.example",
      "http://127.0.0.1:8787",
      false,
    ],
    ["of no origin", "null", "https://packs.example.org", false],
    ["of a damaged origin", "https//", "https://packs.example.org", false],
    ["of a host that is damaged", "https://packs.example.org", "https://", false],
  ];
  for (const [what, origin, own, expected] of cases)
    test(`${expected ? "" : "not "}${what}`, () =>
      assert.equal(mayCall(origin, own, []), expected));

  test("of origins that the deployer lists", () => {
    const configured = readOrigins(
      " https://a.example, https://b.example\nchrome-extension://abc ",
    );
    assert.deepEqual(configured, [
      "https://a.example",
      "https://b.example",
      "chrome-extension://abc",
    ]);
    assert.deepEqual(readOrigins(undefined), []);
    for (const origin of configured)
      assert.ok(mayCall(origin, "https://packs.example.org", configured));
    assert.ok(!mayCall("https://a.example:8443", "https://packs.example.org", configured));
  });
});

async function serving(t, options, folder, env) {
  const service = await startServing({ dataset, workers: 1, ...options }, folder, { env });
  t.after(() => service.stop());
  return service;
}

test("the deployer can allow pages, by the origin of the server and by a list", async (t) => {
  const service = await serving(t, {}, undefined, {
    PACK_LOOKUP_ORIGIN: "http://packs.internal",
    PACK_LOOKUP_MCP_ORIGINS: "https://a.example,https://b.example",
  });
  const statusFor = async (Origin) => (await post(service, callOf("about", {}), { Origin })).status;
  const statuses = [];
  for (const origin of [
    "http://packs.internal",
    "https://a.example",
    "https://b.example",
    "https://c.example",
  ])
    statuses.push(await statusFor(origin));
  assert.deepEqual(statuses, [200, 200, 200, 403]);
});

test("answers again after a trap of the WebAssembly, and logs no question", async (t) => {
  const { folder } = folderWith(t);
  const copy = join(folder, "package");
  cpSync(join(root, "npm"), copy, { recursive: true });
  const wasm = join(copy, "pack_lookup_bg.wasm");
  writeFileSync(wasm, trapEverySecondCall(readFileSync(wasm), "packs_concepts"));
  const service = await serving(t, {}, pathToFileURL(`${copy}/`));
  const codes = [];
  for (let id = 0; id < 6; id += 1)
    codes.push(
      JSON.parse((await post(service, callOf("get_concept", { code: PACK }, id))).body).error?.code,
    );
  assert.deepEqual(codes, [undefined, -32603, undefined, -32603, undefined, -32603]);
  await post(service, callOf("search_packs", { query: "lookedupword" }));
  assert.match(service.output.stderr, /\na request failed; restarting the core\n/);
  assert.doesNotMatch(service.output.stderr, new RegExp(`lookedupword|${PACK}`));
});
