// Checks that downloads stay within their budgets.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { brotliSize, budgets } from "../../scripts/build/budgets.mjs";
import { demo, paths, root } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";

function assertWithin(size, budget, what) {
  assert.ok(size <= budget, `${what} has ${size} bytes in brotli; ${budget} are allowed`);
}

test("the WebAssembly", () => {
  assertWithin(brotliSize(join(root, "npm", "pack_lookup_bg.wasm")), budgets.wasm, "The WebAssembly");
});

test("the reader of barcodes", () => {
  assertWithin(brotliSize(join(root, "npm", "pack_lookup_gs1_bg.wasm")), budgets.gs1, "The reader of barcodes");
});

test("the importer", () => {
  assertWithin(brotliSize(join(root, "npm", "pack_lookup_importer_bg.wasm")), budgets.importer, "The importer");
});

/** The largest file, which no browser downloads. Brotli at its highest quality takes long for it. */
test("the command line", inWhole, () => {
  assertWithin(brotliSize(join(root, "npm", "pack_lookup_terminal_bg.wasm")), budgets.terminal, "The command line");
});

test("the demonstration data", () => {
  assertWithin((brotliSize(paths.demoDataset) - budgets.medicineNames) / demo.packs, budgets.demoPack, "A pack of the demonstration data");
});
