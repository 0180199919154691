// How unlike the packs are that have carried one code. The grade is the data's; here it gets its words.
import type { Pack, Reuse } from "pack-lookup/core";

interface Told {
  title: string;
  tone: "caution" | "danger";
}

const TOLD: { [grade in Reuse]: Told } = {
  "different-medicines": { title: "This code was used for different medicines", tone: "danger" },
  "different-strength-or-form": { title: "This code was used for the same medicine in another strength or form", tone: "danger" },
  unknown: { title: "This code was used for different products", tone: "danger" },
  "same-product": { title: "This code was used for more than one pack of the same product", tone: "caution" },
};

export const toldOf = (grade: Reuse): Told => TOLD[grade];

/** Data without concepts can't tell more than whether the generic product is the same. */
export function gradeOf(told: Reuse | undefined, packs: Pack[]): Reuse {
  if (told && told !== "unknown") return told;
  return new Set(packs.map((pack) => pack.generic_product_name)).size > 1 ? "unknown" : "same-product";
}
