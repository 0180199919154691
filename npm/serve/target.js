// Converts a request target to path and query, as any host of the core does.

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/** Returns path and query. A target that is not a URL is returned whole as the path, for which the core has no resource. */
export function readTarget(target) {
  const url = parse(target);
  return url ? { path: url.pathname, query: url.search.slice(1) } : { path: target, query: "" };
}

function parse(target) {
  try {
    // The host is added first, because `//name/path` alone would name another host.
    if (target.startsWith("/")) return new URL(`http://localhost${target}`);
    return ABSOLUTE.test(target) ? new URL(target) : undefined;
  } catch {
    return undefined;
  }
}
