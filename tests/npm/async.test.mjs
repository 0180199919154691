// Tests the module in a worker: it returns and rejects what the module returns and throws, and its worker ends when it should.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import * as async from "../../npm/async.js";
import * as sync from "../../npm/index.js";
import { root } from "../../scripts/common/project.mjs";
import { testCases } from "../cases/api.mjs";
import { bytes, GTIN, odd, path, refused, sources, unopened } from "./given.mjs";

const { PackLookup, PackLookupError, WasmError } = async;
const same = await sync.PackLookup.open(path);
const packs = await PackLookup.open(path);
const exact = { same: await sync.PackLookup.open(path, { ids: "string" }), packs: await PackLookup.open(path, { ids: "string" }) };

describe("answers are the module's own", () => {
  const asked = [
    ["gtin", GTIN], ["gtin", BigInt(GTIN)], ["gtin", "9529999999993"], ["gtinJson", GTIN], ["lookupMany", [GTIN, "9520000000035", "9520000009990", ""]], ["uses", GTIN], ["uses", GTIN, { on: new Date(2019, 2, 6) }],
    ["search", "a"], ["search", "tabelts", { limit: 2, offset: 1, current: true, sort: "relevance" }], ["search", GTIN],
    ["search", "a", { groupBy: "product" }], ["search", "a", { groupBy: "product", limit: 1, offset: 1, sort: "relevance", form: "tablets", supplier: ["Special Order"] }],
    ["concepts", same.gtin(GTIN).pack_id], ["concepts", "95210001000001104"], ["concepts", "1"], ["packsOf", "95220201000001103", { limit: 2, offset: 3, current: true }], ["packsOf", "95220001000001109", { ids: "string" }], ["packsOf", "x"],
    ["status", same.gtin(GTIN).pack_id], ["status", "1"], ["pack", same.gtin(GTIN).pack_id], ["pack", 1n], ["suggest", "a", { limit: 3 }],
    ["scan", "]d201095200000000111727063010AB12", { today: "2026-01-01" }], ["verify"], ["respond", { path: "/api/search", query: "q=a" }],
  ];
  for (const [method, ...given] of asked) {
    test(`${method}(${given.map((one) => (typeof one === "object" ? JSON.stringify(one) : String(one)))})`, async () => {
      assert.deepEqual(await packs[method](...given), await same[method](...given));
      assert.deepEqual(await exact.packs[method](...given), await exact.same[method](...given));
    });
  }

  test("about and size are there at once", () => {
    assert.deepEqual([packs.about, packs.size], [same.about, same.size]);
  });

  test("all packs, each once and in order, as many as are asked for", async () => {
    const all = [];
    for await (const pack of packs) all.push(pack);
    assert.deepEqual(all, [...same]);
    for await (const pack of exact.packs) {
      assert.deepEqual(pack, [...exact.same][0]);
      break;
    }
  });

  test("more packs than come at a time", async () => {
    const many = await PackLookup.open();
    const ids = [];
    for await (const { pack_id } of many) ids.push(pack_id);
    assert.deepEqual(ids, [...(await sync.PackLookup.open())].map(({ pack_id }) => pack_id));
    await many.close();
  });

  test("methods can be handed on, and many are asked at once", async () => {
    const codes = [GTIN, "9529999999993", GTIN];
    assert.deepEqual(await Promise.all(codes.map(packs.gtin)), codes.map(same.gtin));
  });

  test("it has the members that the module has", () => {
    const members = (one) => (one === Object.prototype ? [] : [...Object.getOwnPropertyNames(one), ...members(Object.getPrototypeOf(one))]);
    assert.deepEqual(new Set(members(packs).sort()), new Set(members(same).sort()));
    assert.deepEqual(Object.keys(async).sort(), Object.keys(sync).sort());
  });
});

describe("the cases of the API", () => {
  testCases(async (target, { method, headers } = {}) => {
    const [path, query] = target.split(/\?(.*)/s);
    const answer = await packs.respond({ method: method ?? "GET", path, query, ifNoneMatch: headers?.["If-None-Match"] });
    const named = Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
    return { status: answer.status, headers: named, body: new TextDecoder().decode(answer.body) };
  });
});

test("requests as the platform takes them", async () => {
  const tag = (await packs.fetch("/api/about")).headers.get("etag");
  assert.equal((await packs.fetch("/api/about", { method: "get" })).status, 200);
  assert.equal((await packs.fetch(new Request("https://localhost/api/about", { headers: { "if-none-match": tag } }))).status, 304);
  assert.equal(await (await packs.fetch("/api/about", { method: "head" })).text(), "");
});

for (const [call, Kind, reason] of refused) {
  test(`refused: ${String(call).slice(11)}`, async () => {
    const answer = call(packs);
    await assert.rejects(answer, (error) => error instanceof Kind && error.reason === reason && error.message.length < 300);
  });
}

test("what is refused is refused in the same words", async () => {
  for (const [call] of refused) {
    const error = await call(packs).catch((error) => error);
    assert.throws(() => call(same), ({ name, message, reason }) => name === error.name && message === error.message && reason === error.reason);
  }
});

test("whatever is given to whatever, the worker goes on", async () => {
  for (const method of ["gtin", "gtinJson", "lookupMany", "pack", "uses", "search", "concepts", "packsOf", "status", "suggest", "scan", "fetch"]) {
    const answers = odd.flatMap((first) => odd.map((second) => packs[method](first, second).catch((error) => error)));
    for (const error of await Promise.all(answers)) assert.ok(!(error instanceof WasmError) && error?.name !== "DataCloneError", `${method}: ${error}`);
  }
  assert.deepEqual(await packs.gtin(GTIN), same.gtin(GTIN));
});

for (const [what, source] of Object.entries(sources)) {
  test(`${what} is taken as the dataset, alone and as an option`, async () => {
    for (const given of [source(), { dataset: source() }]) {
      const opened = await PackLookup.open(given);
      assert.equal(opened.about.dataset.digest, packs.about.dataset.digest);
      await opened.close();
    }
    assert.ok(bytes.length > 0, "bytes stay the caller's");
  });
}

for (const [what, given, Kind, reason, message] of unopened()) {
  test(`${what} rejects, and never throws`, async () => {
    const opening = PackLookup.open(...given);
    await assert.rejects(opening, (error) => error instanceof Kind && error.reason === reason && message.test(error.message));
  });
}

test("a failure says where, and what it came of", async () => {
  const missing = await PackLookup.open("./nothing.bin").catch((error) => error);
  assert.deepEqual([missing.url, missing.cause.code], ["./nothing.bin", "ENOENT"]);
  const other = await PackLookup.open(import.meta.filename).catch((error) => error);
  assert.deepEqual([other.name, other.reason, other.url, other.cause.name], ["DatasetError", "not_a_dataset", import.meta.filename, "DatasetError"]);
});

test("progress and its size are told, and a signal ends the opening wherever it is", async (t) => {
  const server = createServer((request, response) => {
    if (request.url === "/never") return;
    response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.closeAllConnections() ?? server.close());
  const origin = `http://127.0.0.1:${server.address().port}`;
  const told = [];
  await (await PackLookup.open(`${origin}/packs.bin`, { progress: (state) => told.push(state) })).close();
  assert.deepEqual(told.at(-1), { received: bytes.length, size: bytes.length });
  const reason = new Error("enough");
  const controller = new AbortController();
  const opening = PackLookup.open(`${origin}/never`, { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(opening, reason);
  await assert.rejects(PackLookup.open(bytes, { signal: AbortSignal.abort(reason) }), reason);
  for (let wait = 0; wait < 40; wait += 4) {
    const soon = new AbortController();
    setTimeout(() => soon.abort(reason), wait);
    await PackLookup.open(bytes, { signal: soon.signal }).then((opened) => opened.close(), (error) => assert.equal(error, reason));
  }
});

test("closed twice, while something is asked, and asked after that", async () => {
  const short = await PackLookup.open(bytes);
  const waiting = assert.rejects(short.search("a"), { reason: "closed" });
  await short.close();
  await short.close();
  await waiting;
  for (const call of [() => short.gtin(GTIN), () => short.fetch("/api/about"), () => short.verify(), async () => short.about, () => short[Symbol.asyncIterator]().next()]) {
    await assert.rejects(call, (error) => error instanceof PackLookupError && error.reason === "closed");
  }
  const [one, other] = await Promise.all([PackLookup.open(bytes), PackLookup.open(bytes)]);
  one[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  await other[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]();
  for (const closed of [one, other]) await assert.rejects(closed.gtin(GTIN), { reason: "closed" });
});

const inProcess = (code) =>
  execFileSync(process.execPath, ["--input-type=module", "-e", `import { PackLookup } from ${JSON.stringify(pathToFileURL(join(root, "npm", "async.js")).href)};\n${code}`], { encoding: "utf8", timeout: 20_000 });

test("a process of Node ends while it is open, and not while something is asked", () => {
  assert.match(inProcess(`const packs = await PackLookup.open(); console.log((await packs.gtin("09521234567899")).name);`), /^Amlodipine/);
  assert.match(inProcess(`PackLookup.open().then((packs) => packs.gtin("09521234567899").then(({ name }) => console.log(name)));`), /^Amlodipine/);
});

test("the thread that asks goes on while the worker answers", async () => {
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  for (let n = 0; n < 200; n += 1) await packs.search("a", { limit: 100 });
  clearInterval(turning);
  assert.ok(turns > 5, `${turns} turns`);
});
