// Codes without a pack: possible reasons, and what to do next.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import type { Release } from "../data/release.js";
import { longDate, number, today } from "../format.js";
import type { Answer } from "../lookup/answer.js";
import type { CodeUnknown, PackGone, Unreadable } from "../lookup/outcome.js";
import type { Warning } from "../lookup/warnings.js";
import * as icons from "./icons.js";
import { expiryLine, warningsView } from "./warnings.js";

export function unknownView({ code, scan }: CodeUnknown, { warnings, release }: Answer, actions: Actions) {
  const isUnreliable = (...kinds: Warning["kind"][]) => warnings.some(({ kind }) => kinds.includes(kind));
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}No pack has this code</p>
      <h2 id="result-name" class="name code" tabindex="-1">${code}</h2>
      ${warningsView(warnings)}
      ${expiryLine(scan, warnings)}
      ${isUnreliable("wrong_check_digit", "digit_missing") ? nothing : rightDigits()}
      ${coverage(release)}
      <p class="buttons">
        ${searchButton(actions)}
        <button @click=${() => actions.page.copy(report(code, !isUnreliable("wrong_check_digit"), release), "Report copied")}>${icons.copy}Copy a report</button>
      </p>
    </article>`;
}

function rightDigits() {
  return html`<p>The check digit is right, so you probably read or typed the number correctly.</p>`;
}

function coverage(release: Release) {
  return html`
    <p>This data has ${number(release.packs)} packs and ${number(release.gtin_rows)} barcode entries, as of
      ${longDate(release.release_date)}. Some packs have no barcode in dm+d, and dm+d adds barcodes every week.</p>`;
}

/** Returns a report for the maintainer of the data. It never contains batch or serial number. */
function report(code: string, hasValidCheckDigit: boolean, { release, release_date }: Release): string {
  const digits = hasValidCheckDigit ? "check digit right" : "check digit wrong";
  return `No pack found for GTIN ${code} (${digits}) in dm+d ${release} of ${release_date}, looked up on ${today()}.`;
}

/** Shows a pack that was found before and that the current data lacks. */
export function goneView({ packId, name }: PackGone, { warnings }: Answer, actions: Actions) {
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      ${warningsView(warnings)}
      <p class="overline">${icons.question}This release no longer has the pack</p>
      <h2 id="result-name" class="name" tabindex="-1">${name}</h2>
      <p>Its AMPP code was <span class="code">${packId}</span>.</p>
      <p class="buttons">${searchButton(actions)}</p>
    </article>`;
}

function searchButton(actions: Actions) {
  return html`<button class="primary" @click=${() => actions.search.startOver()}>${icons.search}Search by name</button>`;
}

export function unreadableView({ text, reason }: Unreadable, actions: Actions) {
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}This code cannot be looked up</p>
      <h2 id="result-name" class="name" tabindex="-1">${reason}</h2>
      <p>Code: <span class="code wrap">${visible(text)}</span></p>
      <p class="buttons">${searchButton(actions)}</p>
    </article>`;
}

/** Makes GS1 separators visible, which have no glyph of their own. */
function visible(text: string): string {
  return text.replaceAll("\x1d", "␝");
}
