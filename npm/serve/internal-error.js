// What is answered when the core stops. The Worker answers the same, so nothing of Node is used.
import { problemOf } from "./problem.js";

export const internalError = problemOf({
  type: "urn:pack-lookup:problem:internal-error",
  title: "The service failed",
  status: 500,
  detail: "this request could not be answered; others are not affected",
  reason: "internal_error",
});
