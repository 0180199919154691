// The Worker's entry: the built core, and a catch around it. A panic leaves the WebAssembly instance unusable;
// workers-rs replaces it before the next request, and the request that panicked gets its answer here.
import Core from "pack-lookup-core";

export default {
  async fetch(request, env, context) {
    try {
      return await new Core(context, env).fetch(request);
    } catch {
      return internalError();
    }
  },
};

function internalError() {
  const problem = {
    type: "urn:pack-lookup:problem:internal-error",
    title: "The service failed",
    status: 500,
    detail: "this request could not be answered; others are not affected",
    reason: "internal_error",
  };
  const headers = {
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "no-store",
    "Content-Type": "application/problem+json",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
