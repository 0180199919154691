// Search results: packs, or products as rows that open, with facets above.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { FacetValue, Group, Pack, Suggestion } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { MAX_SHOWN } from "../actions/search.js";
import { count, number, pluralUnit } from "../common/format.js";
import type { Alternative } from "../lookup/query.js";
import type { PossibleStatus } from "../lookup/outcome.js";
import { nameParts, statusText } from "../lookup/pack.js";
import {
  emptyReason,
  type Facet,
  type FacetSelection,
  hasProducts,
  isFiltered,
  noticeTexts,
  type PackHit,
  partsOf,
  type ProductList,
  type ProductRow,
  resultTitle,
  type SearchResult,
} from "../lookup/search.js";
import { listWarnings } from "../lookup/warnings.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";
import { statusLine, warningsView } from "./warnings.js";
import { spoken, toggle } from "./controls.js";

export function hits(state: State, found: SearchResult, actions: Actions) {
  return html`
    <section class="hits" aria-labelledby="hits-title">
      <div class="hits-head">
        <h2 id="hits-title" tabindex="-1">${resultTitle(found, state.products)}</h2>
        ${found.isFromServer ? nothing : currentToggle(state, actions)}
      </div>
      ${suggestions(state, actions)}
      ${warningsView(listWarnings(found))}
      ${noticeTexts(found, state.products).map((text) => html`<p class="small notice">${text}</p>`)}
      ${found.isFromServer ? nothing : filterPanel(state, found, actions)}
      ${foundPacks(state, found, actions)}
      ${more(state, found, actions)}
    </section>`;
}

function foundPacks(state: State, found: SearchResult, actions: Actions) {
  if (found.total === 0) return nothingFound(state, found, actions);
  return state.products ? products(state.products, actions) : list(found, actions);
}

function currentToggle({ currentOnly }: State, actions: Actions) {
  return toggle("Current packs only", currentOnly, (isOn) => actions.search.filter(isOn));
}

function suggestions({ suggestions, query }: State, actions: Actions) {
  const others = suggestions.filter(({ text }) => text !== query.trim().toLowerCase());
  if (others.length === 0) return nothing;
  const button = ({ text }: Suggestion) =>
    html`<button @click=${() => actions.search.complete(text)}>${text}</button>`;
  return html`<div class="suggestions" role="group" aria-label="Suggestions">${others.map(button)}</div>`;
}

function nothingFound({ currentOnly, alternatives }: State, found: SearchResult, actions: Actions) {
  if (found.unfiltered > 0) return html`<p>No packs match these filters.</p>`;
  if (found.kind !== "name")
    return html`<p>No match yet. Enter the whole code. If nothing appears, press Find.</p>`;
  const reason = emptyReason(found);
  return html`
    ${
      reason
        ? statusLine({ tone: "caution", text: reason })
        : html`<p>Try fewer words, or the first letters of each.</p>`
    }
    ${
      alternatives.length > 0
        ? html`<div class="chips" role="group"
          aria-label="Available instead">${alternatives.map((alternative) => alternativeButton(alternative, actions))}</div>`
        : nothing
    }
    ${currentOnly ? html`<p>You chose to see current packs only. Discontinued packs may match.</p>` : nothing}`;
}

/**
 * Shows a button for a search. Its text is only the value; the search field then shows the whole
 * query.
 */
function alternativeButton(alternative: Alternative, actions: Actions) {
  return html`<button
    @click=${() => actions.search.useAlternative(alternative)}><bdi>${alternative.value}</bdi></button>`;
}

function more({ products }: State, found: SearchResult, actions: Actions) {
  if (products) {
    const isAll = products.rows.length >= products.products;
    return isAll
      ? nothing
      : html`<button class="big"
        @click=${() => actions.search.more()}>Show more of ${number(products.products)} products</button>`;
  }
  if (found.packs.length >= found.total) return nothing;
  if (found.isFromServer)
    return html`<p class="small">Showing the first ${number(found.packs.length)}.
      All packs appear when the data has loaded.</p>`;
  if (found.packs.length >= MAX_SHOWN)
    return html`<p class="small">Showing the first ${number(found.packs.length)}.
      Add a word or a strength to see fewer.</p>`;
  return html`<button class="big" @click=${() => actions.search.more()}>Show more of ${number(found.total)}</button>`;
}

function list({ packs, statuses }: SearchResult, actions: Actions) {
  return html`<ul class="list">${packs.map(
    (pack, index) => html`<li>${hit(pack, statuses[index], actions)}</li>`,
  )}</ul>`;
}

function products(list: ProductList, actions: Actions) {
  const { plain, further, special } = partsOf(list.rows);
  return html`
    ${list.chosen === 0 ? html`<p>No packs match these filters.</p>` : nothing}
    ${rows("Products", plain, actions)}
    ${section("further-substances", "With further substances", further, actions)}
    ${section("special-orders", "Imports and special orders", special, actions)}`;
}

/** Shows rows below a heading: other medicines, or what pharmacies do not stock. */
function section(id: string, title: string, rowsOfPart: ProductRow[], actions: Actions) {
  if (rowsOfPart.length === 0) return nothing;
  return html`<section class="part" aria-labelledby=${id}><h3
    id=${id}>${title}</h3>${rows(title, rowsOfPart, actions)}</section>`;
}

function rows(label: string, products: ProductRow[], actions: Actions) {
  if (products.length === 0) return nothing;
  return html`<ul class="list products" aria-label=${label}>${repeat(
    products,
    ({ key }) => key,
    (product) => html`<li>${rowView(product, actions)}</li>`,
  )}</ul>`;
}

function rowView(product: ProductRow, actions: Actions) {
  const { group, hits } = product;
  const [only] = hits ?? [];
  if (group.packs === 1 && only) return hit(only.pack, only.status, actions);
  return html`
    <button class="group" aria-expanded=${hits !== undefined} @click=${() => actions.search.togglePacks(product)}>
      ${icons.more}
      <span class="product">${group.product}</span>
      ${group.brands.length > 0 ? html`<span class="rest">${brandsOf(group)}</span>` : nothing}
      <span class="rest">${counts(group)}</span>
    </button>
    ${hits ? packs(group, hits, actions) : nothing}`;
}

/** The number of brands that fit below the name of a product. */
const BRANDS = 3;

/** Finds the first brands of a product, and the number of the others. */
function brandsOf({ brands }: Group) {
  const shown = brands.slice(0, BRANDS).map((brand) => html`<span><bdi>${brand}</bdi></span>`);
  const others = brands.length - shown.length;
  return html`${shown}${others > 0 ? html`<span>${count(others, "other name")}</span>` : nothing}`;
}

function packs(group: Group, hits: PackHit[], actions: Actions) {
  return html`<ul class="packs" aria-label=${`Packs of ${group.product}`}>${hits.map(
    ({ pack, status }) => html`<li>${hitOfProduct(group, pack, status, actions)}</li>`,
  )}</ul>`;
}

/** The number of sizes that fit on a line. */
const SIZES = 4;

function counts({ origin, packs, suppliers, sizes }: Group) {
  const from = origin === "supplier" ? count(suppliers, "supplier") : kinds[origin];
  return html`<span>${count(packs, "pack")}</span><span>${from}</span><span><bdi>${sizesOf(sizes)}</bdi></span>`;
}

const kinds = { import: "imported", special: "special order" };

const ALTERNATIVES = new Intl.ListFormat("en-GB", { type: "disjunction" });

/**
 * Finds the sizes, such as `28 or 500 tablets`, or the smallest and the largest. A common unit is
 * shown once.
 */
function sizesOf(sizes: string[]): string {
  const [first = ""] = sizes;
  const unit = first.replace(/^[\d.]+ /, "");
  const haveOneUnit =
    sizes.length > 1 &&
    sizes.every((size) => /^[\d.]+ /.test(size) && size.replace(/^[\d.]+ /, "") === unit);
  const labels = haveOneUnit ? sizes.map((size) => size.slice(0, -unit.length - 1)) : sizes;
  const end = haveOneUnit ? ` ${pluralUnit(unit)}` : "";
  if (sizes.length <= SIZES) return `${ALTERNATIVES.format(labels)}${end}`;
  return `${number(sizes.length)} sizes, ${labels[0]} to ${labels.at(-1)}${end}`;
}

const LABELS: [Facet, string][] = [
  ["strength", "Strength"],
  ["form", "Form"],
  ["supplier", "Supplier"],
];

/** Shows the button for the filters, and the filters: of the products, and of their properties. */
function filterPanel(state: State, found: SearchResult, actions: Actions) {
  const { products, selection, properties, areFiltersShown } = state;
  if (!hasProducts(found) || found.unfiltered === 0) return nothing;
  const chosen = [selection, properties].flatMap((selected) => Object.values(selected).flat());
  const facets = products ? facetRows(products, selection, actions) : [];
  const rows = areFiltersShown ? [...facets, ...propertyRows(state, actions)] : facets;
  // Without spaces, so that the style sheet can hide an empty element.
  return html`
    <button class="narrow" aria-expanded=${areFiltersShown} aria-controls="filters"
      @click=${() => actions.search.toggleFilters()}>${icons.more}Filter${chosen.length > 0 ? ` (${chosen.length})` : nothing}</button>
    <div class="facet-filters ${areFiltersShown ? "shown" : ""}"
      id="filters">${rows}${chosen.length > 0 ? clearButton(actions) : nothing}</div>`;
}

function facetRows({ facets }: ProductList, selection: FacetSelection, actions: Actions) {
  return LABELS.map(([facet, label]) => {
    const values = valuesOf(facet, facets[facet], selection[facet]);
    const choices = values.map(({ value, packs }) => ({ value, label: value, packs }));
    return facetRow(label, choices, selection[facet], (value) =>
      actions.search.toggleFacet(facet, value),
    );
  });
}

/**
 * Shows the properties by which packs can be narrowed. Their counts do not depend on the filters of
 * products, so there are no others.
 */
function propertyRows({ propertyCounts = [], properties, selection }: State, actions: Actions) {
  const hasCounts = !isFiltered(selection);
  return propertyCounts.map(({ property, title, values }) => {
    const choices = values.map(({ value, name, packs }) => ({
      value,
      label: VALUES[name] ?? name,
      packs: hasCounts ? packs : undefined,
    }));
    return facetRow(title, choices, properties[property] ?? [], (value) =>
      actions.search.toggleProperty(property, value),
    );
  });
}

/** The values of properties that a release marks or does not mark, for people. */
const VALUES: Record<string, string> = { true: "Yes", false: "Not marked", absent: "Not recorded" };

function clearButton(actions: Actions) {
  return html`<button class="clear" @click=${() => actions.search.clearFilters()}>${icons.stop}Clear filters</button>`;
}

/** The number of values per facet. More do not help. */
const CHIPS = 12;

/**
 * Finds the most frequent values and the selected ones, in an order that selection does not
 * change.
 */
function valuesOf(facet: Facet, values: FacetValue[], chosen: readonly string[]): FacetValue[] {
  const shown = values.filter(({ value }, place) => place < CHIPS || chosen.includes(value));
  return facet === "strength"
    ? [...shown].sort((a, b) => NATURAL.compare(a.value, b.value))
    : shown;
}

const NATURAL = new Intl.Collator("en-GB", { numeric: true });

/** A value that can be chosen. */
interface Choice {
  value: string;
  label: string;
  packs: number | undefined;
}

function facetRow(
  label: string,
  choices: Choice[],
  chosen: readonly string[],
  toggle: (value: string) => void,
) {
  if (choices.length < 2 && chosen.length === 0) return nothing;
  return html`
    <div class="chips" role="group" aria-label=${label}>
      <span class="small" aria-hidden="true">${label}</span>
      ${repeat(
        choices,
        ({ value }) => value,
        (choice) => facetButton(choice, chosen.includes(choice.value), toggle),
      )}
    </div>`;
}

function facetButton(
  { value, label, packs }: Choice,
  isChosen: boolean,
  toggle: (value: string) => void,
) {
  return html`<button aria-pressed=${isChosen}
    @click=${() => toggle(value)}>${isChosen ? icons.stop : nothing}<bdi>${label}</bdi>${packs === undefined ? nothing : countOf(packs)}</button>`;
}

const countOf = (packs: number) =>
  html`<span class="number" aria-hidden="true">${number(packs)}</span>${spoken(` ${count(packs, "pack")}`)}`;

/** Shows a pack that opens when it is clicked. */
function hit(pack: Pack, status: PossibleStatus, actions: Actions) {
  const { product, supplier, size } = nameParts(pack.name);
  return html`
    <button class="hit" @click=${() => actions.search.open(pack)}>
      <span class="product">${product}</span>
      ${supplier ? html`<span class="rest"><bdi>${supplier}</bdi>, <bdi>${size}</bdi></span>` : nothing}
      ${flag(status)}
    </button>`;
}

/** Shows a pack below the name of its product: its own name if it is another, supplier and size. */
function hitOfProduct(group: Group, pack: Pack, status: PossibleStatus, actions: Actions) {
  const { product, supplier, size } = nameParts(pack.name);
  const isBrand = product !== group.product;
  return html`
    <button class="hit" @click=${() => actions.search.open(pack)}>
      <span class=${isBrand ? "product" : "visually-hidden"}>${product}${isBrand ? nothing : ", "}</span>
      <span class="rest"><span
        class="supplier">${supplier ?? product}</span>${size ? html`<span><bdi>${size}</bdi></span>` : nothing}</span>
      ${flag(status)}
    </button>`;
}

function flag(status: PossibleStatus) {
  return !status || status.current
    ? nothing
    : html`<span class="flag">${icons.warning}${statusText(status).text}</span>`;
}
