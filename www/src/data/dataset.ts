// From release to an open dataset: the kept one at start, a new one when it is asked for.
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
  /** Whether the device keeps it for the next visit. */
  isKept: boolean;
  /** How many bytes came over the network where it was not the whole release. */
  took?: number;
  /** Whether these are the bytes that were published: compared beside the page, after the first answers. */
  isWhole(): Promise<boolean>;
}

/** A release that the device has kept, and that can't be opened any more. */
export interface LostRelease {
  release: Release;
  packs?: undefined;
}

/** Slow devices take seconds to open a release. */
const OPENING_MS = 30_000;
const WRITING_MS = 10_000;

/** The dataset of the last visit, if there was one. */
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

/** How far an installation has come. */
export interface Arrival {
  /** So much of the release is downloaded. */
  received: Progress;
  /** It is made of the release before, which takes seconds and hardly any download. */
  updating(): void;
  /** Whether nothing else was wished for meanwhile: then it is neither kept nor used. */
  isWanted(): boolean;
}

/** Updates to or downloads a release, verifies and opens it, and only then puts it in the place of the one before. */
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

/** Data that has just come, and is right: in use from now on, and at the next visit where the device can keep it. */
export async function keptOrNot(release: Release, bytes: Uint8Array<ArrayBuffer>, packs: PackLookup): Promise<OpenRelease> {
  return { release, packs, isKept: await isKept(release, bytes), isWhole: async () => true };
}

/** Storage may be blocked or full: then the data lasts as long as the page. */
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

/** Not waited for: some browsers ask the user first, and the answer may never come. */
async function askToPersist(): Promise<void> {
  await navigator.storage?.persist?.();
}
