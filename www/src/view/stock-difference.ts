// The expected list of a stock-take: its columns, and how it compares with what was counted. It
// never says what is right.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import type { Actions } from "../actions/index.js";
import { count, number } from "../format.js";
import type { State, StockState } from "../state.js";
import {
  type Columns,
  type Compared,
  compare,
  type Difference,
  type RejectedRow,
} from "../stock-take/expected.js";
import type { Format } from "../stock-take/export.js";
import * as icons from "./icons.js";

const COLUMNS: [keyof Columns, string, boolean][] = [
  ["code", "Code (GTIN or AMPP)", true],
  ["quantity", "Quantity", true],
  ["batch", "Batch", false],
  ["name", "Name", false],
];
const PREVIEW = 4;

/** Shows the first rows of a file, with a choice of its columns. */
export function expectedForm({ table, rejected }: StockState, actions: Actions) {
  if (!table) return rejectedView(rejected);
  const [head = []] = table.rows;
  const isComplete = table.columns.code !== undefined && table.columns.quantity !== undefined;
  return html`
    <section class="card" aria-labelledby="columns-title">
      <h3 id="columns-title" tabindex="-1">Columns of ${table.name}</h3>
      <div class="filters">${COLUMNS.map(([column, text, isNeeded]) => columnChoice(column, text, isNeeded, head, table.columns, actions))}</div>
      <div class="scroll" tabindex="0" role="region" aria-label="The first rows"><table><tbody>${table.rows.slice(0, PREVIEW).map((row) => html`<tr>${head.map((_, at) => html`<td>${row[at] ?? ""}</td>`)}</tr>`)}</tbody></table></div>
      <p class="buttons"><button class="primary" ?disabled=${!isComplete} @click=${() => void actions.stockTakes.useExpected()}>Use this list</button>
        <button @click=${() => actions.stockTakes.cancelExpected()}>Cancel</button></p>
    </section>`;
}

function columnChoice(
  column: keyof Columns,
  text: string,
  isNeeded: boolean,
  head: string[],
  columns: Partial<Columns>,
  actions: Actions,
) {
  const choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    actions.stockTakes.chooseColumns({ [column]: value === "" ? undefined : Number(value) });
  };
  return html`
    <label>${text} <select @change=${choose}>
      <option value="" ?selected=${columns[column] === undefined}>${isNeeded ? "choose" : "none"}</option>
      ${head.map((name, at) => html`<option value=${at} ?selected=${columns[column] === at}>${at + 1}: ${name}</option>`)}
    </select></label>`;
}

function rejectedView(rejected: RejectedRow[]) {
  if (rejected.length === 0) return nothing;
  return html`
    <details class="card" open><summary>${icons.warning}${count(rejected.length, "row")} of the list cannot be used</summary>
      <ul>${rejected.slice(0, 20).map(({ row, reason }) => html`<li>Row ${number(row)}: ${reason}</li>`)}</ul>
      ${rejected.length > 20 ? html`<p>And ${number(rejected.length - 20)} more.</p>` : nothing}
    </details>`;
}

const FORMATS: [Format, string][] = [
  ["xlsx", "Spreadsheet"],
  ["csv", "CSV"],
  ["json", "JSON"],
];

export function exportButtons(write: (format: Format) => void) {
  return FORMATS.map(
    ([format, text]) =>
      html`<button @click=${() => write(format)}>${icons.download}${text}</button>`,
  );
}

/** The words of a difference. None of them says that a pack is right or safe. */
const WORDS: Record<Difference, string> = {
  missing: "Missing",
  more: "More than listed",
  "other-batch": "Listed, in another batch",
  "other-size": "Not listed: another pack of a listed product",
  "not-listed": "Not listed",
  "unknown-code": "No pack has the code of the list",
  listed: "As many as listed",
};

const ORDER = Object.keys(WORDS) as Difference[];

let cached: { lines: unknown; expected: unknown; packs: unknown; compared: Compared[] } | undefined;

/**
 * Returns the comparison, which is computed again only if the lines, the list or the data changed.
 */
function comparedOf({ packs }: State, { take, lines }: StockState): Compared[] {
  const expected = take.expected ?? [];
  if (!packs) return [];
  if (cached?.lines !== lines || cached.expected !== expected || cached.packs !== packs)
    cached = { lines, expected, packs, compared: compare(packs, expected, lines) };
  return cached.compared;
}

export function comparison(state: State, stock: StockState, actions: Actions) {
  const compared = comparedOf(state, stock);
  const groups = ORDER.map((is) => [is, compared.filter((row) => row.is === is)] as const).filter(
    ([, rows]) => rows.length > 0,
  );
  return html`
    <p>${groups.map(([is, rows]) => html`<span class="tag">${WORDS[is]}: ${number(rows.length)}</span> `)}</p>
    <div class="buttons" role="group" aria-label="Export the difference">${exportButtons((format) => void actions.stockTakes.exportDifference(format, compared))}</div>
    ${groups.map(([is, rows]) => group(is, rows, stock, actions))}`;
}

function group(is: Difference, rows: Compared[], { shown }: StockState, actions: Actions) {
  return html`
    <section><h3>${WORDS[is]}</h3>
      <ul class="list">${repeat(
        rows.slice(0, shown),
        ({ key }) => key,
        (row) => html`<li><div class="line">${rowView(row)}</div></li>`,
      )}</ul>
      ${rows.length > shown ? html`<button class="big" @click=${() => actions.stockTakes.more()}>Show more of ${number(rows.length)}</button>` : nothing}
    </section>`;
}

function rowView({ name, code, batch, expected, counted }: Compared) {
  return html`
    <span class="count">${counted}<span class="small"> of ${expected}</span></span>
    <span class="product">${name}</span>
    <span class="rest"><span class="code">${code}</span>${batch ? html`<span>Batch <span class="code">${batch}</span></span>` : nothing}</span>`;
}
