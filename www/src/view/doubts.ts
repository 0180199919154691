// What casts doubt on an answer stands above it.
import type { Scan } from "pack-lookup/core";
import { html, nothing } from "lit-html";

import type { Doubt } from "../lookup/doubts.js";
import { expiryStatus } from "../lookup/status.js";
import { today } from "../words.js";
import * as icons from "./icons.js";
import { statusLine } from "./status-line.js";

/** All doubts but those of which the card speaks in larger words. */
export function doubtsView(doubts: Doubt[], ...told: Doubt["kind"][]) {
  const left = doubts.filter(({ kind }) => !told.includes(kind));
  const usual = left.filter(isUsual);
  const rest = left.filter((doubt) => !isUsual(doubt));
  return html`<div class="doubts">${rest.map(doubtView)}${usual.length > 0 ? dataLine(usual) : nothing}</div>`;
}

/** How long the box may still be used; one that may not be says so among the doubts. */
export function expiryLine({ expiry }: Scan, doubts: Doubt[]) {
  const isTold = doubts.some(({ kind }) => kind === "expired");
  return expiry && !isTold ? statusLine(expiryStatus(expiry, today())) : nothing;
}

/** The same from answer to answer: it must not push the name of the pack off the screen. */
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
