// Builds the building blocks of pages into npm/: the scanner, the listener to hand scanners, and the dataset on a device. Their sources are in
// www/blocks, because the page is built from the same sources.
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../common/project.mjs";
import { Failure } from "../common/run.mjs";
import { brotliSize, budgets } from "./budgets.mjs";

const npm = join(root, "npm");
const sources = join(root, "www", "blocks");

/** The files in npm/, with their sources. */
export const blocks = {
  wedge: join(sources, "wedge", "index.ts"),
  device: join(sources, "device", "index.ts"),
  "device-worker": join(sources, "device", "device-worker.ts"),
};

/** Builds all blocks. Each file is one module: a page needs no bundler. */
export async function buildBlocks() {
  await build({
    entryPoints: Object.entries(blocks).map(([out, source]) => ({ in: source, out })),
    outdir: npm,
    bundle: true,
    format: "esm",
    // The oldest supported browsers, as in www/vite.config.ts.
    target: ["chrome108", "firefox114", "safari16.4"],
    plugins: [filesOfPackage, filesBesideModule],
    logLevel: "warning",
  });
  for (const [files, budget] of budgets.blocks) requireSmall(files, budget);
}

/** Fails if the files of a block are larger than its budget, in brotli. */
function requireSmall(files, budget) {
  const size = files.reduce((sum, file) => sum + brotliSize(join(npm, file)), 0);
  console.log(`${files.join(" and ")}: ${size} bytes in brotli`);
  if (size > budget) throw new Failure(`${files.join(" and ")} have ${size} bytes in brotli; the budget is ${budget}`);
}

/** The other modules of the package stay files of their own, beside the blocks. */
const filesOfPackage = {
  name: "files-of-package",
  setup: ({ onResolve }) => onResolve({ filter: /^pack-lookup\// }, ({ path }) => ({ path: path.replace(/^pack-lookup\/(.*?)(?:\.js)?$/, "./$1.js"), external: true, sideEffects: false })),
};

/** Bundlers copy a file and build a worker only if they are named by such an address. */
const filesBesideModule = {
  name: "files-beside-module",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?url$/ }, ({ path }) => ({ path: path.replace("?url", ""), namespace: "beside" }));
    onLoad({ filter: /^/, namespace: "beside" }, ({ path }) => {
      const name = path.split("/").at(-1);
      copyFileSync(join(root, "node_modules", path), join(npm, name));
      return { contents: `export default new URL("./${name}", import.meta.url).href;` };
    });
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: namedAsBuilt(readFileSync(path, "utf8")), loader: "ts" }));
  },
};

/** Returns a source in which the addresses of other sources are those of the built files. */
const namedAsBuilt = (source) => source.replace(/(new URL\("\.\/[\w-]+)\.ts"/g, '$1.js"');
