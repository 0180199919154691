// An answer as text. It is made from the structured answer, so both have the same facts.
import { printable } from "../node/messages.js";

/** Builds an answer as lines: the warnings, the notice, then every field. */
export function textOf({ warnings, data, ...answer }) {
  return join([
    ...warnings.map(({ code, text }) => `Warning (${code}): ${text}`),
    data.notice,
    ...outline(answer),
    ...outline({ data }),
  ]);
}

/**
 * Builds an error as lines: what happened and what to do, the warnings about the data, and the
 * data.
 */
export const errorText = (message, context) => `${printable(message)}\n${textOf(context)}`;

/**
 * A value whose texts have no invisible characters, which could carry instructions to a
 * model.
 */
export function printableIn(value) {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map(printableIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printableIn(one)]));
}

/**
 * Joins lines. A name of the release is untrusted text, so a line break in it must not start a
 * line.
 */
const join = (lines) => lines.map(printable).join("\n");

/** Writes the fields of an object, one per line. Nested fields are indented. */
function outline(object, indent = "") {
  return Object.entries(object).flatMap(([key, value]) => field(key, value, indent));
}

function field(key, value, indent) {
  if (value === undefined) return [];
  if (isScalar(value)) return [`${indent}${key}: ${scalar(value)}`];
  const lines = Array.isArray(value)
    ? value.flatMap((item) => listItem(item, `${indent}  `))
    : outline(value, `${indent}  `);
  return [`${indent}${key}:`, ...lines];
}

function listItem(item, indent) {
  if (isScalar(item)) return [`${indent}- ${scalar(item)}`];
  const [first = "none", ...rest] = outline(item, `${indent}  `);
  return [`${indent}- ${first.trimStart()}`, ...rest];
}

const isScalar = (value) =>
  typeof value !== "object" || value === null || Object.keys(value).length === 0;

/** Writes a value as one text. An empty list or a missing value is `none`. */
const scalar = (value) => (typeof value === "object" ? "none" : String(value));
