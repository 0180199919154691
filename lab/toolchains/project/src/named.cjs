// A bundled CommonJS script has no address of its own, so it must name the files.
const { PackLookup } = require("pack-lookup");
const { join } = require("node:path");

const at = (file) => join(process.cwd(), "node_modules", "pack-lookup", file);
PackLookup.open({ dataset: at("packs.bin"), wasm: at("pack_lookup_bg.wasm") }).then((packs) =>
  console.log(JSON.stringify({ here: packs.gtin("09521234567899").name })),
);
