/// <reference lib="webworker" />
// The page without a network: its files from the precache, the API and the pack pages from the dataset.
import { PackLookup } from "pack-lookup/core";
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

import { currentRelease, keptBytes } from "../data/store.js";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

const manifest = self.__WB_MANIFEST;
precacheAndRoute(manifest);
cleanupOutdatedCaches();
clientsClaim();

self.addEventListener("message", ({ data }) => {
  if (data?.type === "SKIP_WAITING") void self.skipWaiting();
});

const API = /^\/(?:api|med)\//;
registerRoute(({ url, sameOrigin }) => sameOrigin && API.test(url.pathname), ({ request }) => answer(request));
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: [API] }));

/** Where a signal is weak, waiting longer than this helps nobody. */
const PATIENCE_MS = 3000;

/** The server's answer is the newer one; the device's is there always. */
async function answer(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status < 500) return response;
  } catch {
    // No network: the reason why we are here.
  }
  const packs = await openDataset();
  return packs ? packs.fetch(request) : Response.error();
}

let opened: { sha256: string; packs: Promise<PackLookup> } | undefined;

/** The page may have swapped the dataset since the last answer. */
async function openDataset(): Promise<PackLookup | undefined> {
  const release = await currentRelease();
  if (!release) return undefined;
  if (opened?.sha256 !== release.sha256) {
    const previous = opened;
    opened = { sha256: release.sha256, packs: open(await keptBytes(release)) };
    void previous?.packs.then((packs) => packs.close());
  }
  return opened.packs;
}

async function open(dataset: Response | undefined): Promise<PackLookup> {
  if (!dataset) throw new Error("the dataset is no longer on this device");
  const wasmUrl = manifest.find(({ url }) => url.endsWith(".wasm") && url.includes("pack_lookup"))?.url;
  const wasm = wasmUrl === undefined ? undefined : await matchPrecache(wasmUrl);
  if (!wasm) throw new Error("the module is no longer on this device");
  return PackLookup.open({ dataset, wasm });
}
