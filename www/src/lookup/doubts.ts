// All warnings about an answer. They are shown, announced, stored in the history, and exported.
import type { Scan, Use } from "pack-lookup/core";

import { dataDoubts } from "../data/doubts.js";
import type { Release } from "../data/release.js";
import { count, longDate, time } from "../words.js";
import type { Doubt } from "./doubt.js";
import { isShortened, mistakes } from "./mistyped.js";
import type { CodeReused, Outcome } from "./outcome.js";
import { inWords, isSame, type Remembered, when } from "./remembered.js";
import type { Request } from "./request.js";
import { toldOf } from "./reuse.js";
import { searchWarnings } from "./search-warnings.js";
import { expiryStatus } from "./status.js";

export type { About, Doubt } from "./doubt.js";

/** The context of an answer. */
export interface Circumstances {
  release: Release;
  /** The local day, `YYYY-MM-DD`. */
  today: string;
  /** When a box with this serial number was scanned before. */
  seenAt?: number | undefined;
  /** The earlier answer to the same request. */
  was?: Remembered | undefined;
}

/** Returns the warnings, the most urgent first. */
export function doubtsOf(request: Request, outcome: Outcome, circumstances: Circumstances): Doubt[] {
  const { release, today, seenAt, was } = circumstances;
  const scan = "scan" in outcome ? outcome.scan : undefined;
  return [
    ...(scan ? expired(scan, today) : []),
    ...(seenAt ? serialAgain(seenAt, today) : []),
    ...(was ? changed(was, outcome) : []),
    ...reused(outcome),
    ...(scan ? warnings(scan, request) : []),
    ...(outcome.is === "unknown" ? digitMissing(outcome.scan, request) : []),
    ...(outcome.is === "pack" ? outsidePeriod(outcome.uses, today) : []),
    ...(request.by === "pack" ? searchWarnings(request) : []),
    ...dataDoubts(release, today),
  ];
}

function expired({ expiry }: Scan, today: string): Doubt[] {
  const status = expiry === undefined ? undefined : expiryStatus(expiry, today);
  return status?.tone === "danger" ? [{ kind: "expired", about: "box", tone: "danger", text: status.text }] : [];
}

function serialAgain(at: number, today: string): Doubt[] {
  return [{ kind: "serial_again", about: "box", tone: "caution", text: `This very pack was scanned ${time(at, today)}` }];
}

function reused(outcome: Outcome): Doubt[] {
  if (outcome.is === "reused") return [reusedCode(outcome)];
  if (outcome.is !== "pack" || !outcome.among) return [];
  const { tone } = reusedCode(outcome.among);
  const packs = count(outcome.among.choices.length, "pack");
  return [{ kind: "chosen", about: "code", tone, text: `Chosen by you: this code was on ${packs}` }];
}

function reusedCode({ choices, grade }: CodeReused): Doubt {
  const { title, tone } = toldOf(grade);
  return { kind: "reused", about: "code", tone, text: `${title}, ${count(choices.length, "pack")} in all: check the name on the box` };
}

function warnings({ warnings }: Scan, request: Request): Doubt[] {
  const typed = request.by === "code" ? request.text : "";
  return warnings.map(({ reason, message }) =>
    reason === "wrong_check_digit"
      ? { kind: reason, about: "code", tone: "danger", text: mistakes(typed) }
      : { kind: reason as Doubt["kind"], about: "code", tone: "caution", text: message },
  );
}

/** Warns if a digit may be missing. Twelve digits can be a UPC-A; one truncated EAN-13 in ten also has a valid UPC-A check digit. */
function digitMissing({ warnings }: Scan, request: Request): Doubt[] {
  const isShort = request.by === "code" && isShortened(request.text) && warnings.length === 0;
  const text = "It has 12 digits. Most packs carry 13: one may be missing. Read the number again";
  return isShort ? [{ kind: "digit_missing", about: "code", tone: "danger", text }] : [];
}

/** Warns if the code is not in use today, with the day on which its period ended or starts. */
function outsidePeriod([latest]: Use[], today: string): Doubt[] {
  const doubt = (kind: Doubt["kind"], text: string): Doubt[] => [{ kind, about: "code", tone: "caution", text }];
  if (latest?.end_date && latest.end_date < today) {
    return doubt("ended", `This pack carried the code until ${longDate(latest.end_date)}`);
  }
  if (latest && latest.start_date > today) {
    return doubt("not_begun", `This pack carries the code only from ${longDate(latest.start_date)}`);
  }
  return [];
}

/** Warns if today's answer differs from the earlier one. */
function changed(was: Remembered, outcome: Outcome): Doubt[] {
  if (isSame(was, outcome)) return [];
  return [{ kind: "changed", about: "code", tone: "danger", text: `${when(was)}, the answer was: ${inWords(was)}` }];
}
