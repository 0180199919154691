// The words for how much the packs of a re-used code differ. The grade is from the data.
import type { Pack, Reuse } from "pack-lookup/core";

interface StoredWarning {
  title: string;
  tone: "caution" | "danger";
}

const MESSAGES: { [grade in Reuse]: StoredWarning } = {
  "different-medicines": { title: "This code was used for different medicines", tone: "danger" },
  "different-strength-or-form": { title: "This code was used for the same medicine in another strength or form", tone: "danger" },
  unknown: { title: "This code was used for different products", tone: "danger" },
  "same-product": { title: "This code was used for more than one pack of the same product", tone: "caution" },
};

export const reuseMessage = (grade: Reuse): StoredWarning => MESSAGES[grade];

/** Returns the grade. Without concepts, only the generic product can be compared. */
export function gradeOf(grade: Reuse | undefined, packs: Pack[]): Reuse {
  if (grade && grade !== "unknown") return grade;
  return new Set(packs.map((pack) => pack.generic_product_name)).size > 1 ? "unknown" : "same-product";
}
