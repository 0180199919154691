// Warnings above an answer, and what the strip says of the data.
import { html, nothing } from "lit-html";
import type { Scan } from "pack-lookup/core";
import { gapReasons, gapsText } from "blocks/device/release.js";
import { isClockBehind, isOld, shortName } from "blocks/device/words.js";
import type { Release } from "blocks/device/types.js";

import * as icons from "./icons.js";
import { shortDate, today } from "../common/format.js";
import { expiryStatus, type Status } from "../lookup/pack.js";
import { isOnStrip, type Warning } from "../lookup/warnings.js";

/**
 * The warnings of an answer on its card: the most serious one, which is above the name, and the
 * others, which are below it.
 */
interface CardWarnings {
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
 * Reports whether a warning is the same for every answer. It must not push the name of the pack off
 * the screen.
 */
function isGeneral({ about, tone }: Warning): boolean {
  return about === "data" && tone === "caution";
}

function dataLine(warnings: Warning[]) {
  return html`<p
    class="status caution small">${icons.warning}<span>${warnings.map(({ text }) => text).join(". ")}</span></p>`;
}

export function warningView({ tone, text }: Pick<Warning, "tone" | "text">) {
  return tone === "caution" ? statusLine({ tone, text }) : callout(text);
}

/** Shows a danger in large words. With the role "alert", screen readers say it at once. */
function callout(text: string, role: "alert" | typeof nothing = nothing) {
  return html`
    <div class="callout danger" role=${role}>${icons.danger}<div><p class="loud">${text}</p></div></div>`;
}

/** Shows why what a person entered was not taken. */
export const problemView = (problem: string | undefined) =>
  problem ? callout(problem, "alert") : nothing;

const ICONS = { plain: icons.check, caution: icons.warning, danger: icons.danger };

export function statusLine({ tone, text }: Status) {
  return html`<p class="status ${tone}">${ICONS[tone]}<span>${text}</span></p>`;
}

/**
 * Shows the status of a pack. A tick next to a danger, or of a server that may not know the status,
 * could be read as the answer.
 */
export function packStatus(status: Status, warnings: Warning[]) {
  const isWithoutTick =
    status.tone === "plain" &&
    warnings.some(({ kind, tone }) => tone === "danger" || kind === "by_server");
  return isWithoutTick ? html`<p class="status">${status.text}</p>` : statusLine(status);
}

/** Says what the doubts about the data mean, a sentence for each. */
export function meaningsOf(release: Release, today: string): unknown[] {
  const meanings: unknown[] = [];
  if (release.damaged) meanings.push("The data on this device differ from the published release.");
  if (release.demo)
    meanings.push("Demonstration data: the packs are made up, and no real box has their codes.");
  if (release.gaps.length > 0) meanings.push(gapsMeaning(release));
  if (isClockBehind(release, today))
    meanings.push("The data are from the future of this device's clock. Set its date.");
  if (isOld(release, today))
    meanings.push(
      html`This is ${shortName(release)} of ${shortDate(release.release_date)}. Packs,
        prices and codes may have changed since. dm+d has a new release every week.`,
    );
  return meanings;
}

function gapsMeaning(release: Release): string {
  const text = gapsText(release);
  const reasons = gapReasons(release).join("; ");
  return text.includes(reasons) ? `${text}.` : `${text}: ${reasons}.`;
}
