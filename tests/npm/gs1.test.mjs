// Tests barcodes without a dataset: the same results and errors as from the module with one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  GtinError,
  gtin,
  load,
  PackLookupError,
  ScanError,
  scan,
  WasmError,
} from "../../npm/gs1.js";
import { PackLookup } from "../../npm/index.js";
import { root } from "../../scripts/common/project.mjs";
import { readCases } from "../cases/read.mjs";
import { rejectedCalls, wrongValues } from "./arguments.mjs";

const today = "2026-06-01";
const cases = readCases("gs1.json");
const packs = await PackLookup.open();

/** The result of a call, or the fields of its error. */
const outcome = async (call) => {
  try {
    return { value: await call() };
  } catch ({ name, message, reason }) {
    return { name, message, reason };
  }
};

test("scan() returns the result of each case, as PackLookup does", async () => {
  for (const {
    title,
    text,
    expect: { gtin, batch, serial, expiry, symbology, warnings = [], reason },
  } of cases) {
    for (const written of [text, text.replaceAll("{GS}", "\x1d")]) {
      const result = await outcome(() => scan(written, { today }));
      assert.deepEqual(result, await outcome(() => packs.scan(written, { today })), title);
      if (reason) assert.deepEqual([result.name, result.reason], ["ScanError", reason], title);
      else {
        const expected = Object.fromEntries(
          Object.entries({ gtin, batch, serial, expiry, symbology }).filter(
            ([, value]) => value !== undefined,
          ),
        );
        const { elements, warnings: seen, ...rest } = result.value;
        assert.deepEqual([rest, seen.map((one) => one.reason)], [expected, warnings], title);
      }
    }
  }
});

test("gtin() warns of a wrong check digit, and throws the errors of PackLookup", async () => {
  assert.deepEqual(await gtin("09521234567899"), { gtin: "9521234567899", warnings: [] });
  assert.deepEqual(await gtin(" 9521234567899 "), { gtin: "9521234567899", warnings: [] });
  assert.deepEqual(await gtin(19521234567896n), { gtin: "19521234567896", warnings: [] });
  const { warnings } = await gtin("9521234567890");
  assert.deepEqual(
    [warnings[0].reason, warnings[0].corrected],
    ["wrong_check_digit", "9521234567899"],
  );
  await assert.rejects(
    gtin("952123456789x"),
    (error) =>
      error instanceof GtinError &&
      error instanceof PackLookupError &&
      error.reason === "not_digits",
  );
  for (const code of ["123", "", "95212345678X", "9".repeat(15), "9521234567890"]) {
    const [actual, expected] = [
      await outcome(() => gtin(code)),
      await outcome(() => packs.gtin(code)),
    ];
    assert.deepEqual(
      [actual.name, actual.message, actual.reason],
      [expected.name, expected.message, expected.reason],
      code,
    );
  }
});

test("load() returns synchronous functions", async () => {
  const reader = await load();
  assert.equal(reader.scan("]d201095212345678991729063010AB12", { today }).expiry, "2029-06-30");
  assert.deepEqual(
    ["09521234567899"].map(reader.gtin).map((one) => one.gtin),
    ["9521234567899"],
  );
  assert.throws(
    () => reader.scan("]d2AB"),
    (error) => error instanceof ScanError,
  );
  assert.throws(() => reader.gtin("1"), GtinError);
});

test("arguments are checked", async () => {
  const shared = rejectedCalls.filter(([call]) => /packs\.(scan|gtin)\(/.test(String(call)));
  assert.ok(shared.length >= 6);
  for (const [call, Kind, reason] of shared)
    await assert.rejects(
      call({ scan, gtin }),
      (error) => error instanceof Kind && error.reason === reason,
      String(call),
    );
  await assert.rejects(load({ dataset: "./packs.bin" }), { reason: "unknown_option" });
});

test("wrong values never stop the WebAssembly", async () => {
  for (const first of wrongValues) {
    for (const second of wrongValues)
      await scan(first, second).catch((error) =>
        assert.ok(!(error instanceof WasmError), String(error)),
      );
    await gtin(first).catch((error) => assert.ok(!(error instanceof WasmError), String(error)));
  }
  assert.equal((await gtin("9521234567899")).gtin, "9521234567899");
});

test("load() rejects a missing WebAssembly, and the next call tries again", () => {
  const output = execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `
    import { gtin, load } from ${JSON.stringify(pathToFileURL(join(root, "npm", "gs1.js")).href)};
    const reason = (wasm) => load({ wasm }).then(() => "loaded", (error) => [error.name, error.reason].join());
    console.log(await reason("./nothing.wasm"), await reason(new Blob(["<html>"])), (await gtin("9521234567899")).gtin);`,
    ],
    { encoding: "utf8" },
  );
  assert.equal(output.trim(), "WasmError,unavailable WasmError,not_wasm 9521234567899");
});
