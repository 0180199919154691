// JSON with exact integers: pack ids have more digits than a JavaScript number can hold.

/** Parses JSON. Integers that a number cannot hold become `bigint`. */
export const parseExact = (json) =>
  JSON.parse(json, (_key, value, { source }) => (typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value));

/** Formats JSON. A `bigint` becomes an integer. */
export const formatExact = (value, space) =>
  JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? JSON.rawJSON(String(part)) : part), space);
