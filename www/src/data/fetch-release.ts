// Downloads a release, and returns no byte before its digest is verified.
import { collect, type Progress } from "./collect.js";
import { canDigest, sha256 } from "./digest.js";
import { type Body, isEncoded, unzipped } from "./fetch-gzip.js";
import { readRelease, type Release } from "./release.js";

const PATIENCE_MS = 15_000;

/** Returns the release that the server offers. */
export async function offeredRelease(): Promise<Release> {
  const response = await fetch("/dataset.json", { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => {
    throw new Error("the server did not answer");
  });
  if (!response.ok) throw new Error(`/dataset.json was answered with status ${response.status}`);
  return readRelease(await response.json().catch(() => undefined));
}

/** Downloads and verifies a release. Without a digest in the browser, the caller must verify the digest inside the file. */
export async function fetchVerified(release: Release, progress: Progress = () => {}): Promise<Uint8Array<ArrayBuffer>> {
  const body = (await negotiated(release)) ?? (await inGzip(release));
  const bytes = await collect(body, release.bytes, byHundredths(release.bytes, progress));
  if (canDigest() && (await sha256(bytes)) !== release.sha256) throw new Error("the download is damaged");
  return bytes;
}

/** Returns the body in the negotiated encoding. It can be brotli, which `DecompressionStream` lacks. */
async function negotiated({ url }: Release): Promise<Body | undefined> {
  const path = url.replace(/\.gz$/, "");
  if (path === url) return undefined;
  const response = await request(path);
  if (isEncoded(response) && response.ok && response.body) return response.body;
  // A host for files only would send all bytes uncompressed.
  void response.body?.cancel();
  return undefined;
}

async function inGzip({ url }: Release): Promise<Body> {
  return unzipped(await request(url), "the dataset");
}

/** The browser's HTTP cache is bypassed: a damaged copy in it could last a year. The page stores the data itself. */
const request = (path: string) => fetch(path, { cache: "no-store" });

/** Limits progress calls to steps of 1 %, enough for a progress bar. */
function byHundredths(size: number, progress: Progress): Progress {
  let told = 0;
  return (received) => {
    if (received - told < size / 100) return;
    told = received;
    progress(received);
  };
}
