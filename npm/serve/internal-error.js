// What is answered when the core stops. The Worker answers the same, so nothing of Node is used.

const problem = {
  type: "urn:pack-lookup:problem:internal-error",
  title: "The service failed",
  status: 500,
  detail: "this request could not be answered; others are not affected",
  reason: "internal_error",
};

export const internalError = {
  status: problem.status,
  headers: {
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "no-store",
    "Content-Type": "application/problem+json",
    "X-Content-Type-Options": "nosniff",
  },
  body: JSON.stringify(problem),
};
