import type { Found } from "pack-lookup/core";

import { count, number } from "../words.js";
import { correctionText } from "./doubts.js";
import type { Listed } from "./products.js";

/** How many packs a search found, as the head of their list. */
export function title({ kind, total, packs }: Found, products?: Listed): string {
  if (total === 0) return "No pack found";
  if (products) return titleOf(products);
  const shown = packs.length < total ? `${number(packs.length)} of ${count(total, "pack")}` : count(total, "pack");
  return kind in CONCEPTS ? `${shown} with this ${CONCEPTS[kind as keyof typeof CONCEPTS]} code` : shown;
}

/** The kinds of codes that many packs have. */
const CONCEPTS = { amp: "AMP", vmpp: "VMPP", vmp: "VMP", vtm: "VTM" };

/** How many of them there are when all that is chosen is left, and of how many products. */
function titleOf({ total, chosen, products }: Listed): string {
  const packs = chosen < total ? `${number(chosen)} of ${count(total, "pack")}` : count(total, "pack");
  return products > 1 ? `${packs}, ${count(products, "product")}` : packs;
}

/** The same for those who hear the page, with what casts doubt on it. */
export function spokenFound(found: Found, products?: Listed): { text: string; isWarning: boolean } {
  const doubts = doubtsOfSearch(found);
  return { text: [...doubts, title(found, products)].join(". "), isWarning: doubts.length > 0 };
}

/** Which words were taken for others, which were left out, and in which strengths there is what is not in this one. */
export function doubtsOfSearch({ corrections, relaxed, strengths }: Found): string[] {
  const taken = corrections.filter(({ to }) => to.length > 0).map((correction) => `${correctionText(correction)}: check each letter`);
  if (strengths.length > 0) return [...taken, `Not to be had in this strength, but in ${strengths.join(", ")}`];
  const leftOut = corrections.filter(({ to }) => to.length === 0).map(({ from }) => `“${from}”`);
  if (leftOut.length > 0) {
    return [...taken, `Left out: ${leftOut.join(", ")}. The packs have the rest of what was asked: check the name on the box`];
  }
  const isSaidOtherwise = relaxed && taken.length === 0;
  return isSaidOtherwise ? ["No pack says it in these words: check the name on the box"] : taken;
}
