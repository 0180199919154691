// The one line that says how a pack stands, and how the box in the hand stands.
import type { Pack } from "pack-lookup/core";

import { daysBetween, duration, longDate } from "../words.js";

export type Tone = "plain" | "caution" | "danger";

export interface Status {
  tone: Tone;
  text: string;
}

export function packStatus(pack: Pack): Status {
  if (pack.invalid) return { tone: "caution", text: "Marked invalid in dm+d" };
  if (pack.discontinued_date) return { tone: "caution", text: `Discontinued on ${longDate(pack.discontinued_date)}` };
  return { tone: "plain", text: "Current pack" };
}

/** An expiry so near is worth a caution. */
const SOON_DAYS = 30;

export function expiryStatus(expiry: string, today: string): Status {
  const left = daysBetween(today, expiry);
  if (left < 0) return { tone: "danger", text: `Expired ${duration(-left)} ago, on ${longDate(expiry)}` };
  if (left === 0) return { tone: "caution", text: `Expires today, ${longDate(expiry)}` };
  const tone = left <= SOON_DAYS ? "caution" : "plain";
  return { tone, text: `Expires in ${duration(left)}, on ${longDate(expiry)}` };
}
