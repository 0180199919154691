// Reads response bodies of a known length, also of gzip files.
import { NETWORK_TIMEOUT_MS } from "./timeout.js";

export type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Receives the number of bytes so far. */
export type Progress = (received: number) => void;

/** Returns all bytes of a body. Rejects, and stops reading, if the body has another length than `size`. */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  size: number,
  progress: Progress = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let received = 0;
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("the download is damaged or ended early");
    });
    if (done) break;
    if (received + value.length > size) throw new Error("the download is longer than announced");
    bytes.set(value, received);
    received += value.length;
    progress(received);
  }
  if (received < size) throw new Error("the download ended early");
  return bytes;
}

/** Returns the decompressed bytes of a small file. Rejects if their number is not `size`. */
export async function fetchGzip(url: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) });
  return readBytes(decompressed(response, url), size);
}

/** Returns the decompressed body of a gzip file. `name` is for the error message. */
export function decompressed(response: Response, name: string): Body {
  if (!response.ok || !response.body) throw new Error(`the server answered ${name} with status ${response.status}`);
  // Some hosts declare gzip files as content encoding, which the browser has already decoded.
  return hasContentEncoding(response) ? response.body : response.body.pipeThrough(new DecompressionStream("gzip"));
}

export const hasContentEncoding = ({ headers }: Response) => headers.has("Content-Encoding");
