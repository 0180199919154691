// Tests the protocol of `pack-lookup mcp` line by line: versions, batches, errors, limits, and how
// the process ends.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { lines } from "../../npm/mcp/index.js";
import { MAX_MESSAGE_BYTES, Session } from "../../npm/mcp/protocol.js";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { trappingPackage } from "../common/changed-files.mjs";

const request = (method, params, id = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params && { params }),
});
const initialize = (protocolVersion) =>
  request("initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });

/** A server with one tool, which returns its arguments or fails. */
function serverOf() {
  const failures = [];
  const call = (name, args) => {
    if (name === "fail") throw new Error("internal");
    return { name, args };
  };
  return {
    info: { name: "test" },
    instructions: "Read.",
    tools: [{ name: "echo" }],
    call,
    reportFailure: (error) => failures.push(error.message),
    failures,
  };
}

/** The responses of a new session to messages or raw lines. */
function answersTo(messages, server = serverOf()) {
  const session = new Session(server);
  return messages.map((message) => session.answer(lineOf(message)));
}

function lineOf(message) {
  if (message instanceof Uint8Array) return message;
  return Buffer.from(typeof message === "string" ? message : JSON.stringify(message));
}

const errorsOf = (messages) => answersTo(messages).map(({ id, error }) => [id, error.code]);

describe("a session", () => {
  for (const [asked, agreed] of [
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2025-11-25"],
    ["2099-01-01", "2025-11-25"],
  ]) {
    test(`that asks for version ${asked} gets ${agreed}`, () => {
      const [{ result }] = answersTo([initialize(asked)]);
      assert.deepEqual(result, {
        protocolVersion: agreed,
        capabilities: { tools: {} },
        serverInfo: { name: "test" },
        instructions: "Read.",
      });
    });
  }

  test("lists and calls tools, and answers ping", () => {
    const answers = answersTo([
      request("tools/list"),
      request("tools/call", { name: "echo", arguments: { a: 1 } }, "two"),
      request("tools/call", { name: "echo" }),
      request("ping", undefined, 0),
    ]);
    assert.deepEqual(
      answers.map(({ id, result }) => [id, result]),
      [
        [1, { tools: [{ name: "echo" }] }],
        ["two", { name: "echo", args: { a: 1 } }],
        [1, { name: "echo", args: {} }],
        [0, {}],
      ],
    );
  });

  test("answers neither notifications nor responses", () => {
    const silent = [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", method: "tools/call", params: { name: "echo" } },
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: 1, error: { code: 1, message: "" } },
    ];
    assert.deepEqual(answersTo(silent), [undefined, undefined, undefined, undefined]);
  });

  test("reports each kind of error with its code, and lives on", () => {
    const deep = "[".repeat(100_000);
    assert.deepEqual(
      errorsOf(["{", "", Uint8Array.of(0x22, 0xff, 0x22), deep]),
      Array(4).fill([null, -32700]),
    );
    const invalid = [
      "null",
      "1",
      '"text"',
      {},
      { id: 1, method: "ping" },
      { jsonrpc: "1.0", id: 1, method: "ping" },
      request(1),
      request("ping", undefined, null),
      request("ping", undefined, 1.5),
      request("ping", undefined, {}),
      '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
    ];
    assert.deepEqual(
      errorsOf(invalid),
      invalid.map(() => [null, -32600]),
    );
    const unknown = ["resources/list", "prompts/list", "__proto__", "constructor"].map((method) =>
      request(method),
    );
    assert.deepEqual(
      errorsOf(unknown),
      unknown.map(() => [1, -32601]),
    );
    const wrong = [
      request("ping", [1]),
      request("initialize", {}),
      request("tools/list", { cursor: "1" }),
      request("tools/call", {}),
      request("tools/call", { name: "echo", arguments: [] }),
      request("tools/call", { name: "echo", arguments: null }),
    ];
    assert.deepEqual(
      errorsOf(wrong),
      wrong.map(() => [1, -32602]),
    );
    assert.deepEqual(answersTo(["{", request("ping")])[1].result, {});
  });

  test("hides the message of an internal error from the client, and reports it", () => {
    const server = serverOf();
    const [{ id, error }] = answersTo([request("tools/call", { name: "fail" })], server);
    assert.deepEqual([id, error.code, server.failures], [1, -32603, ["internal"]]);
    assert.doesNotMatch(error.message, /internal/);
  });

  test("rejects a line that is too long", () => {
    assert.deepEqual(new Session(serverOf()).answer(undefined).error.code, -32600);
  });
});

describe("a batch", () => {
  const batch = [
    request("ping"),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    request("nothing", undefined, 2),
  ];

  test("is rejected in version 2025-06-18, which has none", () => {
    for (const first of [[], [initialize("2025-06-18")]]) {
      const { id, error } = answersTo([...first, batch]).at(-1);
      assert.deepEqual([id, error.code], [null, -32600]);
      assert.match(error.message, /send one message at a time/);
    }
  });

  test("is answered in version 2025-03-26, which has it", () => {
    const [, answers] = answersTo([initialize("2025-03-26"), batch]);
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        [1, undefined],
        [2, -32601],
      ],
    );
    assert.equal(answersTo([initialize("2025-03-26"), [batch[1]]])[1], undefined);
  });

  test("has 1 to 10 messages", () => {
    const of = (count) =>
      answersTo([initialize("2025-03-26"), Array(count).fill(request("ping"))])[1];
    assert.deepEqual([of(0).error.code, of(11).error.code, of(10).length], [-32600, -32600, 10]);
  });
});

describe("lines", () => {
  const linesOf = async (chunks, maxBytes) => {
    const found = [];
    for await (const line of lines(
      Readable.from(
        chunks.map((chunk) => Buffer.from(chunk)),
        { objectMode: true },
      ),
      maxBytes,
    ))
      found.push(line?.toString());
    return found;
  };

  test("may be in any chunks", async () => {
    assert.deepEqual(await linesOf(["a", "b\nc", "\n\n", "d"], 10), ["ab", "c", "", "d"]);
    assert.deepEqual(
      await linesOf([Buffer.from("é\n").subarray(0, 1), Buffer.from("é\n").subarray(1)], 10),
      ["é"],
    );
    assert.deepEqual(await linesOf([], 10), []);
  });

  test("that are too long are reported, and the next one is read", async () => {
    assert.deepEqual(await linesOf(["1234", "5", "6\nab\n"], 5), [undefined, "ab"]);
    assert.deepEqual(await linesOf(["12345\n", "1".repeat(6)], 5), ["12345", undefined]);
  });
});

/**
 * Starts the command. Its output is parsed, so any line that is no message of the protocol fails
 * the test.
 */
function start(
  t,
  args = ["--dataset", join(root, "npm", "packs.bin")],
  folder = join(root, "npm"),
) {
  const [file, words] = startable(
    "node",
    [join(folder, "cli.js"), "mcp", ...args],
    paths.nodeModules,
  );
  const child = spawn(file, words, { env: environment });
  t.after(() => child.kill("SIGKILL"));
  const stderr = text(child.stderr);
  const closed = once(child, "close");
  const output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (line) =>
    child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  const next = async () => {
    const { done, value } = await output.next();
    return done ? undefined : JSON.parse(value);
  };
  return { child, send, next, stderr, closed };
}

describe("the process", () => {
  test("survives hostile lines, and ends with its input", async (t) => {
    const { child, send, next, stderr, closed } = start(t);
    const hostile = [
      "{",
      "\u0000",
      "[".repeat(1000),
      `"${"x".repeat(MAX_MESSAGE_BYTES)}`,
      "x".repeat(5_000_000),
    ];
    hostile.forEach(send);
    send(request("ping"));
    const codes = [];
    for (let at = 0; at < hostile.length; at += 1) codes.push((await next()).error.code);
    assert.deepEqual(codes, [-32700, -32700, -32700, -32600, -32600]);
    assert.deepEqual((await next()).result, {});
    child.stdin.end(JSON.stringify(request("ping", undefined, "last")));
    assert.equal((await next()).id, "last");
    assert.deepEqual([await next(), (await closed)[0]], [undefined, 0]);
    assert.match(await stderr, /^\S+packs\.bin: 2,000 packs of the release 2025-11-06\n$/);
  });

  test("answers the longest valid call", async (t) => {
    const { send, next } = start(t);
    send(
      JSON.stringify(
        request("tools/call", { name: "parse_barcode", arguments: { text: "😀".repeat(8000) } }),
      ).replaceAll("😀", "\\ud83d\\ude00"),
    );
    assert.equal((await next()).result.isError, true);
  });

  test("logs no question, and answers many requests in their order", async (t) => {
    const { child, send, next, stderr } = start(t);
    for (let id = 0; id < 200; id += 1)
      send(
        request(
          "tools/call",
          { name: "search_packs", arguments: { query: "amlodipine", limit: 100 } },
          id,
        ),
      );
    for (let id = 0; id < 200; id += 1) assert.equal((await next()).id, id);
    child.stdin.end();
    assert.doesNotMatch(await stderr, /amlodipine/);
  });

  for (const signal of ["SIGTERM", "SIGINT"]) {
    test(`ends on ${signal}`, { skip: process.platform === "win32" }, async (t) => {
      const { child, send, next, closed } = start(t);
      send(request("ping"));
      await next();
      child.kill(signal);
      assert.deepEqual(await closed, [0, null]);
    });
  }

  test("ends if the client closes its output", async (t) => {
    const { child, send, next, closed } = start(t);
    send(request("ping"));
    await next();
    child.stdout.destroy();
    send(request("ping"));
    send(request("ping"));
    assert.deepEqual(await closed, [0, null]);
  });

  test("answers again after a trap of the WebAssembly", async (t) => {
    const { folder } = trappingPackage(t, "packs_concepts");
    const { child, send, next, stderr } = start(t, undefined, folder);
    const codes = [];
    for (let id = 0; id < 6; id += 1) {
      send(
        request(
          "tools/call",
          { name: "get_concept", arguments: { code: "900000011000001106" } },
          id,
        ),
      );
      codes.push((await next()).error?.code);
    }
    assert.deepEqual(codes, [undefined, -32603, undefined, -32603, undefined, -32603]);
    child.stdin.end();
    assert.match(await stderr, /\na call failed \(WasmError\)\n/);
  });

  test("explains on the standard error why it cannot start", async (t) => {
    const { next, stderr, closed } = start(t, ["--dataset", join(root, "README.md")]);
    assert.deepEqual([await next(), (await closed)[0]], [undefined, 2]);
    assert.match(await stderr, /^pack-lookup: .*README\.md: /);
  });
});
