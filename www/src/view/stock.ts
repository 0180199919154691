// Stock-takes: the list of them, and one with its lines and its comparison with an expected list.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";

import type { Actions } from "../actions/index.js";
import { count, number, time, today } from "../format.js";
import type { StockState, State } from "../state.js";
import {
  doubtsOfLine,
  type Line,
  type LineOrder,
  selectLines,
  type StockTake,
} from "../stock-take/model.js";
import type { Now } from "../history/doubts-now.js";
import type { Entry } from "../history/entries.js";
import { chosenFile } from "./finder.js";
import * as icons from "./icons.js";
import { recallsLink } from "./recalls-link.js";
import { comparison, expectedForm, exportButtons } from "./stock-difference.js";
import { expires, flags } from "./warnings.js";

export function stockView(state: State, actions: Actions) {
  return html`
    <section class="history stock" aria-labelledby="stock-title">
      <h1 id="stock-title" tabindex="-1">Stock-take</h1>
      ${state.stock ? takeView(state, state.stock, actions) : html`${beginForm(state, actions)} ${takesList(state, actions)} ${recallsLink(state.watchLists, actions)}`}
    </section>`;
}

function beginForm({ openTake }: State, actions: Actions) {
  const begin = (event: Event) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    void actions.stockTakes.begin(String(fields.get("name")), String(fields.get("place")));
  };
  return html`
    <form class="card begin" @submit=${begin}>
      <h2>Start a stock-take</h2>
      <p class="small">All scans are counted in it until you close it: one line per pack and batch. It is only on this device.</p>
      <label>Name <input name="name" maxlength="80" autocomplete="off" placeholder="Weekly count"></label>
      <label>Place <input name="place" maxlength="80" autocomplete="off" placeholder="Ward 3, cupboard B"></label>
      ${openTake ? html`<p class="flag">${icons.warning}This closes ${openTake.name}. You can open it again.</p>` : nothing}
      <p class="buttons"><button class="primary" type="submit">Start</button></p>
    </form>`;
}

function takesList({ takes, openTake }: State, actions: Actions) {
  if (takes.length === 0) return nothing;
  const row = (take: StockTake) => html`
    <li><button class="hit" @click=${() => void actions.stockTakes.show(take)}>
      <span class="product">${take.name}</span>
      <span class="rest">${take.place ? html`<span>${take.place}</span>` : nothing}<span>${time(take.startedAt, today())}</span></span>
      ${take.id === openTake?.id ? html`<span class="tag">open</span>` : nothing}
    </button></li>`;
  return html`<h2>Your stock-takes</h2><ul class="list">${repeat(takes, ({ id }) => id, row)}</ul>`;
}

function takeView(state: State, stock: StockState, actions: Actions) {
  const { take } = stock;
  const isOpen = state.openTake?.id === take.id;
  return html`
    <p><button @click=${() => actions.stockTakes.leave()}>${icons.back}All stock-takes</button></p>
    <h2 id="take-title" tabindex="-1">${take.name}</h2>
    <p class="small">${[take.place, `started ${time(take.startedAt, today())}`, take.closedAt === undefined ? "" : `closed ${time(take.closedAt, today())}`].filter(Boolean).join(", ")}</p>
    <p>${summary(stock)}</p>
    ${stock.undo.length > 0 ? html`<p class="cleared">${stock.undo.at(-1)!.text}. <button id="undo" @click=${() => void actions.stockTakes.undo()}>Undo</button></p>` : nothing}
    ${takeButtons(stock, isOpen, actions)}
    ${stock.isDeleting ? confirmDelete(stock, actions) : nothing}
    ${expectedForm(stock, actions)}
    ${take.expected && stock.isCompared ? comparison(state, stock, actions) : linesView(state, stock, actions)}`;
}

function summary({ lines }: StockState) {
  const packs = lines.reduce((sum, line) => sum + line.count, 0);
  return html`<strong>${count(packs, "pack")}</strong> in ${count(lines.length, "line")}`;
}

function takeButtons({ take, isCompared }: StockState, isOpen: boolean, actions: Actions) {
  const view = (isOn: boolean, text: string) =>
    html`<button aria-pressed=${isCompared === isOn} @click=${() => actions.stockTakes.compare(isOn)}>${text}</button>`;
  return html`
    <div class="tools">
      ${take.expected ? html`<div class="segments" role="group" aria-label="Show">${view(false, "Counted")}${view(true, "Compared")}</div>` : nothing}
      <div class="buttons">
        ${
          isOpen
            ? html`<button class="primary" @click=${() => actions.page.go("look-up")}>${icons.camera}Scan</button>
          <button @click=${() => void actions.stockTakes.close()}>Close</button>`
            : html`<button @click=${() => void actions.stockTakes.reopen()}>Open again</button>`
        }
        <label class="button" for="expected">${icons.more}Compare with a list…</label>
        <input id="expected" class="visually-hidden" type="file" accept=".csv,.tsv,.txt,.xlsx,.json" @change=${chosenFile((file) => void actions.stockTakes.readExpected(file))}>
        ${exportButtons((format) => void actions.stockTakes.export(format))}
        <button @click=${() => actions.stockTakes.print()}>Print</button>
        <button class="risky" @click=${() => actions.stockTakes.askToDelete(true)}>Delete</button>
      </div>
    </div>`;
}

function confirmDelete({ lines }: StockState, actions: Actions) {
  return html`
    <div class="callout danger" role="alert">${icons.danger}<div><p class="loud">Delete this stock-take with ${count(lines.length, "line")}? You cannot undo this.</p>
      <p class="buttons"><button class="risky" @click=${() => void actions.stockTakes.delete()}>Delete for good</button>
        <button @click=${() => actions.stockTakes.askToDelete(false)}>Keep it</button></p></div></div>`;
}

const ORDERS: [LineOrder, string][] = [
  ["latest", "Latest first"],
  ["expiry", "Expiring first"],
  ["name", "By name"],
];

function linesView(state: State, stock: StockState, actions: Actions) {
  if (stock.lines.length === 0) return html`<p>No packs yet. Scan the first one.</p>`;
  const selected = selectLines(stock.lines, stock.filter, stock.order, state);
  return html`
    ${filters(stock, actions)}
    ${
      selected.length === 0
        ? html`<p>No lines match.</p>`
        : html`<ul class="list stock-lines">${repeat(
            selected.slice(0, stock.shown),
            ({ key }) => key,
            (line) => html`<li>${lineView(line, state, actions)}</li>`,
          )}</ul>`
    }
    ${selected.length > stock.shown ? html`<button class="big" @click=${() => actions.stockTakes.more()}>Show more of ${number(selected.length)}</button>` : nothing}`;
}

/** The choices of how soon packs expire, in months. */
const MONTHS = [1, 3, 6];

function filters({ filter, order }: StockState, actions: Actions) {
  const within = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    actions.stockTakes.filter({ expiresWithin: value ? Number(value) : undefined });
  };
  return html`
    <div class="filters" role="group" aria-label="Filter lines">
      <label>Find <input type="search" .value=${live(filter.text)} @input=${(event: Event) => actions.stockTakes.filter({ text: (event.target as HTMLInputElement).value })}></label>
      <label>Expiry <select @change=${within}>
        <option value="">any</option>
        ${MONTHS.map((months) => html`<option value=${months} ?selected=${filter.expiresWithin === months}>within ${count(months, "month")}</option>`)}
      </select></label>
      <label>Order <select @change=${(event: Event) => actions.stockTakes.sort((event.target as HTMLSelectElement).value as LineOrder)}>
        ${ORDERS.map(([value, text]) => html`<option value=${value} ?selected=${order === value}>${text}</option>`)}
      </select></label>
      <label class="toggle"><input type="checkbox" .checked=${filter.onlyDoubtful} @change=${(event: Event) => actions.stockTakes.filter({ onlyDoubtful: (event.target as HTMLInputElement).checked })}>Only with warnings</label>
    </div>`;
}

function lineView(line: Line, now: Now, actions: Actions) {
  const { entry } = line;
  // A scan moves the line while its note is edited. The change event must not come into the rendering.
  const saveNote = ({ target }: Event) =>
    queueMicrotask(() => actions.stockTakes.note(line, (target as HTMLInputElement).value));
  const title =
    entry.name ??
    (entry.outcome === "reused" ? "Re-used code: no pack chosen" : "No pack has this code");
  return html`
    <div class="line">
      <span class="count"><span aria-hidden="true">×</span>${line.count}<span class="visually-hidden"> counted</span></span>
      <span class="product">${entry.name ? entry.name : html`<span class="flag">${icons.warning}${title}</span>`}</span>
      <span class="rest">${entry.code ? html`<span class="code">${entry.code}</span>` : nothing}
        ${entry.batch ? html`<span>Batch <span class="code">${entry.batch}</span></span>` : nothing}
        ${line.expiries.map((expiry) => expires(expiry, []))}</span>
      ${doubts(line, now)}
      ${entry.outcome === "reused" ? html`<span class="buttons"><button @click=${() => choosePack(entry, actions)}>Choose which pack</button></span>` : nothing}
      <span class="buttons">
        <button aria-label=${`Add 1: ${title}`} @click=${() => actions.stockTakes.changeCount(line, 1)}>+1</button>
        <button aria-label=${`Remove 1: ${title}`} ?disabled=${line.count === 0} @click=${() => actions.stockTakes.changeCount(line, -1)}>−1</button>
        <label class="note">Note <input maxlength="500" .value=${line.note} @change=${saveNote}></label>
        <button class="risky" aria-label=${`Delete the line: ${title}`} @click=${() => actions.stockTakes.remove(line)}>Delete</button>
      </span>
    </div>`;
}

/** Shows the packs of a re-used code. The choice moves the scan to the line of its pack. */
function choosePack(entry: Entry, actions: Actions) {
  actions.page.go("look-up");
  actions.lookUp.reopen(entry);
}

function doubts(line: Line, now: Now) {
  const { expiries, repeats, corrected } = line;
  return html`
    ${flags(doubtsOfLine(line, now))}
    ${expiries.length > 1 ? html`<span class="flag">${icons.warning}${expiries.length} expiry dates in one batch</span>` : nothing}
    ${repeats > 0 ? html`<span class="flag">${icons.warning}${count(repeats, "scan")} of a serial number again, not counted</span>` : nothing}
    ${corrected === 0 ? nothing : html`<span class="small">${corrected > 0 ? `${corrected} added` : `${-corrected} removed`} by hand</span>`}`;
}
