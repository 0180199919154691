// The search with what it found, the answer on the screen, what a person has begun about it, and
// the camera with its count.
import type { OutlinedCode } from "blocks/scanner/types.js";
import type { PropertyCounts, Suggestion } from "pack-lookup/core";

import type { ListCheck } from "../code-list/check.js";
import type { Answer } from "../lookup/answer.js";
import type { CountedBox } from "../lookup/count.js";
import type { PrintReaderState, PrintTask } from "../print/model.js";
import type { Draft } from "../report/draft.js";
import type { Tying } from "./records.js";
import { type Alternative, UNFILTERED } from "../lookup/query.js";
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

/** What a person had begun about an answer, kept when another answer takes its place. */
export type Kept =
  | { is: "report"; answer: Answer; draft: Draft }
  /** `answer` is the pack that the person had opened for the code. */
  | { is: "tying"; tying: Tying; answer?: Answer | undefined };

export interface LookUpSlice {
  answer?: Answer | undefined;
  /** The report about the answer, while its form is open. */
  report?: Draft | undefined;
  /** What the person had begun about earlier answers. */
  kept: readonly Kept[];
  isCameraOn: boolean;
  /** Whether the camera is on or starting, or did not start in a stock-take. */
  isCameraOpen: boolean;
  /** Whether the camera counts every code in view. */
  isCounting: boolean;
  /** The boxes of the count, in their order. */
  counted: CountedBox[];
  /** The number of codes that are counted when the data has loaded. */
  uncounted: number;
  /** The boxes in view, while every code is counted. */
  inView: OutlinedCode[];
  /** The list of codes that was checked last, or why it could not be. */
  codeList: { check?: ListCheck; problem?: string };
  /** The reader of print, if this page has one. */
  printReader?: PrintReaderState | undefined;
  /** The picture whose print is read. */
  print?: PrintTask | undefined;
}

export const initialLookUp = {
  kept: [],
  isCameraOn: false,
  isCameraOpen: false,
  isCounting: false,
  counted: [],
  uncounted: 0,
  inView: [],
  codeList: {},
} satisfies LookUpSlice;
