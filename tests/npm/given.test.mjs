// What people give to the module, right and wrong: it is taken, or refused with a reason, and never reaches the WebAssembly unchecked.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { initSync } from "../../npm/pack_lookup.js";
import { DatasetError, GtinError, PackLookup, PackLookupError, WasmError } from "../../npm/index.js";
import { paths, root } from "../../scripts/common/project.mjs";

const path = paths.testDataset;
const bytes = readFileSync(path);
const GTIN = "9520000000011";
let packs;

before(async () => {
  packs = await PackLookup.open(path);
});

/// [what is done, the kind of error, its reason]
const refused = [
  [() => packs.search(), TypeError, "bad_q"],
  [() => packs.search(undefined), TypeError, "bad_q"],
  [() => packs.search("i ".repeat(101)), RangeError, "q_too_long"],
  [() => packs.search("a", { limit: -1 }), RangeError, "bad_limit"],
  [() => packs.search("a", { limit: 101 }), RangeError, "bad_limit"],
  [() => packs.search("a", { limit: 0.5 }), RangeError, "bad_limit"],
  [() => packs.search("a", { limit: "20" }), TypeError, "bad_limit"],
  [() => packs.search("a", { offset: 1e9 }), RangeError, "bad_offset"],
  [() => packs.search("a", { offset: NaN }), RangeError, "bad_offset"],
  [() => packs.search("a", { sort: "price" }), RangeError, "bad_sort"],
  [() => packs.search("a", { sort: 1 }), TypeError, "bad_sort"],
  [() => packs.search("a", { current: "false" }), TypeError, "bad_current"],
  [() => packs.search("a", { lmit: 1 }), TypeError, "unknown_option"],
  [() => packs.search("a", 20), TypeError, "bad_options"],
  [() => packs.search("a", null), TypeError, "bad_options"],
  [() => packs.search("a", [20]), TypeError, "bad_options"],
  [() => packs.suggest("a".repeat(201)), RangeError, "q_too_long"],
  [() => packs.suggest("a", { limit: 0 }), RangeError, "bad_limit"],
  [() => packs.uses(GTIN, { on: { length: "400000000" } }), TypeError, "bad_on"],
  [() => packs.uses(GTIN, { on: new Date(NaN) }), TypeError, "bad_on"],
  [() => packs.uses(GTIN, { on: "1 March 2019" }), RangeError, "bad_on"],
  [() => packs.scan(GTIN, { today: {} }), TypeError, "bad_today"],
  [() => packs.scan("1".repeat(8001)), RangeError, "scan_too_long"],
  [() => packs.scan(null), TypeError, "bad_scan"],
  [() => packs.gtin({}), TypeError, "bad_code"],
  [() => packs.gtin(1.5), TypeError, "bad_code"],
  [() => packs.gtin("1".repeat(1e6)), RangeError, "code_too_long"],
  [() => packs.gtin("123"), GtinError, "bad_length"],
  [() => packs.pack(995200000000000013), TypeError, "bad_id"],
  [() => packs.status({}), TypeError, "bad_id"],
  [() => packs.fetch({ url: "/api/about", method: {} }), TypeError, "bad_method"],
  [() => packs.fetch({}), TypeError, "bad_url"],
  [() => packs.fetch("/".repeat(20_000)), RangeError, "url_too_long"],
];

for (const [call, Kind, reason] of refused) {
  test(`refused: ${String(call).slice(6)}`, () => {
    assert.throws(call, (error) => error instanceof Kind && error.reason === reason && error.message.length < 300);
  });
}

test("a date is the day that it is where the device is", () => {
  const late = new Date(2019, 2, 6, 23, 59);
  assert.deepEqual(packs.uses(GTIN, { on: late }), packs.uses(GTIN, { on: "2019-03-06" }));
  assert.equal(packs.uses(GTIN, { on: late })[0].end_date, "2019-03-06");
  const year = (today) => packs.scan(`01095200000000111730010110A`, { today }).expiry;
  assert.equal(year(new Date(2026, 0, 1)), year("2026-01-01"));
});

test("a code may be a number where that holds it", () => {
  assert.deepEqual(packs.gtin(Number(GTIN)), packs.gtin(GTIN));
  assert.deepEqual(packs.gtin(BigInt(GTIN)), packs.gtin(GTIN));
});

test("methods can be handed on", () => {
  assert.deepEqual([GTIN, "9529999999993"].map(packs.gtin).map((pack) => pack?.name), [packs.gtin(GTIN).name, undefined]);
});

test("requests as the platform takes them", async () => {
  const tag = packs.fetch("/api/about").headers.get("etag");
  const status = (...given) => packs.fetch(...given).status;
  assert.equal(status("/api/about", { method: "get" }), 200);
  assert.equal(status("/api/about", { method: "patch" }), 405);
  assert.equal(status(new URL("https://localhost/api/about"), { headers: { "if-none-match": tag } }), 304);
  assert.equal(status(new Request("https://localhost/api/about", { headers: { "if-none-match": tag } })), 304);
  assert.equal(status({ url: new URL("https://localhost/api/about"), headers: [["If-None-Match", tag]] }), 304);
  assert.equal(await packs.fetch("/api/about", { method: "head" }).text(), "");
});

test("all packs, each once and in order, and each by its id", () => {
  const all = [...packs];
  assert.equal(all.length, packs.size);
  assert.equal(new Set(all.map(({ pack_id }) => pack_id)).size, packs.size);
  for (const pack of all.slice(0, 50)) assert.deepEqual(packs.pack(pack.pack_id), pack);
  assert.equal(packs.pack(1n), undefined);
  const [first] = packs;
  assert.deepEqual(first, all[0]);
});

test("ids as text: in every record, in its JSON, and through JSON and back", async (t) => {
  const exact = await PackLookup.open(path, { ids: "string" });
  t.after(() => exact.close());
  const record = exact.gtin(GTIN);
  assert.equal(record.pack_id, String(packs.gtin(GTIN).pack_id));
  assert.deepEqual(JSON.parse(JSON.stringify(record)), JSON.parse(new TextDecoder().decode(exact.gtinJson(GTIN))));
  const combination = [...exact].find(({ comb_content }) => comb_content.length > 0);
  const same = packs.pack(combination.pack_id);
  assert.deepEqual(combination.comb_content.map(({ pack_id }) => pack_id), same.comb_content.map(({ pack_id }) => String(pack_id)));
  assert.equal(exact.search(GTIN).packs[0].pack_id, record.pack_id);
  assert.equal(exact.uses(GTIN)[0].pack.pack_id, record.pack_id);
  assert.equal((await exact.fetch(`/api/gtin/${GTIN}?ids=string`).json()).pack_id, record.pack_id);
});

test("what a barcode does not hold is not in its scan", () => {
  assert.deepEqual(Object.keys(packs.scan(GTIN)), ["gtin", "elements", "warnings"]);
});

test("closed twice, and asked after that", async () => {
  const short = await PackLookup.open(bytes);
  short[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  short.close();
  for (const call of [() => short.gtin(GTIN), () => short.search("a"), () => [...short], () => short.about, () => short.fetch("/api/about")]) {
    assert.throws(call, (error) => error instanceof PackLookupError && error.reason === "closed");
  }
  await assert.rejects(short.verify(), { reason: "closed" });
});

/// Each way to name the same dataset.
const sources = {
  "a path": () => path,
  "a relative path": () => join(".", path.slice(process.cwd().length + 1)),
  "a file: URL": () => pathToFileURL(path),
  "a file: URL as text": () => pathToFileURL(path).href,
  "bytes": () => bytes,
  "an ArrayBuffer": () => new Uint8Array(bytes).buffer,
  "a SharedArrayBuffer": () => new Uint8Array(new SharedArrayBuffer(bytes.length)).map((_, at) => bytes[at]),
  "a view": () => new DataView(new Uint8Array(bytes).buffer),
  "a Blob": () => new Blob([bytes]),
  "a File": () => new File([bytes], "packs.bin"),
  "a Response": () => new Response(bytes),
  "a stream": () => new Blob([bytes]).stream(),
  "a promise of bytes": () => Promise.resolve(bytes),
  "a promise of a Response": () => Promise.resolve(new Response(bytes)),
  "a data: URL": () => `data:application/octet-stream;base64,${bytes.toString("base64")}`,
};

for (const [what, source] of Object.entries(sources)) {
  test(`${what} is taken as the dataset, alone and as an option`, async () => {
    for (const given of [source(), { dataset: source() }]) {
      const opened = await PackLookup.open(given);
      assert.equal(opened.about.dataset.digest, packs.about.dataset.digest);
      opened.close();
    }
  });
}

test("progress and its size are told, and a signal ends the opening", async (t) => {
  const server = createServer((request, response) => {
    if (request.url === "/never") return;
    response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.closeAllConnections() ?? server.close());
  const origin = `http://127.0.0.1:${server.address().port}`;
  const told = [];
  (await PackLookup.open(`${origin}/packs.bin`, { progress: (state) => told.push(state) })).close();
  assert.deepEqual(told.at(-1), { received: bytes.length, size: bytes.length });
  const reason = new Error("enough");
  const controller = new AbortController();
  const opening = PackLookup.open(`${origin}/never`, { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(opening, reason);
  await assert.rejects(PackLookup.open(bytes, { signal: AbortSignal.abort(reason) }), reason);
});

/// [what is opened, the kind of error, its reason, and what its message has]
const unopened = [
  ["a misspelt option", [{ data: path }], TypeError, "unknown_option", /no option "data"/],
  ["a number", [7], TypeError, "bad_options", /not a number/],
  ["null", [null], TypeError, "bad_options", /not null/],
  ["a dataset that is none", [{ dataset: {} }], TypeError, undefined, /a dataset is/],
  ["a promise of nothing", [Promise.resolve(undefined)], TypeError, undefined, /a dataset is/],
  ["ids of another kind", [{ ids: "number" }], RangeError, "bad_ids", /bigint or string/],
  ["verify that is text", [{ verify: "no" }], TypeError, "bad_verify", /true or false/],
  ["a path where nothing is", ["./nothing.bin"], DatasetError, "unavailable", /nothing\.bin/],
  ["a server that is not there", ["http://127.0.0.1:9/packs.bin"], DatasetError, "unavailable", /127\.0\.0\.1:9/],
  ["a response that failed", [new Response("", { status: 404 })], DatasetError, "unavailable", /status 404/],
  ["a web page", [new Blob(["<!doctype html><title>Not found</title>"])], DatasetError, "not_a_dataset", /HTML page.*name `dataset` and `wasm`/],
];

for (const [what, given, Kind, reason, message] of unopened) {
  test(`${what} rejects, and never throws`, async () => {
    const opening = PackLookup.open(...given);
    await assert.rejects(opening, (error) => error instanceof Kind && error.reason === reason && message.test(error.message));
  });
}

test("a failure says where, and what it came of", async () => {
  const error = await PackLookup.open("./nothing.bin").catch((error) => error);
  assert.equal(error.url, "./nothing.bin");
  assert.equal(error.cause.code, "ENOENT");
});

/// In a process of its own: what is loaded once serves all.
const inProcess = (code) =>
  execFileSync(process.execPath, ["--input-type=module", "-e", `import { PackLookup } from ${JSON.stringify(pathToFileURL(join(root, "npm", "index.js")).href)};\n${code}`], { encoding: "utf8" });

test("a WebAssembly that is none says so, and the next opening tries again", () => {
  const told = inProcess(`
    const reason = (wasm) => PackLookup.open({ wasm }).then(() => "opened", (error) => [error.name, error.reason, /HTML page/.test(error.message)].join());
    console.log(await reason(new Blob(["<html>"])), await reason(new Uint8Array(8)), await reason("./nothing.wasm"), await reason(undefined));`);
  assert.equal(told.trim(), "WasmError,not_wasm,true WasmError,not_wasm,false WasmError,unavailable,false opened");
});

test("after it stopped, each call says so", () => {
  const told = inProcess(`
    import { Packs } from ${JSON.stringify(pathToFileURL(join(root, "npm", "pack_lookup.js")).href)};
    const packs = await PackLookup.open();
    const other = await PackLookup.open();
    Packs.prototype.suggest = () => { throw new WebAssembly.RuntimeError("unreachable"); };
    const reason = (call) => { try { call(); } catch (error) { return [error.name, error.reason, error.cause.message].join(); } };
    console.log(reason(() => packs.suggest("a")), reason(() => packs.search("a")), reason(() => other.gtin("9520000000011")));`);
  assert.equal(told.trim(), "WasmError,stopped,unreachable ".repeat(3).trim());
});

/// One value of every kind that a program may have by mistake.
const odd = [
  undefined, null, true, 0, -1, 1e300, NaN, 12n, "", " ", "\u0000", "\ud800", "9".repeat(500), "💊".repeat(300), Symbol("s"), {}, [], [[]], () => {},
  new Date(), new Date(NaN), new Map(), new Uint8Array(4), /a/, { length: "400000000" }, { toString: 1 }, { toString: () => { throw new Error("mine"); } },
  Object.create(null), new Proxy({}, { get: () => undefined }), { limit: {} }, { on: [] }, { today: 5 }, { url: null }, { method: "GET" }, { headers: 5, url: "/api/about" },
];

test("whatever is given to whatever, the module goes on, and its memory stays as it is", async () => {
  const methods = ["gtin", "gtinJson", "pack", "uses", "search", "status", "suggest", "scan", "fetch"];
  const { memory } = initSync({});
  const ask = () => {
    for (const method of methods)
      for (const first of odd)
        for (const second of odd) {
          try {
            packs[method](first, second);
          } catch (error) {
            assert.ok(!(error instanceof WasmError) && !(error instanceof WebAssembly.RuntimeError), `${method}: ${error}`);
          }
        }
  };
  ask();
  const before = memory.buffer.byteLength;
  for (let turn = 0; turn < 5; turn += 1) ask();
  assert.equal(memory.buffer.byteLength, before);
  assert.equal(packs.gtin(GTIN).gtin_codes[0].gtin, GTIN);
});

test("whatever is opened, opening rejects and never throws", async () => {
  for (const first of odd) {
    for (const second of [undefined, ...odd]) await PackLookup.open(first, second).then((opened) => opened.close(), (error) => assert.ok(error instanceof Error || typeof error === "string", String(error)));
  }
});
