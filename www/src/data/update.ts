// A release made on the device, of the one before it and the few kilobytes in which they differ. Whatever goes wrong, nothing is lost but
// a little time: then the whole release is downloaded.
import { canDigest, sha256 } from "./digest.js";
import { fetchGzip } from "./fetch-gzip.js";
import { bytesOf, currentRelease, forgetTry, noteTry, wasTried } from "./kept.js";
import { type Release, type Update, updateFrom } from "./release.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** What it takes to make a release of another one. */
export interface Workshop {
  /** The release that the device keeps. */
  known(): Promise<Release | undefined>;
  /** Whether an update to a release was begun before, and nobody knows how it ended. */
  wasTried(release: Release): Promise<boolean>;
  noteTry(release: Release): Promise<void>;
  forgetTry(): Promise<void>;
  bytesOf(release: Release): Promise<Bytes>;
  fetchUpdate(update: Update): Promise<Bytes>;
  apply(dataset: Bytes, update: Bytes): Promise<Bytes>;
}

export interface Updated {
  bytes: Bytes;
  /** How much came over the network. */
  took: number;
}

interface Way {
  /** The release that this device keeps. */
  known: Release;
  /** What leads from it to another one. */
  update: Update;
}

/** The update that is promised for a release, and tried before it is downloaded. */
export async function usableUpdate(release: Release, workshop: Workshop = onThisDevice): Promise<Way | undefined> {
  const known = canDigest() ? await workshop.known() : undefined;
  const update = updateFrom(known, release);
  if (!known || !update || (await workshop.wasTried(release))) return undefined;
  return { known, update };
}

export const updateTo = async (release: Release) => (await usableUpdate(release))?.update;

/** Nothing where no update leads from the device's release to this one, or it comes to nothing. `begun` is told that one does. */
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

/** Where memory is short, a browser may end the page with its worker: the next time, it must not happen again. */
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

/** Whether a device was overtaxed, as it would be again: all else may go better another time. */
const isTooMuch = ({ name, reason }: Fault) => reason === "stopped" || name === "TimeoutError";

/** Slow devices take ten times as long as quick ones: longer than this, the download is no slower. */
const APPLYING_MS = 60_000;

const onThisDevice: Workshop = { known: currentRelease, wasTried, noteTry, forgetTry, bytesOf, fetchUpdate, apply };

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
