// Writes the OpenAPI document and the API catalogue that links to it, in www/public. The module in npm/ must be built with the demonstration
// data.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paths, root } from "../common/project.mjs";
import { documentOf } from "./document.mjs";
import { formatExact } from "./exact.mjs";

const { PackLookup } = await import("../../npm/core.js");

/** The API catalogue of this origin (RFC 9727), as a link set (RFC 9264). */
const catalog = {
  linkset: [
    {
      anchor: "/api/",
      "service-desc": [{ href: "/openapi.json", type: "application/openapi+json" }],
      "service-doc": [{ href: "/docs", type: "text/html" }],
      status: [{ href: "/api/about", type: "application/json" }],
      license: [{ href: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/" }],
    },
  ],
};

/** Returns the content of each file. */
export async function madeFiles() {
  const packs = await PackLookup.open(paths.demoDataset);
  const at = (...parts) => join(root, "www", "public", ...parts);
  return new Map([
    [at("openapi.json"), `${formatExact(documentOf(packs), 1)}\n`],
    [at(".well-known", "api-catalog"), `${JSON.stringify(catalog, null, 1)}\n`],
  ]);
}

export async function writeOpenApi() {
  for (const [file, content] of await madeFiles()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
