// One pack, as large and as plain as it can be said.
import type { Component, Pack, Scan, Use } from "pack-lookup/core";
import { html, nothing } from "lit-html";

import type { Actions } from "../actions.js";
import type { PackFound } from "../lookup/outcome.js";
import { nameParts } from "../lookup/pack-name.js";
import { expiryStatus, packStatus, type Status } from "../lookup/status.js";
import { legalCategory, longDate, pounds, shortDate, today } from "../lookup/words.js";
import * as icons from "./icons.js";
import { timeLine } from "./time-line.js";

export function packView(found: PackFound, actions: Actions) {
  const { pack, scan, among } = found;
  return html`
    <article class="card result" aria-labelledby="result-name">
      ${among ? fromReused(found, actions) : nothing}
      ${scan?.expiry ? expired(scan.expiry) : nothing}
      ${heading(pack)}
      ${statusLine(packStatus(pack))}
      ${scan ? scanned(scan, found) : nothing}
      ${facts(pack)}
      ${timeLine(pack.gtin_codes, found.shared, scan?.gtin)}
      ${contents(pack.comb_content)}
      ${buttons(found, actions)}
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

const STATUS_ICONS = { plain: icons.check, caution: icons.warning, danger: icons.danger };

export function statusLine({ tone, text }: Status) {
  return html`<p class="status ${tone}">${STATUS_ICONS[tone]}<span>${text}</span></p>`;
}

/** A box that must not be used says so above everything else. */
function expired(expiry: string) {
  const status = expiryStatus(expiry, today());
  if (status.tone !== "danger") return nothing;
  return html`<div class="callout danger">${icons.danger}<div><p class="loud">${status.text}</p></div></div>`;
}

function fromReused({ among }: PackFound, actions: Actions) {
  if (!among) return nothing;
  return html`
    <div class="callout caution">
      ${icons.warning}
      <div>
        <p><strong>Chosen by you:</strong> this code was on ${among.choices.length} packs.</p>
        <button @click=${() => actions.back(among)}>${icons.back}All packs with this code</button>
      </div>
    </div>`;
}

/** What the barcode on this very box says. */
function scanned(scan: Scan, found: PackFound) {
  const ended = endOfUse(found.uses);
  return html`
    <section class="on-box" aria-label="On this box">
      <dl class="tiles">
        ${tile("Code", scan.gtin, "code")}
        ${scan.expiry ? expiryTile(scan.expiry) : nothing}
        ${tile("Batch", scan.batch, "code")}
        ${tile("Serial", scan.serial, "code")}
      </dl>
      ${scan.warnings.map(({ message }) => statusLine({ tone: "caution", text: message }))}
      ${ended ? statusLine({ tone: "caution", text: `This pack carried the code until ${longDate(ended)}` }) : nothing}
    </section>`;
}

/** The day on which the code left the pack, where it has. */
function endOfUse(uses: Use[]): string | undefined {
  const latest = uses[0]?.end_date;
  return latest && latest < today() ? latest : undefined;
}

function tile(term: string, value: string | undefined, style = "") {
  if (value === undefined) return nothing;
  return html`<div><dt>${term}</dt><dd class=${style}>${value}</dd></div>`;
}

function expiryTile(expiry: string) {
  const { tone, text } = expiryStatus(expiry, today());
  const left = text.split(", ")[0];
  return html`
    <div class=${tone}><dt>Expiry</dt><dd>${shortDate(expiry)}<span class="small">${left}</span></dd></div>`;
}

function facts(pack: Pack) {
  return html`
    <dl class="facts">
      ${fact("Legal category", legalCategory(pack.legal_category))}
      ${fact("NHS price", price(pack))}
      ${fact("Generic product", pack.generic_product_name)}
      ${fact("Generic pack", pack.generic_pack_name)}
      ${fact("Sub-pack", pack.subpack)}
      ${fact("Short name", pack.short_name)}
      ${fact("AMPP code", html`<span class="code">${String(pack.pack_id)}</span>`)}
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
      <ul>${components.map(({ name }) => html`<li>${name}</li>`)}</ul>
    </section>`;
}

function buttons({ pack, scan }: PackFound, actions: Actions) {
  const code = scan?.gtin ? `\nGTIN ${scan.gtin}` : "";
  const text = `${pack.name}\nAMPP ${pack.pack_id}${code}`;
  return html`
    <p class="buttons">
      <button @click=${() => actions.copy(text, "Name and codes copied")}>${icons.copy}Copy name and codes</button>
      <a class="button" href=${pack.url}>Full pack page</a>
    </p>`;
}
