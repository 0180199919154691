// Builds the module in npm/.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../common/project.mjs";
import { say } from "../common/run.mjs";
import { writeSbom } from "./third-party.mjs";
import { buildForPackage, modules } from "./wasm.mjs";

const module = join(root, "npm");

/** Builds the whole package, except the page (`page.mjs`). */
export async function buildModule(dataset) {
  say("Building the module for browsers and Node");
  await putTogether(dataset, Object.values(modules));
  copyLicences();
  writeSbom();
}

/** Builds the parts of the module that the page uses. */
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
