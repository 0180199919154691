import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

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
  worker: { format: "es" },
  plugins: [
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
        globPatterns: ["**/*.{html,js,css,wasm,woff2,svg,png,webmanifest}", "openapi.json"],
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
