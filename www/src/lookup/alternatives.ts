// What a medicine has instead of a strength, route, form or release that no pack has: each as a
// query that finds packs as it is written.
import type { Available, Found } from "pack-lookup/core";

/** A value that packs have, and the query with it in place of the one that no pack has. */
export interface Alternative {
  value: string;
  query: string;
}

/** The search of an open dataset. */
type SearchOne = (text: string) => Pick<Found, "total" | "corrections" | "relaxed">;

/** The most alternatives that are shown. More do not help. */
const MAX_ALTERNATIVES = 24;
/** The most words that a strength, a route, a form or a release has. */
const MAX_WORDS = 3;

/** A number with its unit as the next word: they are one strength. */
const UNIT_APART =
  /(\d)\s+(?=(?:mg|mcg|micrograms?|nanograms?|g|grams?|ml|l|litres?|units?|iu|mmol|%)(?:\s|\/|$))/gi;

/**
 * Returns the alternatives of an empty result. An alternative for which no query is found is
 * omitted.
 */
export function alternativesOf(
  search: SearchOne,
  query: string,
  available: Available,
): Alternative[] {
  const words = query.replace(UNIT_APART, "$1").split(/\s+/).filter(Boolean);
  const values = (Object.keys(available) as (keyof Available)[]).flatMap((property) =>
    available[property].map((value) => ({ property, value })),
  );
  const alternatives: Alternative[] = [];
  for (const { property, value } of values.slice(0, MAX_ALTERNATIVES)) {
    const found = queryWith(search, words, value, property === "strengths");
    if (found) alternatives.push({ value, query: found });
  }
  return alternatives;
}

/**
 * Returns the query with a value in place of as few words as possible. Its other words stay as they
 * are, and packs match all of it.
 */
function queryWith(
  search: SearchOne,
  words: string[],
  value: string,
  isStrength: boolean,
): string | undefined {
  for (let length = 1; length <= Math.min(MAX_WORDS, words.length - 1); length += 1) {
    // People write the medicine first, so the last words are the first to be replaced.
    for (let start = words.length - length; start >= 0; start -= 1) {
      const replaced = words.slice(start, start + length);
      const rest = [...words.slice(0, start), ...words.slice(start + length)];
      const query = [...words.slice(0, start), value, ...words.slice(start + length)].join(" ");
      if (
        /\d/.test(replaced.join()) === isStrength &&
        namesSomething(rest) &&
        isExact(search(rest.join(" "))) &&
        isExact(search(query))
      )
        return query;
    }
  }
  return undefined;
}

const namesSomething = (words: string[]) => words.some((word) => /\p{L}{3}/u.test(word));

const isExact = ({ total, corrections, relaxed }: ReturnType<SearchOne>) =>
  total > 0 && corrections.length === 0 && !relaxed;
