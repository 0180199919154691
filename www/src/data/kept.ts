// Reads the stored release, with a timeout: storage may never respond.
import { within } from "./patience.js";
import type { Release } from "./release.js";
import * as store from "./store.js";

/** Storage that does not respond in this time never does. */
const STORAGE_MS = 5_000;

const answered = <T>(asked: Promise<T>): Promise<T> => within(STORAGE_MS, asked, "this browser's storage does not answer");

export const currentRelease = () => answered(store.currentRelease());

export async function bytesOf(release: Release): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await answered(store.keptBytes(release));
  if (!kept) throw new Error("the data on this device are gone");
  return new Uint8Array(await kept.arrayBuffer());
}

export const wasTried = (release: Release) => answered(store.wasTried(release));
export const noteTry = (release: Release) => answered(store.noteTry(release));
export const forgetTry = () => answered(store.forgetTry());
