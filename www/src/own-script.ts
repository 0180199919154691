// Scripts that are started by their address: workers and the service worker. The page's `_headers` ask for Trusted Types, so browsers that
// have them start nothing else, whatever text somebody brings into the page.

interface Policy {
  createScriptURL(address: string): string;
}

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}

let policy: Policy | undefined;

/** The address as what the browser asks for. TypeScript knows no trusted addresses: what starts scripts takes it as a text. */
export function ownScript(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy("pack-lookup-page", { createScriptURL: requireOwn });
  return policy ? policy.createScriptURL(address) : address;
}

function requireOwn(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`${address} is no script of this page`);
  return address;
}
