import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { counted, type Line } from "../history/counts.js";
import type { Entry } from "../history/entries.js";
import { daysBetween, count, shortDate, today } from "../words.js";
import type { State } from "../state.js";
import * as icons from "./icons.js";

const TIME = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export function historyView(state: State, actions: Actions) {
  const { history, historyCounted } = state;
  return html`
    <section class="history" aria-labelledby="history-title">
      <h1 id="history-title" tabindex="-1">History</h1>
      <p class="small">Kept on this device only, until you clear it.</p>
      ${history.length === 0 ? empty(actions) : html`
        ${tools(state, actions)}
        ${historyCounted ? counts(counted(history), actions) : entries(history, actions)}`}
    </section>`;
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
        <button @click=${() => actions.history.export("csv")}>${icons.download}CSV</button>
        <button @click=${() => actions.history.export("json")}>${icons.download}JSON</button>
        <button class="risky" @click=${() => actions.history.clear()}>Clear ${count(history.length, "entry", "entries")}</button>
      </div>
    </div>`;
}

export function entries(history: Entry[], actions: Actions) {
  return html`
    <ul class="list">
      ${history.map((entry) => html`
        <li><button class="hit" @click=${() => actions.lookUp.reopen(entry)}>
          ${name(entry)} ${details(entry)}
          <time class="small" datetime=${new Date(entry.at).toISOString()}>${TIME.format(entry.at)}</time>
        </button></li>`)}
    </ul>`;
}

function counts(lines: Line[], actions: Actions) {
  return html`
    <ul class="list counts">
      ${lines.map((line) => html`
        <li><button class="hit" @click=${() => actions.lookUp.reopen(line)}>
          <span class="count"><span aria-hidden="true">×</span>${line.count}<span class="visually-hidden"> scanned</span></span>
          ${name(line)} ${details(line)}
        </button></li>`)}
    </ul>`;
}

const WITHOUT_NAME: Partial<Record<Entry["outcome"], string>> = {
  reused: "Re-used code: not decided",
  unknown: "No pack has this code",
};

type Listed = Pick<Entry, "outcome" | "name" | "code" | "batch" | "expiry">;

function name({ outcome, name }: Listed) {
  return name
    ? html`<span class="product">${name}</span>`
    : html`<span class="product flag">${icons.warning}${WITHOUT_NAME[outcome]}</span>`;
}

function details({ code, batch, expiry }: Listed) {
  return html`
    <span class="rest">
      ${code ? html`<span class="code">${code}</span>` : nothing}
      ${batch ? html`<span>Batch <span class="code">${batch}</span></span>` : nothing}
      ${expiry ? expires(expiry) : nothing}
    </span>`;
}

function expires(expiry: string) {
  const past = daysBetween(today(), expiry) < 0;
  return html`<span class=${past ? "past" : ""}>${past ? "Expired" : "Expires"} ${shortDate(expiry)}</span>`;
}
