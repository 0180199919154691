// The stored datasets: one cache per format version, so that two versions of the page never change
// each other's data. The page and a new service worker write here. The last accepted signature is
// stored next to them.
import { FORMAT } from "pack-lookup/core";
import type { Accepted } from "pack-lookup/signature.js";

import { readRelease } from "./release.js";
import type { Release } from "./types.js";

const PREFIX = "pack-lookup-dataset";
const CACHE = `${PREFIX}-${FORMAT}`;
const CURRENT = "/dataset/current";
const ATTEMPTED = "/dataset/tried-update";

/** Finds the release that is in use on this device. */
export function currentRelease(): Promise<Release | undefined> {
  return releaseIn(CACHE);
}

export async function storedBytes({ url }: Release): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(url);
}

/** Reports whether an update to a release was attempted before. */
export async function wasAttempted({ sha256 }: Release): Promise<boolean> {
  const attempted = await (await caches.open(CACHE)).match(ATTEMPTED);
  return (await attempted?.text()) === sha256;
}

/** Records the attempt of an update, until a release is stored. */
export async function recordAttempt({ sha256 }: Release): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(ATTEMPTED, new Response(sha256)).catch(() => {});
}

export async function clearAttempt(): Promise<void> {
  await (await caches.open(CACHE)).delete(ATTEMPTED);
}

let writing: Promise<unknown> = Promise.resolve();

/**
 * Stores a release. Calls run one after the other: of two parallel calls, one would delete the
 * other's bytes.
 */
export function storeRelease(release: Release, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const stored = writing.then(() => replaceRelease(release, bytes));
  writing = stored.catch(() => {});
  return stored;
}

/**
 * Replaces the release with one atomic write, the second one. The old bytes are deleted after it.
 */
async function replaceRelease(release: Release, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(release.url, new Response(bytes));
  // `Response.json` is missing before Safari 17.
  await cache.put(
    CURRENT,
    new Response(JSON.stringify(release), { headers: { "Content-Type": "application/json" } }),
  );
  await deleteAllBut([CURRENT, release.url], cache);
}

/** Finds the release that another version of the page has stored in its own format. */
export async function releaseOfOtherFormat(): Promise<Release | undefined> {
  const releases = await Promise.all((await otherFormats()).map(releaseIn));
  return releases.find((release) => release !== undefined);
}

export async function deleteOtherFormats(): Promise<void> {
  await Promise.all((await otherFormats()).map((name) => caches.delete(name)));
}

async function otherFormats(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

async function releaseIn(name: string): Promise<Release | undefined> {
  const stored = await (await caches.open(name)).match(CURRENT);
  // A record that cannot be read counts as missing.
  return stored
    ?.json()
    .then(readRelease)
    .catch(() => undefined);
}

/**
 * The last accepted signature. It is not a dataset, and stays when another format replaces them.
 */
const ACCEPTED = "pack-lookup-accepted";
const LAST = "/dataset/accepted";

async function lastAccepted(): Promise<Accepted | undefined> {
  const stored = await (await caches.open(ACCEPTED)).match(LAST);
  return stored?.json();
}

async function recordAccepted(accepted: Accepted): Promise<void> {
  await (await caches.open(ACCEPTED)).put(LAST, new Response(JSON.stringify(accepted)));
}

async function deleteAllBut(paths: string[], cache: Cache): Promise<void> {
  const requests = await cache.keys();
  // An address of another origin is whole.
  const old = requests.filter(
    ({ url }) => !paths.includes(new URL(url).pathname) && !paths.includes(url),
  );
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Passes on the result of `work`. Rejects with `message` after `ms` milliseconds. */
export function withTimeout<T>(ms: number, work: Promise<T>, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms);
  });
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}

/** Storage that does not respond in this time never does. */
const STORAGE_MS = 5_000;
const WRITING_MS = 10_000;

const inTime = <T>(work: Promise<T>, ms = STORAGE_MS): Promise<T> =>
  withTimeout(ms, work, "this browser's storage does not respond");

/** The storage as the page uses it, with timeouts: storage may never respond. */
export const storage = {
  currentRelease: () => inTime(currentRelease()),
  readStored,
  storeRelease: (release: Release, bytes: Uint8Array<ArrayBuffer>) =>
    inTime(storeRelease(release, bytes), WRITING_MS),
  wasAttempted: (release: Release) => inTime(wasAttempted(release)),
  recordAttempt: (release: Release) => inTime(recordAttempt(release)),
  clearAttempt: () => inTime(clearAttempt()),
  lastAccepted: () => inTime(lastAccepted()),
  recordAccepted: (accepted: Accepted) => inTime(recordAccepted(accepted)),
};

/** Reads the bytes of a stored release. Rejects if they are missing. */
async function readStored(release: Release): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await inTime(storedBytes(release));
  if (!stored) throw new Error("the data on this device is missing");
  return new Uint8Array(await stored.arrayBuffer());
}

/** Rejects, unless a release may be used. */
export type Acceptance = (release: Release) => Promise<void>;

/**
 * Makes a function that accepts releases which one of the pinned keys has signed, and none that is
 * older than the last one. Without keys it accepts all. The last accepted signature is in memory if
 * the device cannot store it.
 */
export function acceptanceBy(publicKeys: string | string[] | undefined): Acceptance {
  if (publicKeys === undefined) return async () => {};
  let last: Accepted | undefined;
  return async (release) => {
    const { verifySignature } = await import("pack-lookup/signature.js");
    const stored = await storage.lastAccepted().catch(() => undefined);
    if (stored && stored.sequence > (last?.sequence ?? -1)) last = stored;
    last = await verifySignature(release, publicKeys, { after: last });
    await storage.recordAccepted(last).catch(() => {});
  };
}
