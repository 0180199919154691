// Search results as products: each a line that opens, with facets above.
import type { FacetValue, Group } from "pack-lookup/core";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import type { Actions } from "../actions/index.js";
import { type Facet, type Hit, isNarrowed, type Line, type Listed } from "../lookup/products.js";
import type { State } from "../state.js";
import { count, number } from "../words.js";
import { hit, hitOfProduct } from "./hit.js";
import * as icons from "./icons.js";

export function products(listed: Listed, { choices }: State, actions: Actions) {
  const isApart = ({ group }: Line) => group.origin !== "supplier";
  return html`
    ${chips(listed, choices, actions)}
    ${listed.chosen === 0 ? html`<p>No pack has all that is chosen.</p>` : nothing}
    ${lines("Products", listed.lines.filter((line) => !isApart(line)), actions)}
    ${apart(listed.lines.filter(isApart), actions)}`;
}

/** Shows imports and specials apart, because pharmacies do not stock them. */
function apart(special: Line[], actions: Actions) {
  if (special.length === 0) return nothing;
  return html`<section class="apart" aria-labelledby="apart"><h3 id="apart">Imports and special orders</h3>${lines("Imports and special orders", special, actions)}</section>`;
}

function lines(label: string, all: Line[], actions: Actions) {
  if (all.length === 0) return nothing;
  return html`<ul class="list products" aria-label=${label}>${repeat(all, ({ key }) => key, (one) => html`<li>${lineOf(one, actions)}</li>`)}</ul>`;
}

function lineOf(one: Line, actions: Actions) {
  const { group, hits } = one;
  const [only] = hits ?? [];
  if (group.packs === 1 && only) return hit(only.pack, only.status, actions);
  return html`
    <button class="group" aria-expanded=${hits !== undefined} @click=${() => actions.search.toggle(one)}>
      ${icons.more}
      <span class="product">${group.product}</span>
      <span class="rest">${counts(group)}</span>
    </button>
    ${hits ? packs(group, hits, actions) : nothing}`;
}

function packs({ product }: Group, hits: Hit[], actions: Actions) {
  return html`<ul class="packs" aria-label=${`Packs of ${product}`}>${hits.map(({ pack, status }) => html`<li>${hitOfProduct(pack, status, actions)}</li>`)}</ul>`;
}

/** The number of sizes that fit on a line. */
const SIZES = 4;

function counts({ origin, packs, suppliers, sizes }: Group) {
  const from = origin === "supplier" ? count(suppliers, "supplier") : kinds[origin];
  return html`<span>${count(packs, "pack")}</span><span>${from}</span><span>${sizesOf(sizes)}</span>`;
}

const kinds = { import: "imported", special: "special order" };

/** Returns the sizes, or the smallest and the largest. A common unit is shown once. */
function sizesOf(sizes: string[]): string {
  const [first = ""] = sizes;
  const unit = first.replace(/^[\d.]+/, "");
  const isOfUnit = (size: string) => /^[\d.]+ /.test(size) && size.replace(/^[\d.]+/, "") === unit;
  const told = sizes.length > 1 && sizes.every(isOfUnit) ? sizes.map((size) => size.slice(0, -unit.length)) : sizes;
  const end = told === sizes ? "" : unit;
  if (sizes.length <= SIZES) return `${told.join(", ")}${end}`;
  return `${number(sizes.length)} sizes, ${told[0]} to ${told.at(-1)}${end}`;
}

const LABELS: [Facet, string][] = [["strength", "Strength"], ["form", "Form"], ["supplier", "Supplier"]];

function chips({ facets }: Listed, choices: State["choices"], actions: Actions) {
  const rows = LABELS.map(([facet, label]) => row(label, valuesOf(facet, facets[facet], choices[facet]), choices[facet], (value) => actions.search.narrow(facet, value)));
  return html`
    <div class="narrow">
      ${rows}
      ${isNarrowed(choices) ? html`<button class="clear" @click=${() => actions.search.widen()}>${icons.stop}Show all again</button>` : nothing}
    </div>`;
}

/** The number of values per facet. More do not help. */
const CHIPS = 12;

/** Returns the most frequent values and the selected ones, in an order that selection does not change. */
function valuesOf(facet: Facet, values: FacetValue[], chosen: readonly string[]): FacetValue[] {
  const shown = values.filter(({ value }, place) => place < CHIPS || chosen.includes(value));
  return facet === "strength" ? shown.toSorted((a, b) => NATURAL.compare(a.value, b.value)) : shown;
}

const NATURAL = new Intl.Collator("en-GB", { numeric: true });

function row(label: string, values: FacetValue[], chosen: readonly string[], narrow: (value: string) => void) {
  if (values.length < 2 && chosen.length === 0) return nothing;
  return html`
    <div class="chips" role="group" aria-label=${label}>
      <span class="small" aria-hidden="true">${label}</span>
      ${repeat(values, ({ value }) => value, (value) => chip(value, chosen.includes(value.value), narrow))}
    </div>`;
}

function chip({ value, packs }: FacetValue, isChosen: boolean, narrow: (value: string) => void) {
  return html`<button aria-pressed=${isChosen} @click=${() => narrow(value)}>${isChosen ? icons.stop : nothing}<bdi>${value}</bdi><span class="number" aria-hidden="true">${number(packs)}</span><span class="visually-hidden"> ${count(packs, "pack")}</span></button>`;
}
