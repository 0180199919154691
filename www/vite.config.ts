import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

import { formatExact, parseExact } from "../scripts/openapi/document.mjs";
import { type OpenApi, render } from "./src/docs/render.js";
import { SHARE_TARGET } from "./src/offline/share-target.js";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Removes module addresses from the service worker. It is a classic script without `import.meta.url`, so Vite would inline a file that it refers
 * to. The service worker finds the WebAssembly in its cache instead.
 */
function withoutAddressOfModule(): Plugin {
  return {
    name: "without-address-of-module",
    enforce: "pre",
    transform: (code) => code.replaceAll("import.meta.url", "self.location.href"),
  };
}

/** The files that the page needs first, beside its script and style sheet. The WebAssembly has a low priority, so that it does not delay the script. */
const FIRST_FILES: { name: RegExp; attributes: Record<string, string> }[] = [
  { name: /-latin-wght-normal.*\.woff2$/, attributes: { rel: "preload", as: "font", type: "font/woff2" } },
  { name: /device-worker.*\.js$/, attributes: { rel: "modulepreload" } },
  { name: /pack_lookup_bg.*\.wasm$/, attributes: { rel: "preload", as: "fetch", type: "application/wasm", fetchpriority: "low" } },
];

/** Requests these files and the description of the release with the HTML, so that none waits for the script. */
function preloads(): Plugin {
  const link = (href: string, attributes: Record<string, string>) => ({ tag: "link", injectTo: "head" as const, attrs: { href, crossorigin: true, ...attributes } });
  return {
    name: "preloads",
    transformIndexHtml(_, { bundle = {}, path }) {
      if (path !== "/index.html") return [];
      const links = FIRST_FILES.flatMap(({ name, attributes }) => Object.keys(bundle).filter((file) => name.test(file)).map((file) => link(`/${file}`, attributes)));
      return [link("/dataset.json", { rel: "preload", as: "fetch" }), ...links];
    },
  };
}

/** Builds the API page with the rendered document. A script is needed only to send requests. */
function interfacePage(): Plugin {
  const document = parseExact(readFileSync(fromHere("public/openapi.json"), "utf8")) as OpenApi;
  const page = () => render(document, (example) => formatExact(example, 2));
  return {
    name: "interface-page",
    transformIndexHtml: { order: "pre", handler: (html) => html.replace("<!-- document -->", page) },
  };
}

/** The folder of the reader of print. Tests name another one, or one that does not exist. */
const printFolder = process.env.PACK_LOOKUP_PRINT ?? fromHere("../npm");
const PRINT_FILES = { wasm: "pack_lookup_print_bg.wasm", detection: "print/detection.onnx", recognition: "print/recognition.onnx" };
const isPrintBuilt = Object.values(PRINT_FILES).every((file) => existsSync(join(printFolder, file)));
const VIRTUAL = "\0virtual:print-reader";

/**
 * Adds the reader of print to the page if it was built (`npm run build -- print`). The page downloads it only when a person asks for it. Its files
 * are compressed here, because hosts do not compress models, and so that the page knows the size of the download.
 */
function printReader(): Plugin {
  return {
    name: "print-reader",
    resolveId: (id) => (id === "virtual:print-reader" ? VIRTUAL : null),
    load(id) {
      if (id !== VIRTUAL) return null;
      if (!isPrintBuilt) return "export const printBuild = undefined;";
      const file = (name: string, path: string) => {
        const source = gzipSync(readFileSync(join(printFolder, path)), { level: 9 });
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

/** Removes the addresses of files beside the reader of print. The page passes their bytes, and Vite would add the files a second time. */
function withoutPrintAddresses(): Plugin {
  return {
    name: "without-print-addresses",
    enforce: "pre",
    transform: { filter: { id: /print\.js$/ }, handler: (code) => code.replace(/new URL\((["'])[^"']+\.(?:wasm|onnx)\1, import\.meta\.url\)/g, "undefined") },
  };
}

/** Returns the entry of a screenshot, which `npm run build -- pictures` takes. */
const screenshot = (form_factor: "narrow" | "wide", sizes: string, label: string) =>
  ({ src: `/screenshot-${form_factor}.png`, sizes, type: "image/png", form_factor, label });

export default defineConfig({
  root: fromHere("."),
  resolve: {
    alias: {
      blocks: fromHere("blocks"),
      ...Object.fromEntries(["core", "gs1", "import"].map((entry) => [`pack-lookup/${entry}`, fromHere(`../npm/${entry}.js`)])),
      "pack-lookup/worker": fromHere("../npm/worker"),
      "pack-lookup/print/candidates.js": fromHere("../npm/print/candidates.js"),
      "pack-lookup/print": join(printFolder, "print.js"),
    },
  },
  build: {
    outDir: fromHere("../build/www"),
    emptyOutDir: true,
    rollupOptions: { input: [fromHere("index.html"), fromHere("docs.html")] },
    // The oldest supported browsers: docs/browsers.md lists the reasons.
    target: ["chrome108", "edge108", "firefox114", "safari16.4", "ios16.4"],
    // Every asset is a separate file: the Content-Security-Policy allows no `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es", plugins: () => [withoutPrintAddresses()] },
  plugins: [
    printReader(),
    withoutPrintAddresses(),
    interfacePage(),
    preloads(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/offline",
      filename: "service-worker.ts",
      injectRegister: false,
      registerType: "prompt",
      injectManifest: {
        // Not every browser supports service workers that are modules.
        rollupFormat: "iife",
        buildPlugins: { vite: [withoutAddressOfModule()] },
        globPatterns: ["**/*.{html,js,css,wasm,woff2,svg,png,webmanifest}", "assets/*.bin", "openapi.json"],
        // Few people import a release, and nobody asks the server while offline. These files are downloaded when they are needed.
        // Browsers show the screenshots before they install the page.
        globIgnores: ["**/*importer*", "**/import-worker*", "**/*gs1*", "screenshot-*"],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      manifest: {
        name: "Pack Lookup",
        short_name: "Pack Lookup",
        description: "Which UK medicine pack does this barcode belong to?",
        lang: "en-GB",
        id: "/",
        start_url: "/",
        display: "standalone",
        // A second tap on the icon shows the window that is open, with its answer.
        launch_handler: { client_mode: "navigate-existing" },
        shortcuts: [
          { name: "Scan with the camera", short_name: "Scan", url: "/#/scan", icons: [{ src: "/icon-192.png", sizes: "192x192", type: "image/png" }] },
          { name: "History", url: "/#/history", icons: [{ src: "/icon-192.png", sizes: "192x192", type: "image/png" }] },
        ],
        file_handlers: [{ action: "/", accept: { "application/zip": [".zip"], "image/*": [".png", ".jpg", ".jpeg", ".webp"] } }],
        share_target: {
          action: SHARE_TARGET.action,
          method: "POST",
          enctype: "multipart/form-data",
          params: { files: [{ name: SHARE_TARGET.field, accept: ["image/*"] }] },
        },
        screenshots: [
          screenshot("narrow", "780x1560", "A scanned code on a phone: its pack, expiry date and batch"),
          screenshot("wide", "1280x800", "A re-used code: two medicines have carried it, with the years of each"),
        ],
        background_color: "#f2f6f6",
        theme_color: "#0b4a58",
        categories: ["medical", "utilities"],
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
    }),
  ],
});
