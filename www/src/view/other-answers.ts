// Answers that are not one pack: a choice among the packs of a re-used code or among different
// codes in view, and codes without a pack.
import { html, nothing } from "lit-html";
import type { Pack } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { count, longDate, number, period } from "../common/format.js";
import type { Answer } from "../lookup/answer.js";
import {
  type Choice,
  type CodeReused,
  type CodesDiffer,
  type CodeUnknown,
  type PackGone,
  type Reading,
  reuseMessage,
  type Unreadable,
} from "../lookup/outcome.js";
import { nameParts, statusText } from "../lookup/pack.js";
import type { Warning } from "../lookup/warnings.js";
import * as icons from "./icons.js";
import { reportButton, spoken } from "./controls.js";
import { ownNoteView } from "./own-note.js";
import { expiryLine, packStatus, warningsView } from "./warnings.js";
import type { Release } from "blocks/device/types.js";

/** Shows the packs that have carried a code. The first is never certain. */
export function reusedView(
  reused: CodeReused,
  { warnings }: Answer,
  actions: Actions,
  print: unknown,
) {
  const { choices, grade, scan } = reused;
  const { title, tone } = reuseMessage(grade);
  return html`
    <article class="card reused ${tone}" aria-labelledby="result-name">
      <div class="banner">
        ${tone === "danger" ? icons.danger : icons.warning}
        <div>
          <h2 id="result-name" tabindex="-1">${title}</h2>
          <p>${choices.length} packs have had the code <span class="code">${scan.gtin}</span>.
            The code does not show which one you have. <strong>Compare the name on the box.</strong></p>
        </div>
      </div>
      ${warningsView(warnings, "reused")}
      ${expiryLine(scan, warnings)}
      <ol class="choices">
        ${choices.map((choice, index) => choiceView(choice, index === 0, warnings, actions))}
      </ol>
      ${print}
      <p class="buttons">${reportButton(actions)}</p>
    </article>`;
}

function choiceView(choice: Choice, isLatest: boolean, warnings: Warning[], actions: Actions) {
  const { product, supplier, size } = nameParts(choice.pack.name);
  return html`
    <li>
      <p class="when">${choice.uses.map(period).join(", ")}${
        isLatest ? html` <span class="tag">latest use</span>` : nothing
      }</p>
      <h3 class="name"><span class="product">${product}</span>
        ${supplier ? html`<span class="supplier">(${supplier})</span> <span class="size">${size}</span>` : nothing}</h3>
      ${packStatus(statusText(choice.status), warnings)}
      <button @click=${() => actions.lookUp.choose(choice.pack)}
        >This is my box${spoken(`: ${choice.pack.name}`)}</button>
    </li>`;
}

export function severalView({ readings }: CodesDiffer, actions: Actions) {
  return html`
    <article class="card reused caution" aria-labelledby="result-name">
      <div class="banner">
        ${icons.warning}
        <div>
          <h2 id="result-name" tabindex="-1">${count(readings.length, "different code")} in view</h2>
          <p>Choose one, or scan one barcode on its own.</p>
        </div>
      </div>
      <ol class="choices">${readings.map((reading) => readingView(reading, actions))}</ol>
    </article>`;
}

function readingView(reading: Reading, actions: Actions) {
  const { scan, packs } = reading;
  return html`
    <li>
      <h3 class="name"><span class="product code">${scan.gtin}</span></h3>
      <p>${names(packs)}</p>
      <button @click=${() => actions.lookUp.chooseReading(reading)}>This code${spoken(`: ${scan.gtin}`)}</button>
    </li>`;
}

function names([first, ...others]: Pack[]) {
  if (!first) return "No pack has this code";
  const name = html`<bdi>${first.name}</bdi>`;
  return others.length === 0
    ? name
    : html`${count(others.length + 1, "pack")} have had this code: ${name}, and more`;
}

// Codes without a pack: possible reasons, and what to do next.

/**
 * Shows a code that the register does not know, and the person's own note about it. `tieButton`
 * makes a note, and `print` reads the box, if that is possible.
 */
export function unknownView(
  { code, scan, note }: CodeUnknown,
  { warnings, release }: Answer,
  actions: Actions,
  { tieButton, print }: { tieButton: unknown; print: unknown },
) {
  const isUnreliable = (...kinds: Warning["kind"][]) =>
    warnings.some(({ kind }) => kinds.includes(kind));
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}No pack has this code</p>
      <h2 id="result-name" class="name code" tabindex="-1">${code}</h2>
      ${warningsView(warnings, "own_note")}
      ${expiryLine(scan, warnings)}
      ${note ? ownNoteView(note) : nothing}
      ${print}
      ${isUnreliable("wrong_check_digit", "digit_missing") ? nothing : rightDigits()}
      ${coverage(release)}
      <p class="buttons">
        ${searchButton(actions)}
        ${reportButton(actions)}
        ${tieButton}
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

/** Shows a pack that was found before and that the current data lacks. */
export function goneView({ packId, name }: PackGone, { warnings }: Answer, actions: Actions) {
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}This release no longer has the pack</p>
      <h2 id="result-name" class="name" tabindex="-1">${name}</h2>
      ${warningsView(warnings)}
      <p>Its AMPP code was <span class="code">${packId}</span>.</p>
      <p class="buttons">${searchButton(actions)}</p>
    </article>`;
}

function searchButton(actions: Actions) {
  return html`<button class="primary"
    @click=${() => actions.search.startOver()}>${icons.search}Search by name</button>`;
}

export function unreadableView({ text, reason }: Unreadable, actions: Actions) {
  return html`
    <article class="card unknown" aria-labelledby="result-name">
      <p class="overline">${icons.question}This code cannot be looked up</p>
      <h2 id="result-name" class="name" tabindex="-1">${reason}</h2>
      <p>Code: <span class="code wrap">${visible(text)}</span></p>
      <p class="buttons">${searchButton(actions)}${reportButton(actions)}</p>
    </article>`;
}

/** Makes GS1 separators visible, which have no glyph. */
function visible(text: string): string {
  return text.replaceAll("\x1d", "␝");
}
