// Tests the Worker itself: the cases of tests/cases/api, assets next to the API, panics, that no
// request is logged, what may be deployed, and the tools of assistants at /mcp.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { environment, paths } from "../../scripts/common/project.mjs";
import { Failure } from "../../scripts/common/run.mjs";
import { requireIntended } from "../../scripts/build/dataset.mjs";
import { readDeployment } from "../../scripts/deploy.mjs";
import { testCases } from "../cases/api.mjs";
import { coreThatPanics, startService } from "./service.mjs";
import { callOf, post, testAssistants } from "../common/mcp-host.mjs";

describe("the Worker", () => {
  let service;
  before(
    async () =>
      (service = await startService({
        bindings: { SERVED_FIRST: { type: "plain_text", value: "2025-08-19" } },
      })),
  );
  after(() => service?.stop());

  test("reports since when it serves a release, as deployed", async () => {
    const { dataset } = JSON.parse((await service.ask("/api/about")).body);
    assert.equal(dataset.served_first, "2025-08-19");
  });

  test("serves the page next to the API", async () => {
    const page = await service.ask("/");
    assert.equal(page.status, 200);
    assert.match(page.headers["content-type"], /^text\/html/);
  });

  test("responds to unknown paths with a problem document", async () => {
    const { status, headers } = await service.ask("/no/such/path");
    assert.equal(status, 404);
    assert.equal(headers["content-type"], "application/problem+json");
  });

  test("allows requests from any origin", async () => {
    const headers = { Origin: "https://shop.example", "Access-Control-Request-Method": "GET" };
    const preflight = await service.ask("/api/search?q=para", { method: "OPTIONS", headers });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers["access-control-allow-origin"], "*");
    assert.match(preflight.headers["access-control-allow-methods"], /GET/);
  });

  test("answers many requests in parallel", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.ask("/api/search?q=para")),
    );
    assert.equal(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size, 1);
  });
});

describe("the cases", () => {
  let service;
  before(async () => (service = await startService()));
  after(() => service?.stop());

  testCases((...request) => service.ask(...request));
});

describe("the settings of the operator", () => {
  test("security.txt has the contact, and does not exist without one", async (t) => {
    for (const [contact, expected] of [
      [undefined, 404],
      ["mailto:security@example.org", 200],
    ]) {
      const bindings = contact ? { SECURITY_CONTACT: { type: "plain_text", value: contact } } : {};
      const service = await startService({ bindings });
      t.after(() => service.stop());
      const { status, headers, body } = await service.ask("/.well-known/security.txt");
      assert.equal(status, expected);
      if (contact)
        assert.deepEqual(
          [headers["content-type"], body.split("\n")[0]],
          ["text/plain; charset=utf-8", `Contact: ${contact}`],
        );
    }
  });
});

describe("a panic", () => {
  let service;
  before(
    async () => (service = await startService({ core: coreThatPanics("fetch"), logLevel: "none" })),
  );
  after(() => service?.stop());

  test("causes one problem document, and the next request works", async () => {
    for (const expected of [200, 500, 200, 500, 200]) {
      const { status, headers, body } = await service.ask("/api/about");
      assert.equal(status, expected);
      if (status === 500) assertProblem(headers, body);
    }
  });

  test("does not affect other requests in parallel", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.ask("/api/about")));
    const [failures, others] = [500, 200].map((wanted) =>
      answers.filter(({ status }) => status === wanted),
    );
    assert.equal(failures.length + others.length, answers.length);
    failures.forEach(({ headers, body }) => assertProblem(headers, body));
    assert.deepEqual(
      [...new Set(others.map(({ body }) => body))],
      [(await oneWith(service, 200)).body],
    );
    // Each instance answers once before it fails. If a panic affected other requests, fewer would
    // be answered.
    assert.ok(
      failures.length > 0 && others.length >= failures.length,
      `${failures.length} of ${answers.length} failed`,
    );
  });
});

/** The first response with this status. Of two successive responses, one has it. */
async function oneWith(service, wanted) {
  const first = await service.ask("/api/about");
  return first.status === wanted ? first : service.ask("/api/about");
}

function assertProblem(headers, body) {
  const { status, type, title, detail, reason } = JSON.parse(body);
  assert.equal(headers["content-type"], "application/problem+json");
  assert.equal(headers["access-control-allow-origin"], "*");
  assert.deepEqual({ status, reason }, { status: 500, reason: "internal_error" });
  assert.ok(type && title && detail);
}

test("logs no query", () => {
  const script = `
    import { startService } from ${JSON.stringify(new URL("./service.mjs", import.meta.url).href)};
    const service = await startService({ logLevel: 'log' });
    for (const target of ['/api/gtin/5012345678900', '/med/api/search?q=lookedupword', '/api/search?q=%ff']) {
      await service.ask(target);
    }
    const headers = { 'Content-Type': 'application/json', Accept: '*/*' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_packs', arguments: { query: 'lookedupword' } } });
    await service.ask('/mcp', { method: 'POST', headers, body });
    await service.stop();`;
  const args = ["--input-type=module", "--eval", script];
  const { status, stdout, stderr } = spawnSync("node", args, {
    env: environment,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(withoutRequestLines(stdout + stderr), /5012345678900|lookedupword|%ff/i);
});

/**
 * Removes the lines in which wrangler's development server prints requests. Cloudflare has no such
 * server.
 */
function withoutRequestLines(output) {
  return output
    .split("\n")
    .filter((line) => !line.startsWith("[wrangler:info]"))
    .join("\n");
}

// What may be deployed: only named data, and demonstration data only with `--demo`.

const isSentence = (error) => error instanceof Failure && !error.message.includes("\n");

test("the data are named, and the other options are wrangler's", () => {
  const cases = [
    [["--release", "a.zip"], { release: "a.zip", others: [] }],
    [["--release=a.zip"], { release: "a.zip", others: [] }],
    [["--demo"], { demo: true, others: [] }],
    [["--release", "a.zip", "--demo"], { release: "a.zip", demo: true, others: [] }],
    [["--release", "a.zip", "--partial"], { release: "a.zip", partial: true, others: [] }],
    [
      ["--env", "live", "--release", "a.zip", "--dry-run"],
      { release: "a.zip", others: ["--env", "live", "--dry-run"] },
    ],
    [["--dry-run", "--demo", "--name=x"], { demo: true, others: ["--dry-run", "--name=x"] }],
  ];
  for (const [args, expected] of cases) {
    assert.deepEqual(readDeployment(args), {
      release: undefined,
      demo: false,
      partial: false,
      ...expected,
    });
  }
});

test("nothing is deployed that was not named", () => {
  for (const args of [
    [],
    ["--dry-run"],
    ["--release"],
    ["--release="],
    ["--release", "--demo"],
    ["--partial"],
  ]) {
    assert.throws(() => readDeployment(args), isSentence, args.join(" "));
  }
});

test("deploys demonstration data only with --demo, and never real data with it", () => {
  requireIntended({ demo: true }, { demo: true });
  requireIntended({ demo: false }, { demo: false });
  assert.throws(() => requireIntended({ demo: false }, { demo: true }), isSentence);
  assert.throws(() => requireIntended({ demo: true }, { demo: false }), isSentence);
});

const PACK = "995200000000000013";

describe("the tools of assistants", () =>
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

test("the deployer can allow pages to ask the tools", async (t) => {
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
