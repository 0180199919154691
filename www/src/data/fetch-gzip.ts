// Files in gzip.
import { collect } from "./collect.js";

const PATIENCE_MS = 15_000;

/** The bytes that a small file unpacks to, which must be so many. */
export async function fetchGzip(url: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  return collect(unzipped(await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }), url), size);
}

export type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** What is in a file in gzip that was asked for. */
export function unzipped(response: Response, what: string): Body {
  if (!response.ok || !response.body) throw new Error(`${what} was answered with status ${response.status}`);
  // Some hosts take the file's ending for an encoding, which the browser has undone by now.
  return isEncoded(response) ? response.body : response.body.pipeThrough(new DecompressionStream("gzip"));
}

export const isEncoded = ({ headers }: Response) => headers.has("Content-Encoding");
