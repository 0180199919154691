// Where public keys are pinned: accepts descriptions of releases that one of them has signed, and
// none that is older than the last one.
import type { Accepted } from "pack-lookup/signature.js";

import { storage } from "./dataset-cache.js";
import type { Release } from "./types.js";

/** Rejects, unless a release may be used. */
export type Acceptance = (release: Release) => Promise<void>;

/**
 * Returns a function that accepts releases. Without keys it accepts all. The last accepted
 * signature is stored, and is in memory if the device cannot store it.
 */
export function acceptanceBy(publicKeys: string | string[] | undefined): Acceptance {
  if (publicKeys === undefined) return async () => {};
  let last: Accepted | undefined;
  return async (release) => {
    const { verifySignature } = await import("pack-lookup/signature.js");
    const stored = await storage.lastAccepted().catch(() => undefined);
    if (stored && stored.sequence > (last?.sequence ?? -1)) last = stored;
    last = await verifySignature(release, publicKeys, { after: last });
    await storage.recordAccepted(last).catch(() => {});
  };
}
