// The address of the service worker. The page's `_headers` require Trusted Types, so injected text
// cannot start a script in browsers that support them.

interface Policy {
  createScriptURL(address: string): string;
}

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}

let policy: Policy | undefined;

/**
 * Returns the address as a `TrustedScriptURL`. TypeScript's types for workers accept only a string.
 */
export function trustedScriptUrl(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy("pack-lookup-page", { createScriptURL: requireSameOrigin });
  return policy ? policy.createScriptURL(address) : address;
}

function requireSameOrigin(address: string): string {
  if (new URL(address, location.href).origin !== location.origin)
    throw new TypeError(`${address} is not a script of this page`);
  return address;
}
