// Tests the log of `pack-lookup serve`: each failure is in it once, by the id and the route of its
// request, as JSON or as text.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { callOf, post } from "../common/mcp-host.mjs";
import { sendRequest } from "../common/network.mjs";
import { changedPackage, trappingPackage } from "../common/changed-files.mjs";
import { childrenOf, folderWith, replace, serving, whenAvailable } from "./serving.mjs";

const onlyLinux = { skip: process.platform !== "linux" && "it reads the process list of Linux" };
const ID = /^[\da-f]{16}-\d+$/;

const appended = (code) => (source) => `${source}\n${code}`;

/** Starts a server that logs JSON, also the line that says where it is. */
async function startLogging(t, options = {}, folder = undefined) {
  const service = await serving(t, { workers: 1, log: "json", ...options }, folder);
  const { message } = JSON.parse(service.output.stdout);
  const { origin, hostname, port } = new URL(message.replace("Serving at ", ""));
  const ask = (path, more) => sendRequest({ hostname, port, path, ...more });
  const entries = () =>
    service.output.stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  const failures = () => entries().filter(({ level }) => level !== "info");
  const untilFailures = async (count) => {
    await service.until(() => failures().length >= count);
    await pause(200);
    return failures();
  };
  return { ...service, origin, hostname, port, ask, entries, failures, untilFailures };
}

function assertEntry(entry, expected) {
  const { time, ...others } = entry;
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000, time);
  assert.deepEqual(others, expected);
}

test("each line is a JSON object with time, level and message", async (t) => {
  const service = await startLogging(t);
  for (const entry of [...service.entries(), JSON.parse(service.output.stdout)]) {
    assert.deepEqual(Object.keys(entry), ["time", "level", "message"]);
    assert.equal(entry.level, "info");
    assert.equal(new Date(entry.time).toISOString(), entry.time);
  }
});

test("each response has an id that the server made", async (t) => {
  const service = await serving(t, { workers: 1 });
  const seen = new Set();
  for (const target of ["/", "/api/about", "/no/such/path", "/healthz", `/${"a".repeat(9_000)}`])
    for (const sent of ["mine", "6f0c0d3e-0000-4000-8000-000000000000"]) {
      const { headers } = await service.ask(target, { headers: { "X-Request-Id": sent } });
      assert.match(headers["x-request-id"], ID, target);
      assert.notEqual(headers["x-request-id"], sent);
      seen.add(headers["x-request-id"]);
    }
  assert.equal(seen.size, 10);
});

describe("logged once, with time, level, request id and route", () => {
  test("is a response of 500", async (t) => {
    const { url } = changedPackage(t, join("api", "open-dataset.js"), (source) =>
      String(source).replace(
        "respond(request) {",
        'respond(request) {\n    if (request.path.endsWith("/suggest")) throw new TypeError(request.query);',
      ),
    );
    const service = await startLogging(t, {}, url);
    const { status, headers } = await service.ask("/med/api/suggest?q=lookedupword");
    assert.equal(status, 500);
    const [failure, ...more] = await service.untilFailures(1);
    assertEntry(failure, {
      level: "error",
      message: "a request failed",
      request_id: headers["x-request-id"],
      route: "/api/suggest",
    });
    assert.deepEqual(more, []);
    assert.doesNotMatch(service.output.stderr, /lookedupword/);
  });

  test("is a trap of the core", async (t) => {
    const service = await startLogging(t, {}, trappingPackage(t, "packs_respond").url);
    const responses = [];
    for (let count = 0; count < 4; count += 1)
      responses.push(await service.ask("/api/search?q=lookedupword"));
    const failed = responses.filter(({ status }) => status === 500);
    assert.equal(failed.length, 2);
    const failures = await service.untilFailures(2);
    assert.equal(failures.length, 2);
    for (const [index, { headers }] of failed.entries())
      assertEntry(failures[index], {
        level: "error",
        message: "a request failed; restarting the core",
        request_id: headers["x-request-id"],
        route: "/api/search",
      });
    assert.doesNotMatch(service.output.stderr, /lookedupword/);
  });

  test("is an exception whose response is not 500", async (t) => {
    const service = await startLogging(t, {}, trappingPackage(t, "packs_concepts").url);
    const call = callOf("get_concept", { code: "900000011000001106" });
    assert.equal((await post(service, call)).status, 200);
    const { status, headers } = await post(service, call);
    assert.equal(status, 200);
    const [failure, ...more] = await service.untilFailures(1);
    assertEntry(failure, {
      level: "error",
      message: "a request failed; restarting the core",
      request_id: headers["x-request-id"],
      route: "/mcp",
    });
    assert.deepEqual(more, []);
  });

  test("is the end of a process that was killed", onlyLinux, async (t) => {
    const service = await startLogging(t);
    process.kill(childrenOf(service.pid)[0], "SIGKILL");
    const [failure, ...more] = await service.untilFailures(1);
    assertEntry(failure, { level: "error", message: "a process failed (SIGKILL)" });
    assert.deepEqual(more, []);
    assert.equal((await whenAvailable(() => service.ask("/livez"))).status, 200);
  });

  test("is an exception that ends a process", async (t) => {
    const { url } = changedPackage(
      t,
      join("serve", "server-process.js"),
      appended(`server.on("request", ({ url }) => {
        if (url.startsWith("/odd"))
          setTimeout(() => { throw Object.assign(new Error(url), { code: "E_ODD" }); }, 50);
      });`),
    );
    const service = await startLogging(t, {}, url);
    await service.ask("/odd?q=lookedupword");
    const failures = await service.untilFailures(1);
    assert.equal(failures.length, 1);
    assertEntry(failures[0], { level: "error", message: "a process failed (E_ODD)" });
    assert.equal((await whenAvailable(() => service.ask("/livez"))).status, 200);
    assert.doesNotMatch(service.output.stderr, /lookedupword/);
  });

  test("is the end of a process before it was ready", onlyLinux, async (t) => {
    const { url } = changedPackage(
      t,
      join("serve", "server-process.js"),
      appended(
        `import cluster from "node:cluster";\nif (cluster.worker.id === 2) process.exit(3);`,
      ),
    );
    const service = await startLogging(t, {}, url);
    process.kill(childrenOf(service.pid)[0], "SIGKILL");
    const failures = await service.untilFailures(2);
    assert.deepEqual(
      failures.map(({ message }) => message),
      ["a process failed (SIGKILL)", "a process failed (exit code 3)"],
    );
    assert.equal((await whenAvailable(() => service.ask("/livez"))).status, 200);
  });

  test("is a refused dataset", async (t) => {
    const { dataset } = folderWith(t);
    const service = await startLogging(t, { dataset });
    replace(dataset, "damaged");
    const [failure, ...more] = await service.untilFailures(1);
    const { message } = failure;
    assertEntry(failure, { level: "warn", message });
    assert.match(message, /packs\.bin: .*; still serving the previous dataset$/);
    assert.deepEqual(more, []);
  });
});

test("the end of the server is not a failure", async (t) => {
  const service = await startLogging(t, { workers: 2 });
  await service.stop();
  assert.deepEqual(service.failures(), []);
});

test("the log is text unless it is set, with the details of a failure in a second line", async (t) => {
  const { dataset } = folderWith(t);
  const service = await serving(t, { workers: 1, dataset });
  assert.match(service.output.stderr, /^\S+packs\.bin: 65 packs of the release [^\n]+\n$/);
  assert.match(service.output.stdout, /^Serving at http:\/\/127\.0\.0\.1:\d+\n$/);
  replace(dataset, "damaged");
  await service.untilSaid("still serving");
  assert.match(
    service.output.stderr,
    /\n\S+packs\.bin: .*; still serving the previous dataset\n {2}\d{4}-\d\d-\d\dT[\d:.]+Z warn\n$/,
  );
});
