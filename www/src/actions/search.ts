// Search by name while a person types.
import type { Pack, PackLookup, PropertyCounts } from "pack-lookup/core";

import { type Alternative, alternativesOf } from "../lookup/query.js";
import {
  labelledCode,
  looksLikeCode,
  type PackSource,
  readingsOf,
  ungroupDigits,
} from "../lookup/outcome.js";
import {
  type Facet,
  fitToQuery,
  hasProducts,
  type ProductList,
  type ProductRow,
  productsOf,
  searchAnnouncement,
  type PropertySelection,
  type SearchResult,
  toggleProperty,
  toggleValue,
  UNFILTERED,
} from "../lookup/search.js";
import { searchWarnings } from "../lookup/warnings.js";
import { boxRead, corrects, isListShown, printOf } from "../print/model.js";
import type { Host, State, Store } from "../state/state.js";
import { type AskServer, RESULTS } from "./ask-server.js";
import type { LookUp } from "./look-up.js";
import type { Scans } from "./scans.js";

/**
 * The maximum number of packs in a list. People do not read longer lists; more words, or grouping
 * by product, shorten them.
 */
export const MAX_SHOWN = 100;
const DIFFERENT_LIST =
  "The data on this device gives other packs than the server gave. The list now shows those of this device";
/**
 * Queries that use more and more of the search: none, a name, and a misspelled name with a
 * strength, a form and a size.
 */
const FIRST_QUERIES = ["", "aspirin", "asprin 75mg tablts 28"];
/** The number of suggestions that fit above the list on a phone. */
const SUGGESTIONS = 5;

export class Search {
  /** The name that a person entered before the data was open. */
  #submitted: string | undefined;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly lookUp: LookUp,
    private readonly scans: Scans,
    private readonly questions: Pick<AskServer, "wait">,
  ) {
    store.on("restarted", () => this.startOver());
    store.on("serverFound", (found) => this.showFromServer(found));
  }

  type(query: string): void {
    this.#endPrint(query);
    this.#searchFor(query, false);
  }

  /**
   * Searches before a search is needed: the first searches of a visit compile the WebAssembly,
   * which together would block a slow processor for too long.
   */
  async prepare(): Promise<void> {
    for (const query of FIRST_QUERIES) {
      await this.host.nextTask();
      this.store.state.packs?.search(query, { limit: 1 });
    }
  }

  /** Puts a text into the field for the person to check, and does not search for it yet. */
  fill(text: string): void {
    const { text: query, isTruncated: isCutOff } = fitToQuery(text);
    this.store.set({
      query,
      isCutOff,
      answer: undefined,
      found: undefined,
      products: undefined,
      suggestions: [],
      ...UNFILTERED,
      expanded: new Map(),
    });
  }

  /**
   * A text is not from print, unless it corrects what was read: another pack must not get the
   * expiry date of this box.
   */
  #endPrint(text: string): void {
    const { answer, print } = this.store.state;
    const box = boxRead(print);
    if (answer || !box || !corrects(text, box)) this.store.set({ print: undefined });
  }

  /** Searches for a pasted text, such as the text of a box. */
  paste(pasted: string): void {
    this.#endPrint(pasted);
    const { text, isTruncated } = fitToQuery(pasted);
    this.#searchFor(text, isTruncated);
  }

  #searchFor(query: string, isCutOff: boolean): void {
    this.store.set({
      query,
      isCutOff,
      answer: undefined,
      ...UNFILTERED,
      expanded: new Map(),
    });
    this.#search(RESULTS);
  }

  /** Searches for what the medicine has instead. */
  useAlternative({ query }: Alternative): void {
    this.type(query);
    this.host.focus("hits-title");
  }

  /** Inserts a suggestion, and keeps the focus in the field for the next word. */
  complete(text: string): void {
    this.type(`${text} `);
    this.host.focus("query");
  }

  submit(): void {
    const { packs, query, found, print } = this.store.state;
    const text = codeOrText(query, packs, found);
    const isFromPrint = boxRead(print) !== undefined;
    // Print never opens a pack by itself, and a text with doubts is searched for when the person
    // has checked it.
    const only = isFromPrint ? undefined : onlyHit(found);
    if (isFromPrint && packs && !found) this.#search(RESULTS);
    if (!text) return this.#askForText();
    if (!packs) this.#wait(text);
    else if (isCode(text, packs, found)) this.lookUp.enter(text);
    else if (only) this.open(only);
    else this.host.focus("hits-title");
  }

  #askForText(): void {
    this.host.announce({ text: "Type a barcode number or a name", isWarning: false });
    this.host.focus("query");
  }

  /**
   * Keeps a text until the data is open: a code like a scan, and a name as the search that the
   * field has.
   */
  #wait(text: string): void {
    if (looksLikeCode(text)) return this.scans.scanned(text);
    this.#submitted = text;
    this.#waitFor(text, true);
  }

  /** Keeps a text that is being typed as the question that waits. A code waits from Enter on. */
  #waitForTyped(text: string): void {
    this.store.set({ found: undefined, products: undefined });
    if (text && !looksLikeCode(text)) this.#waitFor(text, false);
    else if (this.store.state.waiting?.question.by === "name")
      this.store.set({ waiting: undefined });
  }

  #waitFor(text: string, isSubmitted: boolean): void {
    this.questions.wait(
      { by: "name", text, isSubmitted },
      `The packs for “${text}” appear here when the data has loaded`,
    );
  }

  /** Shows the server's answer to a search that waits. */
  showFromServer(found: SearchResult): void {
    this.store.set({ found, products: undefined });
    this.host.announce(searchAnnouncement(found));
    this.host.focus("hits-title");
  }

  open(pack: Pack): void {
    const { found, print } = this.store.state;
    this.lookUp.open(pack, found ?? { corrections: [] }, printOf(print));
  }

  filter(currentOnly: boolean): void {
    this.store.set({ currentOnly });
    this.#search(RESULTS);
  }

  more(): void {
    this.#search(this.#shown() + RESULTS);
  }

  /** Shows or hides the packs of a product. */
  togglePacks({ key, hits }: ProductRow): void {
    this.store.set({
      expanded: new Map([...this.store.state.expanded, [key, hits === undefined]]),
    });
    this.#updateProducts();
  }

  /** Adds a value of a facet to the filters, or removes it. */
  toggleFacet(facet: Facet, value: string): void {
    this.store.set({ selection: toggleValue(this.store.state.selection, facet, value) });
    this.#search(RESULTS);
  }

  /** Adds a value of a property to the filters, or removes it. */
  toggleProperty(property: keyof PropertySelection, value: string): void {
    this.store.set({ properties: toggleProperty(this.store.state.properties, property, value) });
    this.#search(RESULTS);
  }

  clearFilters(): void {
    this.store.set(UNFILTERED);
    this.#search(RESULTS);
    this.host.focus("hits-title");
  }

  /** Shows the packs of a query, when the person goes back to them. The list stays as it was. */
  show(query: string): void {
    const { found, query: typed } = this.store.state;
    this.store.set({ view: "look-up", answer: undefined });
    if (!found || typed.trim() !== query) this.type(query);
    this.host.focus("hits-title");
  }

  /** Shows the list from which a pack was opened. */
  backToList(): void {
    this.show(this.store.state.query.trim());
  }

  /** Shows all packs of a concept, as products. */
  showConcept(id: string): void {
    this.#searchFor(id, false);
    this.host.scrollToTop();
    this.host.focus("hits-title");
  }

  /** Moves the focus from the field to the first result. */
  enterList(): void {
    this.host.focus(this.store.state.answer ? "result-name" : "hits-title");
  }

  /** Shows or hides the filters. */
  toggleFilters(): void {
    this.store.set({ areFiltersShown: !this.store.state.areFiltersShown });
    this.store.set({ propertyCounts: this.#propertyCounts() });
  }

  /** Clears the answer and the field. */
  startOver(): void {
    this.clear();
    this.host.focus("query");
  }

  clear(): void {
    this.lookUp.clear();
    this.store.set({
      found: undefined,
      products: undefined,
      ...UNFILTERED,
      suggestions: [],
      query: "",
      print: undefined,
    });
  }

  /**
   * Updates the list under an answer after the data has changed, or searches for a text that was
   * typed before the data was open.
   */
  dataOpened(): void {
    const { answer, found, query } = this.store.state;
    if (!answer) this.#search(RESULTS);
    else if (found) this.store.set(this.#results(this.#shown()));
    const isSubmitted = this.#submitted === ungroupDigits(query);
    this.#submitted = undefined;
    if (found?.isFromServer) this.#reportDifference(found);
    else if (isSubmitted) this.submit();
  }

  /** Warns if the device finds other packs than the server found. */
  #reportDifference(earlier: SearchResult): void {
    const { found } = this.store.state;
    const idsIn = ({ packs }: SearchResult) =>
      packs
        .map(({ pack_id }) => pack_id)
        .sort()
        .join();
    if (found && (found.total !== earlier.total || idsIn(found) !== idsIn(earlier)))
      this.store.tell("warning", DIFFERENT_LIST);
  }

  #search(limit: number): void {
    const { packs, query } = this.store.state;
    if (!packs) return this.#waitForTyped(query.trim());
    const results = this.#results(limit);
    const { found } = results;
    const suggestions =
      found?.kind === "name" && this.#hasList ? packs.suggest(query, { limit: SUGGESTIONS }) : [];
    this.store.set({ ...results, suggestions, alternatives: this.#alternatives(packs, found) });
    if (!found) return;
    this.host.announce({
      ...searchAnnouncement(found, this.store.state.products),
      whileTyping: true,
    });
    if (found.kind === "gtin") this.lookUp.preview(codeOrText(query, packs, found));
  }

  #alternatives(packs: PackLookup, found: SearchResult | undefined): Alternative[] {
    if (!found || found.total > 0) return [];
    return alternativesOf(packs, this.store.state.query, found.available);
  }

  #results(limit: number): Pick<State, "found" | "products" | "propertyCounts"> {
    const found = this.#find(limit);
    return {
      found,
      propertyCounts: found && this.#propertyCounts(),
      products:
        found && found.total > 0 && hasProducts(found) && this.#hasList
          ? this.#products(limit)
          : undefined,
    };
  }

  /** Finds the values of each property, if the filters are shown. */
  #propertyCounts(): PropertyCounts[] | undefined {
    const { packs, query, currentOnly, properties, areFiltersShown } = this.store.state;
    const text = ungroupDigits(query);
    if (!packs || !text || !areFiltersShown) return undefined;
    return packs.filters(text, { current: currentOnly, filters: properties }).properties;
  }

  /** Whether the results are a list, and not only the first ones next to print. */
  get #hasList(): boolean {
    const { print } = this.store.state;
    return boxRead(print) === undefined || isListShown(print);
  }

  /** Updates the products, as many as are shown. */
  #updateProducts(): void {
    this.store.set({ products: this.#products(this.#shown()) });
  }

  /** Counts the rows that are shown. */
  #shown(): number {
    const { found, products } = this.store.state;
    return Math.max(products ? products.rows.length : (found?.packs.length ?? 0), RESULTS);
  }

  #products(limit: number): ProductList | undefined {
    const { packs, query, currentOnly: current, ...state } = this.store.state;
    const { selection, properties, expanded } = state;
    const text = ungroupDigits(query);
    return packs && productsOf(packs, { text, current, selection, properties, limit, expanded });
  }

  #find(limit: number): SearchResult | undefined {
    return this.find(ungroupDigits(this.store.state.query), limit);
  }

  /** Finds the first packs of a text, with the filters of the page. */
  find(text: string, limit = MAX_SHOWN): SearchResult | undefined {
    const { packs, isCutOff, currentOnly, properties } = this.store.state;
    if (!packs || !text) return undefined;
    return {
      ...packs.search(text, {
        limit: Math.min(limit, MAX_SHOWN),
        current: currentOnly,
        filters: properties,
      }),
      isCutOff,
    };
  }
}

/**
 * Finds the only pack of a search, which can be opened directly. A match with a warning must be
 * chosen by the person.
 */
function onlyHit(found: SearchResult | undefined): Pack | undefined {
  return found?.total === 1 && searchWarnings(found).length === 0 ? found.packs[0] : undefined;
}

/** Writes the text of the field, or the code in it, if the search reads it as one. */
function codeOrText(
  query: string,
  packs: PackLookup | undefined,
  found: SearchResult | undefined,
): string {
  const text = ungroupDigits(query);
  if (!packs || found?.kind !== "gtin" || looksLikeCode(text)) return text;
  return labelledCode(text, (code) => packs.search(code, { limit: 1 }).total > 0) ?? text;
}

/**
 * Reports whether a text is to be looked up as a code: a pack has it as its GTIN, or it looks like
 * a code and no search finds it. The lookup then explains its error. Other digits can be part of a
 * name, such as the code of a device.
 */
function isCode(text: string, packs: PackSource, found: SearchResult | undefined): boolean {
  if (found?.kind === "ampp_id" && found.total > 0) return false;
  const readings = readingsOf(packs, [text]);
  const isOfPack = readings.some((reading) => reading.packs.length > 0);
  return isOfPack || (found?.total === 0 && (readings.length > 0 || looksLikeCode(text)));
}
