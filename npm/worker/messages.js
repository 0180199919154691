// Messages between a worker and its parent, in browsers and in Node. Structured cloning loses the
// classes of errors, so their fields are sent.
import * as errors from "../errors.js";
import { builtin } from "../api/byte-source.js";

const MAX_CAUSES = 4;

/** Finds the fields of an error. */
export function fieldsOf(error, depth = 0) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, reason, url, cause } = error;
  const fields = { name, message, reason, url };
  return cause === undefined || depth === MAX_CAUSES
    ? fields
    : { ...fields, cause: fieldsOf(cause, depth + 1) };
}

/** Builds an error of the same class with the same fields. */
export function errorOf({ name, message, reason, url, cause }) {
  const details = cause === undefined ? { url } : { url, cause: errorOf(cause) };
  if (Object.hasOwn(errors, name ?? "")) return new errors[name](message, reason, details);
  const error = new (classOf(name))(message, details);
  return reason === undefined ? error : Object.assign(error, { reason });
}

function classOf(name) {
  if (name === "RuntimeError") return WebAssembly.RuntimeError;
  return { RangeError, TypeError }[name] ?? Error;
}

/** Calls `handle` with each message and a function that posts a response. */
export function listen(handle) {
  if (typeof globalThis.postMessage === "function") {
    addEventListener("message", ({ data }) =>
      handle(data, (message, transfer) => postMessage(message, transfer ?? [])),
    );
  } else {
    const { parentPort } = builtin("worker_threads");
    parentPort.on("message", (data) =>
      handle(data, (message, transfer) => parentPort.postMessage(message, transfer)),
    );
  }
}
