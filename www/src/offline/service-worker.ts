/// <reference lib="webworker" />
// The page without a network: its files from the precache, the API and the pages of packs from the
// dataset.
import {
  acceptanceBy,
  currentRelease,
  deleteOtherFormats,
  releaseOfOtherFormat,
  storedBytes,
  storeRelease,
} from "blocks/device/dataset-cache.js";
import { fetchOfferedRelease, fetchVerified } from "blocks/device/fetch.js";
import { inTurn } from "blocks/device/in-turn.js";
import { PackLookup } from "pack-lookup/core";
import { clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  matchPrecache,
  precacheAndRoute,
} from "workbox-precaching";
import { registerRoute } from "workbox-routing";

import { isPrintFile, KEEP_PRINT, PRINT_CACHE } from "../print/download.js";
import { PUBLIC_KEYS } from "../data/releases.js";
import { migrateData } from "./migrate-data.js";
import { SHARE_TARGET, TAKE_SHARED, SharedPictures } from "./shared-pictures.js";
import type { Release } from "blocks/device/types.js";

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** The path under which the page is, without the last slash: empty unless a proxy adds one. */
const BASE_PATH = new URL(self.registration.scope).pathname.slice(0, -1);

/** Builds the path of an address of this service, without the base path. */
const pathOf = ({ pathname }: URL): string => pathname.slice(BASE_PATH.length);

const accept = acceptanceBy(PUBLIC_KEYS);

/** Finds the release that the server offers. Rejects if it is refused. */
async function fetchOffered(): Promise<Release> {
  const release = await fetchOfferedRelease("dataset.json");
  await accept(release);
  return release;
}

const manifest = self.__WB_MANIFEST;
const printFiles = manifest.map(({ url }) => url).filter(isPrintFile);
precacheAndRoute(manifest.filter(({ url }) => !isPrintFile(url)));
cleanupOutdatedCaches();
clientsClaim();

self.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([
      migrateData({ hasData, releaseOfOtherFormat, offered: fetchOffered, install }),
      updatePrintReader(),
    ]),
  );
});

self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([deleteOtherFormats(), deleteOldPrintFiles()])),
);

const sharedPictures = new SharedPictures();

self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data?.type === KEEP_PRINT) event.waitUntil(keepPrintFiles());
  if (data?.type === "SKIP_WAITING") void self.skipWaiting();
  if (data?.type === TAKE_SHARED) ports[0]?.postMessage(sharedPictures.take());
});

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && pathOf(url) === `/${SHARE_TARGET.action}`,
  ({ request, event }) => sharedPictures.receive(request, event),
  "POST",
);

const API = /^\/(?:01|api|fhir|med|string-ids)\//;
/** The device has no history of changes. */
const CHANGES = /^\/(?:(?:med|string-ids)\/)?api\/changes(?:\.atom)?\/?$/;
const REPORT = /^\/data-quality(?:\.(?:csv|html|json))?$/;

/**
 * Reports whether the page is the answer to a path. Its addresses are relative, so it is in no
 * folder.
 */
const isOfPage = (path: string): boolean => !path.includes("/", 1) && !REPORT.test(path);
for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const) {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && API.test(pathOf(url)),
    ({ request, url }) => (CHANGES.test(pathOf(url)) ? changesFrom(request) : respond(request)),
    method,
  );
}
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && REPORT.test(pathOf(url)),
  ({ request }) => reportFrom(request),
);
registerRoute(
  ({ request, url }) => request.mode === "navigate" && isOfPage(pathOf(url)),
  createHandlerBoundToURL("index.html"),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPrintFile(pathOf(url)),
  async ({ request }) =>
    (await caches.match(request, { cacheName: PRINT_CACHE })) ?? fetch(request),
);

/**
 * Downloads the reader of print of a new version, if the person keeps one. Rejects if that fails:
 * the device would lose it offline.
 */
async function updatePrintReader(): Promise<void> {
  if (await caches.has(PRINT_CACHE)) await keepPrintFiles();
}

/** Stores the files of the reader that the device does not have yet. */
async function keepPrintFiles(): Promise<void> {
  const cache = await caches.open(PRINT_CACHE);
  for (const url of printFiles) if (!(await cache.match(url))) await cache.add(url);
}

async function deleteOldPrintFiles(): Promise<void> {
  if (printFiles.length === 0 || !(await caches.has(PRINT_CACHE)))
    return void (await caches.delete(PRINT_CACHE));
  const cache = await caches.open(PRINT_CACHE);
  const current = new Set(printFiles.map((url) => new URL(url, self.location.href).href));
  const old = (await cache.keys()).filter(({ url }) => !current.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

const REPORTS = "data-quality";

/**
 * Reads the data quality report from the server, or the last one that this device got. It names
 * its release.
 */
async function reportFrom(request: Request): Promise<Response> {
  const reports = await caches.open(REPORTS);
  try {
    const response = await fetch(request);
    if (response.ok) await reports.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await reports.match(request);
    if (stored) return stored;
    throw error;
  }
}

/** Says what changed from the server. Without it, the data on the device say that they lack it. */
const changesFrom = (request: Request): Promise<Response> =>
  fetch(request).catch(() => respond(request));

/**
 * Answers a request from the data on the device. While the device has data, no lookup leaves it,
 * even if the data cannot be read.
 */
async function respond(request: Request): Promise<Response> {
  let packs: PackLookup | undefined;
  try {
    packs = await openDataset();
  } catch (error) {
    return unavailable(error as Error);
  }
  return packs ? packs.fetch(request) : fetch(request);
}

function unavailable({ message }: Error): Response {
  const body = `This page cannot read the data on this device (${message}). Open the Pack Lookup page to download the data again.\n`;
  return new Response(body, {
    status: 503,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

let opened: { sha256: string; packs: Promise<PackLookup> } | undefined;

/** Opens the current dataset again if the page has replaced it. */
async function openDataset(): Promise<PackLookup | undefined> {
  const release = await currentRelease();
  if (!release) return undefined;
  if (opened?.sha256 !== release.sha256) reopen(release);
  return opened?.packs;
}

function reopen(release: Release): void {
  const previous = opened;
  const next = { sha256: release.sha256, packs: openStored(release) };
  opened = next;
  // A failure is forgotten, so that the next request tries again: the page may have repaired the
  // data.
  next.packs.catch(() => opened === next && (opened = undefined));
  previous?.packs.then(
    (packs) => packs.close(),
    () => {},
  );
}

async function openStored(release: Release): Promise<PackLookup> {
  const dataset = await storedBytes(release);
  if (!dataset) throw new Error("it is missing");
  return PackLookup.open({ dataset, wasm: await moduleFile(), basePath: BASE_PATH });
}

async function hasData(): Promise<boolean> {
  const release = await currentRelease();
  return release !== undefined && (await storedBytes(release)) !== undefined;
}

/** Downloads a release, unless a page stores it meanwhile. */
async function install(release: Release): Promise<void> {
  const silent = { received() {}, updating() {}, signal: new AbortController().signal };
  await inTurn(silent, async ({ received }) => {
    if (await hasData()) return;
    const bytes = await fetchVerified(release, received);
    (await PackLookup.open({ dataset: bytes, wasm: await moduleFile() })).close();
    await storeRelease(release, bytes);
  });
}

/**
 * Finds the WebAssembly from the precache, or from the network while the precache is being
 * filled.
 */
async function moduleFile(): Promise<Response> {
  const wasm = manifest.find(
    ({ url }) => url.endsWith(".wasm") && url.includes("pack_lookup"),
  )?.url;
  if (wasm === undefined) throw new Error("the module is missing");
  return (await matchPrecache(wasm)) ?? fetch(wasm);
}
