// Problem documents of a host, in the format of the core. The Worker uses this module too, so it imports nothing from Node.

/** Returns a response with a problem document (RFC 9457). */
export function problemOf(problem) {
  return {
    status: problem.status,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "no-store",
      "Content-Type": "application/problem+json",
      "X-Content-Type-Options": "nosniff",
    },
    body: JSON.stringify(problem),
  };
}
