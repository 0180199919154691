// What the answers come from: the release and its age, always in sight.
import { html, nothing } from "lit-html";

import { ageInDays, isStale, type Release, shortName } from "../data/release.js";
import { duration, longDate, megabytes, shortDate, today } from "../words.js";
import type { State } from "../state.js";
import * as icons from "./icons.js";

/** One line high whatever it says, so that nothing below it moves when the data is there. */
export function releaseStrip({ release, data }: State) {
  if (release) return inUse(release);
  switch (data.is) {
    case "downloading":
      return loading(data.release, data.received);
    case "opening":
      return html`<section class="strip" aria-label="Data">Opening the data…</section>`;
    default:
      return html`<section class="strip" aria-label="Data">No data on this device yet</section>`;
  }
}

function inUse(release: Release) {
  const stale = isStale(release, today());
  return html`
    <section class="strip ${stale || release.demo ? "caution" : ""}" aria-label="Data">
      ${demoTag(release)}
      <span class="release">${shortName(release)}, <time datetime=${release.release_date}>${shortDate(release.release_date)}</time></span>
      <span class="age">${stale ? icons.warning : nothing}${age(release)}</span>
    </section>`;
}

function loading(release: Release, received: number) {
  const percent = Math.floor((100 * received) / release.bytes);
  return html`
    <section class="strip ${release.demo ? "caution" : ""}" aria-label="Data">
      ${demoTag(release)}
      <span class="release">Loading ${shortName(release)}</span>
      <span class="received">${percent} % of ${megabytes(release.download_bytes)} MB</span>
      <progress aria-label="Download" max="100" .value=${percent}></progress>
    </section>`;
}

function demoTag({ demo }: Release) {
  return demo ? html`<strong class="tag">Demonstration data</strong>` : nothing;
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
