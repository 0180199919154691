// Stock-takes: the list of them, and one with its lines and its comparison with an expected list.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import type { Actions } from "../actions/index.js";
import { count, time, today } from "../common/format.js";
import type { State } from "../state/state.js";
import { type StockState, isOpenTakeShown } from "../state/stock.js";
import type { StockTake } from "../stock-take/model.js";
import { fileInput, recallsLink, submitted } from "./controls.js";
import * as icons from "./icons.js";
import { comparison, expectedForm, exportButtons } from "./stock-difference.js";
import { lastScanView, undoView } from "./stock-last.js";
import { linesView } from "./stock-lines.js";

export function stockView(state: State, actions: Actions) {
  return html`
    <section class="history stock" aria-labelledby="stock-title">
      <h1 id="stock-title" class=${state.stock ? "visually-hidden" : ""} tabindex="-1">Stock-take</h1>
      ${
        state.stock
          ? takeView(state, state.stock, actions)
          : html`${beginForm(state, actions)} ${takesList(state, actions)}`
      }
      ${recallsLink(state, actions)}
    </section>`;
}

function beginForm({ openTake }: State, actions: Actions) {
  const begin = submitted((field) => {
    void actions.stockTakes.begin(field("name"), field("place"));
  });
  return html`
    <form class="card begin" @submit=${begin}>
      <h2>Start a stock-take</h2>
      <p class="small">All scans are counted in it until you close it: one line per pack and batch.
        It is only on this device.</p>
      <label>Name <input name="name" maxlength="80" autocomplete="off" placeholder="Weekly count"></label>
      <label>Place <input name="place" maxlength="80" autocomplete="off" placeholder="Ward 3, cupboard B"></label>
      ${
        openTake
          ? html`<p class="flag">${icons.warning}This closes ${openTake.name}. You can open it again.</p>`
          : nothing
      }
      <p class="buttons"><button class="primary" type="submit">Start</button></p>
    </form>`;
}

function takesList({ takes, areTakesRead, openTake }: State, actions: Actions) {
  const unread = areTakesRead
    ? nothing
    : html`<p class="flag danger">${icons.danger}The stock-takes on this device cannot be read. Reload the page.</p>`;
  if (takes.length === 0) return unread;
  const row = (take: StockTake) => html`
    <li><button class="hit" @click=${() => void actions.stockTakes.show(take)}>
      <span class="product">${take.name}</span>
      <span class="rest">${take.place ? html`<span>${take.place}</span>` : nothing}<span>${time(take.startedAt, today())}</span></span>
      ${take.id === openTake?.id ? html`<span class="tag">open</span>` : nothing}
    </button></li>`;
  return html`${unread}<h2>Your stock-takes</h2><ul class="list">${repeat(takes, ({ id }) => id, row)}</ul>`;
}

function takeView(state: State, stock: StockState, actions: Actions) {
  const { take } = stock;
  const isOpen = isOpenTakeShown(state);
  return html`
    ${takeHead(stock, actions)}
    ${takeButtons(state, stock, isOpen, actions)}
    ${stock.isDeleting ? confirmDelete(stock, actions) : nothing}
    ${waitingScan(state)}
    ${isOpen ? lastScanView(state, stock, actions) : undoView(stock, actions)}
    ${expectedForm(stock, actions)}
    ${take.expected && stock.isCompared ? comparison(state, stock, actions) : linesView(state, stock, actions)}`;
}

function takeHead(stock: StockState, actions: Actions) {
  const { take } = stock;
  const closed = take.closedAt === undefined ? "" : `closed ${time(take.closedAt, today())}`;
  const when = [take.place, `started ${time(take.startedAt, today())}`, closed].filter(Boolean);
  return html`
    <div class="take-head">
      <button aria-label="All stock-takes" @click=${() => actions.stockTakes.leave()}>${icons.back}</button>
      <h2 id="take-title" tabindex="-1">${take.name}</h2>
      <p class="small">${summary(stock)}<span class="when">, ${when.join(", ")}</span></p>
    </div>`;
}

function summary({ lines }: StockState) {
  const packs = lines.reduce((sum, line) => sum + line.count, 0);
  return html`<strong>${count(packs, "pack")}</strong> in ${count(lines.length, "line")}`;
}

/** Tells that a scan waits for the data. */
function waitingScan({ waiting }: State) {
  if (waiting?.question.by !== "code") return nothing;
  return html`<p class="status">${icons.download}<span>${waiting.text}</span></p>`;
}

function takeButtons(state: State, stock: StockState, isOpen: boolean, actions: Actions) {
  const { take, isCompared } = stock;
  const view = (isOn: boolean, text: string) =>
    html`<button aria-pressed=${isCompared === isOn} @click=${() => actions.stockTakes.compare(isOn)}>${text}</button>`;
  return html`
    <div class="tools">
      <div class="buttons">
        ${isOpen ? scanButton(state, actions) : nothing}
        ${
          isOpen
            ? html`<button @click=${() => void actions.stockTakes.close()}>Close</button>`
            : html`<button @click=${() => void actions.stockTakes.reopen()}>Open again</button>`
        }
        ${filesMenu(actions)}
      </div>
      ${
        take.expected
          ? html`<div class="segments" role="group"
            aria-label="Show">${view(false, "Counted")}${view(true, "Compared")}</div>`
          : nothing
      }
    </div>`;
}

/** The button keeps its place and the focus while the camera is on. */
function scanButton({ isCameraOpen }: State, actions: Actions) {
  const change = () => (isCameraOpen ? actions.camera.stop() : actions.camera.start());
  return html`<button id="scan" class="primary"
    aria-label=${isCameraOpen ? "Stop scanning" : "Scan"} @click=${change}>${
      isCameraOpen ? html`${icons.stop}Stop` : html`${icons.camera}Scan`
    }</button>`;
}

/** Everything that makes, reads or deletes files, which is used once in a stock-take. */
function filesMenu(actions: Actions) {
  const { stockTakes } = actions;
  return html`
    <details class="menu" @click=${closeAfterChoice} @keydown=${closeOnEscape}
      @change=${closeAfterFile} @focusout=${closeWhenLeft}>
      <summary class="button">Files</summary>
      <div class="choices">
        ${fileInput("expected", ".csv,.tsv,.txt,.xlsx,.json", (file) => void stockTakes.readExpected(file))}
        <label class="button" for="expected">${icons.more}Compare with a list…</label>
        ${exportButtons((format) => void stockTakes.export(format))}
        <button @click=${() => stockTakes.print()}>Print</button>
        <button class="risky" @click=${() => stockTakes.askToDelete(true)}>Delete</button>
      </div>
    </details>`;
}

function closeMenu(menu: HTMLDetailsElement) {
  const hadFocus = menu.contains(document.activeElement);
  menu.open = false;
  if (hadFocus) menu.querySelector("summary")?.focus();
}

function closeAfterChoice({ target, currentTarget }: Event) {
  if ((target as Element).closest(".choices button"))
    closeMenu(currentTarget as HTMLDetailsElement);
}

const closeAfterFile = ({ currentTarget }: Event) => closeMenu(currentTarget as HTMLDetailsElement);

function closeOnEscape({ key, currentTarget }: KeyboardEvent) {
  if (key === "Escape") closeMenu(currentTarget as HTMLDetailsElement);
}

/** A press on something that cannot have the focus does not close the menu. */
function closeWhenLeft({ relatedTarget, currentTarget }: FocusEvent) {
  const menu = currentTarget as HTMLDetailsElement;
  if (relatedTarget && !menu.contains(relatedTarget as Node)) menu.open = false;
}

function confirmDelete({ lines }: StockState, actions: Actions) {
  return html`
    <div class="callout danger" role="alert">${icons.danger}<div><p class="loud">Delete this
      stock-take with ${count(lines.length, "line")}? You cannot undo this.</p>
      <p class="buttons"><button class="risky" @click=${() => void actions.stockTakes.delete()}>Delete for good</button>
        <button @click=${() => actions.stockTakes.askToDelete(false)}>Keep it</button></p></div></div>`;
}
