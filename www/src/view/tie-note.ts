// Tying a code to a pack: the button, the search for the pack, and the second look at the box.
import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import type { Pack } from "pack-lookup/core";

import type { Actions } from "../actions/index.js";
import { canTie } from "../actions/notes.js";
import { addMonths } from "../format.js";
import { DEFAULT_MONTHS, latestEnd, MAX_MONTHS, MAX_REMARK } from "../notes/note.js";
import { openedPack, packToTie, type Tying } from "../notes/tying.js";
import { type ComparedPart, comparedParts } from "../notes/wording.js";
import type { State } from "../state.js";
import * as icons from "./icons.js";

export function tieButton(state: State, actions: Actions) {
  return canTie(state)
    ? html`<button @click=${() => actions.notes.begin()}>Tie this code to a pack on this device</button>`
    : nothing;
}

/**
 * Shows the code for which the person searches the pack, and stays on the screen below any results.
 */
export function tyingView({ notes, answer, isKiosk }: State, actions: Actions) {
  const { tying } = notes;
  const pack = openedPack(answer);
  if (!tying || isKiosk || (answer && !pack) || packToTie(tying, answer)) return nothing;
  return html`
    <section class="own-note tying" aria-label="Tie a code to a pack">
      <p>${pack ? "Is this the pack with the code" : "Search by name for the pack with the code"} <span class="code">${tying.code}</span>${pack ? "?" : ". Open the pack that you hold."}</p>
      <p class="buttons">
        ${pack ? html`<button class="primary" @click=${() => actions.notes.choose(String(pack.pack_id))}>Tie the code to this pack</button>` : nothing}
        <button @click=${() => actions.notes.cancel()}>Cancel</button>
      </p>
    </section>`;
}

/** Shows the second look at the chosen pack, or returns `undefined`. */
export function secondLookView(state: State, actions: Actions) {
  const { tying } = state.notes;
  const pack = packToTie(tying, state.answer);
  return tying && pack && !state.isKiosk
    ? keyed(pack.pack_id, form(tying, pack, state.today, actions))
    : undefined;
}

function form(tying: Tying, { name }: Pack, today: string, actions: Actions) {
  return html`
    <form class="card second-look" aria-labelledby="result-name" @submit=${submitted(actions)}>
      <h2 id="result-name" tabindex="-1">Read the box again</h2>
      <p>dm+d does not have the code <span class="code">${tying.code}</span>. Tick each part that you read on the box.</p>
      ${tying.problem ? html`<div class="callout danger" role="alert">${icons.danger}<div><p class="loud">${tying.problem}</p></div></div>` : nothing}
      <div role="group" aria-label="Compare with the box">${comparedParts(name).map(partView)}</div>
      <label>Last four digits of the code, as the box shows them
        <input name="digits" inputmode="numeric" autocomplete="off" required maxlength="4" pattern="[0-9]{4}"></label>
      <label>Last day of the note
        <input name="ends" type="date" required .defaultValue=${addMonths(today, DEFAULT_MONTHS)} min=${today} max=${latestEnd(today)}></label>
      <p class="small">At most ${MAX_MONTHS} months. The note ends earlier when dm+d has the code.</p>
      <label>Remark (optional). Do not write about people.
        <input name="remark" autocomplete="off" maxlength=${MAX_REMARK}></label>
      <p class="small">The page stores the note on this device and shows it as your note, not as an answer of dm+d.</p>
      <p class="buttons">
        <button class="primary" type="submit">Save the note</button>
        <button type="button" @click=${() => actions.notes.chooseAgain()}>Choose another pack</button>
        <button type="button" @click=${() => actions.notes.cancel()}>Cancel</button>
      </p>
    </form>`;
}

function partView({ title, value }: ComparedPart) {
  return html`<label class="compared"><input type="checkbox" name="compared" value=${title} required><span><span class="small">${title}</span><bdi>${value}</bdi></span></label>`;
}

const submitted = (actions: Actions) => (event: Event) => {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  const text = (field: string) => String(data.get(field) ?? "");
  actions.notes.save({
    compared: data.getAll("compared").map(String),
    lastDigits: text("digits"),
    endsOn: text("ends"),
    remark: text("remark"),
  });
};
