// Tests qualityReport(): the same bytes as `pack-lookup report`, and an error class for each kind
// of failure.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { applyUpdate, DatasetError, qualityReport, WasmError } from "../../npm/import.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { readCases } from "../cases/read.mjs";

const dataset = readFileSync(paths.testDataset);
const cases = readCases("command-line/report.json");

test("qualityReport() returns the bytes that the command line writes", async () => {
  const report = await qualityReport(dataset);
  for (const format of ["html", "csv", "json"]) {
    const { expect } = cases
      .flatMap(({ steps }) => steps)
      .find(({ args }) => args.join(" ") === `report packs.bin --format ${format}`);
    assert.equal(Buffer.from(report[format]).toString(), expect.stdout.join("\n"), format);
  }
});

test("qualityReport() returns the changes since an earlier dataset", async () => {
  const next = await applyUpdate(
    dataset,
    readFileSync(join(root, "tests", "cases", "week.update")),
  );
  const { json } = await qualityReport(new Blob([next]), { since: dataset });
  const { since, changes } = JSON.parse(Buffer.from(json));
  assert.deepEqual(
    [since.release, changes],
    ["8.2.0_20250814000001", { new: 2, changed: 2, gone: 1 }],
  );
});

test("qualityReport() rejects bytes that are not a dataset", async () => {
  const damaged = Uint8Array.from(dataset);
  damaged[3000] ^= 1;
  for (const [bytes, options, reason] of [
    [new Uint8Array(100), {}, "not_a_dataset"],
    [dataset.subarray(0, 1000), {}, "torn"],
    [damaged, {}, "damaged"],
    [dataset, { since: damaged }, "damaged"],
  ]) {
    await assert.rejects(
      qualityReport(bytes, options),
      (error) => error instanceof DatasetError && error.reason === reason,
    );
  }
});

test("qualityReport() rejects values of the wrong type, and unknown options", async () => {
  await assert.rejects(qualityReport("packs.bin"), TypeError);
  await assert.rejects(qualityReport(dataset, { since: "packs.bin" }), TypeError);
  await assert.rejects(qualityReport(dataset, { partial: true }), TypeError);
});

test("qualityReport() rejects with the reason of a signal, and without the WebAssembly", async () => {
  await assert.rejects(qualityReport(dataset, { signal: AbortSignal.abort() }), {
    name: "AbortError",
  });
  // A loaded module is cached, so another copy is imported.
  const fresh = await import("../../npm/import.js?without-wasm");
  await assert.rejects(
    fresh.qualityReport(dataset, { wasm: new Response("", { status: 404 }) }),
    (error) => error.name === WasmError.name && error.reason === "unavailable",
  );
});
