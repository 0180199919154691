// Signed descriptions of releases: who published a dataset. The platform or @noble/ed25519 checks
// the signature. `src/command_line/signature.rs` has the same statement for the command line, and
// `tests/cases/signatures.json` the cases of both.
import * as check from "./api/check.js";
import { builtin, isNode } from "./api/byte-source.js";
import { DER, decode, readPublicKeys } from "./api/public-keys.js";
import { SignatureError } from "./errors.js";

const SIGNATURE_BYTES = 64;

/** What is signed: a text with one line for each of these fields. */
const TITLE = "pack-lookup release 1";

const isDigest = (value) => /^[0-9a-f]{64}$/.test(value);
const isDay = (value) => /^\d{4}-\d{2}-\d{2}$/.test(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
/** A lone surrogate has no bytes, so another text could have the same signature. */
const isLine = (value) => value !== "" && !/[\p{Cc}\p{Cs}]/u.test(value);
const isCode = (value) => typeof value === "string" && /^[a-z_]+$/.test(value);
const ofText = (test) => (value) => typeof value === "string" && test(value);

/**
 * The signed fields of a description. The others are addresses and sizes of downloads, which the
 * signed digest makes harmless.
 */
const FIELDS = [
  { line: "sha256", field: "sha256", isValid: ofText(isDigest) },
  { line: "bytes", field: "bytes", isValid: isCount },
  { line: "format", field: "format", isValid: isCount },
  { line: "release", field: "release", isValid: ofText(isLine) },
  { line: "date", field: "release_date", isValid: ofText(isDay) },
  { line: "packs", field: "packs", isValid: isCount },
  { line: "gtin_rows", field: "gtin_rows", isValid: isCount },
  { line: "demo", field: "demo", isValid: (value) => typeof value === "boolean" },
  { line: "gaps", field: "gaps", isValid: (value) => Array.isArray(value) && value.every(isCode) },
];

const noValid = (field) => `the description of the release has no valid "${field}"`;

/** Writes the text that is signed: of a description, and of the sequence of its signature. */
export function statementOf(description) {
  const lines = [TITLE];
  for (const { line, field, isValid } of FIELDS) {
    const value = description?.[field];
    if (!isValid(value)) throw refusal("bad_description", noValid(field));
    lines.push(`${line} ${value}`);
  }
  const sequence = description.signature?.sequence;
  if (!isCount(sequence)) throw refusal("bad_description", noValid("sequence"));
  lines.push(`sequence ${sequence}`);
  return `${lines.join("\n")}\n`;
}

/**
 * Verifies the signature of a description. Returns the identifier of the key and the sequence.
 * `after` is the last accepted sequence, or what this function returned.
 */
export async function verifySignature(description, publicKeys, options) {
  const { after = 0 } = check.options(options, ["after"], "verifySignature");
  const platform = await platformOf();
  const keys = new Map();
  for (const one of readPublicKeys(publicKeys)) keys.set(idOf(platform, one), one);
  const least = leastSequence(after, keys);
  const { key, sequence, value } = signatureIn(description);
  const publicKey = keys.get(key);
  if (publicKey === undefined) throw refusal("unknown_key", UNKNOWN_KEY);
  const statement = new TextEncoder().encode(statementOf(description));
  const signature = decode(value, SIGNATURE_BYTES);
  if (!signature || !platform.verify(signature, statement, publicKey))
    throw refusal("bad_signature", BAD_SIGNATURE);
  if (sequence < least) throw refusal("replayed", replayedText(sequence, least));
  return { key, sequence };
}

/**
 * Finds the least sequence that is accepted. A key that is pinned no longer may have been stolen,
 * so its sequence is forgotten: it could be the highest one.
 */
function leastSequence(after, keys) {
  if (isCount(after)) return after;
  if (!isCount(after?.sequence))
    throw check.wrongType("bad_after", "after", "a sequence or an accepted signature", after);
  return keys.has(after.key) ? after.sequence : 0;
}

function signatureIn(description) {
  const signature = description?.signature;
  if (typeof signature !== "object" || signature === null) throw refusal("unsigned", UNSIGNED);
  return signature;
}

const UNSIGNED =
  "the description of the release is not signed, and a key is pinned; ask who publishes it";
const UNKNOWN_KEY =
  "the release is signed with a key that is not pinned; ask who publishes it for the new public key";
const BAD_SIGNATURE =
  "the signature does not match the description of the release; do not use it, and tell who publishes it";
const replayedText = (sequence, after) =>
  `the description of the release is older than one that was accepted before: its sequence is ${sequence}, not ${after} or more`;

const refusal = (reason, message) => new SignatureError(message, reason);

/** Fails unless bytes are the dataset that a description names, by their length and digest. */
export async function requireDescribed(bytes, description) {
  const { sha256 } = await platformOf();
  if (bytes.length === description?.bytes && hexadecimal(sha256(bytes)) === description.sha256)
    return;
  throw refusal(
    "other_dataset",
    "the dataset is not the one that the description names; download both again",
  );
}

/** Computes the identifier of a key, which signatures name. */
export const keyIdOf = async (key) => idOf(await platformOf(), key);

const idOf = ({ sha256 }, key) => hexadecimal(sha256(key)).slice(0, 16);

const hexadecimal = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// The platform: SHA-256 and Ed25519, from Node or from the libraries in ed25519.js.

const platformOf = async () => (isNode() ? inNode : import("./ed25519.js"));

export const inNode = {
  sha256: (bytes) => builtin("crypto").createHash("sha256").update(bytes).digest(),
  verify(signature, message, publicKey) {
    const { createPublicKey, verify } = builtin("crypto");
    const key = createPublicKey({
      key: Buffer.from([...DER, ...publicKey]),
      format: "der",
      type: "spki",
    });
    return verify(null, message, key, signature);
  },
};
