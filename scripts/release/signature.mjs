// Signs the description of a release, so that pages and programs with a pinned public key know who
// published it: docs/importing-weekly.md.
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { keyIdOf, statementOf, verifySignature } from "../../npm/signature.js";
import { paths } from "../common/project.mjs";
import { Failure } from "../common/run.mjs";

/** The file with the last sequence, next to the stored releases. */
const LAST = "signed.json";

/**
 * Signs `dataset.json` in the folder of the page with the key in PACK_LOOKUP_SIGNING_KEY, the file
 * of a private key. Returns the signature, or `undefined` if there is none. If the page would refuse
 * the description, because it has pinned keys, this is a failure.
 */
export async function signDescription(
  page,
  { env = process.env, releases = paths.releases, now = Date.now() } = {},
) {
  const file = env.PACK_LOOKUP_SIGNING_KEY;
  const pinned = pinnedKeys(env);
  const path = join(page, "dataset.json");
  const { signature, ...description } = JSON.parse(readFileSync(path, "utf8"));
  if (file === undefined) return requireSigned({ ...description, signature }, pinned);
  const key = readKey(resolve(env.INIT_CWD ?? ".", file));
  const sequence = nextSequence(releases, now);
  const signed = await signedWith(key, description, sequence);
  await requirePinned(signed, pinned);
  writeFileSync(path, JSON.stringify(signed));
  remember(releases, sequence);
  return signed.signature;
}

/** The keys that the page pins. A workflow sets a variable without a value to an empty text. */
const pinnedKeys = ({ PACK_LOOKUP_PUBLIC_KEYS: keys }) => keys?.trim() || undefined;

/**
 * Whether pages with the pinned keys would refuse a served description, as after the first
 * pin and after a change of the key. Then the same release is deployed again.
 */
export async function isRefused(description, env = process.env) {
  const pinned = pinnedKeys(env);
  if (pinned === undefined) return false;
  return verifySignature(description, pinned).then(
    () => false,
    () => true,
  );
}

/** An earlier step may have signed the description, so that this one needs no key. */
async function requireSigned(description, pinned) {
  if (pinned === undefined) return undefined;
  if (description.signature === undefined)
    throw new Failure(
      "PACK_LOOKUP_PUBLIC_KEYS is set, so pages refuse data without a signature. Name the file of the private key in PACK_LOOKUP_SIGNING_KEY",
    );
  await requirePinned(description, pinned);
  return description.signature;
}

/** A description with its signature. The key is one of `node:crypto`. */
export async function signedWith(privateKey, description, sequence) {
  const key = await keyIdOf(rawOf(privateKey));
  const unsigned = { ...description, signature: { key, sequence } };
  const value = sign(null, Buffer.from(statementOf(unsigned)), privateKey).toString("base64");
  return { ...description, signature: { key, sequence, value } };
}

/** The 32 bytes of the public key. */
function rawOf(privateKey) {
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x, "base64url");
}

function readKey(file) {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The message of the cause could quote the file.
  }
  throw new Failure(
    "PACK_LOOKUP_SIGNING_KEY must name the file of a private key in PEM, without a password. `openssl genpkey -algorithm ed25519` writes one",
  );
}

async function requirePinned(description, pinned) {
  if (pinned === undefined) return;
  await verifySignature(description, pinned).catch((error) => {
    throw new Failure(
      error.reason === "unknown_key"
        ? "The signing key is not one of PACK_LOOKUP_PUBLIC_KEYS, so pages would refuse the data. Pin its public key too"
        : `PACK_LOOKUP_PUBLIC_KEYS: ${error.message}`,
    );
  });
}

/**
 * The time in seconds, which needs no memory: a lost folder must not lower the sequence.
 * After a clock that was ahead, it is one more than the last.
 */
function nextSequence(releases, now) {
  return Math.max(Math.floor(now / 1000), lastSequence(releases) + 1);
}

function lastSequence(releases) {
  const path = join(releases, LAST);
  if (!existsSync(path)) return 0;
  const { sequence } = JSON.parse(readFileSync(path, "utf8"));
  if (Number.isSafeInteger(sequence)) return sequence;
  throw new Failure(`${path} has no sequence: repair or remove it`);
}

function remember(releases, sequence) {
  mkdirSync(releases, { recursive: true });
  writeFileSync(join(releases, LAST), `${JSON.stringify({ sequence })}\n`);
}

/** The text of a public key as PACK_LOOKUP_PUBLIC_KEYS takes it. */
export const publicKeyOf = (privateKey) => rawOf(privateKey).toString("base64");
