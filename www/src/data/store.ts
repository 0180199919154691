// Where datasets are kept on the device. The page writes here; the service worker only reads.
import type { Release } from "./release.js";

const CACHE = "pack-lookup-dataset";
const CURRENT = "/dataset/current";

/** The release that is in use on this device. */
export async function currentRelease(): Promise<Release | undefined> {
  const kept = await (await caches.open(CACHE)).match(CURRENT);
  return kept?.json();
}

export async function keptBytes(release: Release): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(release.url);
}

export async function keepBytes(release: Release, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await (await caches.open(CACHE)).put(release.url, new Response(bytes));
}

/** The swap is one write; only when it is done do the others go. */
export async function makeCurrent(release: Release): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(CURRENT, Response.json(release));
  await dropAllBut([CURRENT, release.url], cache);
}

async function dropAllBut(paths: string[], cache: Cache): Promise<void> {
  const requests = await cache.keys();
  const old = requests.filter((request) => !paths.includes(new URL(request.url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}
