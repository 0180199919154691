// Transfers errors from a worker. Structured cloning loses their classes, so their fields are sent.
import * as errors from "../errors.js";

const MAX_CAUSES = 4;

/** Returns the fields of an error. */
export function fieldsOf(error, depth = 0) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, reason, url, cause } = error;
  const fields = { name, message, reason, url };
  return cause === undefined || depth === MAX_CAUSES
    ? fields
    : { ...fields, cause: fieldsOf(cause, depth + 1) };
}

/** Returns an error of the same class with the same fields. */
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
