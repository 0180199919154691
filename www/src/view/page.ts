import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { isStale } from "../data/release.js";
import { today } from "../format.js";
import type { Answer } from "../lookup/answer.js";
import type { State } from "../state.js";
import { aboutView } from "./about.js";
import { finder } from "./finder.js";
import { header, onClick, releaseStrip, staleText } from "./header.js";
import { entries, historyView } from "./history.js";
import { notices, toast } from "./notices.js";
import { goneView, reusedView, severalView, unknownView, unreadableView } from "./other-answers.js";
import { packView } from "./pack.js";
import { hits } from "./search-results.js";

export function page(state: State, actions: Actions, video: HTMLVideoElement) {
  return html`
    <a class="skip" href="#main">Skip to content</a>
    ${header(state, actions)}
    ${releaseStrip(state)}
    <main id="main" tabindex="-1">
      ${notices(state, actions)}
      <div class="look-up ${state.answer || state.found ? "answered" : ""}" ?hidden=${state.view !== "look-up"}>
        <h1 class="visually-hidden">Look up a pack</h1>
        ${finder(state, actions, video)}
        <div class="answer">${found(state, actions)}</div>
      </div>
      ${state.view === "history" ? historyView(state, actions) : nothing}
      ${state.view === "about" ? aboutView(state, actions) : nothing}
    </main>
    ${footer(actions)}
    ${toast(state, actions)}`;
}

function footer(actions: Actions) {
  return html`<footer><a href="#about" @click=${onClick(() => actions.page.go("about"))}>About Pack Lookup and its data</a></footer>`;
}

function found(state: State, actions: Actions) {
  if (state.answer) return answerView(state.answer, actions, isAnsweredHere(state));
  if (state.found) return hits(state, state.found, actions);
  return start(state, actions);
}

/** Returns whether the service worker answers requests from the data on the device. */
const isAnsweredHere = ({ isControlled, isStored }: State) => isControlled && isStored === true;

function answerView(answer: Answer, actions: Actions, isAnsweredHere: boolean) {
  const { outcome } = answer;
  switch (outcome.is) {
    case "pack":
      return packView(outcome, answer, actions, isAnsweredHere);
    case "reused":
      return reusedView(outcome, answer, actions);
    case "several":
      return severalView(outcome, actions);
    case "unknown":
      return unknownView(outcome, answer, actions);
    case "unreadable":
      return unreadableView(outcome, actions);
    case "gone":
      return goneView(outcome, answer, actions);
  }
}

const RECENT = 5;

/** Shows the start view: the age of the data, and past lookups. */
function start({ release, history }: State, actions: Actions) {
  return html`
    ${release && isStale(release, today()) ? html`<p class="start-note">${staleText(release)}</p>` : nothing}
    ${history.length === 0 ? welcome() : html`
      <section aria-labelledby="recent"><h2 id="recent">Recent</h2>${entries(history.slice(0, RECENT), actions)}</section>`}`;
}

function welcome() {
  return html`
    <section class="welcome" aria-labelledby="welcome">
      <h2 id="welcome">Which pack is this?</h2>
      <p>Scan the barcode on a UK medicine pack, type its number, or search by name. You see the pack and its supplier,
        if it is current, and if another pack ever had the same code.</p>
      <p>It works offline. What you scan stays on this device.</p>
    </section>`;
}
