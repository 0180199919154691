// The person's own note on the card of an unknown code. Its dashed edge distinguishes it from every
// answer of the register.
import { html, nothing } from "lit-html";

import type { OwnNote } from "../lookup/outcome.js";
import { nameParts } from "../lookup/pack.js";
import type { Note } from "../notes/note.js";
import { DELETE, DIFFER, endsText, madeText, nameOf, problemsOf } from "../lookup/note-wording.js";
import { statusLine } from "./warnings.js";

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
