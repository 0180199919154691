// Requests to the server: the offered release, and the bytes of a dataset, which are verified by
// their digest.
import { isTooOld, SUPPORTED_BROWSERS } from "./supported-browsers.js";
import { readRelease } from "./release.js";
import type { Release } from "./types.js";

/** The timeout of small requests. */
export const NETWORK_TIMEOUT_MS = 15_000;

/** Finds the release that the server offers at an address. */
export async function fetchOfferedRelease(address = "/dataset.json"): Promise<Release> {
  const response = await fetch(address, {
    cache: "no-cache",
    signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
  }).catch(() => {
    throw new Error("the server did not answer");
  });
  if (!response.ok)
    throw new Error(`the server answered ${address} with status ${response.status}`);
  const release = readRelease(await response.json().catch(() => undefined));
  delete release.own;
  return isForeign(response) ? withAddressesOf(response, release) : release;
}

/** Reports whether a response is from another origin than this page. */
const isForeign = ({ url }: Response): boolean =>
  url !== "" && new URL(url).origin !== globalThis.location?.origin;

/** Makes a release with whole addresses, because its own are paths of its server. */
function withAddressesOf({ url: base }: Response, release: Release): Release {
  const whole = <File extends { url: string }>(file: File): File => ({
    ...file,
    url: new URL(file.url, base).href,
  });
  return {
    ...whole(release),
    ...(Array.isArray(release.updates) && { updates: release.updates.map(whole) }),
  };
}

/** Downloads a release, and verifies it when it has arrived. */
export async function fetchVerified(
  release: Release,
  progress: Progress = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (!canDigest()) throw new Error("this page cannot verify the data. Open it with https");
  const bytes = await fetchRelease(release, progress);
  requireDigest(release, await sha256(bytes));
  return bytes;
}

/** Downloads a release. `onChunk` receives its bytes while they arrive. */
export async function fetchRelease(
  release: Release,
  progress: Progress,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const body = (await fetchNegotiated(release)) ?? (await fetchCompressed(release));
  const report = inPercentSteps(release.bytes, progress);
  return readBytes(body, release.bytes, (received, chunk) => {
    onChunk(chunk);
    report(received);
  });
}

/** Rejects bytes that do not belong to a release. */
export function requireDigest(release: Release, digest: string): void {
  if (digest !== release.sha256) throw new Error("the download is damaged");
}

/**
 * Reads the body in the negotiated encoding. It can be brotli, which `DecompressionStream` lacks.
 */
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

/**
 * The browser's HTTP cache is bypassed: a damaged copy in it could last a year. The page stores the
 * data itself.
 */
const request = (path: string) => fetch(path, { cache: "no-store" });

/** Limits progress calls to steps of 1 %, enough for a progress bar. */
function inPercentSteps(size: number, progress: Progress): Progress {
  let reported = 0;
  return (received) => {
    if (received - reported < size / 100) return;
    reported = received;
    progress(received);
  };
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Receives the number of bytes so far. */
export type Progress = (received: number) => void;

/** Receives each chunk, with the number of bytes so far. */
type ChunkReader = (received: number, chunk: Uint8Array) => void;

/**
 * Reads all bytes of a body. Rejects, and stops reading, if the body has another length than
 * `size`.
 */
async function readBytes(
  body: Body,
  size: number,
  onChunk: ChunkReader = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let received = 0;
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await readChunk(reader);
    if (done) break;
    if (received + value.length > size) throw new Error("the download is longer than announced");
    bytes.set(value, received);
    received += value.length;
    onChunk(received, value);
  }
  if (received < size) throw new Error("the download ended early");
  return bytes;
}

function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  return reader.read().catch(() => {
    throw new Error("the download is damaged or ended early");
  });
}

/** Reads the decompressed bytes of a small file. Rejects if their number is not `size`. */
export async function fetchGzip(url: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, {
    cache: "no-store",
    signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
  });
  return readBytes(decompressed(response, url), size);
}

/** Reads the decompressed body of a gzip file. `name` is for the error message. */
function decompressed(response: Response, name: string): Body {
  if (!response.ok || !response.body)
    throw new Error(`the server answered ${name} with status ${response.status}`);
  // Some hosts declare gzip files as content encoding, which the browser has already decoded.
  if (hasContentEncoding(response)) return response.body;
  if (isTooOld())
    throw new Error(`this browser is too old to decompress the data. Use ${SUPPORTED_BROWSERS}`);
  return response.body.pipeThrough(new DecompressionStream("gzip"));
}

const hasContentEncoding = ({ headers }: Response) => headers.has("Content-Encoding");

/**
 * Reports whether the browser can compute SHA-256 off the page's thread. Pages without HTTPS
 * cannot.
 */
export function canDigest(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export const hexadecimal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
