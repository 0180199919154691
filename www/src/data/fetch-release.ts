// Fetches one release, and hands over none of it before its digest is right.
import { collect, type Progress } from "./collect.js";
import { canDigest, sha256 } from "./digest.js";
import { type Body, isEncoded, unzipped } from "./fetch-gzip.js";
import { readRelease, type Release } from "./release.js";

const PATIENCE_MS = 15_000;

/** What the server offers. */
export async function offeredRelease(): Promise<Release> {
  const response = await fetch("/dataset.json", { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => {
    throw new Error("the server did not answer");
  });
  if (!response.ok) throw new Error(`/dataset.json was answered with status ${response.status}`);
  return readRelease(await response.json().catch(() => undefined));
}

/** Where the browser has no digest, whoever opens the bytes must compare the one inside. */
export async function fetchVerified(release: Release, progress: Progress = () => {}): Promise<Uint8Array<ArrayBuffer>> {
  const body = (await negotiated(release)) ?? (await inGzip(release));
  const bytes = await collect(body, release.bytes, byHundredths(release.bytes, progress));
  if (canDigest() && (await sha256(bytes)) !== release.sha256) throw new Error("the download is damaged");
  return bytes;
}

/** As small as server and browser can have it between them: both know brotli, which `DecompressionStream` doesn't. */
async function negotiated({ url }: Release): Promise<Body | undefined> {
  const path = url.replace(/\.gz$/, "");
  if (path === url) return undefined;
  const response = await request(path);
  if (isEncoded(response) && response.ok && response.body) return response.body;
  // A host that only has files would send all of them uncompressed.
  void response.body?.cancel();
  return undefined;
}

async function inGzip({ url }: Release): Promise<Body> {
  return unzipped(await request(url), "the dataset");
}

/** Kept by the page in its own way: a copy among the browser's files could be a damaged one, for a year. */
const request = (path: string) => fetch(path, { cache: "no-store" });

/** A bar on a screen has no use for more. */
function byHundredths(size: number, progress: Progress): Progress {
  let told = 0;
  return (received) => {
    if (received - told < size / 100) return;
    told = received;
    progress(received);
  };
}
