// Datasets in gzip, as the page's host publishes them.
import { DatasetError } from "../errors.js";
import { concatenated } from "./byte-source.js";

/** The start of a dataset and the length of its header's first part, which has the length of the file (`FORMAT.md`). */
const SIGNATURE = [0x8e, 0x50, 0x41, 0x43, 0x4b, 0x53, 0x0d, 0x0a];
const HEADER_LENGTH = 16;

/** gzip halves a dataset. A file that grows more than this is no dataset, and could fill the memory. */
const MAX_GROWTH = 100;

export const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Returns the decompressed bytes. They end soon after the length in their header, and the core then rejects them. */
export async function gunzip(bytes, url) {
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await collectDataset(stream.getReader(), MAX_GROWTH * bytes.length);
  } catch (cause) {
    throw new DatasetError(`cannot decompress the dataset: it is damaged gzip (${cause.message}); download it again`, "damaged", { cause, url });
  }
}

async function collectDataset(reader, maxLength) {
  const parts = [];
  let length = 0;
  let limit = HEADER_LENGTH;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concatenated(parts, length);
    parts.push(value);
    if (length <= HEADER_LENGTH) limit = Math.min(statedLength(concatenated(parts, length + value.length)), maxLength);
    length += value.length;
    if (length <= limit) continue;
    await reader.cancel();
    return concatenated(parts, length);
  }
}

/** Returns the length of the file by its header, or the length of the header if it is no dataset. */
function statedLength(bytes) {
  const isDataset = bytes.length >= HEADER_LENGTH && SIGNATURE.every((byte, index) => bytes[index] === byte);
  return isDataset ? new DataView(bytes.buffer).getUint32(12, true) : HEADER_LENGTH;
}
