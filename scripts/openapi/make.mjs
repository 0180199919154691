// npm run openapi: the document of the interface and the catalogue that leads to it, in www/public. The module in npm/ must have been built
// over the demonstration data.
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { catalog } from "./catalog.mjs";
import { documentOf } from "./document.mjs";
import { formatExact } from "./exact.mjs";
import { paths, root } from "../common/project.mjs";

const { PackLookup } = await import("../../npm/core.js");

/// By file, what is in it.
export async function madeFiles() {
  const packs = await PackLookup.open(paths.demoDataset);
  const at = (...parts) => join(root, "www", "public", ...parts);
  return new Map([
    [at("openapi.json"), `${formatExact(documentOf(packs), 1)}\n`],
    [at(".well-known", "api-catalog"), `${JSON.stringify(catalog, null, 1)}\n`],
  ]);
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const [file, content] of await madeFiles()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
