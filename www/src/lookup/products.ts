// Search results grouped by product, with facets.
import type { Facets, Group, Grouped, Pack, PackLookup, PackStatus } from "pack-lookup/core";

export type Facet = keyof Facets;

/** The selected values of each facet. */
export type FacetSelection = Readonly<Record<Facet, readonly string[]>>;

export const NO_SELECTION: FacetSelection = { strength: [], form: [], supplier: [] };

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

export interface ProductQuery {
  text: string;
  current: boolean;
  selection: FacetSelection;
  /** The number of products to show. */
  limit: number;
  expanded: ReadonlyMap<string, boolean>;
}

/** The maximum number of products per search. */
const MAX_PER_SEARCH = 100;

/** Returns the products of a query. A single product is open. Returns `undefined` if more packs match than are grouped. */
export function productsOf(packs: PackLookup, { text, current, selection, limit, expanded }: ProductQuery): ProductList | undefined {
  const page = (offset: number) =>
    packs.search(text, { groupBy: "product", sort: "relevance", current, offset, limit: Math.min(limit - offset, MAX_PER_SEARCH), ...selection });
  const { groups, ...found } = page(0);
  if (found.more) return undefined;
  for (let offset = MAX_PER_SEARCH; offset < Math.min(limit, found.products); offset += MAX_PER_SEARCH) groups.push(...page(offset).groups);
  return { ...found, rows: groups.map((group) => rowOf(packs, group, expanded.get(keyOf(group)) ?? found.products === 1)) };
}

/** Returns the row of a product. A product with one pack shows the pack directly. */
function rowOf(packs: PackLookup, group: Group, isOpen: boolean): ProductRow {
  return { key: keyOf(group), group, hits: isOpen || group.packs === 1 ? hitsOf(packs, group) : undefined };
}

const keyOf = ({ origin, product }: Group) => `${origin} ${product}`;

function hitsOf(packs: PackLookup, { pack_ids }: Group): PackHit[] {
  return pack_ids.flatMap((id) => {
    const pack = packs.pack(id);
    return pack ? [{ pack, status: packs.status(id) }] : [];
  });
}

/** Returns the selection with a value added, or removed if it was selected. */
export function toggleValue(selection: FacetSelection, facet: Facet, value: string): FacetSelection {
  const others = selection[facet].filter((selected) => selected !== value);
  return { ...selection, [facet]: others.length < selection[facet].length ? others : [...others, value] };
}

export const isFiltered = (selection: FacetSelection): boolean => Object.values(selection).some((values) => values.length > 0);
