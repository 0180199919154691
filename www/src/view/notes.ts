// The list of the person's own notes, and the import of a file of notes.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";

import type { Actions } from "../actions/index.js";
import { count, longDate } from "../common/format.js";
import type { Status } from "../lookup/pack.js";
import { isUsable, latestEnd, type Note, type NoteContext } from "../notes/note.js";
import type { Conflict, Review } from "../notes/review.js";
import { stateText } from "../lookup/note-wording.js";
import type { State } from "../state/state.js";
import { fileInput, spoken } from "./controls.js";
import * as icons from "./icons.js";
import { undoLine } from "./notices.js";
import { noteName } from "./own-note.js";
import { problemView, statusLine } from "./warnings.js";

export function notesView({ notes, release, today }: State, actions: Actions) {
  const { list, areStored, review, problem, deleted } = notes;
  const context = (note: Note) => ({ today, demo: release?.demo ?? note.release.demo });
  return html`
    <section class="history notes" aria-labelledby="notes-title">
      <h2 id="notes-title" tabindex="-1">Your notes</h2>
      <p class="small">A note ties a code that dm+d does not have to a pack, on this device only.
        Scan such a code to make a note.</p>
      ${
        areStored
          ? nothing
          : html`<p class="flag">${icons.warning}This browser cannot save notes.
            You lose them when you close the page.</p>`
      }
      ${problemView(problem)}
      ${deleted ? undoLine("You deleted 1 note", () => actions.notes.undoDelete()) : nothing}
      ${review ? reviewView(review, actions) : nothing}
      ${
        list.length === 0
          ? nothing
          : html`<ul class="list">${repeat(
              list,
              ({ id }) => id,
              (note) => html`<li>${noteView(note, context(note), actions)}</li>`,
            )}</ul>`
      }
      ${tools(list.length, actions)}
    </section>`;
}

function tools(notes: number, actions: Actions) {
  const exports = html`
    <button @click=${() => actions.notes.export("json")}>${icons.download}Export notes (JSON)</button>
    <button @click=${() => actions.notes.export("csv")}>${icons.download}Export notes (CSV)</button>`;
  return html`
    <p class="buttons">
      ${notes > 0 ? exports : nothing}
      ${fileInput("notes-file", ".json,application/json", (file) => void actions.notes.readFile(file))}
      <label class="button" for="notes-file">Import notes</label>
    </p>`;
}

function noteView(note: Note, context: NoteContext, actions: Actions) {
  const { gtin, name, madeOn, remark, release } = note;
  return html`
    <article class="own-note ${isUsable(note, context) ? "" : "unused"}" aria-label=${`Your note for the code ${gtin}`}>
      <p class="code">${gtin}</p>
      ${noteName(name)}
      ${stateView(stateText(note, context))}
      ${remark ? html`<p>Your remark: <bdi>${remark}</bdi></p>` : nothing}
      <p class="small">Made on ${longDate(madeOn)}, with dm+d ${release.name} of
        ${longDate(release.date)}${release.demo ? ", demonstration data" : ""}</p>
      <p class="buttons">
        ${
          isUsable(note, context)
            ? html`<label>Last day <input id=${endId(note)} type="date"
              .value=${live(shownEnd(note))} min=${context.today} max=${latestEnd(madeOn)}
              @change=${changed(note, actions)} @blur=${left(note, actions)}></label>`
            : nothing
        }
        <button class="risky"
          @click=${() => actions.notes.delete(note)}>Delete${spoken(` the note for ${gtin}`)}</button>
      </p>
    </article>`;
}

const endId = ({ id }: Note) => `ends-${id}`;

/**
 * Finds the date that the field has: the stored one or, while the person types in it, its own. A
 * rendering must not change what is half-typed.
 */
function shownEnd(note: Note): string {
  const field = document.activeElement;
  return field?.id === endId(note) ? (field as HTMLInputElement).value : note.endsOn;
}

/**
 * Stores a date that is complete and in range. A field reports each key, and an unfinished year is
 * a year, too.
 */
const changed =
  (note: Note, actions: Actions) =>
  ({ target }: Event) => {
    const { value, validity } = target as HTMLInputElement;
    if (value && validity.valid) actions.notes.setEnd(note, value);
  };

/**
 * Reports a date that cannot be stored, when the person leaves the field. It shows the stored one
 * again.
 */
const left =
  (note: Note, actions: Actions) =>
  ({ target }: Event) => {
    const { value } = target as HTMLInputElement;
    if (value !== note.endsOn) actions.notes.setEnd(note, value);
  };

/** Shows the state of a note. A tick could be read as an approval by dm+d. */
function stateView(state: Status) {
  return state.tone === "plain" ? html`<p class="status">${state.text}</p>` : statusLine(state);
}

// The second look at a file.

function reviewView(review: Review, actions: Actions) {
  const { added, conflicts, rejected, present } = review;
  const isEmpty = added.length + conflicts.length === 0;
  return html`
    <form class="card second-look" aria-labelledby="review-title" @submit=${confirmed(conflicts, actions)}>
      <h3 id="review-title"
        tabindex="-1">${isEmpty ? "The file has no note to import" : "Check the notes of the file"}</h3>
      ${addedView(added)}
      ${conflicts.map(conflictView)}
      ${
        present > 0
          ? html`<p>${count(present, "note")} of the file ${present === 1 ? "is" : "are"} on this device already.</p>`
          : nothing
      }
      ${rejectedView(rejected)}
      ${
        isEmpty
          ? nothing
          : html`<label class="compared"><input type="checkbox" required><span>I have read each code
            and each name, and they belong together</span></label>`
      }
      <p class="buttons">
        ${isEmpty ? nothing : html`<button class="primary" type="submit">Import these notes</button>`}
        <button type="button" @click=${() => actions.notes.dismissReview()}>${isEmpty ? "Close" : "Cancel"}</button>
      </p>
    </form>`;
}

function addedView(added: Review["added"]) {
  if (added.length === 0) return nothing;
  return html`
    <p>${count(added.length, "new note")}:</p>
    <ul>${added.map(
      ({ gtin, name, endsOn }) =>
        html`<li><span class="code">${gtin}</span> <bdi>${name}</bdi>, until ${longDate(endsOn)}</li>`,
    )}</ul>`;
}

function rejectedView(rejected: Review["rejected"]) {
  if (rejected.length === 0) return nothing;
  return html`
    <p class="flag">${icons.warning}${count(rejected.length, "note")} cannot be imported:</p>
    <ul>${rejected.map(({ label, reason }) => html`<li><bdi>${label}</bdi>: ${reason}</li>`)}</ul>`;
}

/** Shows both packs of a code. None is chosen before the person chooses. */
function conflictView({ mine, theirs }: Conflict) {
  return html`
    <fieldset>
      <legend>Your note and the file have different packs for the code <span class="code">${theirs.gtin}</span></legend>
      <label class="compared"><input type="radio" name=${theirs.gtin}
        value="mine" required><span><span class="small">Keep your note</span><bdi>${mine.name}</bdi></span></label>
      <label class="compared"><input type="radio" name=${theirs.gtin} value="theirs"
        required><span><span class="small">Use the note of the file</span><bdi>${theirs.name}</bdi></span></label>
    </fieldset>`;
}

const confirmed = (conflicts: Conflict[], actions: Actions) => (event: Event) => {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  const choices = new Map<string, "mine" | "theirs">();
  for (const { theirs } of conflicts) {
    const choice = data.get(theirs.gtin);
    if (choice === "mine" || choice === "theirs") choices.set(theirs.gtin, choice);
  }
  actions.notes.confirmReview(choices);
};
