// npm run build:npm: the module in npm/, with the dataset that PACK_LOOKUP_DATASET names or else demonstration data.
import { copyFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareDataset } from "./dataset.mjs";
import { root } from "../common/project.mjs";
import { main, say } from "../common/run.mjs";
import { writeSbom } from "../sbom.mjs";
import { setUp } from "../setup/tools.mjs";
import { buildForPackage, modules } from "./wasm.mjs";

const module = join(root, "npm");

/// The whole package, but for the page in it (`page.mjs`).
export async function buildModule(dataset) {
  say("Building the module for browsers and Node");
  await putTogether(dataset, Object.values(modules));
  copyLicences();
  writeSbom();
}

/// What the page is made of.
export async function buildForPage(dataset) {
  say("Building what the page has of the module");
  await putTogether(dataset, [modules.browser, modules.importer]);
}

async function putTogether(dataset, parts) {
  await buildForPackage(...parts);
  copyFileSync(dataset, join(module, "packs.bin"));
}

function copyLicences() {
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, file), join(module, file));
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(async () => {
    await setUp(["wasm-bindgen-cli"]);
    await buildModule(prepareDataset());
  });
}
