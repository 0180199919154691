// The text of a search, as the field takes it.
import type { Facets, Filters } from "pack-lookup/core";

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
