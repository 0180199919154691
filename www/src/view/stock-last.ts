// The last scan of an open stock-take, in large: what was counted, its warnings in full, and the
// corrections that are made right after a scan.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { type Answer, statusesOf, summaryOf } from "../lookup/answer.js";
import { nameParts } from "../lookup/pack.js";
import type { State } from "../state/state.js";
import type { StockState } from "../state/stock.js";
import {
  dangersFirst,
  dataWarningsOfLine,
  type LineWarning,
  warningsOfLine,
} from "./stock-lines.js";
import type { Line } from "../stock-take/model.js";
import * as icons from "./icons.js";
import { countButtons, countOf, details, openAnswer, titleOf } from "./stock-lines.js";
import { flags } from "./entries.js";
import { warningView } from "./warnings.js";

export function lastScanView(state: State, stock: StockState, actions: Actions) {
  const line = stock.lines.find(({ key }) => key === stock.last);
  const { answer } = state;
  if (answer && isNotCounted(answer, line, stock)) return notCountedView(answer, stock, actions);
  return line ? lineView(line, state, stock, actions) : undoView(stock, actions);
}

/** Reports whether an answer belongs to a later scan which has no line, such as several codes. */
function isNotCounted({ outcome, at }: Answer, line: Line | undefined, { take }: StockState) {
  const isWithoutLine = outcome.is === "several" || outcome.is === "unreadable";
  return isWithoutLine && at >= (line?.entry.at ?? take.startedAt);
}

function notCountedView(answer: Answer, stock: StockState, actions: Actions) {
  const { title, detail } = summaryOf(answer);
  const warnings = dangersFirst(warningsIn(answer));
  const text = answer.outcome.is === "several" ? "Choose one in the whole answer" : detail;
  return html`
    <section class="last-scan caution" aria-label="Last scan">
      ${warnings.map(warningView)}
      <p class="product">${icons.warning}${title}</p>
      <p>Not counted. ${text}</p>
      <div class="buttons"><button class="primary" @click=${() => showAnswer(actions)}>Whole answer</button></div>
      ${undoView(stock, actions)}
    </section>`;
}

function lineView(line: Line, state: State, stock: StockState, actions: Actions) {
  const answer = answerOf(line, state);
  const warnings = allWarnings(line, answer, state);
  const dangers = warnings.filter(({ tone }) => tone === "danger");
  const cautions = warnings.filter(({ tone }) => tone === "caution");
  const isDoubtful = warnings.length > 0 || line.entry.outcome !== "pack";
  const show = () => (answer ? showAnswer(actions) : openAnswer(line.entry, actions));
  return html`
    <section class="last-scan ${warnings[0]?.tone ?? ""}" aria-label="Last scan">
      ${dangers.map(warningView)}
      ${countOf(line)}
      <div class="what">${nameView(line)} ${details(line)} ${flags(dataWarningsOfLine(line, state))}</div>
      ${cautions.map(warningView)}
      <div class="buttons">
        ${countButtons(line, actions, ["+", "−"])}
        ${undoButton(stock, actions)}
        ${
          isDoubtful
            ? html`<button class=${dangers.length > 0 ? "primary" : ""} @click=${show}>Whole answer</button>`
            : nothing
        }
      </div>
      ${undoText(stock)}
    </section>`;
}

/** Finds the answer on the look-up view, if it is the one that the line counted last. */
const answerOf = ({ entry }: Line, { answer }: State): Answer | undefined =>
  answer?.entry === entry.key ? answer : undefined;

/** Builds the warnings of the answer and of the line's other scans. */
function allWarnings(line: Line, answer: Answer | undefined, state: State): LineWarning[] {
  const now = answer ? warningsIn(answer) : [];
  const known = new Set(now.map(({ text }) => text));
  const others = warningsOfLine(line, state).filter(({ text }) => !known.has(text));
  return dangersFirst([...now, ...others]);
}

/** Builds the warnings of an answer that are not about the data. */
function warningsIn(answer: Answer): LineWarning[] {
  const warnings = answer.warnings.filter(({ about }) => about !== "data");
  const lines: LineWarning[] = [];
  for (const { tone, text } of statusesOf({ outcome: answer.outcome, warnings }))
    if (tone !== "plain") lines.push({ tone, text });
  return lines;
}

function nameView(line: Line) {
  const { product, supplier, size } = nameParts(titleOf(line));
  return html`
    <p class="name"><span class="product">${line.entry.name ? nothing : icons.warning}${product}</span>
      ${size ? html`<span class="size">${size}</span>` : nothing}
      ${supplier ? html`<span class="supplier">${supplier}</span>` : nothing}</p>`;
}

function showAnswer(actions: Actions) {
  actions.page.go("look-up");
  actions.lookUp.showAnswer();
}

/** Shows the correction that can be undone, where it has no line next to which it could be. */
export function undoView(stock: StockState, actions: Actions) {
  if (stock.undo.length === 0) return nothing;
  return html`<div class="undo">${undoButton(stock, actions)} ${undoText(stock)}</div>`;
}

function undoButton({ undo }: StockState, actions: Actions) {
  if (undo.length === 0) return nothing;
  return html`<button id="undo" aria-describedby="undo-text"
    @click=${() => void actions.stockTakes.undo()}>Undo</button>`;
}

function undoText({ undo }: StockState) {
  const last = undo.at(-1);
  return last ? html`<p id="undo-text" class="small">${last.text}</p>` : nothing;
}
