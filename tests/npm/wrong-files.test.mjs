// Tests what callers see if a file of the package is missing, damaged or another one: an error of
// the documented class, with a reason and what to do. tests/page/wrong-files.test.mjs does this in
// browsers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import {
  ImportError,
  PackLookupError,
  PrintError,
  UpdateError,
  WasmError,
} from "../../npm/errors.js";
import { PackLookup as InWorker } from "../../npm/async.js";
import { PackLookup } from "../../npm/core.js";
import { load } from "../../npm/gs1.js";
import {
  applyUpdate,
  followHistory,
  importRelease,
  makeUpdate,
  qualityReport,
} from "../../npm/import.js";

const npm = join(root, "npm");
const file = (name) => readFileSync(join(npm, name));
const dataset = file("packs.bin");
const hasPrintReader = existsSync(join(npm, "pack_lookup_print_bg.wasm.gz"));

/** What is in place of a file. */
const wrong = (name, other) => ({
  "an HTML page": new TextEncoder().encode("<!doctype html><title>Not found</title>"),
  "a truncated file": file(name).subarray(0, 5_000),
  "an empty file": new Uint8Array(),
  "a missing file": join(npm, "missing.wasm"),
  "another file": file(other),
  "a promise of a missing file": Promise.resolve(join(npm, "missing.wasm")),
});

/** What to do, in each message. */
const ADVICE = /; (?:check|pass|add|serve|install) /;

/**
 * The calls that load a file, with the class of their error. The reason is for a file that is not
 * WebAssembly.
 */
const calls = {
  "PackLookup.open()": {
    run: (wasm) => PackLookup.open(dataset, { wasm }),
    name: "WasmError",
    reason: "not_wasm",
    files: ["pack_lookup_bg.wasm", "pack_lookup_gs1_bg.wasm"],
  },
  "open() of pack-lookup/async": {
    run: (wasm) => InWorker.open(dataset, { wasm }),
    name: "WasmError",
    reason: "not_wasm",
    files: ["pack_lookup_bg.wasm", "pack_lookup_gs1_bg.wasm"],
  },
  "load() of pack-lookup/gs1": {
    run: (wasm) => load({ wasm }),
    name: "WasmError",
    reason: "not_wasm",
    files: ["pack_lookup_gs1_bg.wasm", "pack_lookup_bg.wasm"],
  },
  "importRelease()": {
    run: (wasm) => importRelease(new Uint8Array(9), { wasm }),
    name: "ImportError",
    reason: "unavailable",
  },
  "applyUpdate()": {
    run: (wasm) => applyUpdate(dataset, new Uint8Array(9), { wasm }),
    name: "UpdateError",
    reason: "unavailable",
  },
  "makeUpdate()": {
    run: (wasm) => makeUpdate(dataset, dataset, { wasm }),
    name: "UpdateError",
    reason: "unavailable",
  },
  "followHistory()": {
    run: (wasm) => followHistory(dataset, { wasm }),
    name: "PackLookupError",
    reason: "unavailable",
  },
  "qualityReport()": {
    run: (wasm) => qualityReport(dataset, { wasm }),
    name: "WasmError",
    reason: "not_wasm",
  },
};

const classes = new Map(
  Object.entries({ ImportError, PackLookupError, PrintError, UpdateError, WasmError }),
);

test("an HTML page in place of the WebAssembly of lookups means that the dataset moved, too", () =>
  assert.rejects(PackLookup.open(dataset, { wasm: new TextEncoder().encode("<!doctype html>") }), {
    message: /HTML page.*pass the URLs of the files as `dataset` and `wasm`/,
  }));

/** Runs a call, and returns its error. */
async function errorOf(call) {
  const result = await call().catch((error) => error);
  assert.ok(result instanceof Error, "it succeeded");
  return result;
}

function assertIsDocumented(error, name, reason) {
  const { message } = error;
  assert.ok(error instanceof classes.get(name), message);
  assert.deepEqual([error.name, error.reason], [name, reason], message);
  assert.match(message, ADVICE);
}

for (const [call, { run, name, reason, files }] of Object.entries(calls)) {
  describe(call, () => {
    const [own, other] = files ?? ["pack_lookup_importer_bg.wasm", "pack_lookup_gs1_bg.wasm"];
    for (const [what, source] of Object.entries(wrong(own, other))) {
      test(`reports ${what} in place of its WebAssembly`, async () => {
        const error = await errorOf(() => run(source));
        const isMissing = what.includes("missing");
        assertIsDocumented(error, name, isMissing ? "unavailable" : reason);
        // The cause says more where the class has no reason for it.
        if (reason === "unavailable")
          assert.equal(error.cause.reason, isMissing ? "unavailable" : "not_wasm");
      });
    }
  });
}

const PRINT_FILES = {
  wasm: ["pack_lookup_print_bg.wasm.gz", "pack_lookup_gs1_bg.wasm"],
  detection: [join("print", "detection.onnx.gz"), "packs.bin"],
  recognition: [join("print", "recognition.onnx.gz"), "packs.bin"],
};

describe("openPrintReader()", {
  skip: !hasPrintReader && "the reader of print is not built",
}, () => {
  for (const [option, files] of Object.entries(PRINT_FILES)) {
    for (const what of Object.keys(wrong("packs.bin", "packs.bin"))) {
      test(`reports ${what} as ${option}`, async () => {
        const { openPrintReader } = await import("../../npm/print.js");
        const source = wrong(...files)[what];
        const error = await errorOf(() => openPrintReader({ [option]: source }));
        assertIsDocumented(error, "PrintError", "unavailable");
      });
    }
  }
});

describe("the command line", () => {
  const folder = temporaryFolder();
  cpSync(npm, folder, { recursive: true, filter: (path) => !path.endsWith("page") });
  const program = join(folder, "pack_lookup_terminal_bg.wasm.br");
  for (const [what, change] of Object.entries({
    "a truncated file": () =>
      writeFileSync(program, file("pack_lookup_terminal_bg.wasm.br").subarray(0, 5_000)),
    "another file": () => writeFileSync(program, file("pack_lookup_gs1_bg.wasm")),
    "a missing file": () => rmSync(program),
  })) {
    test(`reports ${what} in place of its WebAssembly`, () => {
      change();
      const run = () =>
        execFileSync(process.execPath, [join(folder, "cli.js"), "--version"], { stdio: "pipe" });
      assert.throws(run, ({ status, stderr }) => {
        assert.equal(status, 2);
        assert.match(
          String(stderr),
          /^pack-lookup: cannot load pack_lookup_terminal_bg\.wasm\.br: .*; install pack-lookup again\n$/,
        );
        return true;
      });
    });
  }
});
