// Tests how assistants find the service: /llms.txt, and server.json for the registry of the Model
// Context Protocol.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { PackLookup } from "../../npm/index.js";
import { MAX_MESSAGE_BYTES } from "../../npm/mcp/protocol.js";
import { inputs } from "../../npm/mcp/schemas.js";
import { serverOf } from "../../npm/mcp/tools.js";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { askerOf, connectClient } from "../common/assistants.mjs";
import { startServing } from "./serving.mjs";

const read = (...path) => readFileSync(join(root, ...path), "utf8");
const dataset = join(root, "npm", "packs.bin");
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
