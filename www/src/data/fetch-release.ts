// Downloads a release, and returns no byte before its digest is verified.
import { canDigest, sha256 } from "./digest.js";
import { readRelease, type Release } from "./release.js";
import { type Body, decompressed, hasContentEncoding, type Progress, readBytes } from "./response-body.js";
import { NETWORK_TIMEOUT_MS } from "./timeout.js";

/** Returns the release that the server offers. */
export async function fetchOfferedRelease(): Promise<Release> {
  const response = await fetch("/dataset.json", { cache: "no-cache", signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) }).catch(() => {
    throw new Error("the server did not answer");
  });
  if (!response.ok) throw new Error(`the server answered /dataset.json with status ${response.status}`);
  return readRelease(await response.json().catch(() => undefined));
}

/** Downloads and verifies a release. Without a digest in the browser, the caller must verify the digest inside the file. */
export async function fetchVerified(release: Release, progress: Progress = () => {}): Promise<Uint8Array<ArrayBuffer>> {
  const body = (await fetchNegotiated(release)) ?? (await fetchCompressed(release));
  const bytes = await readBytes(body, release.bytes, byPercent(release.bytes, progress));
  if (canDigest() && (await sha256(bytes)) !== release.sha256) throw new Error("the download is damaged");
  return bytes;
}

/** Returns the body in the negotiated encoding. It can be brotli, which `DecompressionStream` lacks. */
async function fetchNegotiated({ url }: Release): Promise<Body | undefined> {
  const path = url.replace(/\.gz$/, "");
  if (path === url) return undefined;
  const response = await request(path);
  if (hasContentEncoding(response) && response.ok && response.body) return response.body;
  // A host for files only would send all bytes uncompressed.
  void response.body?.cancel();
  return undefined;
}

async function fetchCompressed({ url }: Release): Promise<Body> {
  return decompressed(await request(url), "the dataset");
}

/** The browser's HTTP cache is bypassed: a damaged copy in it could last a year. The page stores the data itself. */
const request = (path: string) => fetch(path, { cache: "no-store" });

/** Limits progress calls to steps of 1 %, enough for a progress bar. */
function byPercent(size: number, progress: Progress): Progress {
  let reported = 0;
  return (received) => {
    if (received - reported < size / 100) return;
    reported = received;
    progress(received);
  };
}
