// The releases that the server has served, by week.
import { html, nothing } from "lit-html";

import type { Changes, ListedRelease, ReleaseList } from "../data/release-list.js";
import { count, longDate } from "../format.js";

export function releaseListView(list: ReleaseList | undefined) {
  if (!list || list.releases.length === 0) return nothing;
  return html`
    <h2>Recent releases</h2>
    <p>The next release is due on ${longDate(list.nextExpected)}. You can follow the <a href="/releases.atom">feed of releases</a>.</p>
    <ul>${list.releases.map((release) => html`<li>${row(release)}</li>`)}</ul>`;
}

function row({ name, date, since, changes }: ListedRelease) {
  return html`<bdi>${name}</bdi> of ${longDate(date)}, on this server since ${longDate(since)}${changes ? `: ${changesText(changes)}` : nothing}`;
}

const changesText = ({ added, removed, reused }: Changes) => `${count(added, "pack")} added, ${removed} removed; ${count(reused, "barcode")} re-used`;
