// One pack, as large and plain as possible.
import { html, nothing, svg } from "lit-html";
import type { Component, Concepts, GtinEntry, Pack } from "pack-lookup/core";

import { toGtin14 } from "blocks/gtin.js";
import type { Actions } from "../actions/index.js";
import { legalCategory, period, pounds, shortDate, time, today } from "../common/format.js";
import type { Answer } from "../lookup/answer.js";
import type { PackFound, Printed, Request } from "../lookup/outcome.js";
import {
  type Code,
  codesOf,
  expiryStatus,
  medicineOf,
  nameParts,
  statusText,
  type Substance,
} from "../lookup/pack.js";
import { boxOf } from "../lookup/printed.js";
import { printWarnings, searchWarnings } from "../lookup/warnings.js";
import * as icons from "./icons.js";
import { reportButton } from "./controls.js";
import { cardWarnings, packStatus, statusLine, warningsView } from "./warnings.js";

/** The parts of a card that depend on the rest of the page. */
interface PackContext {
  isAnsweredHere: boolean;
  /** The title of the list from which the pack was opened, if there is one. */
  list: string | undefined;
  openTake?: string | undefined;
  /** How the scan counted in the open stock-take. */
  counted: unknown;
  /** What the page reads from the print on the box. */
  print: unknown;
}

export function packView(
  found: PackFound,
  answer: Answer,
  actions: Actions,
  { isAnsweredHere, list, openTake, counted, print }: PackContext,
) {
  const { pack, scan } = found;
  const { warnings, request, at } = answer;
  const { first, others } = cardWarnings(warnings);
  return html`
    <article class="card result" aria-labelledby="result-name">
      ${first ? warningsView([first]) : nothing}
      ${heading(pack)}
      ${warningsView(others)}
      ${found.among ? backToAll(actions) : nothing}
      ${
        list
          ? html`<p><button @click=${() => actions.search.backToList()}>${icons.back}Back to ${list}</button></p>`
          : nothing
      }
      ${
        openTake && request.by === "pack"
          ? html`<p><button @click=${() => actions.stockTakes.countAnswer(answer)}
            >Count this pack in ${openTake}</button></p>`
          : nothing
      }
      ${packStatus(statusText(found.status), warnings)}
      ${counted}
      ${onBox(found)}
      ${print}
      ${medicineView(found.concepts)}
      ${facts(found, actions)}
      ${timeLine(pack.gtin_codes, found.shared, scan?.gtin)}
      ${contents(pack.comb_content)}
      ${otherPacks(found.concepts, actions)}
      ${buttons(found, request, actions, isAnsweredHere)}
      <p class="printed">Looked up ${time(at, "")}</p>
    </article>`;
}

function heading({ name }: Pack) {
  const { product, supplier, size } = nameParts(name);
  return html`
    <h2 id="result-name" class="name" tabindex="-1">
      <span class="product">${product}</span>
      ${supplier ? html`<span class="supplier">(${supplier})</span> <span class="size">${size}</span>` : nothing}
    </h2>`;
}

/** Shows a button back to all packs of a re-used code. */
function backToAll(actions: Actions) {
  return html`<p><button @click=${() => actions.lookUp.back()}>${icons.back}All packs with this code</button></p>`;
}

/** Shows the contents of the barcode on this box, and what was read from its print. */
function onBox(found: PackFound) {
  const { scan, printed = {} } = found;
  const { expiry, batch, serial } = boxOf(found) ?? {};
  if (!scan && !expiry && !batch) return nothing;
  return html`
    <section class="on-box" aria-label="On this box">
      <dl class="tiles">
        ${tile("Code", scan?.gtin)}
        ${expiry ? expiryTile(expiry, printed) : nothing}
        ${tile("Batch", batch, printed.batch ? FROM_PRINT : nothing)}
        ${tile("Serial", serial)}
      </dl>
    </section>`;
}

const FROM_PRINT = html`<span class="small">Read from print</span>`;

function tile(term: string, value: string | undefined, mark: unknown = nothing) {
  if (value === undefined) return nothing;
  return html`<div><dt>${term}</dt><dd class="code">${value}${mark}</dd></div>`;
}

function expiryTile(expiry: string, printed: Printed) {
  const { tone, short } = expiryStatus(expiry, today());
  return html`
    <div class=${tone}><dt>Expiry</dt><dd>${shortDate(expiry)}<span
      class="small">${short}</span>${printed.expiry ? FROM_PRINT : nothing}</dd></div>`;
}

function facts({ pack, concepts }: PackFound, actions: Actions) {
  return html`
    <dl class="facts">
      ${fact("Legal category", legalCategory(pack.legal_category))}
      ${fact("NHS price", price(pack))}
      ${fact("Generic product", pack.generic_product_name)}
      ${fact("Generic pack", pack.generic_pack_name)}
      ${fact("Sub-pack", pack.subpack)}
      ${fact("Short name", pack.short_name)}
      ${codesView(pack, concepts, actions)}
    </dl>`;
}

function fact(term: string, value: unknown) {
  return value === null || value === undefined
    ? nothing
    : html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
}

function price({ prices: { price, price_prev } }: Pack): string {
  if (price === null) return "None listed";
  return price_prev === null ? pounds(price) : `${pounds(price)} (before: ${pounds(price_prev)})`;
}

function contents(components: Component[]) {
  if (components.length === 0) return nothing;
  return html`
    <section><h3>Contents</h3>
      <ul>${components.map(({ name }) => html`<li><bdi>${name}</bdi></li>`)}</ul>
    </section>`;
}

/**
 * Shows the buttons. A link that the device does not answer would reveal the lookup to the network.
 */
function buttons(
  { pack, scan, printed }: PackFound,
  request: Request,
  actions: Actions,
  isAnsweredHere: boolean,
) {
  const codes = scan?.gtin ? [`GTIN ${scan.gtin}`] : [];
  // The copied text must show how the search was read, and what was read from print, too.
  const warnings = [
    ...printWarnings(request, printed),
    ...(request.by === "pack" ? searchWarnings(request) : []),
  ];
  const text = [
    pack.name,
    `AMPP ${pack.pack_id}`,
    ...codes,
    ...warnings.map(({ text }) => text),
  ].join("\n");
  return html`
    <p class="buttons">
      <button @click=${() => actions.page.copy(text, "Name and codes copied")}>${icons.copy}Copy name and codes</button>
      ${isAnsweredHere ? html`<a class="button" href=${`.${pack.url}`}>Full pack page</a>` : nothing}
      ${reportButton(actions)}
    </p>`;
}

/** Shows the contents of the pack, in large letters above its other details. */
function medicineView(concepts: Concepts | undefined) {
  const medicine = medicineOf(concepts);
  if (!medicine) return nothing;
  const { substances, formAndRoute, cautions, notes } = medicine;
  return html`
    <section class="medicine" aria-label="What is in it">
      ${substances.length === 0 ? nothing : html`<ul class="substances">${substances.map(substanceView)}</ul>`}
      ${formAndRoute ? html`<p class="form-and-route">${formAndRoute}</p>` : nothing}
      ${cautions.map((text) => statusLine({ tone: "caution", text }))}
      ${notes.length === 0 ? nothing : html`<p class="small">${notes.join(" · ")}</p>`}
    </section>`;
}

const substanceView = ({ name, strength }: Substance) =>
  html`<li><bdi>${name}</bdi>${strength ? html` <strong>${strength}</strong>` : nothing}</li>`;

/** Shows a button for all packs of the same virtual product, of any supplier and size. */
function otherPacks(concepts: Concepts | undefined, actions: Actions) {
  const { vmp } = concepts ?? {};
  if (!vmp) return nothing;
  return html`<p class="buttons"><button
    @click=${() => actions.search.showConcept(vmp.id)}>${icons.search}Same medicine, other packs</button></p>`;
}

/** Shows the codes, each with a copy button. */
function codesView(pack: Pack, concepts: Concepts | undefined, actions: Actions) {
  return codesOf(pack, concepts).map((code) => codeView(code, actions));
}

function codeView({ term, id, name }: Code, actions: Actions) {
  return html`
    <div><dt>${term}</dt>
      <dd><span class="code">${id}</span>
        <button class="copy" aria-label=${`Copy the ${term} ${id}`} title=${name ?? nothing}
          @click=${() => actions.page.copy(id, `${term} copied`)}>${icons.copy}</button>
      </dd>
    </div>`;
}

interface Scale {
  from: number;
  to: number;
}

/**
 * Draws the periods of the pack's codes on one scale. The words next to the bars have the same
 * information.
 */
function timeLine(entries: GtinEntry[], shared: string[], scannedCode?: string) {
  if (entries.length === 0)
    return html`<section><h3>Barcodes</h3><p>dm+d has no barcode for this pack.</p></section>`;
  const scale = scaleOf(entries);
  return html`
    <section class="time-line" aria-labelledby="barcodes">
      <h3 id="barcodes">Barcodes of this pack</h3>
      <ol>${entries.map((entry) => row(entry, scale, isSame(entry.gtin, scannedCode), shared.includes(entry.gtin)))}</ol>
      <p class="axis small"
        aria-hidden="true"><span>${new Date(scale.from).getUTCFullYear()}</span><span>today</span></p>
    </section>`;
}

function row(entry: GtinEntry, scale: Scale, isScanned: boolean, isShared: boolean) {
  return html`
    <li class=${isScanned ? "scanned" : ""}>
      <p><span class="code">${entry.gtin}</span>${isScanned ? html` <span class="tag">scanned</span>` : nothing}
        <span class="period">${period(entry)}</span>
        ${isShared ? html`<span class="flag">${icons.warning}Other packs have had this code</span>` : nothing}</p>
      ${bar(entry, scale)}
    </li>`;
}

const WIDTH = 1000;

function bar(entry: GtinEntry, scale: Scale) {
  const x = position(Date.parse(entry.start_date), scale);
  const end = position(entry.end_date ? Date.parse(entry.end_date) : scale.to, scale);
  return svg`
    <svg class="bar-line ${entry.end_date ? "" : "open"}" viewBox="0 0 ${WIDTH} 10"
      preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width=${WIDTH} height="10"/>
      <rect class="span" x=${x} width=${Math.max(end - x, 6)} height="10"/>
    </svg>`;
}

function scaleOf(entries: GtinEntry[]): Scale {
  const starts = entries.map((entry) => Date.parse(entry.start_date));
  const firstYear = new Date(Math.min(...starts)).getUTCFullYear();
  return { from: Date.UTC(firstYear, 0), to: Math.max(Date.parse(today()), ...starts) };
}

function position(time: number, { from, to }: Scale): number {
  return Math.round(Math.min(1, (time - from) / (to - from || 1)) * WIDTH);
}

function isSame(a: string, b: string | undefined): boolean {
  return b !== undefined && toGtin14(a) === toGtin14(b);
}
