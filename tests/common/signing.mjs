// A test key, which anyone can make: its seed is the digest of these words. Never pin it.
import { createHash, createPrivateKey } from "node:crypto";
import { publicKeyOf, signedWith } from "../../scripts/release/signature.mjs";

/** What PKCS#8 has before the seed of an Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The test key with a name: `{ privateKey, publicKey, pem }`. */
export function testKey(name = "pack-lookup test key") {
  const seed = createHash("sha256").update(name).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: "der",
    type: "pkcs8",
  });
  return {
    privateKey,
    publicKey: publicKeyOf(privateKey),
    pem: privateKey.export({ format: "pem", type: "pkcs8" }),
    sign: (description, sequence) => signedWith(privateKey, description, sequence),
  };
}
