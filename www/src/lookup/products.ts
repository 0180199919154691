// Search results as products: few lines for many packs, with facets.
import type { Facets, Grouped, Group, Pack, PackLookup, PackStatus } from "pack-lookup/core";

export type Facet = keyof Facets;

/** The selected values of each facet. */
export type Choices = Readonly<Record<Facet, readonly string[]>>;

export const NO_CHOICES: Choices = { strength: [], form: [], supplier: [] };

export interface Hit {
  pack: Pack;
  status: PackStatus | undefined;
}

/** A product, with its packs if they are shown. */
export interface Line {
  key: string;
  group: Group;
  hits: Hit[] | undefined;
}

/** The products of a search. */
export interface Listed extends Omit<Grouped, "groups"> {
  lines: Line[];
}

export interface Asked {
  text: string;
  current: boolean;
  choices: Choices;
  /** The number of products to show. */
  most: number;
  opened: ReadonlyMap<string, boolean>;
}

/** The maximum number of products per search. */
const TOGETHER = 100;

/** Returns the products of a query. A single product is open. Returns `undefined` if more packs match than are grouped. */
export function productsOf(packs: PackLookup, { text, current, choices, most, opened }: Asked): Listed | undefined {
  const page = (offset: number) =>
    packs.search(text, { groupBy: "product", sort: "relevance", current, offset, limit: Math.min(most - offset, TOGETHER), ...choices });
  const { groups, ...found } = page(0);
  if (found.more) return undefined;
  for (let offset = TOGETHER; offset < Math.min(most, found.products); offset += TOGETHER) groups.push(...page(offset).groups);
  return { ...found, lines: groups.map((group) => line(packs, group, opened.get(keyOf(group)) ?? found.products === 1)) };
}

/** Returns the line of a product. A product with one pack shows the pack directly. */
function line(packs: PackLookup, group: Group, isOpen: boolean): Line {
  return { key: keyOf(group), group, hits: isOpen || group.packs === 1 ? hitsOf(packs, group) : undefined };
}

const keyOf = ({ origin, product }: Group) => `${origin} ${product}`;

function hitsOf(packs: PackLookup, { pack_ids }: Group): Hit[] {
  return pack_ids.flatMap((id) => {
    const pack = packs.pack(id);
    return pack ? [{ pack, status: packs.status(id) }] : [];
  });
}

/** Returns the choices with a value added, or removed if it was selected. */
export function toggled(choices: Choices, facet: Facet, value: string): Choices {
  const others = choices[facet].filter((one) => one !== value);
  return { ...choices, [facet]: others.length < choices[facet].length ? others : [...others, value] };
}

export const isNarrowed = (choices: Choices): boolean => Object.values(choices).some((values) => values.length > 0);
