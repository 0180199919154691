// `/.well-known/security.txt` (RFC 9116): who to tell about a weakness of this service. Only its
// operator knows, so there is no default. The Worker uses this module too, so it imports nothing
// from Node.

export const SECURITY_PATH = "/.well-known/security.txt";

const CONTACT = /^(?:https:\/\/|mailto:|tel:)[!-~]+$/;

/** Returns whether a contact is a URI that RFC 9116 allows. */
export const isContact = (text) => CONTACT.test(text);

const DAY_MS = 86_400_000;
const VALID_DAYS = 30;

/**
 * Returns the response with the contact, or `undefined` without a valid one. It expires 30 days
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
