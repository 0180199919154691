import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { type Release, shortName } from "../data/release.js";
import { longDate, number } from "../words.js";
import type { State } from "../state.js";
import { bringOwn } from "./own-release.js";
import { servedView } from "./served.js";

export function aboutView({ release, packs, served }: State, actions: Actions) {
  return html`
    <section class="prose" aria-labelledby="about-title">
      <h1 id="about-title" tabindex="-1">About</h1>
      <p>Pack Lookup tells which UK medicine pack a barcode belongs to. After the first visit it needs no network:
        the packs, the barcode reader and this page are on your device.</p>
      <h2>Private by construction</h2>
      <p>What you scan, type and look up stays on this device. Pictures from the camera are read here and thrown away.
        Batch and serial numbers never leave it. There are no cookies and no requests to anybody else.</p>
      <h2>The data</h2>
      ${release ? dataset(release) : nothing}
      <p>The NHS dictionary of medicines and devices (dm+d) is Crown copyright, published by the NHS Business Services
        Authority under the <a href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/" rel="noreferrer">Open Government Licence v3.0</a>.</p>
      <p>A code leads to what dm+d records for it. The box in your hand decides: always compare the name, the strength and the expiry.</p>
      ${servedView(served)}
      ${bringOwn(actions)}
      <h2>For developers</h2>
      <p>The same answers come from <a href="/api/about"><code>/api/about</code></a>, <code>/api/gtin/&lt;gtin&gt;</code> and
        <code>/api/search?q=&lt;text&gt;</code>: from this device, and from the server only while there is no data on this device.
        ${packs ? html`Version ${packs.about.version}.` : nothing}</p>
    </section>`;
}

function dataset(release: Release) {
  return html`
    <dl class="facts">
      <div><dt>Release</dt><dd>${shortName(release)} of ${longDate(release.release_date)}${release.own ? ", made on this device from a zip of yours" : nothing}</dd></div>
      <div><dt>Packs</dt><dd>${number(release.packs)}</dd></div>
      <div><dt>Barcode entries</dt><dd>${number(release.gtin_rows)}</dd></div>
    </dl>
    ${release.demo ? html`<p><strong>This is demonstration data.</strong> Its packs and barcodes are invented, and no box carries them.</p>` : nothing}`;
}
