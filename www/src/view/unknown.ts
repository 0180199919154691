// Codes that lead to no pack: why that may be, and what to do next.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions.js";
import type { Release } from "../data/release.js";
import type { CodeUnknown, Unreadable } from "../lookup/outcome.js";
import { expiryStatus } from "../lookup/status.js";
import { longDate, number, today } from "../lookup/words.js";
import type { State } from "../state.js";
import * as icons from "./icons.js";
import { statusLine } from "./result.js";

export function unknownView(unknown: CodeUnknown, { release }: State, actions: Actions) {
  const { code, corrected, scan } = unknown;
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}No pack has this code</p>
      <h2 id="result-name" class="name code" tabindex="-1">${code}</h2>
      ${scan.expiry ? statusLine(expiryStatus(scan.expiry, today())) : nothing}
      ${corrected ? mistyped(corrected, actions) : rightDigits()}
      ${release ? coverage(release) : nothing}
      <p class="buttons">
        <button class="primary" @click=${() => actions.searchByName()}>${icons.search}Search by name</button>
        <button @click=${() => actions.copy(report(unknown, release), "Report copied")}>${icons.copy}Copy a report</button>
      </p>
    </article>`;
}

function mistyped(corrected: string, actions: Actions) {
  return html`
    <div class="callout caution">${icons.warning}<div>
      <p><strong>The digits don't add up</strong>, so one of them is probably wrong.
        If only the last one is, the code is <span class="code">${corrected}</span>.</p>
      <button @click=${() => actions.lookUpCode(corrected)}>Look up ${corrected}</button>
    </div></div>`;
}

function rightDigits() {
  return html`<p>The check digit is right, so the number was probably read or typed as it is printed.</p>`;
}

function coverage(release: Release) {
  return html`
    <p>This data has ${number(release.packs)} packs and ${number(release.gtin_rows)} barcode entries, as of
      ${longDate(release.release_date)}. Not every pack has its barcode recorded, and new ones arrive every week.</p>`;
}

/** What helps whoever keeps the data. Batch and serial stay out of it. */
function report({ code, corrected }: CodeUnknown, release: Release | undefined): string {
  const digits = corrected ? `check digit wrong, ${corrected} would be right` : "check digit right";
  return `No pack found for GTIN ${code} (${digits}) in dm+d ${release?.release ?? "?"}, looked up on ${today()}.`;
}

export function unreadableView({ text, reason }: Unreadable, actions: Actions) {
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}This code can't be used</p>
      <h2 id="result-name" class="name" tabindex="-1">${reason}</h2>
      <p>What was read: <span class="code wrap">${visible(text)}</span></p>
      <p class="buttons">
        <button class="primary" @click=${() => actions.searchByName()}>${icons.search}Search by name</button>
        ${nothing}
      </p>
    </article>`;
}

/** Separators between GS1 fields have no glyph of their own. */
function visible(text: string): string {
  return text.replaceAll("\x1d", "␝");
}
