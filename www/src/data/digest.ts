// SHA-256 by the browser, off the page's thread. Pages without HTTPS lack it; the module verifies there.

export function canDigest(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
