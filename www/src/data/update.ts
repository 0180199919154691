// A release made on the device, of the one before it and the few kilobytes in which they differ. Whatever goes wrong, nothing is lost but
// a little time: then the whole release is downloaded.
import { canDigest, sha256 } from "./digest.js";
import { fetchGzip } from "./fetch-gzip.js";
import { within } from "./patience.js";
import { type Release, type Update, updateFrom } from "./release.js";
import * as store from "./store.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** What it takes to make a release of another one. */
export interface Workshop {
  /** The release that the device keeps. */
  known(): Promise<Release | undefined>;
  /** Whether an update to a release was never begun before. */
  isFirstTry(release: Release): Promise<boolean>;
  bytesOf(release: Release): Promise<Bytes>;
  fetchUpdate(update: Update): Promise<Bytes>;
  apply(dataset: Bytes, update: Bytes): Promise<Bytes>;
}

export interface Updated {
  bytes: Bytes;
  /** How much came over the network. */
  took: number;
}

/** Nothing where no update leads from the device's release to this one, or it comes to nothing. `begun` is told that one does. */
export async function updatedTo(release: Release, begun: () => void, workshop: Workshop = onThisDevice): Promise<Updated | undefined> {
  try {
    const known = canDigest() ? await workshop.known() : undefined;
    const update = updateFrom(known, release);
    return known && update && (await make(release, known, update, begun, workshop));
  } catch (error) {
    console.warn("no update could be used: the whole release is downloaded", error);
    return undefined;
  }
}

async function make(release: Release, known: Release, update: Update, begun: () => void, workshop: Workshop): Promise<Updated> {
  // Where memory is short, a browser may end the page with its worker: the next time, it must not happen again.
  if (!(await workshop.isFirstTry(release))) throw new Error("it was tried before");
  begun();
  const [dataset, rows] = await Promise.all([workshop.bytesOf(known), workshop.fetchUpdate(update)]);
  const bytes = await workshop.apply(dataset, rows);
  if ((await sha256(bytes)) !== release.sha256) throw new Error("what came of the update is not the release");
  return { bytes, took: update.download_bytes };
}

const STORAGE_MS = 5_000;
/** Slow devices take ten times as long as quick ones: longer than this, the download is no slower. */
const APPLYING_MS = 60_000;

const onThisDevice: Workshop = {
  known: () => within(STORAGE_MS, store.currentRelease(), "this browser's storage does not answer"),
  isFirstTry: (release) => within(STORAGE_MS, store.isFirstTry(release), "this browser's storage does not answer"),
  bytesOf,
  fetchUpdate,
  apply,
};

async function bytesOf(release: Release): Promise<Bytes> {
  const kept = await within(STORAGE_MS, store.keptBytes(release), "this browser's storage does not answer");
  if (!kept) throw new Error("the release before is gone");
  return new Uint8Array(await kept.arrayBuffer());
}

async function fetchUpdate(update: Update): Promise<Bytes> {
  const bytes = await fetchGzip(update.url, update.bytes);
  if ((await sha256(bytes)) !== update.sha256) throw new Error("the update is damaged");
  return bytes;
}

/** The importer's WebAssembly is loaded now, and not before. */
async function apply(dataset: Bytes, update: Bytes): Promise<Bytes> {
  const { applyUpdate } = await import("pack-lookup/import");
  return (await applyUpdate(dataset, update, { signal: AbortSignal.timeout(APPLYING_MS) })) as Bytes;
}
