// The warnings above an answer.
import type { Scan } from "pack-lookup/core";
import { html, nothing } from "lit-html";

import type { Doubt } from "../lookup/doubts.js";
import { expiryStatus } from "../lookup/status.js";
import { today } from "../words.js";
import * as icons from "./icons.js";
import { statusLine } from "./status-line.js";

/** Shows all warnings, except those that the card itself states in larger words. */
export function doubtsView(doubts: Doubt[], ...told: Doubt["kind"][]) {
  const left = doubts.filter(({ kind }) => !told.includes(kind));
  const usual = left.filter(isUsual);
  const rest = left.filter((doubt) => !isUsual(doubt));
  return html`<div class="doubts">${rest.map(doubtView)}${usual.length > 0 ? dataLine(usual) : nothing}</div>`;
}

/** Shows how long the box may still be used. An expired box is a warning instead. */
export function expiryLine({ expiry }: Scan, doubts: Doubt[]) {
  const isTold = doubts.some(({ kind }) => kind === "expired");
  return expiry && !isTold ? statusLine(expiryStatus(expiry, today())) : nothing;
}

/** Returns whether a warning is the same for every answer. It must not push the name of the pack off the screen. */
function isUsual({ about, tone }: Doubt): boolean {
  return about === "data" && tone === "caution";
}

function dataLine(doubts: Doubt[]) {
  return html`<p class="status caution small">${icons.warning}<span>${doubts.map(({ text }) => text).join(". ")}</span></p>`;
}

function doubtView({ tone, text }: Doubt) {
  if (tone === "caution") return statusLine({ tone, text });
  return html`<div class="callout danger">${icons.danger}<div><p class="loud">${text}</p></div></div>`;
}
