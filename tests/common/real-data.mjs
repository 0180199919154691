// Data that are not marked as demonstration data, for tests of what is said of real data only.
import { createHash } from "node:crypto";

/** Where the header of FORMAT.md has its flags, and where its digest is. */
const [FLAGS, DIGEST, DIGEST_END] = [10, 16, 48];

/** Returns the bytes of a dataset of demonstration data without the mark. */
export function asReal(dataset) {
  const bytes = Uint8Array.from(dataset);
  bytes[FLAGS] &= ~1;
  const digest = createHash("sha256")
    .update(bytes.subarray(0, DIGEST))
    .update(bytes.subarray(DIGEST_END));
  bytes.set(digest.digest(), DIGEST);
  return bytes;
}
