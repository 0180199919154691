// Tests the import and the data quality report in WebAssembly: the same bytes and messages as from
// the native program.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { zipSync } from "fflate";
import {
  ImportError,
  importRelease,
  applyUpdate,
  DatasetError,
  qualityReport,
  WasmError,
} from "../../npm/import.js";
import { PackLookup } from "../../npm/index.js";
import { environment, paths, root } from "../../scripts/common/project.mjs";
import { filesOfRelease, filesOfReleaseNamed, readCases } from "../cases/read.mjs";

const demo = readFileSync(paths.demoRelease);
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** A zip of texts and of nested zips. */
function zipOf(files) {
  const bytes = (content) =>
    typeof content === "string" ? new TextEncoder().encode(content) : zipOf(content);
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytes(content)])),
  );
}

const importDemo = (options) =>
  importRelease(demo, { name: basename(paths.demoRelease), ...options });

/** The message of a rejected import. Any other error fails the test. */
async function failureOf(release, options) {
  const error = await importRelease(release, options).then(
    () => assert.fail("the release was imported"),
    (reason) => reason,
  );
  assert.ok(error instanceof ImportError, String(error));
  return error;
}

async function outcomeOf(one) {
  try {
    const { dataset, report } = await importRelease(zipOf(filesOfRelease(one)), {
      name: one.zip,
      partial: one.partial,
    });
    return { report, sha256: sha256(dataset) };
  } catch (error) {
    assert.ok(error instanceof ImportError, error);
    const hint = "; use partial: true to import it anyway, marked as incomplete";
    assert.equal(error.message.endsWith(hint), error.reason === "incomplete", error.message);
    return { reason: error.reason, message: error.message.replace(hint, "") };
  }
}

for (const one of readCases("releases")) {
  test(one.title, async () => assert.deepEqual(await outcomeOf(one), one.expect));
}

test("importRelease() returns the bytes of the native importer", async () => {
  const { dataset, report } = await importDemo();
  assert.equal(sha256(dataset), sha256(readFileSync(paths.demoDataset)));
  const packs = await PackLookup.open({ dataset });
  const { release, date, packs: count } = packs.about.dataset;
  assert.deepEqual([release, date, count], [report.release, report.release_date, report.packs]);
  packs.close();
});

test("importRelease() accepts a Blob, a File, an ArrayBuffer and a view, and does not transfer them", async () => {
  const around = new Uint8Array(demo.length + 2);
  around.set(demo, 1);
  const releases = [
    new Blob([demo]),
    new File([demo], "demo.zip"),
    new Uint8Array(demo).buffer,
    around.subarray(1, -1),
  ];
  const digests = await Promise.all(
    releases.map(async (release) => sha256((await importRelease(release)).dataset)),
  );
  assert.deepEqual(new Set(digests), new Set([sha256(readFileSync(paths.demoDataset))]));
  assert.equal(around.length, demo.length + 2);
});

test("the default name is the name of the File", async () => {
  const named = async (release, options) => (await importRelease(release, options)).report.release;
  const file = new File([demo], "nhsbsa_dmd_9.9.9_20251106000001.zip");
  assert.equal(await named(file), "9.9.9");
  assert.equal(await named(file, { name: "other.zip" }), "2025-11-06");
  assert.equal(await named(demo), "2025-11-06");
});

test("progress reports each file to its end, and then the dataset", async () => {
  const states = [];
  await importDemo({ progress: (state) => states.push(state) });
  const read = states.filter(({ step }) => step === "reading");
  const ends = new Map(
    read.map(({ file, ...rest }) => [file.split("_")[1].replace(/\d/g, ""), rest]),
  );
  assert.deepEqual(
    [...ends.keys()],
    ["lookup", "vtm", "ingredient", "vmp", "vmpp", "amp", "gtin", "ampp"],
  );
  for (const { read: bytes, size } of ends.values()) assert.equal(bytes, size);
  assert.deepEqual(states.at(-1), { step: "writing" });
});

test("an error of the progress listener rejects the import", async () => {
  const fault = new Error("thrown by the listener");
  await assert.rejects(
    importDemo({
      progress: () => {
        throw fault;
      },
    }),
    (error) => error === fault,
  );
});

test("importRelease() rejects a damaged or truncated release in one sentence", async () => {
  const cut = (length) => demo.subarray(0, length);
  const damaged = (at) => new Uint8Array(demo).fill(0x55, at, at + 4000);
  const half = Math.floor(demo.length / 2);
  const releases = [
    cut(0),
    cut(1),
    cut(100),
    cut(half),
    cut(demo.length - 1),
    damaged(0),
    damaged(half),
    damaged(demo.length - 4000),
  ];
  for (const [number, release] of releases.entries()) {
    const { message, reason } = await failureOf(release, { name: "own.zip" });
    assert.match(reason, /^(not_a_zip|damaged)$/, `${number}: ${message}`);
    assert.doesNotMatch(message, /\n|unreachable/, `${number}: ${message}`);
  }
});

test("importRelease() rejects a zip bomb without using the memory", async () => {
  const files = filesOfReleaseNamed("one pack with every field");
  const name = Object.keys(files).find((file) => file.startsWith("f_ampp2"));
  const swollen = zipOf({
    ...files,
    [name]: files[name].replace("<NM>", `<NM>${"x".repeat(50_000_000)}`),
  });
  const { message, reason } = await failureOf(swollen, {
    name: "nhsbsa_dmd_11.1.0_20251106000001.zip",
  });
  assert.equal(reason, "damaged");
  assert.match(message, /^f_ampp2_\d+\.xml, byte \d+: .*a record has more than 1048576 bytes$/);
});

test("importRelease() rejects an HTML page as not_a_zip", async () => {
  const { message, reason } = await failureOf(new TextEncoder().encode("<html>not found</html>"), {
    name: "page.html",
  });
  assert.equal(reason, "not_a_zip");
  assert.match(message, /^page\.html: not a complete zip file \(.*\)$/);
});

test("importRelease() throws TypeError for a value that is not bytes", async () => {
  for (const mistake of [undefined, null, "demo.zip", 5])
    await assert.rejects(importRelease(mistake), TypeError);
});

test("a signal aborts an import before the start, during the start and during the run", async () => {
  const isAbort = (error) => error.name === "AbortError";
  await assert.rejects(importDemo({ signal: AbortSignal.abort() }), isAbort);
  for (const schedule of [setImmediate, (abort) => setTimeout(abort, 5)]) {
    const starting = new AbortController();
    schedule(() => starting.abort());
    await assert.rejects(importDemo({ signal: starting.signal }), isAbort);
  }
  const running = new AbortController();
  const states = [];
  const progress = (state) => states.push(state) && running.abort();
  await assert.rejects(importDemo({ signal: running.signal, progress }), isAbort);
  assert.equal(states.at(-1).step, "reading");
});

test("an import that ended does not keep the process alive, aborted or not", async () => {
  const script = `
    import { readFileSync } from "node:fs";
    import { importRelease } from ${JSON.stringify(new URL("../../npm/import.js", import.meta.url).href)};
    const release = readFileSync(${JSON.stringify(paths.demoRelease)});
    const stop = new AbortController();
    await importRelease(release, { signal: stop.signal, progress: () => stop.abort() }).catch(() => {});
    console.log((await importRelease(release)).report.packs);`;
  const { stdout } = await promisify(execFile)("node", ["--input-type=module", "--eval", script], {
    env: environment,
    timeout: 60_000,
  });
  assert.match(stdout, /^\d+\n$/);
});

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
