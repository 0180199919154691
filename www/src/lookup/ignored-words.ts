// Decides which ignored words may name a medicine. The search recognises box phrases by a table,
// and the page reads the same table.
import type { Correction } from "pack-lookup/core";

import table from "../../../src/search/box_phrases.tsv?raw";

/** Ignored words as typed. Adjacent words are one text. */
interface IgnoredWords {
  /** Words that may name a medicine. */
  suspect: string[];
  /** Box phrases, codes, sizes and short words. */
  harmless: string[];
}

/** The first column of the table: words and phrases in lower case. */
const PHRASES = phrasesOf(table);
const LONGEST_PHRASE = Math.max(...[...PHRASES].map((phrase) => phrase.split(" ").length));

function phrasesOf(table: string): Set<string> {
  const rows = table.split("\n").filter((row) => row && !row.startsWith("#"));
  return new Set(rows.map((row) => row.slice(0, row.indexOf("\t"))));
}

/**
 * Splits the ignored words of a search by whether they may name a medicine. A correction without a
 * replacement is a run of ignored words.
 */
export function ignoredWords(corrections: Correction[]): IgnoredWords {
  const ignored: IgnoredWords = { suspect: [], harmless: [] };
  for (const { from, to } of corrections) {
    if (to.length > 0) continue;
    for (const { isSuspect, words } of runsOf(from))
      ignored[isSuspect ? "suspect" : "harmless"].push(words.join(" "));
  }
  return ignored;
}

interface Run {
  isSuspect: boolean;
  words: string[];
}

function runsOf(text: string): Run[] {
  const typed = text.split(/\s+/).filter(Boolean);
  const folded = typed.map(fold);
  const runs: Run[] = [];
  for (let at = 0; at < typed.length; ) {
    const used = phraseAt(folded, at);
    const isSuspect = used === 0 && mayBeName(folded[at] ?? "");
    const words = typed.slice(at, at + Math.max(used, 1));
    const last = runs.at(-1);
    if (last?.isSuspect === isSuspect) last.words.push(...words);
    else runs.push({ isSuspect, words });
    at += words.length;
  }
  return runs;
}

/**
 * Counts the words of the longest phrase of the table that begins at this word, or 0.
 */
function phraseAt(words: string[], at: number): number {
  for (let used = Math.min(LONGEST_PHRASE, words.length - at); used > 0; used--) {
    if (PHRASES.has(words.slice(at, at + used).join(" "))) return used;
  }
  return 0;
}

/** Makes a word in lower case, without accents, apostrophes and surrounding punctuation. */
function fold(word: string): string {
  const plain = word
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase();
  return plain.replace(/^[^\p{L}\p{N}%]+|[^\p{L}\p{N}%]+$/gu, "");
}

/**
 * Reports whether a word may be a name: four letters or more, without a digit. Codes have digits,
 * and shorter words are abbreviations.
 */
function mayBeName(word: string): boolean {
  return word
    .split(/[^\p{L}\p{N}]+/u)
    .some((part) => /^\p{L}{4,}$/u.test(part) && !PHRASES.has(part));
}
