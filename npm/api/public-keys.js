// Public keys of those who sign releases. `www/vite.config.ts` reads this file before anything is
// built, so it imports no built file.
import * as check from "./check.js";

const KEY_BYTES = 32;

/** What comes before the key in the DER form that PEM has (RFC 8410). */
export const DER = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/**
 * Reads the bytes of each key. A key is base64 of its 32 bytes, or PEM. A text may have several,
 * between spaces, lines or commas.
 */
export function readPublicKeys(publicKeys) {
  const texts = Array.isArray(publicKeys) ? publicKeys : [publicKeys];
  const keys = [];
  for (const text of texts) {
    if (typeof text !== "string")
      throw check.wrongType("bad_public_key", "a public key", "base64 or PEM", text);
    keys.push(...keysIn(text));
  }
  // No keys must not mean that nothing is verified.
  if (keys.length === 0) throw badKey("there is no public key: pin one, or pin none at all");
  return keys;
}

function keysIn(text) {
  const keys = [];
  for (const word of text.replace(/-----[A-Z ]+-----/g, " ").split(/[\s,]+/)) {
    if (word === "") continue;
    const key = keyOf(word);
    if (key === undefined)
      throw badKey(
        "a public key is neither base64 of 32 bytes nor PEM of an Ed25519 key; `openssl pkey -pubout` writes one",
      );
    keys.push(key);
  }
  return keys;
}

function keyOf(word) {
  const der = decode(word, DER.length + KEY_BYTES);
  if (der === undefined) return decode(word, KEY_BYTES);
  return DER.every((byte, at) => der[at] === byte) ? der.subarray(DER.length) : undefined;
}

const badKey = (message) => Object.assign(new TypeError(message), { reason: "bad_public_key" });

/**
 * Reads the bytes of a base64 text, or `undefined` if they have another number or there is
 * another text for the same bytes.
 */
export function decode(text, length) {
  try {
    const binary = atob(text);
    if (binary.length !== length || btoa(binary) !== text) return undefined;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
