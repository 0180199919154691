// The inputs: typing, camera, picture, hand scanner.
import type { CameraState, PackScannerEvents } from "blocks/scanner/types.js";
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";

import type { Actions } from "../actions/index.js";
import { MAX_QUERY_LENGTH, needsFitting } from "../lookup/query.js";
import type { State } from "../state/state.js";
import { fileInput, instead, spoken, ticked, typed } from "./controls.js";
import * as icons from "./icons.js";
import type * as laterViews from "./views.js";

export function finder(state: State, actions: Actions, views: typeof laterViews | undefined) {
  return html`
    <section class="finder" aria-label="Find a pack">
      ${cameraPanel(state, actions, views)}
      ${field(state, actions)}
    </section>`;
}

function field(state: State, actions: Actions) {
  return html`
    <form role="search" @submit=${instead(() => actions.search.submit())}>
      <label for="query">Barcode number or name</label>
      <div class="field">
        ${icons.search}
        <input id="query" type="search" enterkeyhint="search" autocomplete="off" autocapitalize="off" spellcheck="false"
          maxlength=${MAX_QUERY_LENGTH} aria-describedby="query-hint" .value=${live(state.query)}
          @paste=${pasted(actions)} @keydown=${entersList(actions)}
          @input=${typed((text) => actions.search.type(text))}>
        <button class="primary" type="submit">Find</button>
        ${picture(actions)}
      </div>
      <p id="query-hint" class="small">Hand scanners and pasted pictures work too</p>
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

function picture(actions: Actions) {
  return html`
    ${fileInput("image", "image/*", (file) => void actions.camera.readImage(file))}
    <label class="button" for="image" title="Read a picture">${icons.image}${spoken("Read a picture")}</label>`;
}

// The camera.

/**
 * The element has the camera and its controls. What is in it here appears over and below its
 * picture.
 */
function cameraPanel(state: State, actions: Actions, views: typeof laterViews | undefined) {
  const { answer, isCounting } = state;
  return html`
    <pack-scanner ?counting=${isCounting} .isSerialised=${isSerialised(actions)}
      @scan=${read(actions)} @several=${read(actions)} @tracked=${tracked(actions)} @statechange=${changed(actions)}>
      ${customElements.get("pack-scanner") ? nothing : cameraButton(actions)}
      <p slot="problem">You can still type the number, use a picture or use a hand scanner.</p>
      ${isCounting ? views?.inViewView(state) : nothing}
      ${answer && views && !isCounting && !isAiming(state) ? views.glance(state, answer, actions) : nothing}
      ${printControls(state, actions)}
      ${countToggle(isCounting, actions)}
    </pack-scanner>
    ${isCounting ? views?.countView(state, actions) : nothing}`;
}

/** Stands in the place of the element's own button until the script of the element has arrived. */
function cameraButton(actions: Actions) {
  return html`<button class="start"
    @click=${() => actions.camera.start()}>${icons.camera}Scan with the camera</button>`;
}

const isSerialised = (actions: Actions) => (text: string) => actions.count.isSerialised(text);

/** Handles codes. Their answer has its own sound. */
const read = (actions: Actions) => (event: PackScannerEvents["scan" | "several"]) => {
  event.preventDefault();
  const { detail } = event;
  actions.camera.detected("text" in detail ? [detail.text] : detail.texts, detail.isMore);
};

const tracked =
  (actions: Actions) =>
  ({ detail }: PackScannerEvents["tracked"]) =>
    actions.count.tracked(detail.counted, detail.inView);

const changed =
  (actions: Actions) =>
  ({ detail }: CustomEvent<CameraState>) =>
    actions.camera.changed(detail);

function countToggle(isCounting: boolean, actions: Actions) {
  const change = ticked((isOn) => actions.count.setCounting(isOn));
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
      <div slot="answer" id="aim" tabindex="-1"><button class="primary big" ?disabled=${!isCameraOn}
        @click=${() => void actions.print.readGuide()}>Read expiry and batch now</button></div>`
    : html`<button slot="controls" ?disabled=${!isCameraOn}
      @click=${() => void actions.print.readView()}>Read the print</button>`;
}
