// A query: how a text fits into the field, and what finds packs instead of a query that finds none.
import type { Facets, Filters, Available, PackLookup, TextPart } from "pack-lookup/core";

export type Facet = keyof Facets;

/** The selected values of each facet. */
export type FacetSelection = Readonly<Record<Facet, readonly string[]>>;

/** The maximum length of a query, in characters. */
export const MAX_QUERY_LENGTH = 200;

export interface FittedText {
  text: string;
  /** Whether the text was longer and was truncated. */
  isTruncated: boolean;
}

/**
 * Writes the text on one line, with spaces for line breaks and no word cut in half. A single-line
 * field would join the lines without a space.
 */
export function fitToQuery(pasted: string): FittedText {
  const text = pasted.replace(/\s+/g, " ");
  if (text.length <= MAX_QUERY_LENGTH) return { text, isTruncated: false };
  const cut = text.slice(0, MAX_QUERY_LENGTH + 1).lastIndexOf(" ");
  return { text: text.slice(0, cut > 0 ? cut : MAX_QUERY_LENGTH), isTruncated: true };
}

/** Reports whether a field would distort a pasted text. */
export const needsFitting = (pasted: string): boolean =>
  /[\r\n]/.test(pasted.trim()) || pasted.length > MAX_QUERY_LENGTH;

export const NO_SELECTION: FacetSelection = { strength: [], form: [], supplier: [] };

/** The selected values of each property. */
export type PropertySelection = Readonly<Partial<Record<keyof Filters, readonly string[]>>>;

/** Nothing is selected. */
export const UNFILTERED = { selection: NO_SELECTION, properties: {} as PropertySelection };

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
