// Warnings above an answer, and in a row of a list.
import { html, nothing } from "lit-html";
import type { Scan } from "pack-lookup/core";

import { daysBetween, shortDate, today } from "../common/format.js";
import type { StoredWarning } from "../history/entries.js";
import { expiryStatus, type Status } from "../lookup/pack.js";
import { isOnStrip, type Warning } from "../lookup/warnings.js";
import * as icons from "./icons.js";

/**
 * The warnings of an answer on its card: the most serious one, which is above the name, and the
 * others, which are below it.
 */
export interface CardWarnings {
  first: Warning | undefined;
  others: Warning[];
}

/**
 * Splits the warnings of an answer. The name must be on the screen with the most serious one,
 * however many there are.
 */
export function cardWarnings(warnings: Warning[]): CardWarnings {
  const specific = warnings.filter((warning) => !isGeneral(warning));
  const first = specific.find(({ tone }) => tone === "danger") ?? specific[0];
  return { first, others: warnings.filter((warning) => warning !== first) };
}

/**
 * Shows warnings, except those that the card itself states in larger words and the age of the data.
 */
export function warningsView(warnings: Warning[], ...except: Warning["kind"][]) {
  const shown = warnings.filter(({ kind }) => !except.includes(kind) && !isOnStrip({ kind }));
  const general = shown.filter(isGeneral);
  const rest = shown.filter((warning) => !isGeneral(warning));
  return html`<div class="warnings">${rest.map(warningView)}${general.length > 0 ? dataLine(general) : nothing}</div>`;
}

/** Shows how long the box may still be used. An expired box is a warning instead. */
export function expiryLine({ expiry }: Pick<Scan, "expiry">, warnings: Warning[]) {
  const isReported = warnings.some(({ kind }) => kind === "expired");
  return expiry && !isReported ? statusLine(expiryStatus(expiry, today())) : nothing;
}

/**
 * Returns whether a warning is the same for every answer. It must not push the name of the pack off
 * the screen.
 */
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

const ICONS = { plain: icons.check, caution: icons.warning, danger: icons.danger };

export function statusLine({ tone, text }: Status) {
  return html`<p class="status ${tone}">${ICONS[tone]}<span>${text}</span></p>`;
}

/**
 * Shows the status of a pack. A tick beside a danger, or of a server that may not know the status,
 * could be read as the answer.
 */
export function packStatus(status: Status, warnings: Warning[]) {
  const isWithoutTick =
    status.tone === "plain" &&
    warnings.some(({ kind, tone }) => tone === "danger" || kind === "by_server");
  return isWithoutTick ? html`<p class="status">${status.text}</p>` : statusLine(status);
}

/** Warnings that the row itself shows: an expiry date in the past, and a code without a name. */
const SHOWN_IN_ROW: StoredWarning["kind"][] = ["expired", "reused"];

const WORDS: Partial<Record<StoredWarning["kind"], string>> = {
  serial_again: "Scanned twice",
  watched: "On your recall list: check the batch",
  chosen: "Re-used code, chosen by you",
  ended: "Code no longer in use",
  not_begun: "Code not in use yet",
  cut_off: "Text cut off",
  corrected: "Words corrected",
  ignored: "Words ignored",
  ignored_name: "Ignored word may be a medicine",
  partial_match: "No exact match",
  changed: "Answer changed",
  wrong_check_digit: "Wrong check digit",
  separator_lost: "Separator missing",
  not_marked_as_gs1: "Not marked as GS1",
  by_server: "Answered by the server",
  own_note: "Your note, not dm+d",
  note_ended: "Your note had another pack",
  chosen_from_print: "Chosen from print",
  read_from_print: "Read from print",
  demonstration: "Demonstration",
  stale: "Old data",
  clock: "Clock wrong",
};

/** Shows the expiry date of a row, and whether it has passed. */
export function expires(expiry: string, doubts: StoredWarning[]) {
  const past = daysBetween(today(), expiry) < 0 || doubts.some(({ kind }) => kind === "expired");
  return html`<span class=${past ? "past" : ""}>${past ? icons.danger : nothing}${past ? "Expired" : "Expires"} ${shortDate(expiry)}</span>`;
}

/** Shows the warnings of a row in a few words. */
export function flags(doubts: StoredWarning[]) {
  const shown = doubts.filter(({ kind }) => !SHOWN_IN_ROW.includes(kind));
  return shown.length === 0 ? nothing : html`<span class="flags">${shown.map(flag)}</span>`;
}

function flag({ kind, about, text }: StoredWarning) {
  const words = WORDS[kind] ?? text;
  if (about === "data") return html`<span class="tag">${words}</span>`;
  return kind === "ignored_name" || kind === "watched"
    ? html`<span class="flag danger">${icons.danger}${words}</span>`
    : html`<span class="flag">${icons.warning}${words}</span>`;
}
