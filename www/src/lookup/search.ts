// Search: pasted queries, results in words, and results grouped by product, with facets.
import type {
  Available,
  Found,
  Group,
  Grouped,
  NoMatch,
  Notice,
  Pack,
  PackLookup,
  PackStatus,
} from "pack-lookup/core";

import { count, number } from "../common/format.js";
import type { PossibleStatus } from "./outcome.js";
import type { Facet, FacetSelection, PropertySelection } from "./query.js";
import { listWarnings } from "./warnings.js";

export {
  type Facet,
  type FacetSelection,
  type FittedText,
  fitToQuery,
  needsFitting,
  NO_SELECTION,
  type PropertySelection,
  UNFILTERED,
} from "./query.js";

/** The packs of a search, with how the text was read. */
export interface SearchResult extends Omit<Found, "statuses"> {
  statuses: PossibleStatus[];
  /** Whether only the start of the text was searched for. */
  isCutOff?: boolean;
  /** Whether the server answered, because the device has no data yet. */
  isFromServer?: boolean | undefined;
}

/** What the heading of a list is about. The server's answer has no filters. */
type TitledResult = Pick<Found, "kind" | "total" | "packs"> & { unfiltered?: number };

const filteredCount = (total: number, unfiltered: number) =>
  `${number(total)} of ${count(unfiltered, "pack")}`;

/** Builds the heading of a result list: the number of packs. */
export function resultTitle(
  { kind, total, unfiltered = total, packs }: TitledResult,
  products?: ProductList,
): string {
  if (total === 0)
    return unfiltered > 0
      ? `No pack of ${number(unfiltered)} matches the filters`
      : "No pack found";
  const all = total < unfiltered ? filteredCount(total, unfiltered) : count(total, "pack");
  const listed = packs.length < total ? `${number(packs.length)} of ${all}` : all;
  const shown = products ? productsTitle(products) : listed;
  return kind in CONCEPTS
    ? `${shown} with this ${CONCEPTS[kind as keyof typeof CONCEPTS]} code`
    : shown;
}

/** The concepts whose codes can have many packs. */
const CONCEPTS = { amp: "AMP", vmpp: "VMPP", vmp: "VMP", vtm: "VTM" };

/**
 * Reports whether results are shown by product: the packs of a name or of a concept, and not those
 * of one code.
 */
export const hasProducts = ({ kind }: Pick<Found, "kind">): boolean =>
  kind === "name" || kind in CONCEPTS;

/** Counts the packs after all filters, and of products. */
function productsTitle({ unfiltered, chosen, products }: ProductList): string {
  const packs = chosen < unfiltered ? filteredCount(chosen, unfiltered) : count(chosen, "pack");
  return products > 1 ? `${packs}, ${count(products, "product")}` : packs;
}

/**
 * Says what screen readers announce: the warnings, the number of packs, and the reason for an
 * empty result.
 */
export function searchAnnouncement(
  found: SearchResult,
  products?: ProductList,
): { text: string; isWarning: boolean } {
  const warnings = listWarnings(found).map(({ text }) => text);
  const reason = emptyReason(found);
  const notices = noticeTexts(found);
  const texts = [
    ...warnings,
    resultTitle(found, products),
    ...notices,
    ...(reason ? [reason] : []),
  ];
  return { text: texts.join(". "), isWarning: warnings.length > 0 || reason !== undefined };
}

/** Says why a result is empty, or `undefined` if the search gives no reason. */
export function emptyReason({
  total,
  no_match,
  available,
}: Pick<Found, "total" | "no_match" | "available">): string | undefined {
  if (total > 0) return undefined;
  return no_match ? REASONS[no_match.reason](no_match.text) : unavailableText(available);
}

const REASONS: Record<NoMatch["reason"], (text: string) => string> = {
  "medicine-not-in-release": (text) => `“${text}” is a medicine that is not in this release`,
  "ambiguous-abbreviation": (text) =>
    `“${text}” can mean more than one medicine or route. Write the full name`,
  "unreadable-exclusion": (text) =>
    `No pack name has “${text}”, so the search cannot exclude it. Check the spelling`,
  "only-exclusions": () => "This search only has words to exclude. Add the name of a medicine",
  "unreadable-quantity": (text) => `“${text}” is not a quantity. Write it like 2.5mg`,
  "unreadable-route": (text) => `“${text}” is no route. Write it like oral or intravenous`,
  "similar-medicines": (text) =>
    `“${text}” is misspelt, and may be more than one medicine. Write the whole name`,
  "several-medicines": (text) => `No pack has all of these medicines: ${text}`,
};

const NOTICES: Record<Notice["notice"], (from: string, to: string) => string> = {
  "former-name": (from, to) => `“${from}” is the former name of ${to}`,
  "other-name": (from, to) => `“${from}” is another name of ${to}`,
  "some-with-further-substances": () => "The last packs have further substances",
  "all-with-further-substances": () =>
    "All of these packs have substances that the search does not name",
};

/**
 * Builds the sentences next to an answer that are not warnings. In a list of products, further
 * substances have a separate heading.
 */
export function noticeTexts({ notices }: Pick<Found, "notices">, products?: ProductList): string[] {
  const texts: string[] = [];
  for (const { notice, from, to } of notices) {
    if (!(products && notice === "some-with-further-substances"))
      texts.push(NOTICES[notice](from, to.join(" or ")));
  }
  return texts;
}

/** The rows of a list by the part in which they are shown. */
interface Parts {
  plain: ProductRow[];
  further: ProductRow[];
  special: ProductRow[];
}

/**
 * Divides rows: packs that pharmacies stock, those with further substances, imports and specials.
 */
export function partsOf(rows: ProductRow[]): Parts {
  const parts: Parts = { plain: [], further: [], special: [] };
  for (const row of rows) {
    if (row.group.origin !== "supplier") parts.special.push(row);
    else if (row.group.further) parts.further.push(row);
    else parts.plain.push(row);
  }
  return parts;
}

/** Each list with its name in the singular and in the plural. */
const PROPERTIES: [keyof Available, string, string][] = [
  ["strengths", "strength", "strengths"],
  ["routes", "route", "routes"],
  ["forms", "form", "forms"],
  // On screens, the word "release" is a release of dm+d.
  ["releases", "type of release", "types of release"],
];

function unavailableText(available: Available): string | undefined {
  const missing = PROPERTIES.filter(([key]) => available[key].length > 0);
  const values = (key: keyof Available) => available[key].join(", ");
  const [first, second] = missing;
  if (!first) return undefined;
  if (!second) return `No pack has this ${first[1]}. Available: ${values(first[0])}`;
  const all = LIST.format(missing.map(([, one]) => one));
  return [
    `No pack has this ${all} together`,
    ...missing.map(([key, , many]) => `Available ${many}: ${values(key)}`),
  ].join(". ");
}

const LIST = new Intl.ListFormat("en-GB");

export interface PackHit {
  pack: Pack;
  status: PackStatus | undefined;
}

/** A product, with its packs if they are shown. */
export interface ProductRow {
  key: string;
  group: Group;
  hits: PackHit[] | undefined;
}

/** The products of a search. */
export interface ProductList extends Omit<Grouped, "groups"> {
  rows: ProductRow[];
}

interface ProductQuery {
  text: string;
  current: boolean;
  selection: FacetSelection;
  properties: PropertySelection;
  /** The number of products to show. */
  limit: number;
  expanded: ReadonlyMap<string, boolean>;
}

/** The maximum number of products per search. */
const MAX_PER_SEARCH = 100;

/**
 * Finds the products of a query. A single product is open. Returns `undefined` if more packs
 * match than are grouped.
 */
export function productsOf(
  packs: PackLookup,
  { text, current, selection, properties, limit, expanded }: ProductQuery,
): ProductList | undefined {
  const page = (offset: number) =>
    packs.search(text, {
      groupBy: "product",
      current,
      filters: properties,
      offset,
      limit: Math.min(limit - offset, MAX_PER_SEARCH),
      ...selection,
    });
  const { groups, ...found } = page(0);
  if (found.more) return undefined;
  for (
    let offset = MAX_PER_SEARCH;
    offset < Math.min(limit, found.products);
    offset += MAX_PER_SEARCH
  )
    groups.push(...page(offset).groups);
  return {
    ...found,
    rows: groups.map((group) =>
      rowOf(packs, group, expanded.get(keyOf(group)) ?? found.products === 1),
    ),
  };
}

/** Builds the row of a product. A product with one pack shows the pack directly. */
function rowOf(packs: PackLookup, group: Group, isOpen: boolean): ProductRow {
  return {
    key: keyOf(group),
    group,
    hits: isOpen || group.packs === 1 ? hitsOf(packs, group) : undefined,
  };
}

const keyOf = ({ origin, product }: Group) => `${origin} ${product}`;

function hitsOf(packs: PackLookup, { pack_ids }: Group): PackHit[] {
  return pack_ids.flatMap((id) => {
    const pack = packs.pack(id);
    return pack ? [{ pack, status: packs.status(id) }] : [];
  });
}

/** Adds a value to the selection, or removes it if it was selected. */
export function toggleValue(
  selection: FacetSelection,
  facet: Facet,
  value: string,
): FacetSelection {
  const others = selection[facet].filter((selected) => selected !== value);
  return {
    ...selection,
    [facet]: others.length < selection[facet].length ? others : [...others, value],
  };
}

/** Adds a value to the properties, or removes it if it was selected. */
export function toggleProperty(
  properties: PropertySelection,
  property: keyof PropertySelection,
  value: string,
): PropertySelection {
  const chosen = properties[property] ?? [];
  const others = chosen.filter((selected) => selected !== value);
  const { [property]: _, ...rest } = properties;
  const values = others.length < chosen.length ? others : [...chosen, value];
  return values.length > 0 ? { ...rest, [property]: values } : rest;
}

export const isFiltered = (selection: FacetSelection | PropertySelection): boolean =>
  Object.values(selection).some((values) => values.length > 0);
