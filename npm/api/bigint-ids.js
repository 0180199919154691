// The ids of records as `bigint`. The WebAssembly returns them as texts.

const IDS = new Set(["pack_id", "pack_ids", "id", "previous_id", "other_code", "vmp"]);

/**
 * Converts all ids of a value to `bigint`, in place, and returns it. A `JSON.parse` reviver would
 * visit every value and take 50 % longer.
 */
export function withBigIntIds(value) {
  for (const key in value) {
    const field = value[key];
    if (IDS.has(key)) value[key] = toBigInt(field);
    else if (typeof field === "object") withBigIntIds(field);
  }
  return value;
}

/** Converts an id or a list of ids. The virtual product of a pack is an object with an id. */
function toBigInt(ids) {
  if (typeof ids === "string") return BigInt(ids);
  return Array.isArray(ids) ? ids.map(BigInt) : withBigIntIds(ids);
}

/** Converts also the codes that changed. The codes of a list stay as they were written. */
export function withBigIntCodes(records) {
  for (const record of records) record.code = BigInt(record.code);
  return withBigIntIds(records);
}
