// npm run build:npm: the module in npm/, with the dataset that PACK_LOOKUP_DATASET names or else demonstration data.
import { copyFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliSize, budgets } from "./budgets.mjs";
import { prepareDataset } from "./dataset.mjs";
import { paths, root } from "../common/project.mjs";
import { Failure, main, say } from "../common/run.mjs";
import { setUp } from "../setup/tools.mjs";
import { buildForWeb } from "./wasm.mjs";

const module = join(root, "npm");

export function buildModule(dataset) {
  say("Building the module for browsers and Node");
  buildWasm("browser", "pack_lookup", budgets.wasm);
  buildWasm("importer", "pack_lookup_importer", budgets.importer);
  buildWasm("terminal", "pack_lookup_terminal", budgets.terminal);
  copyFileSync(dataset, join(module, "packs.bin"));
  copyLicences();
}

function buildWasm(features, name, budget) {
  const out = buildForWeb({ features, name, folder: name });
  for (const file of [`${name}.js`, `${name}_bg.wasm`]) copyFileSync(join(out, file), join(module, file));
  requireSmall(`${name}_bg.wasm`, budget);
}

function copyLicences() {
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, file), join(module, file));
}

function requireSmall(file, budget) {
  const path = join(module, file);
  const compressed = brotliSize(path);
  console.log(`${file}: ${statSync(path).size} bytes, ${compressed} in brotli`);
  if (compressed > budget) throw new Failure(`${file} has ${compressed} bytes in brotli; ${budget} are allowed`);
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(() => {
    setUp(["wasm-bindgen-cli"]);
    buildModule(prepareDataset());
  });
}
