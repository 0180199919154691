// The place of the answer: a pack, another answer, a list, or what waits for the data; and the
// answer in short, over the picture of the camera.
import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";

import type { Actions } from "../actions/index.js";
import { type Answer, summaryOf } from "../lookup/answer.js";
import { resultTitle } from "../lookup/search.js";
import { isListShown } from "../print/model.js";
import type { State } from "../state/state.js";
import { countedView } from "./count.js";
import { goneView, reusedView, severalView, unknownView, unreadableView } from "./other-answers.js";
import { packView } from "./pack.js";
import { reportView } from "./parts.js";
import { printBesideView, printView } from "./print.js";
import { hits } from "./search-results.js";
import { secondLookView, tieButton, tyingView } from "./own-note.js";
import { waitingView } from "./waiting.js";
import type { Kept } from "../state/lookup.js";
import { count } from "../common/format.js";
import { boxOf } from "../lookup/printed.js";
import { expires } from "./entries.js";
import { packStatus } from "./warnings.js";

/** `start` shows the start view, while nothing was asked. */
export function answerPlace(state: State, actions: Actions, start: () => unknown) {
  return html`
    ${waitingView(state, actions)}
    ${secondLookView(state, actions) ?? found(state, actions, start)}
    ${tyingView(state, actions)}
    ${keptView(state, actions)}`;
}

/** Shows what was found, or else the start view. */
function found(state: State, actions: Actions, start: () => unknown) {
  const print = printView(state, actions);
  if (print)
    return html`${print}${state.found && isListShown(state.print) ? hits(state, state.found, actions) : nothing}`;
  if (state.answer)
    return html`${answerView(state, state.answer, actions)}${reportView(state, actions)}`;
  if (state.found) return hits(state, state.found, actions);
  // What waits is shown where its answer will be, so that nothing moves when the data arrives.
  return state.waiting ? nothing : start();
}

/** Reports whether the service worker answers requests from the data on the device. */
const isAnsweredHere = ({ isControlled, isStored }: State) => isControlled && isStored === true;

/**
 * Finds the title of the list from which the pack of an answer was opened, if it is still there.
 */
function listOf({ found, products, query }: State, { request }: Answer): string | undefined {
  if (request.by !== "pack" || !found || found.total < 2) return undefined;
  const packs = resultTitle(found, products);
  return /^\d+$/.test(query.trim()) ? packs : `${packs} for “${query.trim()}”`;
}

function answerView(state: State, answer: Answer, actions: Actions) {
  const { outcome } = answer;
  const print = printBesideView(state, answer, actions);
  switch (outcome.is) {
    case "pack":
      return packView(outcome, answer, actions, {
        isAnsweredHere: isAnsweredHere(state),
        list: listOf(state, answer),
        openTake: state.openTake?.name,
        counted: countedView(state, answer, actions),
        print,
      });
    case "reused":
      return reusedView(outcome, answer, actions, print);
    case "several":
      return severalView(outcome, actions);
    case "unknown":
      return unknownView(outcome, answer, actions, { tieButton: tieButton(state, actions), print });
    case "unreadable":
      return unreadableView(outcome, actions);
    case "gone":
      return goneView(outcome, answer, actions);
  }
}

// What a person had begun before another answer came.

function keptView({ kept, view }: State, actions: Actions) {
  if (kept.length === 0 || view !== "look-up") return nothing;
  return html`<ul class="kept" aria-label="Not finished">${kept.map((one) => row(one, actions))}</ul>`;
}

function row(one: Kept, actions: Actions) {
  const what =
    one.is === "report"
      ? html`Your report about <bdi>${summaryOf(one.answer).title}</bdi>`
      : html`Which pack has <span class="code">${one.tying.code}</span>`;
  return html`
    <li><span>${what} is not finished.</span>
      <span class="buttons"><button @click=${() => actions.kept.resume(one)}>Go on</button><button
        @click=${() => actions.kept.discard(one)}>Discard</button></span></li>`;
}

/** Shows what the box has in its code or print, in one row. */
function boxFacts({ outcome, warnings }: Answer) {
  const { expiry, batch } = boxOf(outcome) ?? {};
  if (!expiry && !batch) return nothing;
  return html`
    <p class="rest">${expiry ? expires(expiry, warnings) : nothing}
      ${batch ? html`<span>Batch <span class="code">${batch}</span></span>` : nothing}</p>`;
}

/**
 * Shows the answer in short below the picture. On screens where the answer is next to it, the style
 * sheet hides this.
 */
export function glance(state: State, answer: Answer, actions: Actions) {
  const { tone, title, detail, status, others } = summaryOf(answer);
  return html`
    ${keyed(answer, html`<p slot="picture" class="read-mark" aria-hidden="true">Read</p>`)}
    <section slot="answer" class="glance ${tone}" aria-label="Answer in short">
      <p class="title">${title}</p>
      ${detail ? html`<p class="detail">${detail}</p>` : nothing}
      ${boxFacts(answer)}
      ${status ? packStatus(status, answer.warnings) : nothing}
      ${countedView(state, answer, actions)}
      <p class="buttons"><button
        @click=${() => actions.lookUp.showAnswer()}>${others > 0 ? `Whole answer and ${count(others, "more warning")}` : "Whole answer"}</button></p>
    </section>`;
}
