// Which pages may call the tools of assistants over HTTP. A page of any origin can send requests to
// a server that its reader can reach.

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The URL parser writes IPv6 addresses in brackets, and IPv4 addresses as four numbers. */
const ADDRESS = /^(\[.*\]|\d+(\.\d+){3})$/;

/**
 * Returns whether pages of an origin may call. `own` is the origin by which the request reached the
 * server, and `configured` lists others.
 *
 * The name in `Host` alone proves nothing: the owner of any name can let it resolve to the server
 * (DNS rebinding). No page has a false certificate, a false address or a false `localhost`.
 */
export function mayCall(origin, own, configured) {
  if (configured.includes(origin)) return true;
  const page = parse(origin);
  if (page === undefined) return false;
  if (isLoopback(page) && isLoopback(parse(own))) return true;
  return origin === own && (page.protocol === "https:" || ADDRESS.test(page.hostname));
}

/** Returns the origins in the text of a setting, which are separated by spaces or commas. */
export const readOrigins = (text = "") => text.split(/[\s,]+/).filter(Boolean);

function parse(origin) {
  try {
    return new URL(origin);
  } catch {
    return undefined;
  }
}

const isLoopback = (url) => LOOPBACK.includes(url?.hostname);
