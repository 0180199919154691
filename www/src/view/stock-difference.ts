// The expected list of a stock-take: its columns, and how it compares with what was counted. It
// never says what is right.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import type { Actions } from "../actions/index.js";
import { count, number } from "../common/format.js";
import type { State } from "../state/state.js";
import type { ChosenTable, StockState } from "../state/stock.js";
import type { Columns } from "../stock-take/columns.js";
import {
  type Choice,
  type Compared,
  compare,
  type Difference,
  readList,
} from "../stock-take/difference.js";
import type { Format } from "../stock-take/export.js";
import type { RejectedRow, StockTake } from "../stock-take/model.js";
import * as icons from "./icons.js";
import { typed } from "./controls.js";

const COLUMNS: [keyof Columns, string, boolean][] = [
  ["code", "Code (GTIN or AMPP)", true],
  ["quantity", "Quantity", true],
  ["batch", "Batch", false],
  ["name", "Name", false],
];
const PREVIEW = 3;

/** Shows the rows of a file, with a choice of its columns and what each row becomes. */
export function expectedForm({ table, take }: StockState, actions: Actions) {
  if (!table) return take.rejected ? notUsed(take.rejected) : nothing;
  const head = table.head < 0 ? (table.rows[0] ?? []).map(() => "") : table.rows[table.head]!;
  const isComplete = table.columns.code !== undefined && table.columns.quantity !== undefined;
  return html`
    <section class="card" aria-labelledby="columns-title">
      <h3 id="columns-title" tabindex="-1">Columns of ${table.name}</h3>
      ${table.notes.map((note) => html`<p class="flag">${icons.warning}${note}</p>`)}
      <div class="filters">${COLUMNS.map((choice) => columnChoice(choice, head, table.columns, actions))}</div>
      ${preview(table, head)}
      ${
        isComplete
          ? judged(table)
          : html`<p class="flag">${icons.warning}Choose the columns of the code and of the quantity.</p>`
      }
      <p class="buttons"><button class="primary" ?disabled=${!isComplete}
        @click=${() => void actions.stockTakes.useExpected()}>Use this list</button>
        <button @click=${() => actions.stockTakes.cancelExpected()}>Cancel</button></p>
    </section>`;
}

/** Shows the first rows of the file, below the names of their columns. */
function preview(table: ChosenTable, head: string[]) {
  const names = head.map(
    (name, at) => html`<th scope="col"><bdi>${columnName(name, at)}</bdi></th>`,
  );
  const rowOf = (row: string[]) =>
    html`<tr>${head.map((_, at) => html`<td><bdi>${row[at] ?? ""}</bdi></td>`)}</tr>`;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="The first rows"><table>
      <thead><tr>${names}</tr></thead><tbody>${firstRows(table).map(rowOf)}</tbody></table></div>`;
}

/** Writes the name of a column with its number, as the choices have it. */
const columnName = (name: string, at: number): string => `${at + 1}${name && `: ${name}`}`;

/** Finds the first rows below the head. */
const firstRows = ({ rows, head }: ChosenTable): string[][] =>
  rows
    .slice(head + 1)
    .filter((row) => row.some(Boolean))
    .slice(0, PREVIEW);

/** Shows how many rows can be used with the chosen columns, and why the others cannot. */
function judged({ rows, head, columns: { code = 0, quantity = 0, ...others } }: ChosenTable) {
  const { rejected, total } = readList(rows, { ...others, code, quantity }, head);
  return rejected.length === 0
    ? html`<p>${count(total, "row")} can be used.</p>`
    : notUsed({ rows: rejected, of: total });
}

function columnChoice(
  [column, text, isNeeded]: (typeof COLUMNS)[number],
  head: string[],
  columns: Partial<Columns>,
  actions: Actions,
) {
  const choose = typed((place) =>
    actions.stockTakes.chooseColumns({ [column]: place === "" ? undefined : Number(place) }),
  );
  return html`
    <label>${text} <select @change=${choose}>
      <option value="" ?selected=${columns[column] === undefined}>${isNeeded ? "choose" : "none"}</option>
      ${head.map(
        (name, at) =>
          html`<option value=${at} ?selected=${columns[column] === at}>${columnName(name, at)}</option>`,
      )}
    </select></label>`;
}

/** The number of rows that are listed with their reason. */
const REASONS = 20;

function notUsed({ rows, of }: NonNullable<StockTake["rejected"]>) {
  if (rows.length === 0) return nothing;
  return html`
    <details class="card not-used" open><summary>${icons.warning}${notUsedText(rows, of)}</summary>
      <ul>${rows
        .slice(0, REASONS)
        .map(({ row, reason }) => html`<li>Row ${number(row)}: <bdi>${reason}</bdi></li>`)}</ul>
      ${
        rows.length > REASONS
          ? html`<p>And ${number(rows.length - REASONS)} more. Each file has all of them.</p>`
          : nothing
      }
    </details>`;
}

const notUsedText = (rows: RejectedRow[], of: number): string =>
  `${number(rows.length)} of ${count(of, "row")} not used`;

const FORMATS: [Format, string][] = [
  ["xlsx", "Excel"],
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
  "re-used": "Re-used code: choose which pack",
  "unknown-code": "No pack has the code of the list",
  missing: "Missing",
  more: "More than listed",
  "other-batch": "Listed, in another batch",
  "other-size": "Other size or supplier than listed",
  "not-listed": "Not listed",
  listed: "As many as listed",
};

const ORDER = Object.keys(WORDS) as Difference[];

let cached: { lines: unknown; expected: unknown; packs: unknown; compared: Compared[] } | undefined;

/**
 * Computes the comparison, which is computed again only if the lines, the list or the data changed.
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
    <div class="buttons" role="group"
      aria-label="Export the difference">${exportButtons((format) => void actions.stockTakes.exportDifference(format, compared))}</div>
    ${groups.map(([is, rows]) => group(is, rows, stock, actions))}`;
}

function group(is: Difference, rows: Compared[], { shown }: StockState, actions: Actions) {
  return html`
    <section><h3>${WORDS[is]}</h3>
      <ul class="list">${repeat(
        rows.slice(0, shown),
        ({ key }) => key,
        (row) => html`<li><div class="line">${rowView(row, actions)}</div></li>`,
      )}</ul>
      ${
        rows.length > shown
          ? html`<button class="big"
            @click=${() => actions.stockTakes.more()}>Show more of ${number(rows.length)}</button>`
          : nothing
      }
    </section>`;
}

function rowView(row: Compared, actions: Actions) {
  const { name, code, batch, expected, counted, choices = [] } = row;
  return html`
    <span class="count">${counted}<span class="small"> of ${expected}</span></span>
    <span class="product">${name}</span>
    <span class="rest"><span class="code">${code}</span>${
      batch ? html`<span>Batch <span class="code">${batch}</span></span>` : nothing
    }</span>
    ${
      choices.length > 0
        ? html`<span class="buttons" role="group"
          aria-label="Which pack does the list mean?">${choices.map((choice) => choiceButton(row, choice, actions))}</span>`
        : nothing
    }`;
}

function choiceButton(row: Compared, { packId, name }: Choice, actions: Actions) {
  return html`<button @click=${() => void actions.stockTakes.choosePack(row, packId)}><bdi>${name}</bdi></button>`;
}
