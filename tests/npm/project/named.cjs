// Bundled as a CommonJS script, which does not know its address: the files that it does not name
// are not found.
const { PackLookup } = require("pack-lookup");
const { PackLookup: InWorker } = require("pack-lookup/async");
const { scan } = require("pack-lookup/gs1");
const { importRelease } = require("pack-lookup/import");
const { join } = require("node:path");

const at = (file) => join(process.cwd(), "node_modules", "pack-lookup", file);
const files = { dataset: at("packs.bin"), wasm: at("pack_lookup_bg.wasm") };
const bytes = new Uint8Array(9);
const outcome = (promise) =>
  promise.then(
    (packs) => packs.size,
    ({ name, reason, message }) => [name, reason, message],
  );

(async () => {
  const outcomes = {
    dataset: await outcome(PackLookup.demo({ wasm: files.wasm })),
    wasm: await outcome(PackLookup.open(bytes)),
    named: await outcome(PackLookup.open(files)),
    gs1: await outcome(scan("1")),
    worker: await outcome(InWorker.open(files)),
    importer: await outcome(importRelease(bytes)),
    importerWorker: await outcome(
      importRelease(bytes, { wasm: at("pack_lookup_importer_bg.wasm") }),
    ),
  };
  console.log(JSON.stringify(outcomes));
})();
