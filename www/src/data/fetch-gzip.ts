// Small files in gzip, of which it is announced how long they are.

const PATIENCE_MS = 15_000;

/** The bytes that a file unpacks to, which must be so many: no more of it is read. */
export async function fetchGzip(url: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok || !response.body) throw new Error(`${url} was answered with status ${response.status}`);
  const bytes = new Uint8Array(size);
  let received = 0;
  for (const reader = response.body.pipeThrough(new DecompressionStream("gzip")).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (received + value.length > size) throw new Error(`${url} is longer than announced`);
    bytes.set(value, received);
    received += value.length;
  }
  if (received < size) throw new Error(`${url} ended early`);
  return bytes;
}
