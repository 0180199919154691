// The view of what this device keeps: the history, and below it the person's own notes.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { count, number, today } from "../common/format.js";
import { clearedText, type EntryGroup, groupEntries, doubtsNow } from "../history/entries.js";
import { ROWS_SHOWN } from "../state/page.js";
import { COLUMNS } from "../history/export.js";
import type { State } from "../state/state.js";
import type { WatchList } from "../watch/model.js";
import { details, entries, flags, name } from "./entries.js";
import { undoLine } from "./notices.js";
import { notesView } from "./notes.js";
import * as icons from "./icons.js";
import { spoken } from "./controls.js";

export function recordsView(state: State, actions: Actions) {
  return html`${historyView(state, actions)}${notesView(state, actions)}`;
}

function historyView(state: State, actions: Actions) {
  return html`
    <section class="history" aria-labelledby="history-title">
      <h1 id="history-title" tabindex="-1">History</h1>
      ${storageNote(state)}
      ${undoClear(state, actions)}
      ${
        state.history.length === 0
          ? empty(actions)
          : html`${tools(state, actions)} ${list(state, actions)} ${columns()}`
      }
    </section>`;
}

function storageNote({ isHistoryStored }: State) {
  return isHistoryStored
    ? html`<p class="small">This list is only on this device. It stays until you clear it.</p>`
    : html`<p class="flag">${icons.warning}This browser cannot save the history.
      You lose this list when you close the page.</p>`;
}

function undoClear({ cleared }: State, actions: Actions) {
  if (!cleared) return nothing;
  return undoLine(clearedText(cleared), () => actions.history.undoClear());
}

function empty(actions: Actions) {
  return html`
    <div class="card"><p>No packs yet. Packs that you scan or look up appear here. You can count and export them.</p>
      <p class="buttons"><button class="primary"
        @click=${() => actions.page.go("look-up")}>Look up a pack</button></p></div>`;
}

function tools({ historyCounted, history, canShare }: State, actions: Actions) {
  return html`
    <div class="tools">
      <div class="segments" role="group" aria-label="Show">
        <button aria-pressed=${!historyCounted} @click=${() => actions.history.showCounts(false)}>Each scan</button>
        <button aria-pressed=${historyCounted} @click=${() => actions.history.showCounts(true)}>Counts</button>
      </div>
      <div class="buttons">
        <button @click=${() => actions.history.export("xlsx")}>${icons.download}Spreadsheet</button>
        <button @click=${() => actions.history.export("csv")}>${icons.download}CSV</button>
        <button @click=${() => actions.history.export("json")}>${icons.download}JSON</button>
        ${canShare ? html`<button @click=${() => actions.history.share()}>Share</button>` : nothing}
        <button class="risky"
          @click=${() => actions.history.clear()}>Clear ${count(history.length, "entry", "entries")}</button>
      </div>
    </div>`;
}

function list({ history, historyCounted, historyShown, watchLists }: State, actions: Actions) {
  const groups = historyCounted ? groupEntries(history) : [];
  return historyCounted
    ? html`${counts(groups.slice(0, historyShown), watchLists, actions)} ${more(historyShown, groups.length, actions)}`
    : html`${entries(history.slice(0, historyShown), watchLists, actions)}
      ${more(historyShown, history.length, actions)}`;
}

/** Shows a button for more rows. Rendering thousands of rows would delay the first ones. */
function more(shown: number, all: number, actions: Actions) {
  if (shown >= all) return nothing;
  return html`
    <button class="big" @click=${() => actions.history.more()}>
      Show ${number(Math.min(ROWS_SHOWN, all - shown))} more (showing ${number(shown)} of ${number(all)})
    </button>`;
}

function counts(groups: EntryGroup[], watchLists: WatchList[], actions: Actions) {
  return html`
    <ul class="list counts">
      ${groups.map(
        ({ entry, count }) => html`
        <li><button class="hit" @click=${() => actions.lookUp.reopen(entry)}>
          <span class="count"><span
            aria-hidden="true">×</span>${count}${spoken(entry.request.by === "code" ? " scanned" : " opened")}</span>
          ${name(entry)} ${details(entry)} ${flags(doubtsNow(entry, { today: today(), watchLists }))}
        </button></li>`,
      )}
    </ul>`;
}

/** Explains the columns of the exported files. */
function columns() {
  return html`
    <details class="columns">
      <summary>What the files contain</summary>
      <p>The spreadsheet is for Excel, LibreOffice and others. Every cell is text,
        so no program changes a code. CSV writes
        codes as <code>="0123"</code>. Excel shows 0123, and so does LibreOffice if you tick
        “Evaluate formulas”. JSON is for programs: a missing value is <code>null</code>.</p>
      <dl class="facts">${COLUMNS.map(
        ({ name, means }) => html`<div><dt><code>${name}</code></dt><dd>${means}</dd></div>`,
      )}</dl>
      <p>JSON has <code>chosen_among</code>, with the AMPP codes of all packs that you chose from,
        instead of <code>chosen</code>, and <code>own_note</code> with <code>pack_id</code> and
        <code>name</code>. <code>read_from_print</code> is a list. Each of the <code>doubts</code> has a
        <code>kind</code>, a <code>text</code>, and what it is <code>about</code>: the box, the code or the data.
        The <code>release</code> has a <code>name</code>, a <code>date</code>, and
        <code>demo</code>, which is true for demonstration data.</p>
    </details>`;
}
