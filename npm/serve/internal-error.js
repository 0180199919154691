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

export const internalError = problemOf({
  type: "urn:pack-lookup:problem:internal-error",
  title: "The service failed",
  status: 500,
  detail: "this request could not be answered; others are not affected",
  reason: "internal_error",
});
