// The check of a list of codes: how many are current, and what is wrong with the others.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { type ListCheck, type Status, wordsOf } from "../code-list/check.js";
import { count, number } from "../common/format.js";
import type { State } from "../state/state.js";
import { fileInput, submitted } from "./controls.js";
import * as icons from "./icons.js";

/** The number of codes of each status that are shown. The file has all. */
const SHOWN = 20;

export function codeListView({ codeList: { check, problem } }: State, actions: Actions) {
  return html`
    <div class="code-lists">
    <h2 id="code-list-title" tabindex="-1">Check a list of codes</h2>
    <p>Choose a spreadsheet or CSV file with GTINs or dm+d codes, or paste them.
      The page says which are current, discontinued, invalid, replaced, re-used or unknown,
      and which ones a spreadsheet has rounded.
      The list stays on this device.</p>
    <p class="buttons">${fileInput("code-list-file", ".csv,.tsv,.txt,.xlsx", (file) => void actions.codeList.checkFile(file))}
      <label class="button" for="code-list-file">${icons.download}Choose the list</label></p>
    <form @submit=${submitted((field) => actions.codeList.checkText(field("text")))}>
      <label for="code-list-text">Or paste codes, one in each line</label>
      <textarea id="code-list-text" name="text" rows="4" autocomplete="off" spellcheck="false" required></textarea>
      <p class="buttons"><button type="submit">Check the codes</button></p>
    </form>
    ${problem ? html`<div class="callout danger">${icons.danger}<p>${problem}</p></div>` : nothing}
    ${check ? result(check, actions) : nothing}
    </div>`;
}

function result({ name, release, codes, counts, notes }: ListCheck, actions: Actions) {
  const others = counts.filter(([status]) => status !== "current");
  return html`
    <section class="card code-list" aria-labelledby="code-list-result">
      <h3 id="code-list-result" tabindex="-1">${name}: ${count(codes.length, "code")}, checked with dm+d ${release}</h3>
      ${notes.map((note) => html`<p class="flag">${icons.warning}${note}</p>`)}
      <dl class="facts">${counts.map(
        ([status, amount]) => html`<div><dt>${LABELS[status]}</dt><dd>${number(amount)}</dd></div>`,
      )}</dl>
      ${others.map(([status, amount]) => ofStatus(status, amount, codes))}
      <p>Which codes were added for the same products since the list was made is not known on this device. The
        <a href="docs#checkList">interface of the server</a> knows it, if the server keeps a history.</p>
      <p class="buttons">
        <button class="primary"
          @click=${() => actions.codeList.export()}>${icons.download}Download the checked list</button>
        <button @click=${() => actions.codeList.close()}>Close the list</button>
      </p>
    </section>`;
}

function ofStatus(status: Status, amount: number, codes: ListCheck["codes"]) {
  const shown = codes.filter((code) => code.status === status).slice(0, SHOWN);
  const more = amount - shown.length;
  return html`
    <details><summary>${LABELS[status]}: ${number(amount)}</summary>
      <ul>${shown.map(
        (code) =>
          html`<li><code>${code.code || "blank"}</code>
            ${code.name ? html`<bdi>${code.name}</bdi>: ` : nothing}${wordsOf(code)}</li>`,
      )}</ul>
      ${more > 0 ? html`<p>${number(more)} more are in the file.</p>` : nothing}
    </details>`;
}

/** The statuses in words. */
const LABELS: Record<Status, string> = {
  current: "Current",
  not_a_code: "Not a code",
  rounded_number: "Rounded by a spreadsheet",
  unknown_gtin: "Unknown GTIN",
  unknown_code: "Unknown code",
  wrong_check_digit: "Wrong check digit",
  no_concepts: "Cannot be checked",
  removed: "Not in the releases any more",
  replaced: "Replaced by another code",
  reused: "Re-used: several packs",
  moved: "Moved from another pack",
  invalid: "Invalid",
  discontinued: "Discontinued",
  ended: "Barcode ended",
  no_current_pack: "No current pack",
  zeros_lost: "Leading zeros lost",
};
