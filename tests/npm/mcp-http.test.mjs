// Tests /mcp of `serve`, which pages may call it, that each scenario of the conformance suite was
// decided on, and how assistants find the service: /llms.txt, and server.json for the registry of
// the Model Context Protocol.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test, after, before } from "node:test";
import { mayCall, readOrigins } from "../../npm/http/security.js";
import { root, environment, paths, startable } from "../../scripts/common/project.mjs";
import { decided, serverScenarios } from "../common/mcp-host.mjs";
import { callOf, post, testAssistants } from "../common/mcp-host.mjs";
import { trappingPackage } from "../common/changed-files.mjs";
import { serving, startServing } from "./serving.mjs";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { PackLookup } from "../../npm/index.js";
import { MAX_MESSAGE_BYTES } from "../../npm/mcp/protocol.js";
import { inputs } from "../../npm/mcp/schemas.js";
import { serverOf } from "../../npm/mcp/tools.js";
import { askerOf, connectClient } from "../common/assistants.mjs";

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

const settings = { dataset, workers: 1 };

test("the deployer can allow pages, by the origin of the server and by a list", async (t) => {
  const env = {
    PACK_LOOKUP_ORIGIN: "http://packs.internal",
    PACK_LOOKUP_MCP_ORIGINS: "https://a.example,https://b.example",
  };
  const service = await serving(t, settings, undefined, { env });
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
  const service = await serving(t, settings, trappingPackage(t, "packs_concepts").url);
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

const read = (...path) => readFileSync(join(root, ...path), "utf8");
const packs = await PackLookup.open();

describe("llms.txt", () => {
  let service;
  let text;
  before(async () => {
    service = await startServing({ dataset });
    const { status, headers, body } = await service.ask("/llms.txt");
    assert.deepEqual([status, headers["content-type"]], [200, "text/plain; charset=utf-8"]);
    text = body;
  });
  after(() => service?.stop());

  test("has one title, a summary, and sections of links", () => {
    assert.match(text, /^# Pack Lookup\n\n> [^\n]+\n\n/);
    assert.equal(text.match(/^# /gm).length, 1);
    assert.equal(text, read("www", "public", "llms.txt"));
  });

  test("links to addresses that answer", async () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    assert.ok(links.length >= 9);
    for (const link of links) assert.equal((await service.ask(link)).status, 200, link);
  });

  test("names paths of the API only, and most of them", () => {
    const { paths } = JSON.parse(read("www", "public", "openapi.json"));
    const known = Object.keys(paths)
      .filter((path) => path.startsWith("/api/"))
      .map((path) => path.replace(/\{\w+\}/g, "{}"));
    const named = [...text.matchAll(/`(\/api\/[^`?]*)\??[^`]*`/g)].map(([, path]) =>
      path.replace(/\{\w+\}/g, "{}"),
    );
    assert.deepEqual(
      named.filter((path) => !known.includes(path)),
      [],
    );
    assert.deepEqual(
      known.filter((path) => !named.includes(path)),
      [],
    );
  });

  test("lists the tools, the limits and the licence as they are", () => {
    const tools = serverOf(() => packs).tools.map(({ name }) => name);
    assert.ok(text.includes(`Tools: ${tools.join(", ")}.`));
    const { search, gtins } = inputs;
    const { query, limit } = search.properties;
    assert.ok(
      text.includes(
        `at most ${query.maxLength} characters, a page of results ${limit.maximum} packs, a list ${gtins.properties.gtins.maxItems} GTINs, and a message to \`/mcp\` ${MAX_MESSAGE_BYTES / 1024} KiB.`,
      ),
    );
    assert.ok(text.includes(packs.about.attribution));
  });

  test("states that there is no verdict, and that warnings are passed on", () => {
    for (const rule of [
      /gives no verdict/,
      /Never state that a pack matches a prescription/,
      /The box decides/,
      /Pass on every warning/,
      /Never guess/,
    ])
      assert.match(text, rule);
  });
});

describe("server.json", () => {
  const server = JSON.parse(read("npm", "server.json"));
  const { name, version, mcpName } = JSON.parse(read("npm", "package.json"));

  test("has the fields that the registry requires, within its limits", () => {
    assert.equal(
      server.$schema,
      "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    );
    assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    for (const text of [server.title, server.description])
      assert.ok(text.length >= 1 && text.length <= 100, text);
    assert.match(server.version, /^\d+\.\d+\.\d+$/);
  });

  test("names the package as it is published, and the package names the server", () => {
    const [{ registryType, identifier, version: packaged, transport }] = server.packages;
    assert.deepEqual(
      [registryType, identifier, packaged, transport],
      ["npm", name, version, { type: "stdio" }],
    );
    assert.deepEqual([server.version, mcpName], [version, server.name]);
  });

  test("starts the tools by its arguments", async (t) => {
    const words = server.packages[0].packageArguments.map((one) =>
      one.type === "named" ? `${one.name}=${dataset}` : one.value,
    );
    const [command, args] = startable(
      "node",
      [join(root, "npm", "cli.js"), ...words],
      paths.nodeModules,
    );
    const client = await connectClient(
      new StdioClientTransport({ command, args, env: environment, stderr: "ignore" }),
    );
    t.after(() => client.close());
    assert.equal((await askerOf(client)("about")).answer.digest, packs.about.dataset.digest);
  });

  test("has the address of the service as a template, whose variables it describes", () => {
    const [{ type, url, variables }] = server.remotes;
    assert.equal(type, "streamable-http");
    assert.deepEqual(
      [...url.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable),
      Object.keys(variables),
    );
    assert.equal(
      new URL(url.replace("{host}", variables.host.placeholder)).href,
      "https://packs.example.org/mcp",
    );
  });
});
