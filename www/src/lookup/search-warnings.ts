// Warnings about how a query was interpreted. The results show them, and a pack opened from the results keeps them.
import type { Found } from "pack-lookup/core";

import { ignoredWords } from "./ignored-words.js";
import type { Warning } from "./warning.js";

/** How a query was interpreted. Rows of the history may lack `relaxed`: earlier versions of the page did not store it. */
export interface SearchReading extends Pick<Found, "corrections"> {
  /** Whether the results are a partial match. */
  relaxed?: boolean;
}

/** Returns the warnings, the most urgent first: ignored words, corrected words, or a partial match. */
export function searchWarnings({ corrections, relaxed = false }: SearchReading): Warning[] {
  const { suspect, harmless } = ignoredWords(corrections);
  const warnings: Warning[] = [];
  const add = (kind: Warning["kind"], tone: Warning["tone"], text: string) => warnings.push({ kind, about: "code", tone, text });
  if (suspect.length > 0) {
    const advice = suspect.length > 1 ? "These may be medicines" : "This may be a medicine";
    add("ignored_name", "danger", `No exact match. Ignored: ${quoted(suspect)}. ${advice}`);
  }
  if (harmless.length > 0) add("ignored", "caution", `${suspect.length > 0 ? "Also ignored" : "No exact match. Ignored"}: ${quoted(harmless)}`);
  for (const { from, to } of corrections) {
    if (to.length > 0) add("corrected", "caution", `No match for ${quoted([from])}. Showing ${to.join(" or ")}`);
  }
  if (relaxed && suspect.length + harmless.length === 0) add("partial_match", "caution", "No exact match");
  return warnings.map((warning, at) => (at === 0 ? { ...warning, text: `${warning.text}. Check the name on the box` } : warning));
}

const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(", ");
