// What the page does not need of signatures, because it would enlarge its service worker: all of it
// if no public key is pinned, and `npm/api/described.js` always, because the page opens no dataset
// with a description. `vite.config.ts` puts this module in their place.

export async function verifySignature(): Promise<never> {
  throw new Error("this page was built without public keys");
}

export async function requireDescription(): Promise<never> {
  throw new Error("this page opens no dataset with a description");
}
