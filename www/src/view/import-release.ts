// The import of the user's release: progress and result.
import type { ImportProgress, ImportReport } from "blocks/device/dataset.js";
import { html, nothing } from "lit-html";

import { NOW_USED } from "../actions/data.js";
import type { Actions } from "../actions/index.js";
import { count, longDate, megabytes, number } from "../common/format.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";

/** Shows the state of the import above all other content. */
export function importNotice({ releaseImport, release }: State, actions: Actions) {
  switch (releaseImport?.is) {
    case "importing":
      return importing(releaseImport.name, releaseImport.progress, actions);
    case "failed":
      return failed(releaseImport.reason, release !== undefined, actions);
    case "imported":
      return imported(releaseImport.report, actions);
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
      <p class="buttons"><button @click=${() => actions.releaseImport.cancel()}>Cancel</button></p>
    </section>`;
}

function step(progress: ImportProgress | undefined): string {
  return progress?.step === "writing" ? "Writing the data" : "Opening the zip";
}

function failed(reason: string, hasOther: boolean, actions: Actions) {
  return html`
    <section class="notice caution" aria-label="Your own release" role="alert">
      <p>${icons.warning}<strong>This file cannot be used:</strong> ${reason}.
        ${hasOther ? "You still have the earlier data." : nothing}</p>
      <p class="buttons"><button @click=${() => actions.releaseImport.dismiss()}>Hide this message</button></p>
    </section>`;
}

function imported(report: ImportReport, actions: Actions) {
  const { release, release_date, packs, gtin_rows, findings } = report;
  return html`
    <section class="notice" aria-label="Your own release">
      <p>${icons.check}<strong>${NOW_USED}:</strong> dm+d ${release} of ${longDate(release_date)}, with
        ${count(packs, "pack")} and ${count(gtin_rows, "barcode entry", "barcode entries")}.</p>
      ${
        findings.length > 0
          ? html`
        <details><summary>${count(findings.length, "thing")} to know about this file</summary>
          <ul>${findings.map(({ text, count }) => html`<li>${number(count)} × ${text}</li>`)}</ul>
        </details>`
          : nothing
      }
      <p class="buttons"><button @click=${() => actions.releaseImport.dismiss()}>Hide this message</button></p>
    </section>`;
}
