// The print on a box: the offer to read it, the steps to the reading, and what it seems to say
// next to the picture. A person decides.
import { html, nothing } from "lit-html";
import type { Pack } from "pack-lookup/core";
import { productsOf } from "pack-lookup/print/packs.js";

import type { Actions } from "../actions/index.js";
import { count, shortDate, size, today } from "../common/format.js";
import type { Answer } from "../lookup/answer.js";
import { lastDayOf } from "../lookup/printed.js";
import { expiryStatus, nameParts, statusText } from "../lookup/pack.js";
import { listWarnings } from "../lookup/warnings.js";
import {
  boxRead,
  doubtsOf,
  doubtsOfDate,
  doubtsOfPart,
  isListShown,
  lacksFields,
  toCompare,
  type Compared,
  type PrintStep,
  type PrintTask,
  type ReadBox,
} from "../print/model.js";
import type { State } from "../state/state.js";
import { fileInput, spoken, submitted } from "./controls.js";
import * as icons from "./icons.js";
import { packStatus, statusLine, warningsView } from "./warnings.js";

/** The number of products that a person compares with the box at once, each with its sizes. */
const FIRST_CHOICES = 5;

type Choice = ReturnType<typeof firstChoices>[number];

const firstChoices = ({ packs }: Compared) => productsOf(packs).slice(0, FIRST_CHOICES);

/**
 * Shows the picture of a box without a barcode in the place of an answer, or returns `undefined`.
 */
export function printView(state: State, actions: Actions) {
  const { print, answer } = state;
  const box = boxRead(print);
  if (print?.about !== "box" || (box && answer)) return undefined;
  return box ? readView(state, print, box, actions) : stepCard(state, print, actions);
}

function stepCard(state: State, print: PrintTask, actions: Actions) {
  return html`
    <article class="card print" aria-labelledby="print-title">
      <h2 id="print-title" tabindex="-1">${TITLES[print.step.is]}</h2>
      ${picture(print)}
      ${stepView(state, print, actions)}
    </article>`;
}

const TITLES: Record<PrintStep["is"], string> = {
  offered: "No barcode found in the picture",
  aiming: "Read expiry and batch",
  asking: "Read the print",
  downloading: "Loading the print reader",
  reading: "Reading the print…",
  failed: "The print was not read",
  read: "The print seems to say",
  fields: "Expiry and batch were read",
};

const picture = ({ picture }: PrintTask) =>
  picture
    ? html`<img class="print-picture" decoding="async" src=${picture} alt="The picture that is read">`
    : nothing;

/** Shows a step, with what the person can do. */
function stepView({ printReader }: State, { step, about }: PrintTask, actions: Actions) {
  const close = (text: string) =>
    html`<button @click=${() => actions.print.close()}>${text}</button>`;
  switch (step.is) {
    case "offered":
      return html`
        <p>Try a sharper or closer picture, or read the print on the box.</p>
        <p class="buttons"><button class="primary"
          @click=${() => void actions.print.read()}>Read the print</button>${close("Close")}</p>`;
    case "aiming":
      return html`
        <p>Hold the expiry date and the batch inside the frame of the camera’s picture.</p>
        <p class="buttons">
          ${fileInput("print-fields", "image/*", (file) => void actions.print.readFields(file))}
          <label class="button" for="print-fields">${icons.image}Use a picture instead</label>${close("Cancel")}
        </p>`;
    case "asking":
      return html`
        <p>Reading print needs a download of <strong>${size(printReader?.bytes ?? 0)}</strong> once.
          Then it works offline, and pictures stay on this device.</p>
        <p class="buttons"><button class="primary"
          @click=${() => void actions.print.download()}>${icons.download}Download and read</button>${close("Cancel")}</p>`;
    case "downloading":
      return html`
        <progress aria-label="Download of the print reader" max="1" .value=${step.share}></progress>
        <p class="small">${Math.floor(100 * step.share)} % of ${size(printReader?.bytes ?? 0)}</p>
        <p class="buttons">${close("Cancel")}</p>`;
    case "reading":
      return html`<progress aria-label="Reading the print"></progress><p class="buttons">${close("Cancel")}</p>`;
    case "failed":
      return html`${statusLine({ tone: "caution", text: step.reason })}<p
        class="buttons">${tryAgain(step.canRetry, about, actions)}${close("Close")}</p>`;
    case "read":
    case "fields":
      return nothing;
  }
}

/** Reads the same picture again or, of fields, aims again. */
function tryAgain(canRetry: boolean, about: PrintTask["about"], actions: Actions) {
  if (!canRetry && about === "box") return nothing;
  const again = () => (canRetry ? void actions.print.read() : actions.print.aim());
  return html`<button class="primary" @click=${again}>Try again</button>`;
}

/**
 * Shows what was read, and the packs to compare. Without agreement on name and strength it shows no
 * pack, and asks.
 */
function readView(state: State, print: PrintTask, box: ReadBox, actions: Actions) {
  const doubts = doubtsOf(box);
  const isDoubtful = doubts.length > 0;
  return html`
    <article class="card reused print caution" aria-labelledby="print-title">
      <div class="banner">
        ${icons.warning}
        <div>
          <h2 id="print-title"
            tabindex="-1">${isDoubtful ? "Check the name and strength" : "The print seems to say"}</h2>
          <p>Print that is read from a picture can be wrong.
            <strong>Compare name, strength and form with the box.</strong></p>
        </div>
      </div>
      <div class="print-read">${picture(print)}${fields(box)}</div>
      ${[...doubts, ...doubtsOfPart(box, state.query), ...doubtsOfDate(box, today())].map((text) => statusLine({ tone: "caution", text }))}
      ${
        isDoubtful
          ? html`<p>The field above has the text that was read. Correct it by the box, then search.</p>`
          : choicesView(state, actions)
      }
      ${isDoubtful || state.found?.total === 0 ? partsView(box, actions) : nothing}
      <p class="buttons">
        ${
          isDoubtful && !state.found
            ? html`<button class="primary" ?disabled=${!state.query.trim()}
              @click=${() => actions.print.search()}>${icons.search}Search for this text</button>`
            : nothing
        }
        ${
          state.found && isListCut(state)
            ? html`<button
              @click=${() => actions.print.showList()}>Show all ${count(state.found.total, "pack")}</button>`
            : nothing
        }
        <button @click=${() => actions.print.close()}>Close</button>
      </p>
    </article>`;
}

/** Offers to search for one of two boxes in the picture. */
function partsView({ question: { alternatives } }: ReadBox, actions: Actions) {
  if (alternatives.length === 0) return nothing;
  return html`
    <section aria-labelledby="parts-title">
      <h3 id="parts-title">Search for one of the boxes</h3>
      <ul class="parts">${alternatives.map(
        ({ text }) =>
          html`<li><button
            @click=${() => actions.print.searchPart(text)}>${icons.search}<bdi>${withoutRepeats(text)}</bdi></button></li>`,
      )}</ul>
    </section>`;
}

/** Makes a text with each of its words once: two boxes of one medicine have its strength twice. */
const withoutRepeats = (text: string) => [...new Set(text.split(" "))].join(" ");

function fields({ question, licence, expiry, batch }: ReadBox) {
  const { name, strength, text, supplier } = question;
  const field = (term: string, value: string | undefined, note = "") =>
    value
      ? html`<div><dt>${term}</dt><dd><bdi>${value}</bdi>${
          note ? html` <span class="small">${note}</span>` : nothing
        }</dd></div>`
      : nothing;
  return html`
    <dl class="tiles">
      ${field("Name", name)}
      ${field("Strength", strength && withoutRepeats(strength))}
      ${field("Text", text)}
      ${field("Company", supplier, "letters may be misread")}
      ${field("Licence", licence)}
      ${expiry ? expiryField(lastDayOf(expiry)) : nothing}
      ${field("Batch", batch, "to be confirmed")}
    </dl>`;
}

/** Shows the expiry date, and whether it has passed, before a person chooses a pack. */
function expiryField(lastDay: string) {
  const { tone, short } = expiryStatus(lastDay, today());
  return html`
    <div class=${tone}><dt>Expiry</dt><dd>${tone === "danger" ? icons.danger : nothing}${shortDate(lastDay)}<span
      class="small">${short}</span></dd></div>`;
}

/** Reports whether there are more results than next to the print. */
function isListCut({ found, print, query }: State): boolean {
  if (!found || isListShown(print)) return false;
  const shown = firstChoices(toCompare(print, query, found)).flatMap(({ packs }) => packs);
  return found.total > shown.length;
}

function choicesView({ found, print, query }: State, actions: Actions) {
  if (!found) return nothing;
  if (found.total === 0)
    return html`<p>No pack has this name and strength. Correct the text in the field above by the box.</p>`;
  if (print?.isListShown) return nothing;
  const compared = toCompare(print, query, found);
  return html`
    ${warningsView(listWarnings(found))}
    <ol class="choices">${firstChoices(compared).map((choice) => choiceView(choice, compared, actions))}</ol>`;
}

/** Shows a product of a supplier, with the sizes among which a person chooses. */
function choiceView({ packs }: Choice, found: Compared, actions: Actions) {
  const [only, ...others] = packs;
  if (!only) return nothing;
  const { product, supplier, size } = nameParts(only.name);
  const isOne = others.length === 0;
  return html`
    <li>
      <h3 class="name"><span class="product">${product}</span>
        ${supplier ? html`<span class="supplier">(${supplier})</span>` : nothing}
        ${isOne && size ? html`<span class="size">${size}</span>` : nothing}</h3>
      ${
        isOne
          ? chooseView(only, found, actions)
          : html`<ul class="sizes">${packs.map((pack) => sizeView(pack, found, actions))}</ul>`
      }
    </li>`;
}

const sizeView = (pack: Pack, found: Compared, actions: Actions) =>
  html`<li><strong class="size">${nameParts(pack.name).size}</strong>${chooseView(pack, found, actions)}</li>`;

function chooseView(pack: Pack, { packs, statuses }: Compared, actions: Actions) {
  return html`
    ${packStatus(statusText(statuses[packs.indexOf(pack)]), [])}
    <button @click=${() => actions.search.open(pack)}>This is my box${spoken(`: ${pack.name}`)}</button>`;
}

// Beside an answer: the expiry date and the batch of the box.

/**
 * Shows the batch to confirm, the steps of reading it, or the offer to read what the barcode lacks.
 */
export function printBesideView(state: State, answer: Answer, actions: Actions) {
  const { print, printReader } = state;
  if (print?.batch !== undefined) return batchForm(print, print.batch, actions);
  if (print) return print.about === "fields" ? fieldsView(state, print, actions) : nothing;
  if (!printReader || !lacksFields(answer)) return nothing;
  return html`<p class="print-offer"><button
    @click=${() => actions.print.aim()}>${icons.camera}Read expiry and batch</button></p>`;
}

function fieldsView(state: State, print: PrintTask, actions: Actions) {
  const { step } = print;
  if (step.is === "fields") return nothing;
  return html`
    <section class="print-beside" aria-labelledby="print-title">
      <h3 id="print-title"
        tabindex="-1">${step.is === "failed" ? "Expiry and batch were not read" : TITLES[step.is]}</h3>
      ${picture(print)}
      ${stepView(state, print, actions)}
    </section>`;
}

/** Asks a person to compare the batch with the box. A batch has no check digit. */
function batchForm(print: PrintTask, batch: string, actions: Actions) {
  const confirm = submitted((field) => actions.print.confirmBatch(field("batch")));
  return html`
    <form class="print-beside" aria-labelledby="print-title" @submit=${confirm}>
      <h3 id="print-title" tabindex="-1">Is this the batch?</h3>
      ${picture(print)}
      <label>Batch, as read from print. Correct it by the box.
        <input name="batch" class="code" autocomplete="off" autocapitalize="characters"
          spellcheck="false" required maxlength="20" .defaultValue=${batch}></label>
      <p class="buttons">
        <button class="primary" type="submit">Confirm the batch</button>
        <button type="button" @click=${() => actions.print.discardBatch()}>Do not store it</button>
      </p>
    </form>`;
}
