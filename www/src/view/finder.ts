// The inputs: typing, camera, picture, hand scanner.
import type { Outline } from "blocks/scanner/scanner.js";
import type { CameraState, Failed, On } from "blocks/scanner/session.js";
import { hintText, PROBLEMS } from "blocks/scanner/wording.js";
import { html, nothing, svg } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { live } from "lit-html/directives/live.js";

import type { Actions } from "../actions/index.js";
import { count } from "../format.js";
import { type Answer, summaryOf } from "../lookup/answer.js";
import { MAX_QUERY_LENGTH } from "../lookup/outcome.js";
import { needsFitting } from "../lookup/search.js";
import type { State } from "../state.js";
import { cornersText, countView, inViewView } from "./count.js";
import * as icons from "./icons.js";
import { packStatus } from "./warnings.js";

export function finder(state: State, actions: Actions, video: HTMLVideoElement) {
  return html`
    <section class="finder" aria-label="Find a pack">
      ${field(state, actions)}
      ${cameraPanel(state, actions, video)}
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
  actions.search.paste(`${value.slice(0, selectionStart ?? 0)}${text.trim()}${value.slice(selectionEnd ?? value.length)}`);
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


function cameraPanel(state: State, actions: Actions, video: HTMLVideoElement) {
  const { camera, outlined, answer, isCounting } = state;
  const isLive = camera.is === "on" || camera.is === "starting";
  return html`
    <div class="camera ${isLive ? "live" : ""} ${isCounting ? "counting" : ""}">
      ${camera.is === "failed" ? problem(camera) : nothing}
      ${isLive ? nothing : startButton(camera, actions)}
      <div class="viewport" ?hidden=${!isLive}>
        <div class="picture">
          ${video}
          <div class="guide" aria-hidden="true"></div>
          ${outlined && !isCounting ? keyed(outlined.at, outlinesView(outlined.outlines)) : nothing}
          ${isCounting ? inViewView(state) : nothing}
          <p class="hint">${hintText(camera, isCounting)}</p>
        </div>
        ${answer && !isCounting ? glance(answer, actions) : nothing}
      </div>
      ${isLive ? controls(state, actions) : nothing}
      ${isCounting ? countView(state, actions) : nothing}
    </div>`;
}

/** Outlines the symbols that were read, for a moment. */
function outlinesView(outlines: Outline[]) {
  return html`
    <svg class="outlines" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      ${outlines.map((outline) => svg`<polygon points=${cornersText(outline)}/>`)}
    </svg>`;
}

/** Shows the answer in short below the picture. On screens where the answer is beside it, the style sheet hides this. */
function glance(answer: Answer, actions: Actions) {
  const { tone, title, detail, status, others } = summaryOf(answer);
  return html`
    <section class="glance ${tone}" aria-label="Answer in short">
      <p class="title">${title}</p>
      ${detail ? html`<p class="detail">${detail}</p>` : nothing}
      ${status ? packStatus(status, answer.warnings) : nothing}
      <p class="buttons"><button @click=${() => actions.lookUp.showAnswer()}>${others > 0 ? `Whole answer and ${count(others, "more warning")}` : "Whole answer"}</button></p>
    </section>`;
}

function startButton(camera: CameraState, actions: Actions) {
  const text = camera.is === "failed" ? "Try the camera again" : "Scan with the camera";
  return html`<button class="primary big" @click=${() => actions.camera.start()}>${icons.camera}${text}</button>`;
}

function controls({ camera, feedback, isCounting }: State, actions: Actions) {
  return html`
    <div class="controls">
      <button @click=${() => actions.camera.stop()}>${icons.stop}Stop</button>
      ${camera.is === "on" ? torch(camera, actions) : nothing}
      ${camera.is === "on" ? zoom(camera, actions) : nothing}
      ${camera.is === "on" && camera.devices.length > 1 ? picker(camera, actions) : nothing}
      ${toggle("Beep", feedback.beep, (beep) => actions.camera.setFeedback({ ...feedback, beep }))}
      ${"vibrate" in navigator
        ? toggle("Vibrate", feedback.vibrate, (vibrate) => actions.camera.setFeedback({ ...feedback, vibrate }))
        : nothing}
      ${toggle("Count every code in view", isCounting, (isOn) => actions.count.setCounting(isOn))}
    </div>`;
}

function torch({ torch }: On, actions: Actions) {
  if (torch === undefined) return nothing;
  return html`<button aria-pressed=${torch} @click=${() => actions.camera.setTorch(!torch)}>${icons.torch}Torch</button>`;
}

function zoom({ zoom }: On, actions: Actions) {
  if (!zoom) return nothing;
  const change = (event: Event) => actions.camera.zoom((event.target as HTMLInputElement).valueAsNumber);
  return html`
    <label class="zoom">Zoom
      <input type="range" min=${zoom.min} max=${zoom.max} step=${zoom.step} .valueAsNumber=${zoom.value} @input=${change}>
    </label>`;
}

function picker({ devices, deviceId: selectedId }: On, actions: Actions) {
  const change = (event: Event) => actions.camera.useCamera((event.target as HTMLSelectElement).value);
  return html`
    <label class="picker"><span class="visually-hidden">Camera</span>
      <select @change=${change}>
        ${devices.map(
          ({ deviceId, label }, index) =>
            html`<option value=${deviceId} ?selected=${deviceId === selectedId}>${label || `Camera ${index + 1}`}</option>`,
        )}
      </select>
    </label>`;
}

function toggle(text: string, checked: boolean, change: (on: boolean) => void) {
  return html`
    <label class="toggle">
      <input type="checkbox" .checked=${checked}
        @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}>${text}
    </label>`;
}

function problem({ problem }: Failed) {
  const [what, remedy] = PROBLEMS[problem];
  return html`
    <div class="callout caution" role="alert">
      ${icons.warning}
      <div><p><strong>${what}</strong> ${remedy}</p>
      <p>You can still type the number, use a picture or use a hand scanner.</p></div>
    </div>`;
}
