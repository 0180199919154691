// The page: the bar, the strip with the release and its age, and the view below them.
import type { Release } from "blocks/device/release.js";
import { ageInDays, isClockBehind, isStale, shortName } from "blocks/device/release-age.js";
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { app } from "../app-part.js";
import { count, duration, megabytes, shortDate, today } from "../format.js";
import type { State, View } from "../state.js";
import { finder } from "./finder.js";
import * as icons from "./icons.js";
import { limitsNotice } from "./limits.js";
import { startNotice } from "./part.js";
import { recallsLink } from "./recalls-link.js";
import type { Views } from "./views.js";

/**
 * Shows the page. The other views are loaded after the first rendering: until then the state is
 * that of the start.
 */
export function page(state: State, actions: Actions, views: Views | undefined) {
  return html`
    <a class="skip" href="#main">Skip to content</a>
    ${header(state, actions)}
    ${releaseStrip(state)}
    <main id="main" tabindex="-1">
      ${views ? views.notices(state, actions) : html`${startNotice(app)}${limitsNotice(state, actions)}`}
      <div class="look-up ${state.answer || state.found || state.waiting || state.print ? "answered" : ""}" ?hidden=${state.view !== "look-up" && !(state.isKiosk && state.view !== "about")}>
        <h1 class="visually-hidden">Look up a pack</h1>
        ${openTakeNote(state, actions)}
        ${finder(state, actions, views)}
        <div class="answer">${views?.answerPlace(state, actions, () => start(state, actions, views)) ?? start(state, actions)}</div>
      </div>
      ${views?.otherView(state, actions)}
    </main>
    ${footer(state, actions)}
    ${views?.toast(state)}`;
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

const RECENT = 5;

/** Shows the start view: the age of the data, and past lookups. */
function start({ release, history, watchLists, isKiosk }: State, actions: Actions, views?: Views) {
  return html`
    ${
      history.length === 0 || isKiosk || !views
        ? welcome()
        : html`
      <section aria-labelledby="recent"><h2 id="recent">Recent</h2>${views.entries(history.slice(0, RECENT), watchLists, actions)}</section>`
    }
    ${isKiosk ? nothing : recallsLink(watchLists, actions)}
    ${release && isStale(release, today()) ? html`<p class="start-note">${STALE}</p>` : nothing}`;
}

function welcome() {
  return html`
    <section class="welcome" aria-labelledby="welcome">
      <h2 id="welcome">Which pack is this?</h2>
      <p>Scan the barcode on a UK medicine pack, type its number, or search by name. You see the pack and its supplier,
        whether the pack is current, and whether another pack has had the same code.</p>
      <p>It works offline. What you scan stays on this device.</p>
    </section>`;
}

// The bar and the strip, at the top of every view.

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

/**
 * Shows the strip on one line with any content, so that nothing below it moves when the data is
 * open.
 */
function releaseStrip({ release, data, today }: State) {
  if (release) return inUse(release, today);
  switch (data.is) {
    case "downloading":
      return loading(data.release, data.received);
    case "updating":
      return html`<section class="strip" aria-label="Data">Updating to ${shortName(data.release)}…</section>`;
    case "opening":
      return html`<section class="strip" aria-label="Data">Opening the data…</section>`;
    default:
      return html`<section class="strip" aria-label="Data">No data on this device yet</section>`;
  }
}

function inUse(release: Release, today: string) {
  const isUnreliable = isStale(release, today) || isClockBehind(release, today);
  return html`
    <section class="strip ${toneOf(release, isUnreliable)}" aria-label="Data">
      ${tags(release)}
      <span class="release">${shortName(release)}, <time datetime=${release.release_date}>${shortDate(release.release_date)}</time></span>
      <span class="age">${isUnreliable ? icons.warning : nothing}${age(release, today)}</span>
    </section>`;
}

function toneOf({ damaged, demo, gaps }: Release, isUnreliable: boolean): string {
  if (damaged) return "danger";
  return isUnreliable || demo || gaps.length > 0 ? "caution" : "";
}

function loading(release: Release, received: number) {
  const percent = Math.floor((100 * received) / release.bytes);
  return html`
    <section class="strip ${release.demo ? "caution" : ""}" aria-label="Data">
      ${tags(release)}
      <span class="release">Loading ${shortName(release)}</span>
      <span class="received">${percent} % of ${megabytes(release.download_bytes)} MB</span>
      <progress aria-label="Download" max="100" .value=${percent}></progress>
    </section>`;
}

function tags({ damaged, demo, gaps }: Release) {
  return html`${tag(damaged, "Damaged data")}${tag(demo, "Demonstration data")}${tag(gaps.length > 0, "Incomplete data")}`;
}

function tag(isTrue: boolean | undefined, text: string) {
  return isTrue ? html`<strong class="tag">${text}</strong>` : nothing;
}

function age(release: Release, today: string): string {
  const days = ageInDays(release, today);
  if (isClockBehind(release, today)) return "age unknown: check this device's clock";
  return days <= 0 ? "today's" : `${duration(days)} old`;
}

/** What the age on the strip means. */
const STALE =
  "Packs, prices and codes may have changed since this data was published. dm+d has a new release every week.";
