// Reads a response body of a known length.

export type Progress = (received: number) => void;

/** Returns all bytes of a body. Rejects, and stops reading, if the body has another length than `size`. */
export async function collect(
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
