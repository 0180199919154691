// The releases that the server has served, by week.
import { html, nothing } from "lit-html";

import type { Changes, Served, ServedRelease } from "../data/served.js";
import { count, longDate } from "../words.js";

export function servedView(served: Served | undefined) {
  if (!served || served.releases.length === 0) return nothing;
  return html`
    <h2>What changed</h2>
    <p>The next release is expected on ${longDate(served.nextExpected)}. As a feed: <a href="/releases.atom">releases.atom</a>.</p>
    <ul>${served.releases.map((one) => html`<li>${line(one)}</li>`)}</ul>`;
}

function line({ name, date, since, changes }: ServedRelease) {
  return html`<bdi>${name}</bdi> of ${longDate(date)}, served since ${longDate(since)}${changes ? `: ${inWords(changes)}` : nothing}`;
}

const inWords = ({ added, removed, reused }: Changes) => `${count(added, "pack")} added, ${removed} removed; ${count(reused, "barcode")} re-used`;
