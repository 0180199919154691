// The import of the user's release: input, progress and result.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import type { ImportProgress, ImportReport } from "../data/own.js";
import type { State } from "../state.js";
import { count, longDate, megabytes, number } from "../words.js";
import { chosen } from "./file-input.js";
import * as icons from "./icons.js";

/** Shows the file input in the about view. */
export function bringOwn(actions: Actions) {
  return html`
    <h2>Use your own release</h2>
    <p>Whoever has the zip of dm+d as it is published (TRUD, item 24) can use it here: drop it on this page, or choose it. It is read on this
      device, in seconds, and goes nowhere. Then it is the data in use, with or without a network.</p>
    <p class="buttons"><label class="button" for="own-release">${icons.download}Choose the zip</label>
      <input id="own-release" class="visually-hidden" type="file" accept=".zip,application/zip" @change=${chosen((file) => void actions.ownReleases.bring(file))}></p>`;
}

/** Shows the state of the import above all other content. */
export function ownNotice({ own, release }: State, actions: Actions) {
  switch (own?.is) {
    case "importing":
      return importing(own.name, own.progress, actions);
    case "failed":
      return failed(own.reason, release !== undefined, actions);
    case "imported":
      return imported(own.report, actions);
    default:
      return nothing;
  }
}

function importing(name: string, progress: ImportProgress | undefined, actions: Actions) {
  const file = progress?.step === "reading" ? progress : undefined;
  return html`
    <section class="notice" aria-label="Your own release">
      <p><strong>Reading ${name}</strong> on this device</p>
      <progress aria-label="Import" max=${file?.size ?? 1} .value=${file?.read ?? (progress ? 1 : 0)}></progress>
      <p class="small">${file ? `${file.file}: ${megabytes(file.read)} of ${megabytes(file.size)} MB` : step(progress)}</p>
      <p class="buttons"><button @click=${() => actions.ownReleases.cancel()}>Cancel</button></p>
    </section>`;
}

function step(progress: ImportProgress | undefined): string {
  return progress?.step === "writing" ? "Writing the data" : "Opening the zip";
}

function failed(reason: string, hasOther: boolean, actions: Actions) {
  return html`
    <section class="notice caution" aria-label="Your own release" role="alert">
      <p>${icons.warning}<strong>This is no release that can be used:</strong> ${reason}. ${hasOther ? "The data before it stays in use." : nothing}</p>
      <p class="buttons"><button @click=${() => actions.ownReleases.dismiss()}>Understood</button></p>
    </section>`;
}

function imported(report: ImportReport, actions: Actions) {
  const { release, release_date, packs, gtin_rows, findings } = report;
  return html`
    <section class="notice" aria-label="Your own release">
      <p>${icons.check}<strong>Your release is in use:</strong> dm+d ${release} of ${longDate(release_date)}, with
        ${count(packs, "pack")} and ${count(gtin_rows, "barcode entry", "barcode entries")}.</p>
      ${findings.length > 0 ? html`
        <details><summary>${count(findings.length, "kind")} of oddities in it</summary>
          <ul>${findings.map(({ text, count }) => html`<li>${number(count)} × ${text}</li>`)}</ul>
        </details>` : nothing}
      <p class="buttons"><button @click=${() => actions.ownReleases.dismiss()}>Understood</button></p>
    </section>`;
}
