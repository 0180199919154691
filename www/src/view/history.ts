import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { counted, type Line } from "../history/counts.js";
import type { Entry, Told } from "../history/entries.js";
import { COLUMNS } from "../history/columns.js";
import { PAGE_SIZE } from "../history/list.js";
import { count, daysBetween, number, shortDate, today } from "../words.js";
import type { State } from "../state.js";
import { flags } from "./flags.js";
import * as icons from "./icons.js";

const TIME = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export function historyView(state: State, actions: Actions) {
  return html`
    <section class="history" aria-labelledby="history-title">
      <h1 id="history-title" tabindex="-1">History</h1>
      ${kept(state)}
      ${state.history.length === 0 ? empty(actions) : html`${tools(state, actions)} ${list(state, actions)} ${columns()}`}
    </section>`;
}

function kept({ historyKept }: State) {
  return historyKept
    ? html`<p class="small">Kept on this device only, until you clear it.</p>`
    : html`<p class="flag">${icons.warning}Not kept: this browser lets the page keep nothing, and the list ends with the page.</p>`;
}

function empty(actions: Actions) {
  return html`
    <div class="card"><p>Nothing here yet. What you scan or look up is listed here, so that you can count and export it.</p>
      <p class="buttons"><button class="primary" @click=${() => actions.page.go("look-up")}>Look up a pack</button></p></div>`;
}

function tools({ historyCounted, history }: State, actions: Actions) {
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
        <button class="risky" @click=${() => actions.history.clear()}>Clear ${count(history.length, "entry", "entries")}</button>
      </div>
    </div>`;
}

function list({ history, historyCounted, historyShown }: State, actions: Actions) {
  const lines = historyCounted ? counted(history) : [];
  return historyCounted
    ? html`${counts(lines.slice(0, historyShown), actions)} ${more(historyShown, lines.length, actions)}`
    : html`${entries(history.slice(0, historyShown), actions)} ${more(historyShown, history.length, actions)}`;
}

/** Shows a button for more rows. Rendering thousands of rows would delay the first ones. */
function more(shown: number, all: number, actions: Actions) {
  if (shown >= all) return nothing;
  return html`
    <button class="big" @click=${() => actions.history.more()}>
      Show ${number(Math.min(PAGE_SIZE, all - shown))} more: ${number(shown)} of ${number(all)} are shown
    </button>`;
}

export function entries(history: Entry[], actions: Actions) {
  return html`
    <ul class="list">
      ${history.map((entry) => html`
        <li><button class="hit" @click=${() => actions.lookUp.reopen(entry)}>
          ${name(entry)} ${details(entry)} ${flags(entry.doubts)}
          <time class="small" datetime=${new Date(entry.at).toISOString()}>${TIME.format(entry.at)}</time>
        </button></li>`)}
    </ul>`;
}

function counts(lines: Line[], actions: Actions) {
  return html`
    <ul class="list counts">
      ${lines.map(({ entry, count }) => html`
        <li><button class="hit" @click=${() => actions.lookUp.reopen(entry)}>
          <span class="count"><span aria-hidden="true">×</span>${count}<span class="visually-hidden"> scanned</span></span>
          ${name(entry)} ${details(entry)} ${flags(entry.doubts)}
        </button></li>`)}
    </ul>`;
}

const WITHOUT_NAME: Partial<Record<Entry["outcome"], string>> = {
  reused: "Re-used code: not decided",
  unknown: "No pack has this code",
};

type Listed = Pick<Entry, "outcome" | "name" | "code" | "batch" | "expiry" | "doubts">;

function name({ outcome, name }: Listed) {
  return name
    ? html`<span class="product">${name}</span>`
    : html`<span class="product flag">${icons.warning}${WITHOUT_NAME[outcome]}</span>`;
}

function details({ code, batch, expiry, doubts }: Listed) {
  return html`
    <span class="rest">
      ${code ? html`<span class="code">${code}</span>` : nothing}
      ${batch ? html`<span>Batch <span class="code">${batch}</span></span>` : nothing}
      ${expiry ? expires(expiry, doubts) : nothing}
    </span>`;
}

function expires(expiry: string, doubts: Told[]) {
  const past = daysBetween(today(), expiry) < 0 || doubts.some(({ kind }) => kind === "expired");
  return html`<span class=${past ? "past" : ""}>${past ? icons.danger : nothing}${past ? "Expired" : "Expires"} ${shortDate(expiry)}</span>`;
}

/** Explains the columns of the exported files. */
function columns() {
  return html`
    <details class="columns">
      <summary>What is in the files</summary>
      <p>The spreadsheet is for Excel, LibreOffice and others: every cell is a text, so that no program changes a code. CSV writes
        codes as <code>="0123"</code>: Excel shows that as 0123, LibreOffice where “Evaluate formulas” is ticked. JSON is for programs: what is not there is <code>null</code>.</p>
      <dl class="facts">${COLUMNS.map(({ name, means }) => html`<div><dt><code>${name}</code></dt><dd>${means}</dd></div>`)}</dl>
      <p>In JSON, <code>chosen_among</code> has the codes of those packs instead of <code>chosen</code>; each of <code>doubts</code> has a
        <code>kind</code>, a <code>text</code>, and says what it is <code>about</code>: the box, the code or the data;
        <code>release</code> has a <code>name</code>, a <code>date</code>, and says whether it is a <code>demo</code>.</p>
    </details>`;
}
