// From release to an open dataset: the kept one at start, a new one when it is asked for.
import { PackLookup } from "pack-lookup/core";

import { download, type Progress } from "./download.js";
import type { Release } from "./release.js";
import * as store from "./store.js";

export interface OpenRelease {
  release: Release;
  packs: PackLookup;
}

/** The dataset of the last visit, if it is there and still readable. */
export async function openKept(): Promise<OpenRelease | undefined> {
  try {
    const release = await store.currentRelease();
    const dataset = release && (await store.keptBytes(release));
    return dataset && release && { release, packs: await PackLookup.open({ dataset }) };
  } catch (error) {
    // A newer page may not read the dataset of an older one: then a download is due, as on a first visit.
    console.warn("the dataset on this device can't be opened", error);
    return undefined;
  }
}

/** Downloads, verifies and opens a release, and only then puts it in the place of the one before. */
export async function install(release: Release, progress: Progress): Promise<OpenRelease> {
  const bytes = await download(release, progress);
  const packs = await PackLookup.open({ dataset: bytes });
  await store.keepBytes(release, bytes);
  await store.makeCurrent(release);
  // Not waited for: some browsers ask the user first, and the answer may never come.
  void navigator.storage?.persist?.();
  return { release, packs };
}
