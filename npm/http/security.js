// The security of a service over HTTP: which pages may call it, and who to tell about a weakness.
// The Worker uses this module too, so it imports nothing from Node.

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The URL parser writes IPv6 addresses in brackets, and IPv4 addresses as four numbers. */
const ADDRESS = /^(\[.*\]|\d+(\.\d+){3})$/;

/**
 * Reports whether pages of an origin may call. `own` is the origin by which the request reached the
 * server, and `configured` lists others.
 *
 * The name in `Host` proves nothing: the owner of any name can let it resolve to the server
 * (DNS rebinding). No page has a false certificate, a false address or a false `localhost`.
 */
export function mayCall(origin, own, configured) {
  if (configured.includes(origin)) return true;
  const page = parse(origin);
  if (page === undefined) return false;
  if (isLoopback(page) && isLoopback(parse(own))) return true;
  return origin === own && (page.protocol === "https:" || ADDRESS.test(page.hostname));
}

/** Reads the origins in the text of a setting, which are separated by spaces or commas. */
export const readOrigins = (text = "") => text.split(/[\s,]+/).filter(Boolean);

function parse(origin) {
  try {
    return new URL(origin);
  } catch {
    return undefined;
  }
}

const isLoopback = (url) => LOOPBACK.includes(url?.hostname);

export const SECURITY_PATH = "/.well-known/security.txt";

const CONTACT = /^(?:https:\/\/|mailto:|tel:)[!-~]+$/;

/** Reports whether a contact is a URI that RFC 9116 allows. */
export const isContact = (text) => CONTACT.test(text);

const DAY_MS = 86_400_000;
const VALID_DAYS = 30;

/**
 * Builds the response with the contact, or `undefined` without a valid one. It expires 30 days
 * after the request, because a service that answers has the current setting: a date that was
 * written once would pass unnoticed.
 */
export function securityText(method, contact, now = Date.now()) {
  if (!contact || !isContact(contact) || !["GET", "HEAD"].includes(method)) return undefined;
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
  const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
  const headers = {
    "Cache-Control": "public, max-age=3600",
    "Content-Length": String(text.length),
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  };
  return { status: 200, headers, body: method === "HEAD" ? "" : text };
}
