// What a medicine has instead of a strength, route, form or release that no pack has: each as a
// query that finds packs as it is written.
import type { Available, PackLookup, TextPart } from "pack-lookup/core";

/** A value that packs have, and the query with it in place of the one that no pack has. */
export interface Alternative {
  value: string;
  query: string;
}

/** The open dataset: what it reads in a text, and finds. */
type Packs = Pick<PackLookup, "describe" | "search">;

/** The most alternatives that are shown. More do not help. */
const MAX_ALTERNATIVES = 24;

/** What a part of the query is, in place of which a value comes. */
const ROLES: Record<keyof Available, TextPart["role"]> = {
  strengths: "strength",
  routes: "route",
  forms: "form",
  releases: "release",
};

/**
 * Builds the alternatives of an empty result. An alternative that does not find packs as it is
 * written is omitted.
 */
export function alternativesOf(packs: Packs, query: string, available: Available): Alternative[] {
  const parts = packs.describe(query);
  const values = (Object.keys(ROLES) as (keyof Available)[]).flatMap((property) =>
    available[property].map((value) => ({ role: ROLES[property], value })),
  );
  return values
    .slice(0, MAX_ALTERNATIVES)
    .map(({ role, value }) => ({ value, query: queryWith(parts, role, value) }))
    .filter(({ query }) => query !== undefined && isExact(packs, query)) as Alternative[];
}

/** Builds the query with a value in place of its part of a role, if it has one such part. */
function queryWith(parts: TextPart[], role: TextPart["role"], value: string): string | undefined {
  if (parts.filter((part) => part.role === role).length !== 1) return undefined;
  return parts.map((part) => (part.role === role ? value : part.text)).join(" ");
}

function isExact(packs: Packs, query: string): boolean {
  const { total, corrections, relaxed } = packs.search(query, { limit: 1 });
  return total > 0 && corrections.length === 0 && !relaxed;
}
