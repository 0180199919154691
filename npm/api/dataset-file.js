// The bytes of a dataset file before the WebAssembly reads them: its header, its digest, and gzip.
// `FORMAT.md` defines the header.
import { DatasetError } from "../errors.js";
import { builtin, concatenated, isNode } from "./byte-source.js";

const SIGNATURE = [0x8e, 0x50, 0x41, 0x43, 0x4b, 0x53, 0x0d, 0x0a];

/** Where the header has the length of the file, and where the first part of the header ends. */
const [LENGTH, FIRST_PART] = [12, 16];

/** Where the header has the digest, which covers all other bytes. */
const [DIGEST, DIGEST_END] = [16, 48];

/**
 * gzip halves a dataset. A file that grows more than this is not a dataset, and could fill the
 * memory.
 */
const MAX_GROWTH = 100;

/**
 * Reports whether the digest of a dataset is right: the platform computes it faster than the
 * WebAssembly, and while that compiles. If the platform cannot compute it, returns `false`, and the
 * WebAssembly has to verify it.
 */
export async function hasRightDigest(bytes) {
  try {
    const digest = await sha256(bytes.subarray(0, DIGEST), bytes.subarray(DIGEST_END));
    return digest.every((byte, index) => byte === bytes[DIGEST + index]);
  } catch {
    return false;
  }
}

async function sha256(header, rest) {
  if (isNode()) return builtin("crypto").createHash("sha256").update(header).update(rest).digest();
  const covered = new Uint8Array(header.length + rest.length);
  covered.set(header);
  covered.set(rest, header.length);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", covered));
}

export const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Reads the decompressed bytes. They end soon after the length in their header, and the core then
 * rejects them.
 */
export async function gunzip(bytes, url) {
  if (!("DecompressionStream" in globalThis)) {
    throw new DatasetError(
      "cannot decompress the dataset: this browser has no DecompressionStream; pass decompressed bytes",
      "unavailable",
      { url },
    );
  }
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await collectDataset(stream.getReader(), MAX_GROWTH * bytes.length);
  } catch (cause) {
    const detail = cause.message === "" ? "" : ` (${cause.message})`;
    throw new DatasetError(
      `cannot decompress the dataset: it is damaged gzip${detail}; download it again`,
      "damaged",
      { cause, url },
    );
  }
}

async function collectDataset(reader, maxLength) {
  const parts = [];
  let length = 0;
  let limit = FIRST_PART;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concatenated(parts, length);
    parts.push(value);
    if (length <= FIRST_PART)
      limit = Math.min(statedLength(concatenated(parts, length + value.length)), maxLength);
    length += value.length;
    if (length <= limit) continue;
    await reader.cancel();
    return concatenated(parts, length);
  }
}

/**
 * Finds the length of the file by its header, or the length of the header's first part if it is
 * no dataset.
 */
function statedLength(bytes) {
  const isDataset =
    bytes.length >= FIRST_PART && SIGNATURE.every((byte, index) => bytes[index] === byte);
  return isDataset ? new DataView(bytes.buffer).getUint32(LENGTH, true) : FIRST_PART;
}
