// The page: the bar, the strip with the data, and the view below them.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { count } from "../common/format.js";
import type { Part } from "../common/part.js";
import type { View } from "../state/page.js";
import type { State } from "../state/state.js";
import { isCameraInTake } from "../state/stock.js";
import { finder } from "./finder.js";
import { limitsNotice, startNotice } from "./first-notices.js";
import { instead, recallsLink } from "./controls.js";
import { strip } from "./strip.js";
import type * as laterViews from "./views.js";

/**
 * Shows the page. The other views are loaded after the first rendering: until then the state is
 * the state of the start, and `app` shows what is missing.
 */
export function page(
  state: State,
  actions: Actions,
  views: typeof laterViews | undefined,
  app: Part<unknown>,
) {
  const hasCameraOnly = isCameraInTake(state);
  return html`
    <a class="skip" href="#main">Skip to content</a>
    ${header(state, actions)}
    ${strip(state, views)}
    <main id="main" class=${hasCameraOnly ? "beside" : ""} tabindex="-1">
      ${views ? views.notices(state, actions) : html`${startNotice(app)}${limitsNotice(state, actions)}`}
      <div class="look-up ${state.answer || state.found || state.waiting || state.print ? "answered" : ""} ${hasCameraOnly ? "camera-only" : ""}"
        ?hidden=${state.view !== "look-up" && !hasCameraOnly && !(state.isKiosk && state.view !== "about")}>
        <h1 class="visually-hidden">Look up a pack</h1>
        ${openTakeNote(state, actions)}
        ${finder(state, actions, views)}
        <div class="answer">${views?.answerPlace(state, actions, () => start(state, actions, views)) ?? start(state, actions)}</div>
      </div>
      ${views?.otherView(state, actions)}
    </main>
    ${footer(state, actions)}
    ${views?.toast(state, actions)}`;
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
  return html`<p class="open-take small"><a href="#stock"
    @click=${instead(() => actions.page.go("stock"))}>Counting: ${openTake.name}${packs}</a></p>`;
}

function footer({ isKiosk }: State, actions: Actions) {
  if (isKiosk)
    return html`<footer class="buttons"><button
      @click=${() => actions.search.startOver()}>Start again</button><button @click=${() => actions.kiosk.stop()}>Leave kiosk mode</button></footer>`;
  return html`<footer><a href="#about"
    @click=${instead(() => actions.page.go("about"))}>About Pack Lookup and its data</a></footer>`;
}

const RECENT = 5;

/** Shows the start view: past lookups, or what the page is for. */
function start(state: State, actions: Actions, views?: typeof laterViews) {
  const { history, watchLists, isKiosk } = state;
  return html`
    ${
      history.length === 0 || isKiosk || !views
        ? welcome()
        : html`
      <section aria-labelledby="recent"><h2
        id="recent">Recent</h2>${views.entries(history.slice(0, RECENT), watchLists, actions)}</section>`
    }
    ${isKiosk ? nothing : recallsLink(state, actions)}`;
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
      <a class="brand" href="#look-up"
        @click=${instead(() => actions.search.clear())}>${mark}<span>Pack Lookup</span></a>
      ${
        state.isKiosk
          ? nothing
          : html`<nav aria-label="Main">${viewLink("look-up", "Look up", state, actions)}
            ${viewLink("history", "History", state, actions)} ${viewLink("stock", "Stock-take", state, actions)}</nav>`
      }
    </header>`;
}

const mark = html`
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect class="tile" width="32" height="32" rx="8"/>
    <path class="bars" d="M7 8h2v16H7zM11 8h4v16h-4zM17 8h1.500v16H17zM20.500 8H23v16h-2.500zM24.500 8H26v16h-1.500z"/>
  </svg>`;

function viewLink(view: View, text: string, state: State, actions: Actions) {
  const current = state.view === view ? "page" : nothing;
  return html`<a href=${`#${view}`} aria-current=${current} @click=${instead(() => actions.page.go(view))}>${text}</a>`;
}
