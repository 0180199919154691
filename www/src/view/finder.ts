// The inputs: typing, camera, picture, hand scanner.
import type { ScanEvent, TrackedEvent } from "blocks/scanner/element.js";
import type { CameraState } from "blocks/scanner/session.js";
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";

import type { Actions } from "../actions/index.js";
import { count } from "../format.js";
import type { Answer } from "../lookup/answer.js";
import { MAX_QUERY_LENGTH, needsFitting } from "../lookup/query.js";
import type { State } from "../state.js";
import * as icons from "./icons.js";
import type { Views } from "./views.js";

export function finder(state: State, actions: Actions, views: Views | undefined) {
  return html`
    <section class="finder" aria-label="Find a pack">
      ${field(state, actions)}
      ${cameraPanel(state, actions, views)}
      ${otherInputs(actions)}
    </section>`;
}

function field(state: State, actions: Actions) {
  const submit = (event: Event) => {
    event.preventDefault();
    actions.search.submit();
  };
  return html`
    <form role="search" @submit=${submit}>
      <label for="query">Barcode number or name</label>
      <div class="field">
        ${icons.search}
        <input id="query" type="search" enterkeyhint="search" autocomplete="off" autocapitalize="off" spellcheck="false"
          maxlength=${MAX_QUERY_LENGTH} aria-describedby="query-hint" .value=${live(state.query)} @paste=${pasted(actions)} @keydown=${entersList(actions)}
          @input=${(event: InputEvent) => actions.search.type((event.target as HTMLInputElement).value)}>
        <button class="primary" type="submit">Find</button>
      </div>
      <p id="query-hint" class="small">For example, <q>amlodipine 5mg</q>, or the digits under a barcode</p>
    </form>`;
}

/** Handles the arrow down: it goes to the results. */
const entersList = (actions: Actions) => (event: KeyboardEvent) => {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  actions.search.enterList();
};

/** Handles a paste that the field itself would distort. */
const pasted = (actions: Actions) => (event: ClipboardEvent) => {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!needsFitting(text)) return;
  event.preventDefault();
  const input = event.target as HTMLInputElement;
  const { selectionStart, selectionEnd, value } = input;
  actions.search.paste(
    `${value.slice(0, selectionStart ?? 0)}${text.trim()}${value.slice(selectionEnd ?? value.length)}`,
  );
};

function otherInputs(actions: Actions) {
  return html`
    <div class="other-inputs">
      <input id="image" class="visually-hidden" type="file" accept="image/*" @change=${chosenFile((file) => void actions.camera.readImage(file))}>
      <label class="button" for="image">${icons.image}Read a picture</label>
      <p class="small">You can also paste a picture, or scan with a hand scanner at any time.</p>
    </div>`;
}

/** Passes on the chosen file, and resets the input so that the same file can be chosen again. */
export function chosenFile(take: (file: File) => void): (event: Event) => void {
  return ({ target }) => {
    const input = target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (file) take(file);
  };
}

// The camera.

/**
 * The element has the camera and its controls. What is in it here appears over and below its
 * picture.
 */
function cameraPanel(state: State, actions: Actions, views: Views | undefined) {
  const { answer, isCounting } = state;
  return html`
    <pack-scanner ?counting=${isCounting} .isSerialised=${isSerialised(actions)}
      @scan=${read(actions)} @several=${read(actions)} @tracked=${tracked(actions)} @statechange=${changed(actions)}>
      ${cameraButton(actions)}
      <p slot="problem">You can still type the number, use a picture or use a hand scanner.</p>
      ${isCounting ? views?.inViewView(state) : nothing}
      ${answer && views && !isCounting && !isAiming(state) ? glance(answer, actions, views) : nothing}
      ${printControls(state, actions)}
      ${countToggle(isCounting, actions)}
    </pack-scanner>
    ${isCounting ? views?.countView(state, actions) : nothing}`;
}

/** Stands in the place of the element's own button until the script of the element has arrived. */
function cameraButton(actions: Actions) {
  return html`<button class="start" @click=${() => actions.camera.start()}>${icons.camera}Scan with the camera</button>`;
}

const isSerialised = (actions: Actions) => (text: string) => actions.count.isSerialised(text);

/** Handles codes. Their answer has a sound of its own. */
const read = (actions: Actions) => (event: ScanEvent) => {
  event.preventDefault();
  const { detail } = event;
  actions.camera.detected("text" in detail ? [detail.text] : detail.texts, detail.isMore);
};

const tracked =
  (actions: Actions) =>
  ({ detail }: TrackedEvent) =>
    actions.count.tracked(detail.counted, detail.inView);

const changed =
  (actions: Actions) =>
  ({ detail }: CustomEvent<CameraState>) =>
    actions.camera.changed(detail);

function countToggle(isCounting: boolean, actions: Actions) {
  const change = (event: Event) =>
    actions.count.setCounting((event.target as HTMLInputElement).checked);
  return html`
    <label slot="controls" class="toggle">
      <input type="checkbox" .checked=${isCounting} @change=${change}>Count every code in view
    </label>`;
}

const isAiming = ({ print }: Pick<State, "print">): boolean => print?.step.is === "aiming";

/** Shows the buttons that read the camera's picture, below it. */
function printControls({ printReader, print, isCounting, isCameraOn }: State, actions: Actions) {
  if (!printReader || isCounting) return nothing;
  return isAiming({ print })
    ? html`
      <p slot="picture" class="aim-hint">Hold expiry and batch in the frame</p>
      <div slot="answer" id="aim" tabindex="-1"><button class="primary big" ?disabled=${!isCameraOn} @click=${() => void actions.print.readGuide()}>Read expiry and batch now</button></div>`
    : html`<button slot="controls" ?disabled=${!isCameraOn} @click=${() => void actions.print.readView()}>Read the print</button>`;
}

/**
 * Shows the answer in short below the picture. On screens where the answer is beside it, the style
 * sheet hides this.
 */
function glance(answer: Answer, actions: Actions, { packStatus, summaryOf }: Views) {
  const { tone, title, detail, status, others } = summaryOf(answer);
  return html`
    <section slot="answer" class="glance ${tone}" aria-label="Answer in short">
      <p class="title">${title}</p>
      ${detail ? html`<p class="detail">${detail}</p>` : nothing}
      ${status ? packStatus(status, answer.warnings) : nothing}
      <p class="buttons"><button @click=${() => actions.lookUp.showAnswer()}>${others > 0 ? `Whole answer and ${count(others, "more warning")}` : "Whole answer"}</button></p>
    </section>`;
}
