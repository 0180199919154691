// The public keys that the build pins: PACK_LOOKUP_PUBLIC_KEYS. Without them, the page accepts
// releases without a signature.

/** The text of the keys. `vite.config.ts` replaces the name; tests have no build. */
declare const __PUBLIC_KEYS__: string | undefined;

export const PUBLIC_KEYS = typeof __PUBLIC_KEYS__ === "string" ? __PUBLIC_KEYS__ : undefined;
