// From the target of a request, as it was sent, to path and query as any host of the core sees them.

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/** What is no URL comes back whole: the core has nothing under it, and says so. */
export function readTarget(target) {
  const url = parse(target);
  return url ? { path: url.pathname, query: url.search.slice(1) } : { path: target, query: "" };
}

function parse(target) {
  try {
    // Behind a host, because `//name/path` alone would name another one.
    if (target.startsWith("/")) return new URL(`http://localhost${target}`);
    return ABSOLUTE.test(target) ? new URL(target) : undefined;
  } catch {
    return undefined;
  }
}
