import { getManifest } from "@serwist/build";
import { build, type Plugin, type ResolvedConfig } from "vite";

/** The files that the service worker stores when it is installed. */
const STORED = {
  globPatterns: [
    "**/*.{html,js,css,wasm,woff2,svg,png,webmanifest}",
    "{assets/*.bin,openapi.json}",
  ],
  // Few people import a release, and nobody asks the server while offline. These files are
  // downloaded when they are needed. Browsers show the screenshots before they install the page.
  globIgnores: ["**/*importer*", "**/import-worker*", "**/*gs1*", "screenshot-*"],
  // The names of these files have a digest of their content.
  dontCacheBustURLsMatching: /^assets\//,
  // Above the WebAssembly that `npm start` builds, which is not optimised.
  maximumFileSizeToCacheInBytes: 16_000_000,
};

/**
 * Removes module addresses from the service worker. It is a classic script without
 * `import.meta.url`, so Vite would inline a file that it refers to. The service worker finds the
 * WebAssembly in its cache instead.
 */
function withoutAddressOfModule(): Plugin {
  return {
    name: "without-address-of-module",
    enforce: "pre",
    transform: (code) => code.replaceAll("import.meta.url", "self.location.href"),
  };
}

/**
 * Builds the service worker after the page, as the script `service-worker.js`: not every browser
 * supports service workers that are modules. It gets the list of the files that it stores as
 * `self.__WB_MANIFEST`.
 */
export function serviceWorker(source: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (resolved) => void (config = resolved),
    closeBundle: {
      order: "post",
      sequential: true,
      handler: () => buildServiceWorker(source, config),
    },
  };
}

async function buildServiceWorker(
  source: string,
  { build: { outDir, target }, define, resolve: { alias } }: ResolvedConfig,
): Promise<void> {
  const { manifestEntries, warnings } = await getManifest({ globDirectory: outDir, ...STORED });
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  await build({
    configFile: false,
    logLevel: "warn",
    resolve: { alias },
    define: {
      ...define,
      "self.__WB_MANIFEST": JSON.stringify(manifestEntries),
      // Only a module has it. Vite asks for it where a script is loaded later, and here all are in one.
      "import.meta.resolve": "undefined",
    },
    plugins: [withoutAddressOfModule()],
    build: {
      outDir,
      target,
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: {
        input: source,
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  });
}
