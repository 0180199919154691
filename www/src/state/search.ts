// The search: the text of the field, what was found, and what narrows it.
import type { PropertyCounts, Suggestion } from "pack-lookup/core";

import type { Alternative } from "../lookup/alternatives.js";
import { UNFILTERED } from "../lookup/query.js";
import type {
  FacetSelection,
  ProductList,
  PropertySelection,
  SearchResult,
} from "../lookup/search.js";

export interface SearchSlice {
  /** The text of the search field. It always belongs to what is shown. */
  query: string;
  currentOnly: boolean;
  /** Whether `query` is only the start of the pasted text. */
  isCutOff: boolean;
  found?: SearchResult | undefined;
  /** What the medicine has instead, if the result is empty. */
  alternatives: Alternative[];
  /** The same packs as products, if they are few enough to be grouped. */
  products?: ProductList | undefined;
  /** The selected values of each facet. */
  selection: FacetSelection;
  /** The selected values of each property. */
  properties: PropertySelection;
  /** The values of each property, while the filters are shown. */
  propertyCounts?: PropertyCounts[] | undefined;
  /** Whether the filters are shown. */
  areFiltersShown: boolean;
  /** The products that the person opened (`true`) or closed (`false`). */
  expanded: ReadonlyMap<string, boolean>;
  /** The completions of the name that is being typed. */
  suggestions: Suggestion[];
}

export const initialSearch = (): SearchSlice => ({
  query: "",
  isCutOff: false,
  currentOnly: false,
  ...UNFILTERED,
  areFiltersShown: false,
  expanded: new Map(),
  suggestions: [],
  alternatives: [],
});
