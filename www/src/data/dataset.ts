// From a release to an open dataset: the stored one at start, a new one on request.
import { PackLookup } from "pack-lookup/core";

import { canDigest, sha256 } from "./digest.js";
import { download } from "./download.js";
import type { Progress } from "./collect.js";
import { bytesOf, currentRelease } from "./kept.js";
import { within } from "./patience.js";
import type { Release } from "./release.js";
import * as store from "./store.js";
import { updatedTo, type Workshop } from "./update.js";

export interface OpenRelease {
  release: Release;
  packs: PackLookup;
  /** Whether the device stores the data for the next visit. */
  isKept: boolean;
  /** The number of bytes that were downloaded, if it was an update and not the whole release. */
  took?: number;
  /** Returns whether the bytes have the published digest. It is computed in the background, after the first answers. */
  isWhole(): Promise<boolean>;
}

/** A stored release that cannot be opened any more. */
export interface LostRelease {
  release: Release;
  packs?: undefined;
}

/** Slow devices take seconds to open a release. */
const OPENING_MS = 30_000;
const WRITING_MS = 10_000;

/** Opens the stored dataset. Returns `undefined` if nothing is stored. */
export async function openKept(): Promise<OpenRelease | LostRelease | undefined> {
  const release = await currentRelease();
  if (!release) return undefined;
  try {
    return await within(OPENING_MS, open(release), "the data on this device does not open");
  } catch (error) {
    console.warn("the data on this device can't be opened", error);
    return { release };
  }
}

async function open(release: Release): Promise<OpenRelease> {
  const bytes = await bytesOf(release);
  const packs = await PackLookup.open({ dataset: bytes, verify: false });
  return { release, packs, isKept: true, isWhole: () => isWhole(release, bytes, packs) };
}

async function isWhole({ sha256: published }: Release, bytes: Uint8Array<ArrayBuffer>, packs: PackLookup): Promise<boolean> {
  return canDigest() ? (await sha256(bytes)) === published : packs.verify();
}

/** The progress of an installation. */
export interface Arrival {
  /** Receives the number of downloaded bytes. */
  received: Progress;
  /** Called when an update is applied, which takes seconds and needs hardly any download. */
  updating(): void;
  /** Returns whether the release is still wanted. If it is not, it is neither stored nor used. */
  isWanted(): boolean;
}

/** Downloads a release or an update to it, verifies and opens it, and only then replaces the stored release. */
export async function install(release: Release, arrival: Arrival, workshop?: Workshop): Promise<OpenRelease | undefined> {
  const updated = await updatedTo(release, () => arrival.updating(), workshop);
  const bytes = updated?.bytes ?? (await downloaded(release, arrival));
  const packs = await within(OPENING_MS, PackLookup.open({ dataset: bytes, verify: !canDigest() }), "the data does not open");
  if (arrival.isWanted()) return { ...(await keptOrNot(release, bytes, packs)), ...(updated && { took: updated.took }) };
  packs.close();
  return undefined;
}

function downloaded(release: Release, arrival: Arrival): Promise<Uint8Array<ArrayBuffer>> {
  arrival.received(0);
  return download(release, (received) => arrival.received(received));
}

/** Stores new data that has been verified. If the device cannot store it, it is used until the page closes. */
export async function keptOrNot(release: Release, bytes: Uint8Array<ArrayBuffer>, packs: PackLookup): Promise<OpenRelease> {
  return { release, packs, isKept: await isKept(release, bytes), isWhole: async () => true };
}

/** Returns whether the bytes were stored. Storage may be blocked or full. */
async function isKept(release: Release, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    await within(WRITING_MS, store.keep(release, bytes), "this browser's storage does not answer");
    void askToPersist().catch(() => {});
    return true;
  } catch (error) {
    console.warn("the data can't be kept on this device", error);
    return false;
  }
}

/** Asks the browser to keep the data. The result is not awaited: some browsers ask the person first, and may never answer. */
async function askToPersist(): Promise<void> {
  await navigator.storage?.persist?.();
}
