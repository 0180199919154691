// One pack, as large and plain as possible.
import { html, nothing } from "lit-html";
import type { Component, Pack, Scan } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { legalCategory, pounds, shortDate, today } from "../format.js";
import type { Answer } from "../lookup/answer.js";
import type { PackFound } from "../lookup/outcome.js";
import { nameParts } from "../lookup/pack-name.js";
import type { Request } from "../lookup/request.js";
import { searchWarnings } from "../lookup/search-warnings.js";
import { expiryStatus, statusText } from "../lookup/status.js";
import * as icons from "./icons.js";
import { codesView, medicineView, otherPacks } from "./medicine.js";
import { statusLine } from "./status-line.js";
import { timeLine } from "./time-line.js";
import { warningsView } from "./warnings.js";

export function packView(found: PackFound, { warnings, request }: Answer, actions: Actions, isAnsweredHere: boolean) {
  const { pack, scan } = found;
  return html`
    <article class="card result" aria-labelledby="result-name">
      ${warningsView(warnings)}
      ${found.among ? backToAll(actions) : nothing}
      ${heading(pack)}
      ${statusLine(statusText(found.status))}
      ${scan ? scanned(scan) : nothing}
      ${medicineView(found.concepts)}
      ${facts(found, actions)}
      ${timeLine(pack.gtin_codes, found.shared, scan?.gtin)}
      ${contents(pack.comb_content)}
      ${otherPacks(found.concepts, actions)}
      ${buttons(found, request, actions, isAnsweredHere)}
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

/** Shows the contents of the barcode on this box. */
function scanned(scan: Scan) {
  return html`
    <section class="on-box" aria-label="On this box">
      <dl class="tiles">
        ${tile("Code", scan.gtin, "code")}
        ${scan.expiry ? expiryTile(scan.expiry) : nothing}
        ${tile("Batch", scan.batch, "code")}
        ${tile("Serial", scan.serial, "code")}
      </dl>
    </section>`;
}

function tile(term: string, value: string | undefined, style = "") {
  if (value === undefined) return nothing;
  return html`<div><dt>${term}</dt><dd class=${style}>${value}</dd></div>`;
}

function expiryTile(expiry: string) {
  const { tone, text } = expiryStatus(expiry, today());
  const shown = text.split(", ")[0];
  return html`
    <div class=${tone}><dt>Expiry</dt><dd>${shortDate(expiry)}<span class="small">${shown}</span></dd></div>`;
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
  return value === null || value === undefined ? nothing : html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
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

/** Shows the buttons. A link that the device does not answer would reveal the lookup to the network. */
function buttons({ pack, scan }: PackFound, request: Request, actions: Actions, isAnsweredHere: boolean) {
  const codes = scan?.gtin ? [`GTIN ${scan.gtin}`] : [];
  // The copied text must show how the search was read, too.
  const warnings = request.by === "pack" ? searchWarnings(request).map(({ text }) => text) : [];
  const text = [pack.name, `AMPP ${pack.pack_id}`, ...codes, ...warnings].join("\n");
  return html`
    <p class="buttons">
      <button @click=${() => actions.page.copy(text, "Name and codes copied")}>${icons.copy}Copy name and codes</button>
      ${isAnsweredHere ? html`<a class="button" href=${pack.url}>Full pack page</a>` : nothing}
    </p>`;
}
