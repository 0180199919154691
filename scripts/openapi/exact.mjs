// JSON with integers as exact as they are written: pack ids have more digits than a number of JavaScript holds.

/** Integers that a number can't hold become bigints. */
export const parseExact = (json) =>
  JSON.parse(json, (_key, value, { source }) => (typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value));

/** Bigints become the integers that they are. */
export const formatExact = (value, space) =>
  JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? JSON.rawJSON(String(part)) : part), space);
