// The inputs: typing, camera, picture, hand scanner.
import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";

import type { Actions } from "../actions/index.js";
import { MAX_QUERY_LENGTH, needsFitting } from "../lookup/search.js";
import type { State } from "../state.js";
import { cameraPanel } from "./camera-panel.js";
import * as icons from "./icons.js";

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
          maxlength=${MAX_QUERY_LENGTH} aria-describedby="query-hint" .value=${live(state.query)} @paste=${pasted(actions)}
          @input=${(event: InputEvent) => actions.search.type((event.target as HTMLInputElement).value)}>
        <button class="primary" type="submit">Find</button>
      </div>
      <p id="query-hint" class="small">Such as <q>amlodipine 5mg</q>, or the digits under a barcode</p>
    </form>`;
}

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
      <label class="button" for="image">${icons.image}Read a picture</label>
      <input id="image" class="visually-hidden" type="file" accept="image/*" @change=${chosenFile((file) => void actions.camera.readImage(file))}>
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
