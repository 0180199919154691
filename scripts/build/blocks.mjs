// Builds the building blocks of pages into npm/: the scanner, the listener to hand scanners, the
// dataset on a device, and the check of signatures in browsers. Their sources are in www/blocks,
// because the page is built from the same sources.
import { copyFileSync, cpSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { paths, root } from "../common/project.mjs";
import { runBeside } from "../common/run.mjs";
import { brotliSize, budgets, requireWithin } from "./budgets.mjs";

const npm = join(root, "npm");
const sources = join(root, "www", "blocks");

/** The oldest supported browsers, as in www/vite.config.ts. */
const target = ["chrome108", "firefox114", "safari16.4"];

/** The files in npm/, with their sources. */
const blocks = {
  wedge: "wedge/index.ts",
  device: "device/index.ts",
  "device-worker": "device/device-worker.ts",
  ed25519: "signature/ed25519.ts",
  scanner: "scanner/index.ts",
  "scanner-worker": "scanner/scanner-worker.ts",
};
/** The worker for hosts that have the decoder among their own packages. */
const peers = { "scanner-peer-worker": "scanner/scanner-peer-worker.ts" };

/** Builds all blocks. Each file is one module: a page needs no bundler. */
export async function buildBlocks() {
  await bundle(blocks);
  await bundle(peers, ["zxing-wasm"]);
  await declareTypes();
  for (const [files, budget] of budgets.blocks) requireSmall(files, budget);
}

async function bundle(files, external = []) {
  // Imported here, because the scripts that install the npm packages import this file.
  const { build } = await import("esbuild");
  await build({
    entryPoints: Object.entries(files).map(([out, source]) => ({ in: join(sources, source), out })),
    outdir: npm,
    bundle: true,
    format: "esm",
    target,
    external,
    plugins: [filesOfPackage, filesBesideModule, stylesAsText],
    logLevel: "warning",
  });
}

/** The blocks whose types are published. */
const typed = ["device", "scanner", "wedge"];

/**
 * Writes the types of the blocks into npm/types/blocks: what the compiler declares of their sources,
 * without the files of which no type is published.
 */
async function declareTypes() {
  const declared = join(paths.build, "block-types");
  const published = join(npm, "types", "blocks");
  for (const folder of [declared, published]) rmSync(folder, { recursive: true, force: true });
  await runBeside("tsc", ["-p", sources]);
  const needed = new Set(typed.map((block) => join(declared, block, "index.d.ts")));
  for (const file of needed) {
    for (const [, path] of readFileSync(file, "utf8").matchAll(/ from "(\.[^"]+)\.js"/g))
      needed.add(join(dirname(file), `${path}.d.ts`));
    cpSync(file, join(published, relative(declared, file)));
  }
}

/** Fails if the files of a block are larger than its budget, in brotli. */
function requireSmall(files, budget) {
  const size = files.reduce((sum, file) => sum + brotliSize(join(npm, file)), 0);
  console.log(`${files.join(" and ")}: ${size} bytes in brotli`);
  requireWithin(budget, size, `${files.join(" and ")} have`);
}

/** The other modules of the package stay separate files, next to the blocks. */
const filesOfPackage = {
  name: "files-of-package",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^pack-lookup\// }, ({ path }) => ({
      path: path.replace(/^pack-lookup\/(.*?)(?:\.js)?$/, "./$1.js"),
      external: true,
      sideEffects: false,
    })),
};

/** Bundlers copy a file and build a worker only if they are named by such an address. */
const filesBesideModule = {
  name: "files-beside-module",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?url$/ }, ({ path }) => ({
      path: path.replace("?url", ""),
      namespace: "beside",
    }));
    onLoad({ filter: /^/, namespace: "beside" }, ({ path }) => {
      const name = path.split("/").at(-1);
      copyFileSync(fileURLToPath(import.meta.resolve(path)), join(npm, name));
      return { contents: `export default new URL("./${name}", import.meta.url).href;` };
    });
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: namedAsBuilt(readFileSync(path, "utf8")),
      loader: "ts",
    }));
  },
};

/** A source in which the addresses of other sources are those of the built files. */
const namedAsBuilt = (source) => source.replace(/(new URL\("\.\/[\w-]+)\.ts"/g, '$1.js"');

/** Style sheets of elements are text, with the prefixes that the oldest browsers need. */
const stylesAsText = {
  name: "styles-as-text",
  setup({ onResolve, onLoad, esbuild }) {
    onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace("?inline", "")),
      namespace: "style",
    }));
    onLoad({ filter: /^/, namespace: "style" }, async ({ path }) => {
      const { code } = await esbuild.transform(readFileSync(path, "utf8"), {
        loader: "css",
        minify: true,
        target,
      });
      return { contents: code, loader: "text" };
    });
  },
};
