// Warnings about how a search was read. The results show them, and a pack that is opened from the results keeps them.
import type { Found } from "pack-lookup/core";

import type { Doubt } from "./doubt.js";
import { ignoredWords } from "./ignored-words.js";

/** How a search was read. Rows of the history may lack `relaxed`: earlier versions of the page did not store it. */
export interface SearchReading extends Pick<Found, "corrections"> {
  /** Whether the results are a partial match. */
  relaxed?: boolean;
}

/** Returns the warnings, the most urgent first: ignored words, corrected words, or that the match is partial. */
export function searchWarnings({ corrections, relaxed = false }: SearchReading): Doubt[] {
  const { suspect, harmless } = ignoredWords(corrections);
  const warnings: Doubt[] = [];
  const add = (kind: Doubt["kind"], tone: Doubt["tone"], text: string) => warnings.push({ kind, about: "code", tone, text });
  if (suspect.length > 0) {
    const advice = suspect.length > 1 ? "These may be medicines" : "This may be a medicine";
    add("ignored_name", "danger", `No exact match. Ignored: ${quoted(suspect)}. ${advice}`);
  }
  if (harmless.length > 0) add("ignored", "caution", `${suspect.length > 0 ? "Also ignored" : "No exact match. Ignored"}: ${quoted(harmless)}`);
  for (const { from, to } of corrections) {
    if (to.length > 0) add("corrected", "caution", `No match for ${quoted([from])}, read as ${to.join(" or ")}`);
  }
  if (relaxed && suspect.length + harmless.length === 0) add("partial_match", "caution", "No exact match");
  return warnings.map((warning, at) => (at === 0 ? { ...warning, text: `${warning.text}. Check the name on the box` } : warning));
}

const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(", ");
