// The line with the status of the pack and of the scanned box.
import type { PackStatus } from "pack-lookup/core";

import { daysBetween, duration, longDate } from "../format.js";

export type Tone = "plain" | "caution" | "danger";

export interface Status {
  tone: Tone;
  text: string;
}

export function statusText({ current, invalid, discontinued, discontinued_date }: PackStatus): Status {
  if (current) return { tone: "plain", text: "Current pack" };
  const since = discontinued_date ? `on ${longDate(discontinued_date)}` : "(no date recorded)";
  const parts = [...(invalid ? ["marked invalid in dm+d"] : []), ...(discontinued ? [`discontinued ${since}`] : [])];
  const text = parts.join(", ");
  return { tone: "caution", text: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}

/** An expiry date within this time is worth a caution. */
const SOON_DAYS = 30;

export function expiryStatus(expiry: string, today: string): Status {
  const left = daysBetween(today, expiry);
  if (left < 0) return { tone: "danger", text: `Expired ${duration(-left)} ago, on ${longDate(expiry)}` };
  if (left === 0) return { tone: "caution", text: `Expires today, ${longDate(expiry)}` };
  const tone = left <= SOON_DAYS ? "caution" : "plain";
  return { tone, text: `Expires in ${duration(left)}, on ${longDate(expiry)}` };
}
