// Bundles modules of the page that need no browser, as the page's build does, and loads them in
// Node.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../../scripts/common/project.mjs";

const www = join(root, "www");

/** The exports of a module of `www/src`, or of `www/blocks` if its path starts so. */
export async function load(module) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-unit-"));
  const outfile = join(folder, "module.mjs");
  await build({
    entryPoints: [join(www, module.startsWith("blocks/") ? "" : "src", module)],
    alias: { blocks: join(www, "blocks") },
    plugins: [moduleWhereItIs, addressesOfWorkers, rawText],
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

/** The module finds its WebAssembly next to itself, so it is not bundled. */
const moduleWhereItIs = {
  name: "module-where-it-is",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^pack-lookup\// }, ({ path }) => {
      const file = join(root, "npm", path.replace(/^pack-lookup\/(.*?)(\.js)?$/, "$1.js"));
      return { path: pathToFileURL(file).href, external: true };
    }),
};

/** Workers are separate files in the page's build. Here no worker is started. */
const addressesOfWorkers = {
  name: "addresses-of-workers",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?worker&url$/ }, ({ path }) => ({ path, namespace: "worker" }));
    onLoad({ filter: /^/, namespace: "worker" }, ({ path }) => ({
      contents: `export default ${JSON.stringify(path)}`,
    }));
  },
};

/** Files that the page's build imports as text. */
const rawText = {
  name: "raw-text",
  setup({ onLoad }) {
    onLoad({ filter: /\.tsv$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
  },
};

/** A source without its documentation, whose examples import the published module. */
export const codeOf = (file) => readFileSync(file, "utf8").replace(/\/\*\*.*?\*\//gs, "");
