// Tests arguments of the module: each is accepted, or rejected with a reason before it reaches the
// WebAssembly.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { applyUpdate, importRelease, makeUpdate } from "../../npm/import.js";
import { initSync } from "../../npm/pack_lookup.js";
import { PackLookup, PackLookupError, WasmError } from "../../npm/index.js";
import { paths, root } from "../../scripts/common/project.mjs";
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

let packs;
let asBigInt;

before(async () => {
  packs = await PackLookup.open(path);
  asBigInt = await PackLookup.open(path, { ids: "bigint" });
});

for (const [call, Kind, reason] of rejectedCalls) {
  const isOfFetch = /\.fetch\(/.test(call);
  test(`${String(call).slice(11)} ${isOfFetch ? "rejects with" : "throws"} ${Kind.name} ${reason}`, async () => {
    const isRight = (error) =>
      error instanceof Kind && error.reason === reason && error.message.length < 300;
    if (isOfFetch) await assert.rejects(call(packs), isRight);
    else assert.throws(() => call(packs), isRight);
  });
}

/** Calls of the functions that build datasets: [the call, the error class, its reason] */
const rejectedBuilds = [
  [() => importRelease(bytes, { partal: true }), TypeError, "unknown_option"],
  [() => importRelease(bytes, { partial: "false" }), TypeError, "bad_partial"],
  [() => importRelease(bytes, { partial: null }), TypeError, "bad_partial"],
  [() => importRelease(bytes, { progress: true }), TypeError, "bad_progress"],
  [() => importRelease(bytes, { name: {} }), TypeError, "bad_name"],
  [() => importRelease(bytes, null), TypeError, "bad_options"],
  [() => importRelease(bytes, "release.zip"), TypeError, "bad_options"],
  [() => importRelease("release.zip"), TypeError, "bad_release"],
  [() => applyUpdate(bytes, null), TypeError, "bad_update"],
  [() => applyUpdate(5, bytes), TypeError, "bad_dataset"],
  [() => makeUpdate(bytes, "packs.bin"), TypeError, "bad_dataset"],
  [() => applyUpdate(bytes, bytes, { partial: true }), TypeError, "unknown_option"],
  [() => applyUpdate(bytes, bytes, { progress: console }), TypeError, "bad_progress"],
  [() => applyUpdate(bytes, bytes, null), TypeError, "bad_options"],
  [() => makeUpdate(bytes, bytes, { progress: () => {} }), TypeError, "unknown_option"],
  [() => makeUpdate(bytes, bytes, 7), TypeError, "bad_options"],
];

for (const [call, Kind, reason] of rejectedBuilds) {
  test(`${String(call).slice(6)} rejects with ${Kind.name} ${reason}`, async () => {
    await assert.rejects(
      call(),
      (error) => error instanceof Kind && error.reason === reason && error.message.length < 300,
    );
  });
}

test("a Date is the local day of the device", () => {
  const late = new Date(2019, 2, 6, 23, 59);
  assert.deepEqual(packs.uses(GTIN, { on: late }), packs.uses(GTIN, { on: "2019-03-06" }));
  assert.equal(packs.uses(GTIN, { on: late })[0].end_date, "2019-03-06");
  const year = (today) => packs.scan(`01095200000000111730010110A`, { today }).expiry;
  assert.equal(year(new Date(2026, 0, 1)), year("2026-01-01"));
});

test("gtin() accepts a number and a bigint", () => {
  assert.deepEqual(packs.gtin(Number(GTIN)), packs.gtin(GTIN));
  assert.deepEqual(packs.gtin(BigInt(GTIN)), packs.gtin(GTIN));
});

test("methods can be passed as callbacks", () => {
  assert.deepEqual(
    [GTIN, "9529999999993"].map(packs.gtin).map((pack) => pack?.name),
    [packs.gtin(GTIN).name, undefined],
  );
});

test("fetch() accepts strings, URLs, requests and objects", async () => {
  const tag = (await packs.fetch("/api/about")).headers.get("etag");
  const known = { headers: { "if-none-match": tag } };
  for (const [expected, ...args] of [
    [200, "/api/about", { method: "get" }],
    [405, "/api/about", { method: "patch" }],
    [304, new URL("https://localhost/api/about"), known],
    [304, new Request("https://localhost/api/about", known)],
    [304, { url: new URL("https://localhost/api/about"), headers: [["If-None-Match", tag]] }],
    [200, new Request("https://localhost/api/about", known), { headers: {} }],
  ])
    assert.equal((await packs.fetch(...args)).status, expected);
  assert.equal(await (await packs.fetch("/api/about", { method: "head" })).text(), "");
});

test("fetch() reads a body of any kind, also the body of a request", async () => {
  const url = "https://localhost/string-ids/api/check-list";
  const list = JSON.stringify({ codes: [GTIN] });
  const json = { method: "POST", headers: { "content-type": "application/json" } };
  const expected = packs.checkList([GTIN]).codes;
  for (const [kind, ...args] of [
    ["text", url, { ...json, body: list }],
    ["bytes", url, { ...json, body: new TextEncoder().encode(list) }],
    ["a buffer", url, { ...json, body: new TextEncoder().encode(list).buffer }],
    ["a blob", url, { ...json, body: new Blob([list]) }],
    [
      "a blob with its type",
      url,
      { method: "POST", body: new Blob([list], { type: "application/json" }) },
    ],
    ["a stream", url, { ...json, body: new Blob([list]).stream() }],
    ["a request", new Request(url, { ...json, body: list })],
    [
      "a request with a stream",
      new Request(url, { ...json, body: new Blob([list]).stream(), duplex: "half" }),
    ],
    ["an object", { url, ...json, body: list }],
    [
      "a body in place of that of a request",
      new Request(url, { ...json, body: "{" }),
      { body: list },
    ],
  ]) {
    const answer = await packs.fetch(...args);
    assert.deepEqual([answer.status, (await answer.json()).codes], [200, expected], kind);
  }
});

test("fetch() rejects with the reason of a signal", async () => {
  const signal = AbortSignal.abort(new Error("left"));
  await assert.rejects(packs.fetch("/api/about", { signal }), { message: "left" });
  await assert.rejects(packs.fetch(new Request("https://localhost/", { signal })), {
    message: "left",
  });
});

/** As `ref` of Vue and other frameworks do it. */
test("a proxy around the object answers like the object", () => {
  const proxy = new Proxy(packs, {});
  assert.deepEqual(
    [proxy.size, proxy.about, proxy.gtin(GTIN), [...proxy].length],
    [packs.size, packs.about, packs.gtin(GTIN), packs.size],
  );
});

test("tryScan() returns what scan() returns, or the reason of its error", () => {
  const text = "(01)09520000000011(10)AB12";
  assert.deepEqual(packs.tryScan(text, { today: "2026-01-01" }), {
    scan: packs.scan(text, { today: "2026-01-01" }),
  });
  const { reason, message } = failure(() => packs.scan("amlodipine"));
  assert.deepEqual(packs.tryScan("amlodipine"), { reason, message });
  assert.equal(packs.tryScan("1".repeat(8001)).reason, "input_too_long");
});

function failure(call) {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

test("search() counts the length of a query in characters, as the HTTP API does", async () => {
  const status = async (text) =>
    (await packs.fetch(`/api/search?q=${encodeURIComponent(text)}`)).status;
  assert.deepEqual([await status("💊".repeat(200)), await status("💊".repeat(201))], [200, 400]);
  assert.equal(packs.search("💊".repeat(200)).total, 0);
  assert.throws(() => packs.search("💊".repeat(201)), { reason: "q_too_long" });
});

test("iteration returns each pack once, and pack() returns the same records", () => {
  const all = [...packs];
  assert.equal(all.length, packs.size);
  assert.equal(new Set(all.map(({ pack_id }) => pack_id)).size, packs.size);
  for (const pack of all.slice(0, 50)) assert.deepEqual(packs.pack(pack.pack_id), pack);
  assert.equal(packs.pack(1n), undefined);
  const [first] = packs;
  assert.deepEqual(first, all[0]);
});

/** The ids of each kind of record, by the methods that return them. */
async function idsOf(of) {
  const combination = [...of].find(({ comb_content }) => comb_content.length > 0);
  const { amp, vmp, vtm } = of.concepts(of.gtin(GTIN).pack_id);
  const changes = of.changes({ kind: "gtin_moved" });
  const checked = of.checkList(["995200000000000021", "9521001000017"], { since: "2025-08-01" });
  return [
    of.gtin(GTIN).pack_id,
    of.pack(of.gtin(GTIN).pack_id).pack_id,
    combination.comb_content[0].pack_id,
    of.search(GTIN).packs[0].pack_id,
    ...of.search("a", { groupBy: "product" }).groups[0].pack_ids,
    of.uses(GTIN)[0].pack.pack_id,
    of.lookupMany([GTIN])[0].pack.pack_id,
    ...[amp.id, amp.supplier.id, vmp.id, vmp.ingredients[0].id, vmp.forms[0].id, vtm.id],
    of.packsOf(vmp.id).packs[0].pack_id,
    ...changes.changes.flatMap(({ code, other_code }) => [code, other_code]),
    ...checked.codes.map(({ pack_id }) => pack_id),
  ].filter((id) => id !== undefined);
}

test("ids are texts, which JSON keeps, unless they are asked for as bigints", async (t) => {
  const history = paths.testHistory;
  const open = (options) => PackLookup.open(paths.testDataset, { history, ...options });
  const [texts, named, integers] = await Promise.all([
    open(),
    open({ ids: "string" }),
    open({ ids: "bigint" }),
  ]);
  t.after(() => [texts, named, integers].forEach((one) => one.close()));
  const ids = await idsOf(texts);
  assert.ok(ids.length > 16 && ids.every((id) => /^\d{6,18}$/.test(id)), ids);
  assert.deepEqual(await idsOf(named), ids);
  assert.deepEqual(await idsOf(integers), ids.map(BigInt));
  for (const pack of texts) assert.deepEqual(JSON.parse(JSON.stringify(pack)), pack);
  assert.deepEqual(
    [...integers].map(({ pack_id }) => String(pack_id)),
    [...texts].map(({ pack_id }) => pack_id),
  );
});

test("the codes of a list stay as they were written", () => {
  const codes = [GTIN, "abc", "995200000000000021"];
  assert.deepEqual(
    asBigInt.checkList(codes).codes.map(({ code }) => code),
    codes,
  );
  assert.deepEqual(
    asBigInt.lookupMany(codes).map(({ code }) => code),
    codes,
  );
});

test("JSON has numbers as the HTTP interface, and texts if they are asked for by name", async (t) => {
  const named = await PackLookup.open(path, { ids: "string" });
  t.after(() => named.close());
  const numberOf = (pack) => `"pack_id":${pack.gtin(GTIN).pack_id},`;
  const textOf = (pack) => `"pack_id":"${pack.gtin(GTIN).pack_id}",`;
  const bodyOf = (of, target) => of.fetch(target).then((response) => response.text());
  for (const target of [`/api/gtin/${GTIN}`, `/med/api/gtin/${GTIN}`, `/api/search?q=${GTIN}`]) {
    for (const of of [packs, asBigInt])
      assert.ok((await bodyOf(of, target)).includes(numberOf(of)));
    assert.ok((await bodyOf(named, target)).includes(textOf(named)), target);
    const asked = `${target}${target.includes("?") ? "&" : "?"}ids=`;
    assert.equal(await bodyOf(packs, `${asked}string`), await bodyOf(named, target));
    assert.equal(await bodyOf(named, `${asked}number`), await bodyOf(packs, target));
  }
  const jsonOf = (of) => new TextDecoder().decode(of.gtinJson(GTIN));
  assert.ok(jsonOf(packs).includes(numberOf(packs)) && jsonOf(asBigInt).includes(numberOf(packs)));
  assert.deepEqual(JSON.parse(jsonOf(named)), named.gtin(GTIN));
});

test("concepts() returns the concepts of the API", async () => {
  const { pack_id } = packs.gtin(GTIN);
  const response = await (await packs.fetch(`/api/ampp/${pack_id}?ids=string`)).json();
  const concepts = packs.concepts(pack_id);
  assert.deepEqual(concepts, response.dmd);
  assert.deepEqual(
    [concepts.amp.id, concepts.vmp.ingredients[0].id, concepts.vmp.ingredients[0].strength.value],
    ["95260001000001103", "95230001000001107", 500],
  );
  assert.deepEqual(packs.concepts(concepts.vmp.id), { vmp: concepts.vmp, vtm: concepts.vtm });
  assert.equal(packs.concepts("319562003"), undefined);
});

test("packsOf() returns the packs of a search for the code, and of the API", async () => {
  const vmp = "95220201000001103";
  const found = packs.packsOf(vmp, { limit: 3, offset: 2 });
  assert.deepEqual(found, packs.search(vmp, { limit: 3, offset: 2, sort: "name" }));
  assert.deepEqual([found.kind, found.total, found.packs.length], ["vmp", 45, 3]);
  assert.deepEqual(
    [packs.packsOf(vmp, { current: true }).total, packs.packsOf("319562003")],
    [40, undefined],
  );
  const response = await packs.fetch(`/api/vmp/${vmp}?limit=3&offset=2&ids=string`);
  assert.deepEqual(found.packs, (await response.json()).packs);
  assert.deepEqual(packs.packsOf(found.packs[0].pack_id), packs.search(found.packs[0].pack_id));
});

test("lookupMany() returns a pack or a reason per code, in order, as the HTTP API does", async () => {
  const codes = [
    "9520000000028",
    "9520000009991",
    " 9520000009990",
    "9520000000035",
    "952000000001",
    "abc",
    "",
    9520000000028,
  ];
  const entries = packs.lookupMany(codes);
  const response = await packs.fetch(`/api/gtin?codes=${codes.map(encodeURIComponent)}&ids=string`);
  const responses = await response.json();
  assert.deepEqual(
    entries.map(({ code, packs, pack, reason, message }) => [
      code,
      packs,
      pack?.pack_id,
      reason,
      message,
    ]),
    responses.map(({ code, packs, pack, problem }) => [
      code,
      packs,
      pack?.pack_id,
      problem?.reason,
      problem?.detail,
    ]),
  );
  for (const { code, pack, status } of entries.filter(({ pack }) => pack)) {
    assert.deepEqual(pack, packs.gtin(code));
    assert.deepEqual(status, packs.status(pack.pack_id));
  }
  assert.deepEqual(packs.lookupMany([]), []);
  assert.equal(packs.lookupMany(Array(10_000).fill(GTIN)).length, 10_000);
  assert.deepEqual(packs.lookupMany(new Set(codes)), entries);
  assert.deepEqual(packs.lookupMany(codes.values()), entries);
});

test("scan() omits fields that the barcode does not have", () => {
  assert.deepEqual(Object.keys(packs.scan(GTIN)), ["gtin", "elements", "warnings"]);
});

test("close() can be called twice; later calls throw closed", async () => {
  const short = await PackLookup.open(bytes);
  short[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  short.close();
  for (const call of [
    () => short.gtin(GTIN),
    () => short.search("a"),
    () => [...short],
    () => short.about,
  ]) {
    assert.throws(call, (error) => error instanceof PackLookupError && error.reason === "closed");
  }
  await assert.rejects(short.fetch("/api/about"), { reason: "closed" });
  await assert.rejects(short.verify(), { reason: "closed" });
});

for (const [what, source] of Object.entries(sources)) {
  test(`open() accepts ${what}, as the only argument and as an option`, async () => {
    for (const argument of [source(), { dataset: source() }]) {
      const opened = await PackLookup.open(argument);
      assert.equal(opened.about.dataset.digest, packs.about.dataset.digest);
      opened.close();
    }
  });
}

test("open() reports the progress and its size, and a signal cancels it", async (t) => {
  const server = createServer((request, response) => {
    if (request.url === "/never") return;
    response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.closeAllConnections() ?? server.close());
  const origin = `http://127.0.0.1:${server.address().port}`;
  const states = [];
  (
    await PackLookup.open(`${origin}/packs.bin`, { progress: (state) => states.push(state) })
  ).close();
  assert.deepEqual(states.at(-1), { received: bytes.length, size: bytes.length });
  const reason = new Error("cancelled by the test");
  const controller = new AbortController();
  const opening = PackLookup.open(`${origin}/never`, { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(opening, reason);
  await assert.rejects(PackLookup.open(bytes, { signal: AbortSignal.abort(reason) }), reason);
});

/** A server that sends the WebAssembly only when `send` is called. */
const slowServer = `
  import { createServer } from "node:http";
  import { readFileSync } from "node:fs";
  const wasm = readFileSync(${JSON.stringify(join(root, "npm", "pack_lookup_bg.wasm"))});
  const waiting = [];
  const server = createServer((_, response) => waiting.push(response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = "http://127.0.0.1:" + server.address().port;
  const requested = async () => { while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5)); };
  const send = () => waiting.splice(0).forEach((response) => response.end(wasm));
  const outcome = (opening) => opening.then((packs) => packs.size > 0 ? "opened" : "empty", (error) => error.message);
  const stop = new AbortController();`;

test("an aborted open() does not cancel the download of the WebAssembly for others", () => {
  const output = inProcess(`${slowServer}
    const first = outcome(PackLookup.demo({ wasm: url, signal: stop.signal }));
    const second = outcome(PackLookup.open());
    await requested();
    stop.abort(new Error("cancelled by the test"));
    console.log(await first);
    send();
    console.log(await second);
    server.closeAllConnections() ?? server.close();`);
  assert.equal(output, "cancelled by the test\nopened\n");
});

test("a download of the WebAssembly that never ends does not block later calls of open()", () => {
  const output = inProcess(`${slowServer}
    const first = outcome(PackLookup.demo({ wasm: url, signal: stop.signal }));
    await requested();
    stop.abort(new Error("cancelled by the test"));
    console.log(await first);
    console.log(await outcome(PackLookup.open()));
    server.closeAllConnections() ?? server.close();`);
  assert.equal(output, "cancelled by the test\nopened\n");
});

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
  const error = await PackLookup.open("./nothing.bin").catch((error) => error);
  assert.equal(error.url, "./nothing.bin");
  assert.equal(error.cause.code, "ENOENT");
});

/** Runs code in a separate process, because a loaded module serves all later calls. */
const inProcess = (code) =>
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { PackLookup } from ${JSON.stringify(pathToFileURL(join(root, "npm", "index.js")).href)};\n${code}`,
    ],
    { encoding: "utf8", timeout: 20_000 },
  );

test("open() rejects invalid WebAssembly, and the next call tries again", () => {
  const output = inProcess(`
    const reason = (wasm) => PackLookup.demo({ wasm }).then(() => "opened", (error) => [error.name, error.reason, /HTML page/.test(error.message)].join());
    console.log(await reason(new Blob(["<html>"])), await reason(new Uint8Array(8)), await reason("./nothing.wasm"), await reason(undefined));`);
  assert.equal(
    output.trim(),
    "WasmError,not_wasm,true WasmError,not_wasm,false WasmError,unavailable,false opened",
  );
});

for (const [what, stops, cause] of [
  ["a trap", `throw new WebAssembly.RuntimeError("unreachable")`, "unreachable"],
  ["a stack overflow", "(function deep() { deep(); })()", "Maximum call stack size exceeded"],
]) {
  test(`after ${what}, each call throws WasmError stopped`, () => {
    const output = inProcess(`
      import { Packs } from ${JSON.stringify(pathToFileURL(join(root, "npm", "pack_lookup.js")).href)};
      const packs = await PackLookup.open();
      const other = await PackLookup.open();
      Packs.prototype.suggest = () => { ${stops}; };
      const reason = (call) => { try { call(); } catch (error) { return [error.name, error.reason, error.cause.message].join(); } };
      console.log(reason(() => packs.suggest("a")), reason(() => packs.search("a")), reason(() => other.gtin("9520000000011")));`);
    assert.equal(output.trim(), `WasmError,stopped,${cause} `.repeat(3).trim());
  });

  test(`after ${what}, a dataset can be opened again, and earlier ones remain lost`, () => {
    const output = inProcess(`
      import { Packs } from ${JSON.stringify(pathToFileURL(join(root, "npm", "pack_lookup.js")).href)};
      const before = await PackLookup.open();
      const answer = before.suggest("lor");
      const { suggest } = Packs.prototype;
      Packs.prototype.suggest = () => { ${stops}; };
      const outcome = (call) => { try { return call(); } catch (error) { return error.reason; } };
      const ends = [outcome(() => before.suggest("lor"))];
      Packs.prototype.suggest = suggest;
      const after = await PackLookup.open();
      ends.push(outcome(() => before.search("lor")), outcome(() => before.close()), after.suggest("lor"));
      console.log(JSON.stringify([answer, ends]));`);
    const [answer, ends] = JSON.parse(output);
    assert.ok(answer.length > 0);
    assert.deepEqual(ends, ["stopped", "stopped", null, answer]);
  });
}

test("wrong values never stop the WebAssembly or grow its memory", async () => {
  const { memory } = initSync({});
  const call = async (method, first, second) => {
    try {
      await packs[method](first, second);
    } catch (error) {
      const isOfCore = error instanceof WasmError || error instanceof WebAssembly.RuntimeError;
      assert.ok(!isOfCore, `${method}: ${error}`);
    }
  };
  const callAll = async () => {
    for (const method of methodNames)
      for (const first of wrongValues)
        for (const second of wrongValues) await call(method, first, second);
  };
  // The first rounds divide the memory as they need it.
  for (let round = 0; round < 5; round += 1) await callAll();
  const before = memory.buffer.byteLength;
  for (let round = 0; round < 5; round += 1) await callAll();
  assert.equal(memory.buffer.byteLength, before);
  assert.equal(packs.gtin(GTIN).gtin_codes[0].gtin, GTIN);
});

test("open() never throws for wrong values", async () => {
  for (const first of wrongValues) {
    for (const second of [undefined, ...wrongValues])
      await PackLookup.open(first, second).then(
        (opened) => opened.close(),
        (error) => assert.ok(error instanceof Error || typeof error === "string", String(error)),
      );
  }
});
