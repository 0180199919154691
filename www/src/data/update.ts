// Makes a release from the stored one and an update of a few kilobytes. If any step fails, the whole release is downloaded instead.
import { canDigest, sha256 } from "./digest.js";
import { fetchGzip } from "./fetch-gzip.js";
import { bytesOf, currentRelease, forgetTry, noteTry, wasTried } from "./kept.js";
import { type Release, type Update, updateFrom } from "./release.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** The functions that an update needs. */
export interface Workshop {
  /** Returns the release that the device stores. */
  known(): Promise<Release | undefined>;
  /** Returns whether an update to a release was started before without a recorded end. */
  wasTried(release: Release): Promise<boolean>;
  noteTry(release: Release): Promise<void>;
  forgetTry(): Promise<void>;
  bytesOf(release: Release): Promise<Bytes>;
  fetchUpdate(update: Update): Promise<Bytes>;
  apply(dataset: Bytes, update: Bytes): Promise<Bytes>;
}

export interface Updated {
  bytes: Bytes;
  /** The number of downloaded bytes. */
  took: number;
}

interface Way {
  /** The release that the device stores. */
  known: Release;
  /** The update from that release. */
  update: Update;
}

/** Returns the update to a release that the device can use, or `undefined`. */
export async function usableUpdate(release: Release, workshop: Workshop = onThisDevice): Promise<Way | undefined> {
  const known = canDigest() ? await workshop.known() : undefined;
  const update = updateFrom(known, release);
  if (!known || !update || (await workshop.wasTried(release))) return undefined;
  return { known, update };
}

export const updateTo = async (release: Release) => (await usableUpdate(release))?.update;

/** Updates to a release. Returns `undefined` if there is no update or it fails. Calls `begun` if there is one. */
export async function updatedTo(release: Release, begun: () => void, workshop: Workshop = onThisDevice): Promise<Updated | undefined> {
  try {
    const way = await usableUpdate(release, workshop);
    return way && (await make(release, way, begun, workshop));
  } catch (error) {
    console.warn("no update could be used: the whole release is downloaded", error);
    return undefined;
  }
}

async function make(release: Release, { known, update }: Way, begun: () => void, workshop: Workshop): Promise<Updated> {
  begun();
  const [dataset, rows] = await Promise.all([workshop.bytesOf(known), workshop.fetchUpdate(update)]);
  const bytes = await noted(release, workshop, () => workshop.apply(dataset, rows));
  if ((await sha256(bytes)) !== release.sha256) throw new Error("what came of the update is not the release");
  return { bytes, took: update.download_bytes };
}

/** Records the attempt first. If memory is short, the browser may end the page with its worker; the next visit must not repeat that. */
async function noted(release: Release, workshop: Workshop, apply: () => Promise<Bytes>): Promise<Bytes> {
  await workshop.noteTry(release);
  try {
    return await apply();
  } catch (error) {
    if (!isTooMuch(error as Fault)) await workshop.forgetTry();
    throw error;
  }
}

type Fault = Error & { reason?: string };

/** Returns whether the update exceeded the device's memory or time, which would happen again. Other failures may be temporary. */
const isTooMuch = ({ name, reason }: Fault) => reason === "stopped" || name === "TimeoutError";

/** Slow devices take ten times as long as fast ones. After this time, a download is not slower. */
const APPLYING_MS = 60_000;

const onThisDevice: Workshop = { known: currentRelease, wasTried, noteTry, forgetTry, bytesOf, fetchUpdate, apply };

async function fetchUpdate(update: Update): Promise<Bytes> {
  const bytes = await fetchGzip(update.url, update.bytes);
  if ((await sha256(bytes)) !== update.sha256) throw new Error("the update is damaged");
  return bytes;
}

/** Applies an update. The importer's WebAssembly is loaded on first use. */
async function apply(dataset: Bytes, update: Bytes): Promise<Bytes> {
  const { applyUpdate } = await import("pack-lookup/import");
  return (await applyUpdate(dataset, update, { signal: AbortSignal.timeout(APPLYING_MS) })) as Bytes;
}
