// npm run build:npm: the module in npm/, with the dataset that PACK_LOOKUP_DATASET names or else demonstration data.
import { copyFileSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliSize, budgets } from "./budgets.mjs";
import { prepareDataset } from "./dataset.mjs";
import { paths, root } from "./project.mjs";
import { Failure, main, say } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { buildForWeb } from "./wasm.mjs";

const module = join(root, "npm");

export function buildModule(dataset) {
  say("Building the module for browsers and Node");
  const out = buildForWeb({ features: "browser", name: "pack_lookup", folder: "module" });
  for (const file of ["pack_lookup.js", "pack_lookup_bg.wasm"]) copyFileSync(join(out, file), join(module, file));
  copyFileSync(dataset, join(module, "packs.bin"));
  copyLicences();
  requireSmall(join(module, "pack_lookup_bg.wasm"));
}

function copyLicences() {
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, file), join(module, file));
}

function requireSmall(wasm) {
  const bytes = readFileSync(wasm);
  const compressed = brotliSize(wasm);
  console.log(`pack_lookup_bg.wasm: ${bytes.length} bytes, ${compressed} in brotli`);
  if (compressed > budgets.wasm) throw new Failure(`The WebAssembly has ${compressed} bytes in brotli; ${budgets.wasm} are allowed`);
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(() => {
    setUp(["wasm-bindgen-cli"]);
    buildModule(prepareDataset());
  });
}
