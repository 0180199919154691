// The digest of a dataset, computed by the platform: faster than in the WebAssembly, and while that compiles.
import { builtin, isNode } from "./byte-source.js";

/** The digest is in these bytes of the header, and covers all others (`FORMAT.md`). */
const [START, END] = [16, 48];

/** Returns whether the digest of a dataset is right. If the platform cannot compute it, returns `false`, and the WebAssembly has to verify it. */
export async function hasRightDigest(bytes) {
  try {
    const digest = await sha256(bytes.subarray(0, START), bytes.subarray(END));
    return digest.every((byte, index) => byte === bytes[START + index]);
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
