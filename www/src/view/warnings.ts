// The warnings above an answer.
import { html, nothing } from "lit-html";
import type { Scan } from "pack-lookup/core";

import { today } from "../format.js";
import type { Warning } from "../lookup/answer-warnings.js";
import { expiryStatus } from "../lookup/status.js";
import * as icons from "./icons.js";
import { statusLine } from "./status-line.js";

/** Shows all warnings, except those that the card itself states in larger words. */
export function warningsView(warnings: Warning[], ...except: Warning["kind"][]) {
  const shown = warnings.filter(({ kind }) => !except.includes(kind));
  const general = shown.filter(isGeneral);
  const rest = shown.filter((warning) => !isGeneral(warning));
  return html`<div class="warnings">${rest.map(warningView)}${general.length > 0 ? dataLine(general) : nothing}</div>`;
}

/** Shows how long the box may still be used. An expired box is a warning instead. */
export function expiryLine({ expiry }: Scan, warnings: Warning[]) {
  const isReported = warnings.some(({ kind }) => kind === "expired");
  return expiry && !isReported ? statusLine(expiryStatus(expiry, today())) : nothing;
}

/** Returns whether a warning is the same for every answer. It must not push the name of the pack off the screen. */
function isGeneral({ about, tone }: Warning): boolean {
  return about === "data" && tone === "caution";
}

function dataLine(warnings: Warning[]) {
  return html`<p class="status caution small">${icons.warning}<span>${warnings.map(({ text }) => text).join(". ")}</span></p>`;
}

function warningView({ tone, text }: Warning) {
  if (tone === "caution") return statusLine({ tone, text });
  return html`<div class="callout danger">${icons.danger}<div><p class="loud">${text}</p></div></div>`;
}
