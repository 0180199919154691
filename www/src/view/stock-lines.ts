// The lines of a stock-take. Each is closed until a person opens it, so that many are on a screen.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { Actions } from "../actions/index.js";
import { count, number } from "../common/format.js";
import type { Now, Entry, StoredWarning } from "../history/entries.js";
import type { State } from "../state/state.js";
import type { StockState } from "../state/stock.js";
import {
  type Line,
  type LineFilter,
  type LineOrder,
  selectLines,
  doubtsOfLine,
} from "../stock-take/model.js";
import { expires, flags } from "./entries.js";
import { reuseMessage } from "../lookup/outcome.js";
import * as icons from "./icons.js";
import { spoken, toggle, typed } from "./controls.js";

const ORDERS: [LineOrder, string][] = [
  ["latest", "Latest first"],
  ["expiry", "Expiring first"],
  ["name", "By name"],
];

export function linesView(state: State, stock: StockState, actions: Actions) {
  if (stock.lines.length === 0) return html`<p>No packs yet. Scan the first one.</p>`;
  const selected = selectedOf(state, stock);
  const shown = selected.slice(0, stock.shown);
  return html`
    ${filters(stock, actions)}
    ${printedNote(shown.length, stock.lines.length)}
    ${
      selected.length === 0
        ? html`<p>No lines match.</p>`
        : html`<ul class="list stock-lines">${repeat(
            shown,
            ({ key }) => key,
            (line, at) => html`<li>${lineView(line, at, state, stock, actions)}</li>`,
          )}</ul>`
    }
    ${
      selected.length > stock.shown
        ? html`<button class="big"
          @click=${() => actions.stockTakes.more()}>Show more of ${number(selected.length)}</button>`
        : nothing
    }`;
}

let cached: { inputs: unknown[]; selected: Line[] } | undefined;

/** Finds the lines to show, which are selected again only if what they depend on has changed. */
function selectedOf(state: State, { lines, filter, order }: StockState): Line[] {
  const { today, watchLists, packs, release } = state;
  const inputs = [lines, filter, order, today, watchLists, packs, release];
  const isSame = cached?.inputs.every((input, at) => input === inputs[at]);
  if (!cached || !isSame) cached = { inputs, selected: selectLines(lines, filter, order, state) };
  return cached.selected;
}

/** Tells on paper how many lines are not printed. */
function printedNote(shown: number, all: number) {
  return shown === all
    ? nothing
    : html`<p class="printed">${number(shown)} of ${count(all, "line")}. The others are not printed.</p>`;
}

/** The choices of how soon packs expire, in months. */
const MONTHS = [1, 3, 6];

function filters({ filter, order }: StockState, actions: Actions) {
  const change = (chosen: Partial<LineFilter>) => actions.stockTakes.filter(chosen);
  const within = typed((months) => change({ expiresWithin: months ? Number(months) : undefined }));
  return html`
    <div class="filters" role="group" aria-label="Filter lines">
      <label>Find <input type="search" .value=${live(filter.text)}
        @input=${typed((text) => change({ text }))}></label>
      <label>Expiry <select @change=${within}>
        <option value="">any</option>
        ${MONTHS.map(
          (months) =>
            html`<option value=${months}
              ?selected=${filter.expiresWithin === months}>within ${count(months, "month")}</option>`,
        )}
      </select></label>
      <label>Order
        <select @change=${typed((order) => actions.stockTakes.sort(order as LineOrder))}>
        ${ORDERS.map(([value, text]) => html`<option value=${value} ?selected=${order === value}>${text}</option>`)}
      </select></label>
      ${toggle("Only with warnings", filter.onlyDoubtful, (onlyDoubtful) => change({ onlyDoubtful }))}
    </div>`;
}

function lineView(line: Line, at: number, now: Now, { opened }: StockState, actions: Actions) {
  const isOpen = opened.has(line.key);
  const warnings = warningsOfLine(line, now);
  return html`
    <button class="line-head" aria-expanded=${isOpen} aria-controls=${`line-${at}`}
      @click=${() => actions.stockTakes.toggle(line)}>
      ${countOf(line)}
      <span class="product">${titleOf(line)}</span>
      ${details(line)}
      ${worst(warnings[0] ?? withoutPack(line))}
      <span class="arrow">${icons.more}</span>
    </button>
    <div class="line-body" id=${`line-${at}`} ?hidden=${!isOpen}>
      ${warnings.map(warningLine)}
      ${flags(dataWarningsOfLine(line, now))}
      ${correctedByHand(line)}
      ${line.note ? html`<p class="printed">Note: ${line.note}</p>` : nothing}
      ${controls(line, actions)}
    </div>`;
}

/** Finds the name of a line's pack, or why there is none. */
export function titleOf({ entry }: Line): string {
  if (entry.name) return entry.name;
  return entry.outcome === "reused" ? "Re-used code: no pack chosen" : "No pack has this code";
}

export const countOf = ({ count }: Line) =>
  html`<span class="count"><span aria-hidden="true">×</span>${count}${spoken(" counted")}</span>`;

/** Shows what is on the box. A closed line shows as much as fits in a row. */
export function details({ entry, expiries }: Line) {
  return html`<span class="rest">
    ${entry.batch ? html`<span>Batch <span class="code">${entry.batch}</span></span>` : nothing}
    ${expiries.map((expiry) => expires(expiry, []))}
    ${entry.code ? html`<span class="code">${entry.code}</span>` : nothing}
  </span>`;
}

const iconOf = ({ tone }: LineWarning) => (tone === "danger" ? icons.danger : icons.warning);

/** Shows that a closed line has warnings. Screen readers hear the most serious one. */
function worst(warning: LineWarning | undefined) {
  if (!warning) return nothing;
  return html`<span class="worst ${warning.tone}">${iconOf(warning)}${spoken(`Warning: ${warning.text}`)}</span>`;
}

/** Builds the warning of a line without a pack, which its title states. */
function withoutPack(line: Line): LineWarning | undefined {
  return line.entry.name ? undefined : { tone: "caution", text: titleOf(line) };
}

const warningLine = (warning: LineWarning) =>
  html`<span class="flag ${warning.tone}">${iconOf(warning)}<span>${warning.text}</span></span>`;

function correctedByHand({ corrected }: Line) {
  if (corrected === 0) return nothing;
  const text = corrected > 0 ? `${corrected} added` : `${-corrected} removed`;
  return html`<span class="small">${text} by hand</span>`;
}

function controls(line: Line, actions: Actions) {
  const { entry } = line;
  // A scan moves the line while its note is edited. The change event must not come into the
  // rendering.
  const saveNote = ({ target }: Event) =>
    queueMicrotask(() => actions.stockTakes.note(line, (target as HTMLInputElement).value));
  return html`
    <div class="buttons">
      ${
        entry.outcome === "reused"
          ? html`<button @click=${() => openAnswer(entry, actions)}>Choose which pack</button>`
          : nothing
      }
      ${countButtons(line, actions, ["+1", "−1"])}
      <label class="note">Note <input maxlength="500" .value=${line.note} @change=${saveNote}></label>
      <button class="risky" aria-label=${`Delete the line: ${titleOf(line)}`}
        @click=${() => actions.stockTakes.remove(line)}>Delete</button>
    </div>`;
}

/** Shows the buttons that correct a count. The one that has no effect at zero keeps the focus. */
export function countButtons(line: Line, actions: Actions, [add, remove]: [string, string]) {
  const change = (by: number) => () => actions.stockTakes.changeCount(line, by);
  return html`
    <button aria-label=${`${add}, add 1: ${titleOf(line)}`} @click=${change(1)}>${add}</button>
    <button aria-label=${`${remove}, remove 1: ${titleOf(line)}`} aria-disabled=${line.count === 0}
      @click=${change(-1)}>${remove}</button>`;
}

/**
 * Shows the answer of a scan, with the packs of a re-used code. A choice there moves the scan to
 * the line of its pack.
 */
export function openAnswer(entry: Entry, actions: Actions) {
  actions.page.go("look-up");
  actions.lookUp.reopen(entry);
}

// What a person should know about a line of a stock-take, as sentences with their tones.

export interface LineWarning {
  tone: "caution" | "danger";
  text: string;
}

/** Builds the warnings of a line about its boxes and its code, the dangers first. */
export function warningsOfLine(line: Line, now: Now): LineWarning[] {
  const stored = doubtsOfLine(line, now)
    .filter(({ about }) => about !== "data")
    .map((doubt) => ({ tone: toneOf(doubt), text: doubt.text }));
  return dangersFirst([...stored, ...warningsOfCount(line)]);
}

/** Builds the warnings about the data of a line. They are the same for most lines. */
export const dataWarningsOfLine = (line: Line, now: Now): StoredWarning[] =>
  doubtsOfLine(line, now).filter(({ about }) => about === "data");

/** Sorts warnings: the dangers first, otherwise in their order. */
export const dangersFirst = (warnings: LineWarning[]): LineWarning[] => [
  ...warnings.filter(({ tone }) => tone === "danger"),
  ...warnings.filter(({ tone }) => tone === "caution"),
];

function warningsOfCount({ expiries, repeats }: Line): LineWarning[] {
  const warnings: LineWarning[] = [];
  const add = (text: string) => warnings.push({ tone: "caution", text });
  if (expiries.length > 1) add(`${expiries.length} expiry dates in one batch`);
  if (repeats > 0) add(`${count(repeats, "scan")} of a serial number again, not counted`);
  return warnings;
}

/** Kinds that are always a danger, and a recalled batch, of which a row does not store the tone. */
const DANGERS = new Set<StoredWarning["kind"]>([
  "expired",
  "watched",
  "ignored_name",
  "note_ended",
  "changed",
  "wrong_check_digit",
  "digit_missing",
]);

/** Computes the tone of a stored warning. Packs of one product are the only harmless re-use. */
function toneOf({ kind, text }: StoredWarning): LineWarning["tone"] {
  if (kind === "reused")
    return text.startsWith(reuseMessage("same-product").title) ? "caution" : "danger";
  return DANGERS.has(kind) ? "danger" : "caution";
}
