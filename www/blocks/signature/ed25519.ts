// SHA-256 and Ed25519 for browsers, of which the oldest supported ones lack the second, and pages
// without HTTPS both. `npm/signature.js` loads this only where a key is pinned.
import { hashes, verify as verifyEd25519 } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

hashes.sha512 = sha512;

export { sha256 };

/** Verifies a signature by RFC 8032, as Node and the command line do. */
export function verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return verifyEd25519(signature, message, publicKey, { zip215: false });
}
