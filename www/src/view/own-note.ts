// A person's own note: as a part of an answer, and while a code is tied to a pack, with the search
// for the pack and the second look at the box.
import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import type { Pack } from "pack-lookup/core";

import type { OwnNote } from "../lookup/outcome.js";
import { nameParts } from "../lookup/pack.js";
import { type Note, DEFAULT_MONTHS, latestEnd, MAX_MONTHS, MAX_REMARK } from "../notes/note.js";
import {
  DELETE,
  DIFFER,
  endsText,
  madeText,
  nameOf,
  problemsOf,
  type ComparedPart,
  comparedParts,
} from "../lookup/note-wording.js";
import { problemView, statusLine } from "./warnings.js";
import type { Actions } from "../actions/index.js";
import { canTie } from "../actions/notes.js";
import { addMonths } from "../common/format.js";
import { openedPack, packToTie, type SecondLook, type Tying } from "../state/records.js";
import type { State } from "../state/state.js";

export function ownNoteView(own: OwnNote) {
  return own.is === "differ" ? differView(own.notes) : oneView(own);
}

function oneView(own: Extract<OwnNote, { is: "one" }>) {
  const { note } = own;
  const problems = problemsOf(own);
  const tone = problems.length > 0 ? "danger" : "caution";
  return html`
    <section class="own-note ${tone}" aria-label="Your note, not dm+d">
      ${statusLine({ tone: "caution", text: `${madeText(note)}. ${endsText(note)}` })}
      ${problems.map((text) => statusLine({ tone: "danger", text }))}
      ${noteName(nameOf(own))}
      ${note.remark ? html`<p>Your remark: <bdi>${note.remark}</bdi></p>` : nothing}
      <p>dm+d does not have this code. You chose this pack. <strong>Compare the name on the box.</strong></p>
      <p class="small">AMPP code <span class="code">${note.packId}</span></p>
    </section>`;
}

function differView(notes: Note[]) {
  return html`
    <section class="own-note danger" aria-label="Your notes, not dm+d">
      ${statusLine({ tone: "danger", text: DIFFER })}
      <ul>${notes.map(({ name }) => html`<li><bdi>${name}</bdi></li>`)}</ul>
      <p>${DELETE}.</p>
    </section>`;
}

/** Shows the name of a note's pack, smaller than the name of an answer. */
export function noteName(name: string) {
  const { product, supplier, size } = nameParts(name);
  return html`
    <p class="name note-name"><span class="product">${product}</span>
      ${supplier ? html`<span class="supplier">(${supplier})</span> <span class="size">${size}</span>` : nothing}</p>`;
}

export function tieButton(state: State, actions: Actions) {
  return canTie(state)
    ? html`<button @click=${() => actions.notes.begin()}>Remember which pack this is</button>`
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
    <section class="own-note tying" aria-label="Remember which pack this is">
      <p>${pack ? "Is this the pack with the code" : "Search by name for the pack with the code"}
        <span class="code">${tying.code}</span>${pack ? "?" : ". Open the pack that you hold."}</p>
      <p class="buttons">
        ${
          pack
            ? html`<button class="primary"
              @click=${() => actions.notes.choose(pack.pack_id)}>Remember this pack</button>`
            : nothing
        }
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
    <form class="card second-look" aria-labelledby="result-name" @submit=${submitted(actions)}
      @input=${entered(actions)}>
      <h2 id="result-name" tabindex="-1">Read the box again</h2>
      <p>dm+d does not have the code <span class="code">${tying.code}</span>.
        Tick each part that you read on the box.</p>
      ${problemView(tying.problem)}
      <div role="group"
        aria-label="Compare with the box">${comparedParts(name).map((part) => partView(part, tying.look))}</div>
      <label>Last four digits of the code, as the box shows them
        <input name="digits" inputmode="numeric" autocomplete="off" required maxlength="4"
          pattern="[0-9]{4}" .defaultValue=${tying.look?.lastDigits ?? ""}></label>
      <label>Last day of the note
        <input name="ends" type="date" required
          .defaultValue=${tying.look?.endsOn ?? addMonths(today, DEFAULT_MONTHS)} min=${today}
          max=${latestEnd(today)}></label>
      <p class="small">At most ${MAX_MONTHS} months. The note ends earlier when dm+d has the code.</p>
      <label>Remark (optional). Do not write about people.
        <input name="remark" autocomplete="off" maxlength=${MAX_REMARK}
          .defaultValue=${tying.look?.remark ?? ""}></label>
      <p class="small">The page stores the note on this device and shows it as your note, not as an answer of dm+d.</p>
      <p class="buttons">
        <button class="primary" type="submit">Save the note</button>
        <button type="button" @click=${() => actions.notes.chooseAgain()}>Choose another pack</button>
        <button type="button" @click=${() => actions.notes.cancel()}>Cancel</button>
      </p>
    </form>`;
}

function partView({ title, value }: ComparedPart, look: SecondLook | undefined) {
  const isTicked = look?.compared.includes(title) ?? false;
  return html`<label class="compared"><input type="checkbox" name="compared" value=${title} required
    .checked=${isTicked}><span><span class="small">${title}</span><bdi>${value}</bdi></span></label>`;
}

const submitted = (actions: Actions) => (event: Event) => {
  event.preventDefault();
  actions.notes.save(lookIn(event));
};

const entered = (actions: Actions) => (event: Event) => actions.notes.entered(lookIn(event));

function lookIn({ currentTarget }: Event): SecondLook {
  const data = new FormData(currentTarget as HTMLFormElement);
  const text = (field: string) => String(data.get(field) ?? "");
  return {
    compared: data.getAll("compared").map(String),
    lastDigits: text("digits"),
    endsOn: text("ends"),
    remark: text("remark"),
  };
}
