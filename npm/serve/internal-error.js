// The response to a request that failed. The Worker uses this module too, so it imports nothing from Node.
import { problemOf } from "./problem.js";

export const internalError = problemOf({
  type: "urn:pack-lookup:problem:internal-error",
  title: "The service failed",
  status: 500,
  detail: "this request could not be answered; others are not affected",
  reason: "internal_error",
});
