// The strip at the top of every view: which data the page uses, how old they are, and what is
// wrong with them, on one line if it has room. What that means is behind it.
import { ageInDays, isClockBehind, isOld, shortName } from "blocks/device/words.js";
import { html, nothing } from "lit-html";

import { duration, megabytes, shortDate } from "../common/format.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";
import type * as laterViews from "./views.js";
import type { Release } from "blocks/device/types.js";

/** Shows the strip with any content, so that nothing below it moves when the data is open. */
export function strip({ release, data, today }: State, views: typeof laterViews | undefined) {
  if (release) return inUse(release, today, views?.meaningsOf(release, today) ?? []);
  switch (data.is) {
    case "downloading":
      return loading(data.release, data.received);
    case "updating":
      return plain(html`Updating to ${shortName(data.release)}…`);
    case "opening":
      return plain("Opening the data…");
    default:
      return plain("No data on this device yet");
  }
}

const plain = (content: unknown) =>
  html`<section class="strip" aria-label="Data"><div class="line">${content}</div></section>`;

function inUse(release: Release, today: string, meanings: unknown[]) {
  const line = html`
    ${tags(release)}
    <span class="age">${isUnreliable(release, today) ? icons.warning : nothing}${age(release, today)}</span>
    <span class="release">${shortName(release)},
      <time datetime=${release.release_date}>${shortDate(release.release_date)}</time></span>`;
  if (meanings.length === 0)
    return html`<section class="strip" aria-label="Data"><div class="line">${line}</div></section>`;
  return html`
    <section class="strip ${release.damaged ? "danger" : "caution"}" aria-label="Data">
      <details>
        <summary class="line">${line}<span class="room"><span class="what">What does this
          mean?</span></span>${icons.more}</summary>
        <ul tabindex="0" aria-label="What this means">${meanings.map((meaning) => html`<li>${meaning}</li>`)}</ul>
      </details>
    </section>`;
}

const isUnreliable = (release: Release, today: string) =>
  isOld(release, today) || isClockBehind(release, today);

function loading(release: Release, received: number) {
  const percent = Math.floor((100 * received) / release.bytes);
  return html`
    <section class="strip ${release.demo ? "caution" : ""}" aria-label="Data">
      <div class="line">
        ${tags(release)}
        <span class="received">${percent} % of ${megabytes(release.download_bytes)} MB</span>
        <span class="release">Loading ${shortName(release)}</span>
      </div>
      <progress aria-label="Download" max="100" .value=${percent}></progress>
    </section>`;
}

function tags({ damaged, demo, gaps }: Release) {
  return [
    tag(damaged, "Damaged data"),
    tag(demo, "Demonstration data"),
    tag(gaps.length > 0, "Incomplete data"),
  ];
}

function tag(isTrue: boolean | undefined, text: string) {
  return isTrue ? html`<strong class="tag">${text}</strong>` : nothing;
}

function age(release: Release, today: string): string {
  const days = ageInDays(release, today);
  if (isClockBehind(release, today)) return "age unknown: check this device's clock";
  return days <= 0 ? "today's" : `${duration(days)} old`;
}
