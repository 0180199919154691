// What the strip says about the data, in sentences.
import { gapReasons, gapsText } from "blocks/device/release.js";
import { isClockBehind, isOld, shortName } from "blocks/device/words.js";
import { html } from "lit-html";

import { shortDate } from "../common/format.js";
import type { Release } from "blocks/device/types.js";

/** Returns what the doubts about the data mean, a sentence for each. */
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
      html`This is ${shortName(release)} of ${shortDate(release.release_date)}. Packs, prices and codes may have changed since. dm+d has a new release every week.`,
    );
  return meanings;
}

function gapsMeaning(release: Release): string {
  const text = gapsText(release);
  const reasons = gapReasons(release).join("; ");
  return text.includes(reasons) ? `${text}.` : `${text}: ${reasons}.`;
}
