// Modules of the page that need no browser, bundled as the page's own build does it, and run in Node.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../../scripts/common/project.mjs";

/// The exports of a module of `www/src`, named by its path in there.
export async function load(module) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-unit-"));
  const outfile = join(folder, "module.mjs");
  await build({
    entryPoints: [join(root, "www", "src", module)],
    alias: { "pack-lookup/core": join(root, "npm", "core.js") },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "error",
  });
  const exports = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return exports;
}
