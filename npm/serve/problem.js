// What a host answers in place of the core, in the form in which the core answers. The Worker answers so too, so nothing of Node is used.

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
