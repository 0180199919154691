// Where datasets are kept on the device: a cache for each format, so that two versions of the page never touch each
// other's data. The page and an arriving service worker write here.
import { FORMAT } from "pack-lookup/core";

import { readRelease, type Release } from "./release.js";

const PREFIX = "pack-lookup-dataset";
const CACHE = `${PREFIX}-${FORMAT}`;
const CURRENT = "/dataset/current";
const TRIED = "/dataset/tried-update";

/** The release that is in use on this device. */
export function currentRelease(): Promise<Release | undefined> {
  return releaseIn(CACHE);
}

export async function keptBytes({ url }: Release): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(url);
}

/** Whether it is noted that an update to a release was tried. */
export async function wasTried({ sha256 }: Release): Promise<boolean> {
  const tried = await (await caches.open(CACHE)).match(TRIED);
  return (await tried?.text()) === sha256;
}

/** Until a release is kept. */
export async function noteTry({ sha256 }: Release): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(TRIED, new Response(sha256)).catch(() => {});
}

export async function forgetTry(): Promise<void> {
  await (await caches.open(CACHE)).delete(TRIED);
}

let keeping: Promise<unknown> = Promise.resolve();

/** One after the other: of two at once, one would drop the other's bytes. */
export function keep(release: Release, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const kept = keeping.then(() => swap(release, bytes));
  keeping = kept.catch(() => {});
  return kept;
}

/** The swap is one write, the second one; only when it is done do the others go. */
async function swap(release: Release, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(release.url, new Response(bytes));
  await cache.put(CURRENT, Response.json(release));
  await dropAllBut([CURRENT, release.url], cache);
}

/** The release that another version of the page keeps in a format of its own. */
export async function releaseOfOtherFormat(): Promise<Release | undefined> {
  const releases = await Promise.all((await otherFormats()).map(releaseIn));
  return releases.find((release) => release !== undefined);
}

export async function dropOtherFormats(): Promise<void> {
  await Promise.all((await otherFormats()).map((name) => caches.delete(name)));
}

async function otherFormats(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

async function releaseIn(name: string): Promise<Release | undefined> {
  const kept = await (await caches.open(name)).match(CURRENT);
  // A record that can't be read is none: what it named can't be known any more.
  return kept?.json().then(readRelease).catch(() => undefined);
}

async function dropAllBut(paths: string[], cache: Cache): Promise<void> {
  const requests = await cache.keys();
  const old = requests.filter((request) => !paths.includes(new URL(request.url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}
