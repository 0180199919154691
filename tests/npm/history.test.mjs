// Tests what changed from release to release, and what became of each code of a list: in the
// module, in `serve`, and for assistants. The cases in tests/cases/api/changes.json and
// check-list.json test the answers themselves.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { applyUpdate, followHistory } from "../../npm/import.js";
import { PackLookup } from "../../npm/index.js";
import { callTool } from "../../npm/mcp/tools.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { folderWith, replace, serving } from "./serving.mjs";

const dataset = readFileSync(paths.testDataset);
const history = readFileSync(paths.testHistory);
const next = Buffer.from(
  await applyUpdate(dataset, readFileSync(join(root, "tests", "cases", "week.update"))),
);
const ofNext = await followHistory(next);
const open = (options) => PackLookup.open(dataset, { history, ...options });

describe("the module", () => {
  test("lists changes with ids as the dataset was opened", async () => {
    const asked = { kind: "gtin_moved", code: 995200000000000084n };
    for (const [ids, convert] of [
      ["bigint", BigInt],
      ["string", String],
    ]) {
      const packs = await open({ ids });
      const { total, changes } = packs.changes(asked);
      assert.deepEqual(
        [total, changes[0].code, changes[0].other_code],
        [1, convert("995200000000000202"), convert("995200000000000084")],
      );
      packs.close();
    }
  });

  test("pages, and says if changes are missing", async () => {
    const packs = await open();
    const all = packs.changes({ limit: 1000 });
    assert.deepEqual([all.total, all.changes.length, all.complete], [33, 33, true]);
    assert.deepEqual(packs.changes({ limit: 3, offset: 30 }).changes, all.changes.slice(30));
    assert.equal(packs.changes({ since: "2025-07-31" }).complete, false);
    assert.equal(packs.changes({ since: new Date(2025, 7, 14) }).since, "2025-08-14");
    assert.deepEqual(packs.changes({ since: "2025-08-15" }).changes, []);
  });

  test("reads a history from any source, also compressed", async () => {
    for (const source of [paths.testHistory, gzipSync(history), new Blob([history])])
      assert.equal((await open({ history: source })).changes().total, 33);
  });

  test("without a history it does not know what changed", async () => {
    const packs = await open({ history: undefined });
    assert.throws(() => packs.changes(), { name: "PackLookupError", reason: "no_history" });
  });

  for (const [what, value, error] of [
    ["a history of other data", ofNext, { reason: "other_dataset" }],
    ["a dataset", dataset, { reason: "not_a_history" }],
    ["a damaged history", history.with(200, history[200] ^ 1), { reason: "damaged" }],
    ["a number", 5, { name: "TypeError", reason: "bad_history" }],
    ["a file that does not exist", "/no/such/file", { reason: "unavailable" }],
  ])
    test(`refuses ${what}`, () => assert.rejects(open({ history: value }), error));

  test("rejects codes and kinds that are none", async () => {
    const packs = await open();
    for (const [options, error] of [
      [{ code: "5.01E+12" }, { reason: "bad_changed_code" }],
      [{ code: "" }, { reason: "bad_changed_code" }],
      [{ code: 1.5 }, { name: "TypeError", reason: "bad_code" }],
      [{ code: Array(101).fill("1") }, { name: "RangeError", reason: "bad_code" }],
      [{ kind: "prices" }, { name: "RangeError", reason: "bad_kind" }],
      [{ kind: [1] }, { name: "TypeError", reason: "bad_kind" }],
      [{ since: "2025-02-30" }, { name: "RangeError", reason: "bad_since" }],
      [{ limit: 1001 }, { name: "RangeError", reason: "bad_limit" }],
      [{ from: "2025-01-01" }, { name: "TypeError", reason: "unknown_option" }],
    ])
      assert.throws(() => packs.changes(options), error);
  });
});

describe("followHistory", () => {
  const total = async (bytes, file) =>
    (await PackLookup.open(bytes, { history: file })).changes().total;

  test("begins, grows, and drops what was taken back", async () => {
    const first = await followHistory(dataset);
    assert.equal(await total(dataset, first), 0);
    const second = await followHistory(next, { history: first, before: dataset });
    const changes = await total(next, second);
    assert.ok(changes > 10, String(changes));
    const back = await followHistory(dataset, { history: second, before: next });
    assert.deepEqual(back, first);
    assert.deepEqual(await followHistory(next, { history: back, before: dataset }), second);
  });

  test("continues where a process ended between both files", async () => {
    const second = await followHistory(next, { before: dataset });
    assert.deepEqual(await followHistory(next, { history: second, before: dataset }), second);
  });

  test("refuses what does not belong together, by its kind", async () => {
    const first = await followHistory(dataset);
    for (const [call, reason] of [
      [() => followHistory(next, { history: first }), "other_dataset"],
      [() => followHistory(dataset, { before: next }), "earlier_release"],
      [() => followHistory(Buffer.from("a")), "no_dataset"],
      [() => followHistory(next, { history: dataset, before: dataset }), "not_a_history"],
    ])
      await assert.rejects(call(), { name: "PackLookupError", reason });
    await assert.rejects(followHistory(), { name: "TypeError", reason: "bad_dataset" });
    await assert.rejects(followHistory(dataset, { history: 5 }), { reason: "bad_history" });
  });
});

describe("serve --history", () => {
  const changesOf = (service) => service.json("/api/changes");

  test("keeps what changed over switches and restarts", async (t) => {
    const files = folderWith(t);
    const options = { dataset: files.dataset, history: join(files.folder, "kept") };
    const service = await serving(t, options);
    assert.deepEqual(
      { ...(await changesOf(service)), before: undefined, after: undefined },
      { before: undefined, after: undefined, since: null, complete: true, total: 0, changes: [] },
    );
    replace(files.dataset, next);
    await service.untilSaid("Now serving");
    const changed = await changesOf(service);
    assert.ok(changed.total > 10, JSON.stringify(changed));
    const { bytes } = await service.ask("/history.bin");
    assert.equal(
      (await PackLookup.open(next, { history: bytes })).changes().total,
      changed.total,
      "the history can be downloaded",
    );
    await service.stop();
    const again = await serving(t, options);
    assert.deepEqual(await changesOf(again), changed);
    assert.deepEqual(readdirSync(options.history).sort(), ["history.bin", "last.bin"]);
  });

  test("serves without it if the folder has other data, and leaves the files", async (t) => {
    const { folder, dataset: file } = folderWith(t);
    const kept = join(folder, "kept");
    mkdirSync(kept);
    writeFileSync(join(kept, "history.bin"), "a letter");
    const service = await serving(t, { dataset: file, history: kept });
    assert.equal((await service.ask("/api/changes")).status, 404);
    assert.equal((await service.ask("/history.bin")).status, 404);
    assert.match(
      service.output.stderr,
      /kept: not a history; make one with .*; what changed is not served/,
    );
    assert.equal(readFileSync(join(kept, "history.bin"), "utf8"), "a letter");
  });

  test("without a folder it does not know what changed", async (t) => {
    const service = await serving(t, { dataset: folderWith(t).dataset });
    assert.match((await service.ask("/api/changes")).body, /"reason":"no_history"/);
  });
});

describe("the tool list_changes", () => {
  const today = "2025-08-15";
  const ask = (packs, args) => callTool(packs, "list_changes", args, today);

  test("has the changes, both releases, and the offset of the next page", async () => {
    const packs = await open();
    const { structuredContent: answer } = ask(packs, { kinds: ["price"], limit: 1 });
    assert.deepEqual(answer.changes, packs.changes({ kind: "price", limit: 1 }).changes);
    assert.deepEqual(
      [answer.total, answer.offset, answer.next_offset, answer.before.date, answer.after.date],
      [2, 0, 1, "2025-07-31", "2025-08-14"],
    );
  });

  test("warns that changes before the history are missing", async () => {
    const { content, structuredContent } = ask(await open(), { since: "2024-01-01" });
    assert.equal(structuredContent.warnings[0].code, "changes_missing");
    assert.match(
      content[0].text,
      /^Warning \(changes_missing\): The history begins with the release of 2025-07-31\. The changes of that release and earlier ones are not in it\./,
    );
  });

  test("says what is wrong", async () => {
    const packs = await open();
    const without = await open({ history: undefined });
    for (const [one, args, sentence] of [
      [without, {}, /^This service has no history, so it does not know what changed\./],
      [packs, { codes: ["x"] }, /^code: expected a code of dm\+d, or a GTIN of 13 or 14 digits\./i],
      [packs, { kinds: ["prices"] }, /^kind must be new or removed/i],
      [packs, { since: "yesterday" }, /^since must be a day as YYYY-MM-DD/i],
    ]) {
      const { isError, content } = ask(one, args);
      assert.ok(isError);
      assert.match(content[0].text, sentence);
    }
  });
});

describe("checkList", () => {
  test("says what became of each code, in the order of the list", async () => {
    const packs = await open();
    const { codes, counts, complete, since } = packs.checkList(
      ["9520000000035", 995200000000000021n, " 95220001000001109 ", "5.01E+12", 9520000000011],
      { since: new Date(2025, 7, 1) },
    );
    assert.deepEqual(
      codes.map(({ code, status }) => [code, status]),
      [
        ["9520000000035", "reused"],
        ["995200000000000021", "discontinued"],
        ["95220001000001109", "current"],
        ["5.01E+12", "rounded_number"],
        ["9520000000011", "current"],
      ],
    );
    assert.deepEqual([counts.current, complete, since], [2, true, "2025-08-01"]);
    assert.equal(codes[0].pack_id, "995200000000000045");
  });

  test("has ids as the dataset was opened", async () => {
    const asked = [["10009001000001103", "9520000000011"], { since: "2025-07-31" }];
    const [bigint, text] = [
      (await open({ ids: "bigint" })).checkList(...asked),
      (await open()).checkList(...asked),
    ];
    assert.deepEqual(
      [bigint.codes[1].pack_id, text.codes[1].pack_id],
      [995200000000000013n, "995200000000000013"],
    );
    assert.deepEqual([bigint.complete, text.codes[0].status], [false, "removed"]);
  });

  test("takes a list without codes, and 10,000", async () => {
    const packs = await open();
    assert.deepEqual(packs.checkList([]).codes, []);
    const { codes, counts } = packs.checkList(Array(10_000).fill("9520000000011"));
    assert.deepEqual([codes.length, counts.current], [10_000, 10_000]);
  });

  test("rejects what is no list", async () => {
    const packs = await open();
    for (const [args, error] of [
      [[], { name: "TypeError", reason: "bad_codes" }],
      [["9520000000011"], { name: "TypeError", reason: "bad_codes" }],
      [[[5.5]], { name: "TypeError", reason: "bad_code" }],
      [[[null]], { name: "TypeError", reason: "bad_code" }],
      [[["1".repeat(101)]], { name: "RangeError", reason: "code_too_long" }],
      [[Array(10_001).fill("1")], { name: "RangeError", reason: "too_many_codes" }],
      [[[], { since: "yesterday" }], { name: "RangeError", reason: "bad_since" }],
      [[[], { day: "2025-01-01" }], { name: "TypeError", reason: "unknown_option" }],
    ])
      assert.throws(() => packs.checkList(...args), error);
  });
});
