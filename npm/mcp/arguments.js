// Checks the arguments of a tool against its input schema: the subset of JSON Schema that
// `schemas.js` uses.
import { InvalidArguments } from "./protocol.js";

/** Arguments of the right types that are out of bounds. The message states what to do. */
export class OutOfBounds extends Error {}

/**
 * Returns the arguments with their defaults. Throws `InvalidArguments` for a wrong shape, and
 * `OutOfBounds` for a value out of bounds.
 */
export function checkedArguments(args, { properties, required }) {
  for (const name of Object.keys(args))
    if (!Object.hasOwn(properties, name))
      throw new InvalidArguments(
        `there is no such argument; the arguments are ${Object.keys(properties).join(", ") || "none"}`,
      );
  for (const name of required)
    if (!Object.hasOwn(args, name)) throw new InvalidArguments(`the argument ${name} is missing`);
  for (const [name, value] of Object.entries(args)) requireType(value, properties[name], name);
  for (const [name, value] of Object.entries(args)) requireBounds(value, properties[name], name);
  return { ...defaultsOf(properties), ...args };
}

const defaultsOf = (properties) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

const TYPES = {
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  array: Array.isArray,
};

function requireType(value, { type, items }, label) {
  if (!TYPES[type](value)) throw new InvalidArguments(`${label} must be of the type ${type}`);
  if (items) for (const item of value) requireType(item, items, `each of ${label}`);
}

function requireBounds(value, schema, label) {
  const { minItems, maxItems, maxLength, minimum, maximum, items } = schema;
  if (Array.isArray(value) && (value.length < minItems || value.length > maxItems))
    throw new OutOfBounds(
      `${label} must have ${minItems} to ${maxItems} entries, not ${value.length}; split them into several calls.`,
    );
  if (typeof value === "string" && characters(value) > maxLength)
    throw new OutOfBounds(`${label} must have at most ${maxLength} characters; shorten it.`);
  if (typeof value === "number" && (value < minimum || value > maximum))
    throw new OutOfBounds(`${label} must be a whole number from ${minimum} to ${maximum}.`);
  if (items) for (const item of value) requireBounds(item, items, `each of ${label}`);
}

/** Counts characters, as over HTTP. Some characters are two UTF-16 code units. */
const characters = (text) => [...text].length;
