// The top of every view: the bar, and the strip with the release and its age.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { ageInDays, isClockBehind, isStale, type Release, shortName } from "../data/release.js";
import { duration, longDate, megabytes, shortDate } from "../format.js";
import type { State, View } from "../state.js";
import * as icons from "./icons.js";

export function header(state: State, actions: Actions) {
  return html`
    <header class="bar">
      <a class="brand" href="#look-up" @click=${onClick(() => actions.search.clear())}>${mark}<span>Pack Lookup</span></a>
      <nav aria-label="Main">
        ${viewLink("look-up", "Look up", state, actions)} ${viewLink("history", "History", state, actions)}
      </nav>
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
export function onClick(action: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    action();
  };
}

/** Shows the strip on one line with any content, so that nothing below it moves when the data is open. */
export function releaseStrip({ release, data, today }: State) {
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

/** Returns the details that do not fit on the strip. */
export function staleText(release: Release): string {
  const since = longDate(release.release_date);
  return `This data is from ${since}. Packs, prices and codes may have changed. dm+d has a new release every week.`;
}
