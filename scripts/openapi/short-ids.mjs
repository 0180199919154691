// Ids of examples. Those of the demonstration data have 18 digits, which most tools round when they
// show the document.

/** The first item number. With it an id has 16 digits, fewer than 2^53. */
const FIRST_ITEM = 900_001;
const LONG_ID = /\b\d{17,18}\b/g;

/**
 * Returns a function that replaces the ids in an example, in numbers and texts, by ids of 16 digits
 * with a correct check digit. An id is always replaced by the same one. `ask` returns the JSON of a
 * path.
 */
export function shortIds(ask) {
  const items = new Map();
  const short = (id) => {
    if (!items.has(id)) items.set(id, FIRST_ITEM + items.size);
    // The namespace of dm+d and the partition.
    const body = `${items.get(id)}1000001${id.slice(-3, -1)}`;
    return body + checkDigitOf(body, ask);
  };
  const replace = (value) => {
    if (typeof value === "bigint") return Number(short(String(value)));
    if (typeof value === "string") return value.replace(LONG_ID, short);
    if (Array.isArray(value)) return value.map(replace);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part)]));
  };
  return replace;
}

/** The API reports the correct check digit of an unknown code. */
function checkDigitOf(body, ask) {
  for (const digit of [0, 1]) {
    const { expected_check_digit } = ask(`/api/ampp/${body}${digit}`);
    if (expected_check_digit !== undefined) return expected_check_digit;
  }
  throw new Error(`the demonstration data has the codes ${body}0 and ${body}1`);
}
