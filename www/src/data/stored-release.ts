// Reads the stored release, with a timeout: storage may never respond.
import * as cache from "./dataset-cache.js";
import type { Release } from "./release.js";
import { withTimeout } from "./timeout.js";

/** Storage that does not respond in this time never does. */
const STORAGE_MS = 5_000;

const inTime = <T>(work: Promise<T>): Promise<T> => withTimeout(STORAGE_MS, work, "this browser's storage does not respond");

export const currentRelease = () => inTime(cache.currentRelease());

/** Returns the bytes of a stored release. Rejects if they are missing. */
export async function readStored(release: Release): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await inTime(cache.storedBytes(release));
  if (!stored) throw new Error("the data on this device is missing");
  return new Uint8Array(await stored.arrayBuffer());
}

export const wasAttempted = (release: Release) => inTime(cache.wasAttempted(release));
export const recordAttempt = (release: Release) => inTime(cache.recordAttempt(release));
export const clearAttempt = () => inTime(cache.clearAttempt());
