import type { Found } from "pack-lookup/core";

import { count, number } from "../words.js";
import { correctionText } from "./doubts.js";

/** How many packs a search found, as the head of their list. */
export function title({ total, packs }: Found): string {
  if (total === 0) return "No pack found";
  return packs.length < total ? `${number(packs.length)} of ${count(total, "pack")}` : count(total, "pack");
}

/** The same for those who hear the page, with what casts doubt on it. */
export function spokenFound(found: Found): { text: string; isWarning: boolean } {
  const { corrections } = found;
  return { text: [...corrections.map(correctionText), title(found)].join(". "), isWarning: corrections.length > 0 };
}
