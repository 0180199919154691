// The page: the bar, the strip with the data, and the view below them.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { count } from "../format.js";
import type { Answer } from "../lookup/answer.js";
import { resultTitle } from "../lookup/search.js";
import { isListShown } from "../print/model.js";
import type { State, View } from "../state.js";
import { isCameraInTake } from "../stock-take/shown.js";
import { aboutView } from "./about.js";
import { countedView } from "./count.js";
import { finder } from "./finder.js";
import { entries, historyView } from "./history.js";
import { keptView } from "./kept.js";
import { notices, toast } from "./notices.js";
import { notesView } from "./notes.js";
import { goneView, reusedView, severalView, unknownView, unreadableView } from "./other-answers.js";
import { packView } from "./pack.js";
import { printBesideView, printView } from "./print.js";
import { reportView } from "./report.js";
import { hits } from "./search-results.js";
import { stockView } from "./stock.js";
import { strip } from "./strip.js";
import { recallsLink, recallsView } from "./watch.js";
import { secondLookView, tieButton, tyingView } from "./tie-note.js";
import { waitingView } from "./waiting.js";

export function page(state: State, actions: Actions) {
  const hasCameraOnly = isCameraInTake(state);
  return html`
    <a class="skip" href="#main">Skip to content</a>
    ${header(state, actions)}
    ${strip(state)}
    <main id="main" class=${hasCameraOnly ? "beside" : ""} tabindex="-1">
      ${notices(state, actions)}
      <div class="look-up ${state.answer || state.found || state.waiting || state.print ? "answered" : ""} ${hasCameraOnly ? "camera-only" : ""}" ?hidden=${state.view !== "look-up" && !hasCameraOnly && !(state.isKiosk && state.view !== "about")}>
        <h1 class="visually-hidden">Look up a pack</h1>
        ${openTakeNote(state, actions)}
        ${finder(state, actions)}
        <div class="answer">${waitingView(state, actions)}${secondLookView(state, actions) ?? found(state, actions)}${tyingView(state, actions)}${keptView(state, actions)}</div>
      </div>
      ${state.view === "history" && !state.isKiosk ? html`${historyView(state, actions)}${notesView(state, actions)}` : nothing}
      ${state.view === "stock" && !state.isKiosk ? stockView(state, actions) : nothing}
      ${state.view === "recalls" && !state.isKiosk ? recallsView(state, actions) : nothing}
      ${state.view === "about" ? aboutView(state, actions) : nothing}
    </main>
    ${footer(state, actions)}
    ${toast(state)}`;
}

/** Shows in which stock-take scans are counted. */
function openTakeNote({ openTake, stock, isKiosk }: State, actions: Actions) {
  if (!openTake || isKiosk) return nothing;
  const packs =
    stock?.take.id === openTake.id
      ? `, ${count(
          stock.lines.reduce((sum, line) => sum + line.count, 0),
          "pack",
        )}`
      : "";
  return html`<p class="open-take small"><a href="#stock" @click=${onClick(() => actions.page.go("stock"))}>Counting: ${openTake.name}${packs}</a></p>`;
}

function footer({ isKiosk }: State, actions: Actions) {
  if (isKiosk)
    return html`<footer class="buttons"><button @click=${() => actions.search.startOver()}>Start again</button><button @click=${() => actions.kiosk.stop()}>Leave kiosk mode</button></footer>`;
  return html`<footer><a href="#about" @click=${onClick(() => actions.page.go("about"))}>About Pack Lookup and its data</a></footer>`;
}

function found(state: State, actions: Actions) {
  const print = printView(state, actions);
  if (print)
    return html`${print}${state.found && isListShown(state.print) ? hits(state, state.found, actions) : nothing}`;
  if (state.answer)
    return html`${answerView(state, state.answer, actions)}${reportView(state, actions)}`;
  if (state.found) return hits(state, state.found, actions);
  // What waits is shown where its answer will be, so that nothing moves when the data arrives.
  return state.waiting ? nothing : start(state, actions);
}

/** Returns whether the service worker answers requests from the data on the device. */
const isAnsweredHere = ({ isControlled, isStored }: State) => isControlled && isStored === true;

/**
 * Returns the title of the list from which the pack of an answer was opened, if it is still there.
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

const RECENT = 5;

/** Shows the start view: past lookups, or what the page is for. */
function start({ history, watchLists, isKiosk }: State, actions: Actions) {
  return html`
    ${
      history.length === 0 || isKiosk
        ? welcome()
        : html`
      <section aria-labelledby="recent"><h2 id="recent">Recent</h2>${entries(history.slice(0, RECENT), watchLists, actions)}</section>`
    }
    ${isKiosk ? nothing : recallsLink(watchLists, actions)}`;
}

function welcome() {
  return html`
    <section class="welcome" aria-labelledby="welcome">
      <h2 id="welcome">Which pack is this?</h2>
      <p>Works offline. What you scan stays on this device.</p>
    </section>`;
}

// The bar, at the top of every view.

function header(state: State, actions: Actions) {
  return html`
    <header class="bar">
      <a class="brand" href="#look-up" @click=${onClick(() => actions.search.clear())}>${mark}<span>Pack Lookup</span></a>
      ${state.isKiosk ? nothing : html`<nav aria-label="Main">${viewLink("look-up", "Look up", state, actions)} ${viewLink("history", "History", state, actions)} ${viewLink("stock", "Stock-take", state, actions)}</nav>`}
    </header>`;
}

const mark = html`
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect class="tile" width="32" height="32" rx="8"/>
    <path class="bars" d="M7 8h2v16H7zM11 8h4v16h-4zM17 8h1.500v16H17zM20.500 8H23v16h-2.500zM24.500 8H26v16h-1.500z"/>
  </svg>`;

function viewLink(view: View, text: string, state: State, actions: Actions) {
  const current = state.view === view ? "page" : nothing;
  return html`<a href=${`#${view}`} aria-current=${current} @click=${onClick(() => actions.page.go(view))}>${text}</a>`;
}

/** Returns a handler that runs an action instead of following the link. */
function onClick(action: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    action();
  };
}
