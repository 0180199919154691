// Tests the module in a worker: it returns and rejects what the module returns and throws, and its
// worker ends when it should.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import * as async from "../../npm/async.js";
import * as sync from "../../npm/index.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { testCases } from "../cases/api.mjs";
import {
  bytes,
  GTIN,
  path,
  rejectedCalls,
  rejectedOpens,
  sources,
  wrongValues,
  methodNames,
} from "./arguments.mjs";

const { PackLookup, PackLookupError, WasmError } = async;
const withHistory = { history: paths.testHistory };
const same = await sync.PackLookup.open(path, withHistory);
const packs = await PackLookup.open(path, withHistory);
const withBigIntIds = {
  same: await sync.PackLookup.open(path, { ids: "bigint", ...withHistory }),
  packs: await PackLookup.open(path, { ids: "bigint", ...withHistory }),
};

describe("each method returns what the synchronous module returns", () => {
  const calls = [
    ["gtin", GTIN],
    ["gtin", BigInt(GTIN)],
    ["gtin", "9529999999993"],
    ["gtinJson", GTIN],
    ["lookupMany", [GTIN, "9520000000035", "9520000009990", ""]],
    ["uses", GTIN],
    ["uses", GTIN, { on: new Date(2019, 2, 6) }],
    ["search", "a"],
    ["search", "tabelts", { limit: 2, offset: 1, current: true, sort: "relevance" }],
    ["search", GTIN],
    ["search", "a", { groupBy: "product" }],
    [
      "search",
      "a",
      {
        groupBy: "product",
        limit: 1,
        offset: 1,
        sort: "relevance",
        form: "tablets",
        supplier: ["Special Order"],
      },
    ],
    ["concepts", same.gtin(GTIN).pack_id],
    ["concepts", "95210001000001104"],
    ["concepts", "1"],
    ["packsOf", "95220201000001103", { limit: 2, offset: 3, current: true }],
    ["packsOf", "95220001000001109"],
    ["packsOf", "x"],
    ["checkList", ["9520000000035", "5.01E+12"], { since: "2025-08-01" }],
    ["changes"],
    ["changes", { since: "2025-08-14", kind: ["price", "gtin_moved"], limit: 1 }],
    ["status", same.gtin(GTIN).pack_id],
    ["status", "1"],
    ["pack", same.gtin(GTIN).pack_id],
    ["pack", 1n],
    ["suggest", "a", { limit: 3 }],
    ["describe", "amlodipine 5mg tablets"],
    ["scan", "]d201095200000000111727063010AB12", { today: "2026-01-01" }],
    ["tryScan", "(01)09520000000011(10)AB12"],
    ["tryScan", "amlodipine"],
    ["verify"],
    ["respond", { path: "/api/search", query: "q=a" }],
  ];
  for (const [method, ...args] of calls) {
    test(`${method}(${args.map((one) => (typeof one === "object" ? JSON.stringify(one) : String(one)))})`, async () => {
      assert.deepEqual(await packs[method](...args), await same[method](...args));
      assert.deepEqual(
        await withBigIntIds.packs[method](...args),
        await withBigIntIds.same[method](...args),
      );
    });
  }

  test("size needs no promise, and about is asked for again each time", async () => {
    assert.equal(packs.size, same.size);
    assert.deepEqual(await packs.about, same.about);
    assert.notEqual(await packs.about, await packs.about);
  });

  /** As `ref` of Vue and other frameworks do it. */
  test("a proxy around the object answers like the object", async () => {
    const proxy = new Proxy(packs, {});
    assert.deepEqual([proxy.size, await proxy.about], [same.size, same.about]);
    assert.deepEqual(await proxy.gtin(GTIN), same.gtin(GTIN));
    for await (const pack of proxy) {
      assert.deepEqual(pack, [...same][0]);
      break;
    }
  });

  test("iteration returns each pack once and in order, and can stop early", async () => {
    const all = [];
    for await (const pack of packs) all.push(pack);
    assert.deepEqual(all, [...same]);
    for await (const pack of withBigIntIds.packs) {
      assert.deepEqual(pack, [...withBigIntIds.same][0]);
      break;
    }
  });

  test("iteration returns more packs than one message has", async () => {
    const many = await PackLookup.open();
    const ids = [];
    for await (const { pack_id } of many) ids.push(pack_id);
    assert.deepEqual(
      ids,
      [...(await sync.PackLookup.open())].map(({ pack_id }) => pack_id),
    );
    await many.close();
  });

  test("methods can be passed as callbacks and run concurrently", async () => {
    const codes = [GTIN, "9529999999993", GTIN];
    assert.deepEqual(await Promise.all(codes.map(packs.gtin)), codes.map(same.gtin));
  });

  test("the class and the exports have the members of the synchronous module", () => {
    const members = (one) =>
      one === Object.prototype
        ? []
        : [...Object.getOwnPropertyNames(one), ...members(Object.getPrototypeOf(one))];
    assert.deepEqual(new Set(members(packs).sort()), new Set(members(same).sort()));
    assert.deepEqual(Object.keys(async).sort(), Object.keys(sync).sort());
  });
});

describe("the cases of the API", () => {
  testCases(async (target, { method, headers = {}, body } = {}) => {
    const [path, query] = target.split(/\?(.*)/s);
    const ofFhir = {
      origin: "http://localhost",
      accept: headers.Accept,
      prefer: headers.Prefer,
      contentType: headers["Content-Type"],
      body,
    };
    const answer = await packs.respond({
      method: method ?? "GET",
      path,
      query,
      ifNoneMatch: headers["If-None-Match"],
      ...ofFhir,
    });
    const named = Object.fromEntries(
      answer.headers.map(([name, value]) => [name.toLowerCase(), value]),
    );
    return { status: answer.status, headers: named, body: new TextDecoder().decode(answer.body) };
  });
});

test("fetch() accepts strings and requests", async () => {
  const tag = (await packs.fetch("/api/about")).headers.get("etag");
  assert.equal((await packs.fetch("/api/about", { method: "get" })).status, 200);
  assert.equal(
    (
      await packs.fetch(
        new Request("https://localhost/api/about", { headers: { "if-none-match": tag } }),
      )
    ).status,
    304,
  );
  assert.equal(await (await packs.fetch("/api/about", { method: "head" })).text(), "");
});

for (const [call, Kind, reason] of rejectedCalls) {
  test(`${String(call).slice(11)} rejects with ${Kind.name} ${reason}`, async () => {
    const answer = call(packs);
    await assert.rejects(
      answer,
      (error) => error instanceof Kind && error.reason === reason && error.message.length < 300,
    );
  });
}

test("errors have the messages of the synchronous module", async () => {
  for (const [call] of rejectedCalls) {
    const error = await call(packs).catch((error) => error);
    await assert.rejects(
      async () => call(same),
      ({ name, message, reason }) =>
        name === error.name && message === error.message && reason === error.reason,
    );
  }
});

test("wrong values never stop the worker", async () => {
  for (const method of methodNames) {
    const results = wrongValues.flatMap((first) =>
      wrongValues.map((second) => packs[method](first, second).catch((error) => error)),
    );
    for (const error of await Promise.all(results))
      assert.ok(
        !(error instanceof WasmError) && error?.name !== "DataCloneError",
        `${method}: ${error}`,
      );
  }
  assert.deepEqual(await packs.gtin(GTIN), same.gtin(GTIN));
});

for (const [what, source] of Object.entries(sources)) {
  test(`open() accepts ${what}, as the only argument and as an option`, async () => {
    for (const argument of [source(), { dataset: source() }]) {
      const opened = await PackLookup.open(argument);
      assert.equal((await opened.about).dataset.digest, same.about.dataset.digest);
      await opened.close();
    }
    assert.ok(bytes.length > 0, "the bytes are not transferred");
  });
}

for (const [what, args, Kind, reason, message] of rejectedOpens()) {
  test(`open() rejects ${what}, and never throws`, async () => {
    const opening = PackLookup.open(...args);
    await assert.rejects(
      opening,
      (error) => error instanceof Kind && error.reason === reason && message.test(error.message),
    );
  });
}

test("an error of open() has the address and the cause", async () => {
  const missing = await PackLookup.open("./nothing.bin").catch((error) => error);
  assert.deepEqual([missing.url, missing.cause.code], ["./nothing.bin", "ENOENT"]);
  const other = await PackLookup.open(import.meta.filename).catch((error) => error);
  assert.deepEqual(
    [other.name, other.reason, other.url, other.cause.name],
    ["DatasetError", "not_a_dataset", import.meta.filename, "DatasetError"],
  );
});

test("open() reports the progress and its size, and a signal cancels it at any time", async (t) => {
  const server = createServer((request, response) => {
    if (request.url === "/never") return;
    response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.closeAllConnections() ?? server.close());
  const origin = `http://127.0.0.1:${server.address().port}`;
  const states = [];
  await (
    await PackLookup.open(`${origin}/packs.bin`, { progress: (state) => states.push(state) })
  ).close();
  assert.deepEqual(states.at(-1), { received: bytes.length, size: bytes.length });
  const reason = new Error("cancelled by the test");
  const controller = new AbortController();
  const opening = PackLookup.open(`${origin}/never`, { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(opening, reason);
  await assert.rejects(PackLookup.open(bytes, { signal: AbortSignal.abort(reason) }), reason);
  for (let wait = 0; wait < 40; wait += 4) {
    const later = new AbortController();
    setTimeout(() => later.abort(reason), wait);
    await PackLookup.open(bytes, { signal: later.signal }).then(
      (opened) => opened.close(),
      (error) => assert.equal(error, reason),
    );
  }
});

test("close() can be called twice; pending and later calls reject with closed", async () => {
  const short = await PackLookup.open(bytes);
  const waiting = assert.rejects(short.search("a"), { reason: "closed" });
  await short.close();
  await short.close();
  await waiting;
  for (const call of [
    () => short.gtin(GTIN),
    () => short.fetch("/api/about"),
    () => short.verify(),
    async () => short.about,
    () => short[Symbol.asyncIterator]().next(),
  ]) {
    await assert.rejects(
      call,
      (error) => error instanceof PackLookupError && error.reason === "closed",
    );
  }
  const [one, other] = await Promise.all([PackLookup.open(bytes), PackLookup.open(bytes)]);
  one[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  await other[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]();
  for (const closed of [one, other]) await assert.rejects(closed.gtin(GTIN), { reason: "closed" });
});

const inProcess = (code) =>
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { PackLookup } from ${JSON.stringify(pathToFileURL(join(root, "npm", "async.js")).href)};\n${code}`,
    ],
    { encoding: "utf8", timeout: 20_000 },
  );

test("a Node process can exit while a dataset is open, but not during a call", () => {
  assert.match(
    inProcess(
      `const packs = await PackLookup.open(); console.log((await packs.gtin("09521234567899")).name);`,
    ),
    /^Amlodipine/,
  );
  assert.match(
    inProcess(
      `PackLookup.open().then((packs) => packs.gtin("09521234567899").then(({ name }) => console.log(name)));`,
    ),
    /^Amlodipine/,
  );
});

test("a call does not block the calling thread", async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  for (let n = 0; n < 200; n += 1) await packs.search("a", { limit: 100 });
  clearInterval(timer);
  assert.ok(ticks > 5, `${ticks} ticks`);
});
