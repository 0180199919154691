import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { defineConfig, type Plugin } from "vite";

import { serviceWorker } from "./plugins/service-worker.js";
import { webAppManifest } from "./plugins/web-app-manifest.js";
import { readPublicKeys } from "../npm/api/public-keys.js";
import { type OpenApi, render } from "./src/docs/render.js";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The package from which the page is built, and the folder of the page. `npm start` names others
 * than the published ones.
 */
const packageFolder = process.env.PACK_LOOKUP_PACKAGE ?? fromHere("../npm");
const pageFolder = process.env.PACK_LOOKUP_PAGE ?? fromHere("../build/www");

/** The public keys of who publishes the data, if they are pinned. A wrong one stops the build. */
const publicKeys = process.env.PACK_LOOKUP_PUBLIC_KEYS?.trim() || undefined;
if (publicKeys !== undefined) readPublicKeys(publicKeys);

const notInPage = fromHere("blocks/signature/not-in-page.ts");
const signatureFiles = {
  "pack-lookup/signature.js": publicKeys ? join(packageFolder, "signature.js") : notInPage,
  // The package has this file with its libraries in it.
  "./ed25519.js": fromHere("blocks/signature/ed25519.ts"),
  "./described.js": notInPage,
};

/**
 * The files that the page needs first, in addition to its script and style sheet. The WebAssembly
 * has a low priority, so that it does not delay the script.
 */
const FIRST_FILES: { name: RegExp; attributes: Record<string, string> }[] = [
  {
    name: /-latin-wght-normal.*\.woff2$/,
    attributes: { rel: "preload", as: "font", type: "font/woff2" },
  },
  { name: /(device-worker|rolldown-runtime).*\.js$/, attributes: { rel: "modulepreload" } },
  // `src/common/part.ts` fetches it, and then imports it.
  { name: /\/app-.*\.js$/, attributes: { rel: "preload", as: "fetch", fetchpriority: "low" } },
  {
    name: /pack_lookup_bg.*\.wasm$/,
    attributes: { rel: "preload", as: "fetch", type: "application/wasm", fetchpriority: "low" },
  },
];

/**
 * Requests these files and the description of the release with the HTML, so that none waits for the
 * script.
 */
function preloads(): Plugin {
  const link = (href: string, attributes: Record<string, string>) => ({
    tag: "link",
    injectTo: "head" as const,
    attrs: { href, crossorigin: true, ...attributes },
  });
  return {
    name: "preloads",
    transformIndexHtml(_, { bundle = {}, path }) {
      if (path !== "/index.html") return [];
      const links = FIRST_FILES.flatMap(({ name, attributes }) =>
        Object.keys(bundle)
          .filter((file) => name.test(file))
          .map((file) => link(`./${file}`, attributes)),
      );
      return [link("./dataset.json", { rel: "preload", as: "fetch" }), ...links];
    },
  };
}

/**
 * Builds the API page with the rendered document, in which no integer is too large for a number. A
 * script is needed only to send requests.
 */
function interfacePage(): Plugin {
  const document = JSON.parse(readFileSync(fromHere("public/openapi.json"), "utf8")) as OpenApi;
  const page = () => render(document, (example) => JSON.stringify(example, null, 2));
  return {
    name: "interface-page",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("<!-- document -->", page),
    },
  };
}

/** The folder of the reader of print. Tests name another one, or one that does not exist. */
const printFolder = process.env.PACK_LOOKUP_PRINT ?? packageFolder;
const PRINT_FILES = {
  wasm: "pack_lookup_print_bg.wasm.gz",
  detection: "print/detection.onnx.gz",
  recognition: "print/recognition.onnx.gz",
};
const isPrintBuilt = Object.values(PRINT_FILES).every((file) =>
  existsSync(join(printFolder, file)),
);
const VIRTUAL = "\0virtual:print-reader";

/**
 * Adds the reader of print to the page if it was built (`npm run build -- print`). The page
 * downloads it only when a person asks for it. Its files are in gzip, because hosts do not compress
 * models, and so that the page knows the size of the download.
 */
function printReader(): Plugin {
  return {
    name: "print-reader",
    resolveId: (id) => (id === "virtual:print-reader" ? VIRTUAL : null),
    load(id) {
      if (id !== VIRTUAL) return null;
      if (!isPrintBuilt) return "export const printBuild = undefined;";
      const file = (name: string, path: string) => {
        const source = readFileSync(join(printFolder, path));
        const reference = this.emitFile({ type: "asset", name: `print-${name}.bin`, source });
        return `${name}: { url: import.meta.ROLLUP_FILE_URL_${reference}, bytes: ${source.length} }`;
      };
      const files = Object.entries(PRINT_FILES).map(([name, path]) => file(name, path));
      return `export const printBuild = {
        files: { ${files.join(", ")} },
        open: (options) => import("pack-lookup/print").then(({ openPrintReader }) => openPrintReader(options)),
      };`;
    },
  };
}

/**
 * Removes the addresses of files next to the reader of print. The page passes their bytes, and Vite
 * would add the files a second time.
 */
function withoutPrintAddresses(): Plugin {
  return {
    name: "without-print-addresses",
    enforce: "pre",
    transform: {
      filter: { id: /print\.js$/ },
      handler: (code) =>
        code.replace(
          /new URL\((["'])[^"']+\.(?:wasm|onnx)\.gz\1, import\.meta\.url\)/g,
          "undefined",
        ),
    },
  };
}

/**
 * The page's scripts: the first view, and the page beyond it. What several scripts need is in one
 * of these two, so that each later script is one file, which needs no others than those that are
 * there.
 */
const SCRIPTS = { index: fromHere("src/main.ts"), app: fromHere("src/app.ts") };

/** The modules of the build. */
interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** Makes a group for each of these scripts: all modules that it needs and no earlier one has. */
function scriptGroups() {
  const scriptOf = new Map<string, string>();
  const nameOf = (id: string, modules: Modules) => {
    if (scriptOf.size === 0)
      for (const [name, entry] of Object.entries(SCRIPTS))
        addModules(name, entry, modules, scriptOf);
    return scriptOf.get(id);
  };
  return Object.keys(SCRIPTS).map((script, at) => ({
    name: (id: string, modules: Modules) => (nameOf(id, modules) === script ? script : null),
    debugName: script,
    priority: Object.keys(SCRIPTS).length - at,
  }));
}

/** Adds the modules that a script needs and no earlier one has. */
function addModules(
  name: string,
  entry: string,
  modules: Modules,
  scriptOf: Map<string, string>,
): void {
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (scriptOf.has(id)) continue;
    scriptOf.set(id, name);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
}

export default defineConfig({
  root: fromHere("."),
  // A proxy may serve the page under a path.
  base: "./",
  define: { __PUBLIC_KEYS__: JSON.stringify(publicKeys) ?? "undefined" },
  resolve: {
    alias: {
      blocks: fromHere("blocks"),
      ...Object.fromEntries(
        ["core", "errors", "gs1", "import"].map((entry) => [
          `pack-lookup/${entry}`,
          join(packageFolder, `${entry}.js`),
        ]),
      ),
      ...signatureFiles,
      "pack-lookup/wasm": join(packageFolder, "wasm"),
      "pack-lookup/worker": join(packageFolder, "worker"),
      "pack-lookup/print/packs.js": join(packageFolder, "print/packs.js"),
      "pack-lookup/print/question.js": join(packageFolder, "print/question.js"),
      "pack-lookup/print": join(printFolder, "print.js"),
    },
  },
  build: {
    outDir: pageFolder,
    emptyOutDir: true,
    rolldownOptions: {
      input: [fromHere("index.html"), fromHere("docs.html")],
      output: { codeSplitting: { groups: scriptGroups() } },
    },
    // The oldest supported browsers: docs/browsers.md lists the reasons.
    target: ["chrome108", "edge108", "firefox114", "safari16.4", "ios16.4"],
    // Every asset is a separate file: the Content-Security-Policy allows no `data:` URLs.
    assetsInlineLimit: 0,
    // The scripts that are loaded later need no others than those that are there.
    modulePreload: false,
  },
  worker: { format: "es", plugins: () => [withoutPrintAddresses()] },
  plugins: [
    printReader(),
    withoutPrintAddresses(),
    interfacePage(),
    preloads(),
    webAppManifest(),
    serviceWorker(fromHere("src/offline/service-worker.ts")),
  ],
});
