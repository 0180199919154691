// Codes without a pack: possible reasons, and what to do next.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import type { Release } from "../data/release.js";
import type { Answer } from "../lookup/answer.js";
import type { Doubt } from "../lookup/doubts.js";
import type { CodeUnknown, PackGone, Unreadable } from "../lookup/outcome.js";
import { longDate, number, today } from "../words.js";
import * as icons from "./icons.js";
import { doubtsView, expiryLine } from "./doubts.js";

export function unknownView({ code, scan }: CodeUnknown, { doubts, release }: Answer, actions: Actions) {
  const isDoubtful = (...kinds: Doubt["kind"][]) => doubts.some(({ kind }) => kinds.includes(kind));
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}No pack has this code</p>
      <h2 id="result-name" class="name code" tabindex="-1">${code}</h2>
      ${doubtsView(doubts)}
      ${expiryLine(scan, doubts)}
      ${isDoubtful("wrong_check_digit", "digit_missing") ? nothing : rightDigits()}
      ${coverage(release)}
      <p class="buttons">
        ${searchButton(actions)}
        <button @click=${() => actions.page.copy(report(code, !isDoubtful("wrong_check_digit"), release), "Report copied")}>${icons.copy}Copy a report</button>
      </p>
    </article>`;
}

function rightDigits() {
  return html`<p>The check digit is right, so the number was probably read or typed as it is printed.</p>`;
}

function coverage(release: Release) {
  return html`
    <p>This data has ${number(release.packs)} packs and ${number(release.gtin_rows)} barcode entries, as of
      ${longDate(release.release_date)}. Not every pack has its barcode recorded, and new ones arrive every week.</p>`;
}

/** Returns a report for the maintainer of the data. It never contains batch or serial number. */
function report(code: string, addsUp: boolean, { release, release_date }: Release): string {
  const digits = addsUp ? "check digit right" : "check digit wrong";
  return `No pack found for GTIN ${code} (${digits}) in dm+d ${release} of ${release_date}, looked up on ${today()}.`;
}

/** Shows a pack that was found before and that the current data lacks. */
export function goneView({ packId, name }: PackGone, { doubts }: Answer, actions: Actions) {
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      ${doubtsView(doubts)}
      <p class="overline">${icons.question}This release no longer has the pack</p>
      <h2 id="result-name" class="name" tabindex="-1">${name}</h2>
      <p>Its AMPP code was <span class="code">${packId}</span>.</p>
      <p class="buttons">${searchButton(actions)}</p>
    </article>`;
}

function searchButton(actions: Actions) {
  return html`<button class="primary" @click=${() => actions.search.start()}>${icons.search}Search by name</button>`;
}

export function unreadableView({ text, reason }: Unreadable, actions: Actions) {
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}This code can't be used</p>
      <h2 id="result-name" class="name" tabindex="-1">${reason}</h2>
      <p>What was read: <span class="code wrap">${visible(text)}</span></p>
      <p class="buttons">${searchButton(actions)}</p>
    </article>`;
}

/** Makes GS1 separators visible, which have no glyph of their own. */
function visible(text: string): string {
  return text.replaceAll("\x1d", "␝");
}
