// Downloads of gzip files.
import { collect } from "./collect.js";

const PATIENCE_MS = 15_000;

/** Returns the decompressed bytes of a small file. Rejects if their number is not `size`. */
export async function fetchGzip(url: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  return collect(unzipped(await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }), url), size);
}

export type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Returns the decompressed body of a gzip file. */
export function unzipped(response: Response, what: string): Body {
  if (!response.ok || !response.body) throw new Error(`${what} was answered with status ${response.status}`);
  // Some hosts declare gzip files as content encoding, which the browser has already decoded.
  return isEncoded(response) ? response.body : response.body.pipeThrough(new DecompressionStream("gzip"));
}

export const isEncoded = ({ headers }: Response) => headers.has("Content-Encoding");
