// The view about the page and its data.
import { shortName } from "blocks/device/words.js";
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import type { Changes, ListedRelease, ReleaseList } from "../data/releases.js";
import { count, longDate, number, size } from "../common/format.js";
import type { State } from "../state/state.js";
import { codeListView } from "./code-list.js";
import { fileInput } from "./controls.js";
import * as icons from "./icons.js";
import { sendingToggle } from "./waiting.js";
import type { Release } from "blocks/device/types.js";

export function aboutView(state: State, actions: Actions) {
  const { release, releaseList } = state;
  return html`
    <section class="prose" aria-labelledby="about-title">
      <h1 id="about-title" tabindex="-1">About</h1>
      <p>Pack Lookup shows which UK medicine pack a barcode belongs to. After your first visit it works offline:
        the packs, the barcode reader and this page are on your device.</p>
      ${privacy(state, actions)}
      ${printKept(state, actions)}
      <h2>The data</h2>
      ${release ? dataset(release) : nothing}
      ${SOURCE}
      ${releaseListView(releaseList)}
      ${importSection(actions)}
      ${codeListView(state, actions)}
      <h2>A screen for many people</h2>
      <p>Kiosk mode is for a screen on a counter. It has large type and no history,
        and it clears each answer after a minute without use.</p>
      <p><button @click=${() => actions.kiosk.start()}>Start kiosk mode</button></p>
      ${forDevelopers(state)}
    </section>`;
}

function privacy({ areQuestionsSent }: State, actions: Actions) {
  return html`
    <h2>Privacy</h2>
    <p>What you scan, type and look up stays on this device. There is one exception:
      while the data loads, you can send a code or a text to the server of this page.
      The page reads pictures from the camera on this device and does not store them.
      The page never sends batch or serial numbers. A report about a code leaves this device only
      if you share or mail it. The page sets no cookies, and sends no requests to other sites.</p>
    ${
      areQuestionsSent
        ? html`<p>${sendingToggle(areQuestionsSent, "While the data loads, send every question to the server of this page", actions)}</p>`
        : nothing
    }`;
}

/** Where the data is from. */
const SOURCE = html`
    <p>The NHS dictionary of medicines and devices (dm+d) is Crown copyright, published by the NHS Business Services
      Authority under the
      <a href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/"
      rel="noreferrer">Open Government Licence v3.0</a>.</p>
    <p>Pack Lookup shows what dm+d records for a code. The box in your hand decides.
      Always compare the name, the strength and the expiry date.</p>
    <p>The server lists barcodes that dm+d may have recorded wrongly:
      <a href="data-quality">data quality of the release on the server</a>.</p>`;

function forDevelopers({ packs }: State) {
  return html`
    <h2>For developers</h2>
    <p>You can get the same answers from <a href="api/about"><code>/api/about</code></a>,
      <code>/api/gtin/&lt;gtin&gt;</code> and
      <code>/api/search?q=&lt;text&gt;</code>: they come from this device,
      or from the server if there is no data on this device.
      The page <a href="docs">HTTP interface</a> describes all requests, and you can try them there.
      ${packs ? html`Version ${packs.about.version}.` : nothing}</p>
    <p>This page contains the software of others: <a href="third-party-licences.txt">their licences</a>.</p>`;
}

/** Shows what the page keeps for reading print. */
function printKept({ printReader }: State, actions: Actions) {
  if (!printReader?.isKept) return nothing;
  return html`
    <p>The print reader (${size(printReader.bytes)}) is on this device, because you asked for it.
      <button @click=${() => void actions.print.remove()}>Remove the print reader</button></p>`;
}

const IMPORTED = ", imported on this device from your zip file";

function dataset(release: Release) {
  return html`
    <dl class="facts">
      <div><dt>Release</dt><dd>${shortName(release)} of
        ${longDate(release.release_date)}${release.own ? IMPORTED : nothing}</dd></div>
      <div><dt>Packs</dt><dd>${number(release.packs)}</dd></div>
      <div><dt>Barcode entries</dt><dd>${number(release.gtin_rows)}</dd></div>
    </dl>
    ${
      release.demo
        ? html`<p><strong>This is demonstration data.</strong> Its packs and barcodes are made up.
          No real box has them.</p>`
        : nothing
    }`;
}

/** Shows the releases that the server has served, by week. */
function releaseListView(list: ReleaseList | undefined) {
  if (!list || list.releases.length === 0) return nothing;
  return html`
    <h2>Recent releases</h2>
    <p>The next release is due on ${longDate(list.nextExpected)}. You can follow the
      <a href="releases.atom">feed of releases</a>.</p>
    <ul>${list.releases.map((release) => html`<li>${row(release)}</li>`)}</ul>`;
}

function row({ name, date, since, changes }: ListedRelease) {
  return html`<bdi>${name}</bdi> of ${longDate(date)}, on this server since
    ${longDate(since)}${changes ? `: ${changesText(changes)}` : nothing}`;
}

const changesText = ({ added, removed, reused }: Changes) =>
  `${count(added, "pack")} added, ${removed} removed; ${count(reused, "barcode")} re-used`;

/** Shows the file input of the user's own release. */
function importSection(actions: Actions) {
  return html`
    <h2>Use your own release</h2>
    <p>If you have the dm+d zip file from TRUD (item 24), drop it on this page or choose it here.
      The page reads it on this
      device, in seconds, and sends it nowhere. You can then use it online and offline.</p>
    <p class="buttons">${fileInput("release-file", ".zip,application/zip", (file) => void actions.releaseImport.importFile(file))}
      <label class="button" for="release-file">${icons.download}Choose the zip</label></p>`;
}
