import { html, nothing } from "lit-html";

import type { Actions } from "../actions.js";
import { ageInDays, isStale, type Release, shortName } from "../data/release.js";
import { duration, longDate, shortDate, today } from "../lookup/words.js";
import type { State, View } from "../state.js";
import * as icons from "./icons.js";

export function header(state: State, actions: Actions) {
  const link = (view: View, text: string) => html`
    <a href=${`#${view}`} aria-current=${state.view === view ? "page" : nothing}
      @click=${(event: Event) => {
        event.preventDefault();
        actions.go(view);
      }}>${text}</a>`;
  return html`
    <header class="bar">
      <a class="brand" href="#look-up" @click=${(event: Event) => {
        event.preventDefault();
        actions.clearOutcome();
      }}>
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect class="tile" width="32" height="32" rx="8"/>
          <path class="bars" d="M7 8h2v16H7zM11 8h4v16h-4zM17 8h1.500v16H17zM20.500 8H23v16h-2.500zM24.500 8H26v16h-1.500z"/>
        </svg>
        <span>Pack Lookup</span>
      </a>
      <nav aria-label="Main">
        ${link("look-up", "Look up")} ${link("history", "History")}
      </nav>
    </header>`;
}

/** The release and its age, always in sight. */
export function releaseStrip({ release }: State) {
  if (!release) return html`<section class="strip" aria-label="Data">No data on this device yet</section>`;
  const stale = isStale(release, today());
  return html`
    <section class="strip ${stale || release.demo ? "caution" : ""}" aria-label="Data">
      ${release.demo ? html`<strong class="tag">Demonstration data</strong>` : nothing}
      <span class="release">${shortName(release)}, <time datetime=${release.release_date}>${shortDate(release.release_date)}</time></span>
      <span class="age">${stale ? icons.warning : nothing}${age(release)}</span>
    </section>`;
}

function age(release: Release): string {
  const days = ageInDays(release, today());
  return days <= 0 ? "today's" : `${duration(days)} old`;
}

/** What the strip has no room for. */
export function staleWords(release: Release): string {
  const since = longDate(release.release_date);
  return `This data is of ${since}. Packs, prices and codes may have changed since: dm+d is published every week.`;
}
