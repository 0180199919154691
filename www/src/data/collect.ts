// A body of which it is announced how long it is.

export type Progress = (received: number) => void;

/** All bytes of a body, which must be so many: no more of it is read. */
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
