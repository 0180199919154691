// Codes of the tested dataset, selected by their properties, so that no test contains numbers.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PackLookup } from "../../npm/core.js";
import { paths } from "../../scripts/common/project.mjs";

export const packs = await PackLookup.open({
  dataset: gunzipSync(readFileSync(join(paths.page, release().url))),
});

export function release() {
  return JSON.parse(readFileSync(join(paths.page, "dataset.json"), "utf8"));
}

const all = [...packs].filter(({ legal_category }) => legal_category !== "Not Applicable");
const entries = all.flatMap((pack) => pack.gtin_codes.map((entry) => ({ ...entry, pack })));
const carriers = (gtin) => new Set(packs.uses(gtin).map(({ pack }) => pack.pack_id)).size;
const isCurrent = ({ pack, end_date }) =>
  !pack.discontinued_date && !pack.invalid && end_date === null;
const single = (entry) => carriers(entry.gtin) === 1;

/** A current 13-digit code of one current pack. */
export const plain = entries.find(
  (entry) => entry.gtin.length === 13 && isCurrent(entry) && single(entry),
);
/** A code of an outer case: 14 digits that do not start with 0. */
export const outer = entries.find(
  (entry) => entry.gtin.length === 14 && entry.gtin[0] !== "0" && single(entry),
);
/** A code of a discontinued pack. */
export const discontinued = entries.find((entry) => entry.pack.discontinued_date && single(entry));
/** A code that two different products have carried. */
export const reused = entries.find(
  ({ gtin, pack }) =>
    carriers(gtin) === 2 &&
    packs.uses(gtin).some((use) => use.pack.generic_product_name !== pack.generic_product_name),
);
/** A valid GTIN that no pack has carried, and the same with a wrong check digit. */
export const unknown = "9529999999993";
export const mistyped = "9529999999994";

export const toGtin14 = (gtin) => gtin.padStart(14, "0");
