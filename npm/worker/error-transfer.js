// Transfers errors from a worker. Structured cloning loses their classes, so their fields are sent.
import * as own from "../errors.js";

const DEEPEST_CAUSE = 4;

/** Returns the fields of an error. */
export function fieldsOf(error, depth = 0) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, reason, url, cause } = error;
  const fields = { name, message, reason, url };
  return cause === undefined || depth === DEEPEST_CAUSE ? fields : { ...fields, cause: fieldsOf(cause, depth + 1) };
}

/** Returns an error of the same class with the same fields. */
export function errorOf({ name, message, reason, url, cause }) {
  const more = cause === undefined ? { url } : { url, cause: errorOf(cause) };
  if (Object.hasOwn(own, name ?? "")) return new own[name](message, reason, more);
  const error = new (classOf(name))(message, more);
  return reason === undefined ? error : Object.assign(error, { reason });
}

function classOf(name) {
  if (name === "RuntimeError") return WebAssembly.RuntimeError;
  return { RangeError, TypeError }[name] ?? Error;
}
