// Small files in gzip, of which it is announced how long they are.
import { collect } from "./collect.js";

const PATIENCE_MS = 15_000;

/** The bytes that a file unpacks to, which must be so many. */
export async function fetchGzip(url: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok || !response.body) throw new Error(`${url} was answered with status ${response.status}`);
  return collect(response.body.pipeThrough(new DecompressionStream("gzip")), size);
}
