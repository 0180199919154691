// All warnings about an answer. They are shown, announced, stored in the history, and exported.
import type { Scan, Use } from "pack-lookup/core";

import { dataWarnings } from "../data/data-warnings.js";
import type { Release } from "../data/release.js";
import { count, longDate, time } from "../format.js";
import { explainDigits, mayLackDigit } from "./digit-errors.js";
import type { CodeReused, Outcome } from "./outcome.js";
import { describe, describeTime, isSame, type PastAnswer } from "./past-answer.js";
import type { Request } from "./request.js";
import { reuseMessage } from "./reuse.js";
import { searchWarnings } from "./search-warnings.js";
import { expiryStatus } from "./status.js";
import type { Warning } from "./warning.js";

export type { Warning } from "./warning.js";

/** The context of an answer. */
export interface AnswerContext {
  release: Release;
  /** The local day, `YYYY-MM-DD`. */
  today: string;
  /** When a box with this serial number was scanned before. */
  previousScanAt?: number | undefined;
  /** The earlier answer to the same request. */
  previous?: PastAnswer | undefined;
}

/** Returns the warnings, the most urgent first. */
export function warningsOf(request: Request, outcome: Outcome, context: AnswerContext): Warning[] {
  const { release, today, previousScanAt, previous } = context;
  const scan = "scan" in outcome ? outcome.scan : undefined;
  return [
    ...(scan ? expired(scan, today) : []),
    ...(previousScanAt ? serialScannedAgain(previousScanAt, today) : []),
    ...(previous ? changed(previous, outcome) : []),
    ...reused(outcome),
    ...(scan ? scanWarnings(scan, request) : []),
    ...(outcome.is === "unknown" ? digitMissing(outcome.scan, request) : []),
    ...(outcome.is === "pack" ? outsidePeriod(outcome.uses, today) : []),
    ...(request.by === "pack" ? searchWarnings(request) : []),
    ...dataWarnings(release, today),
  ];
}

function expired({ expiry }: Scan, today: string): Warning[] {
  const status = expiry === undefined ? undefined : expiryStatus(expiry, today);
  return status?.tone === "danger" ? [{ kind: "expired", about: "box", tone: "danger", text: status.text }] : [];
}

function serialScannedAgain(at: number, today: string): Warning[] {
  return [{ kind: "serial_again", about: "box", tone: "caution", text: `You already scanned this serial number ${time(at, today)}` }];
}

function reused(outcome: Outcome): Warning[] {
  if (outcome.is === "reused") return [reusedCode(outcome)];
  if (outcome.is !== "pack" || !outcome.among) return [];
  const { tone } = reusedCode(outcome.among);
  const packs = count(outcome.among.choices.length, "pack");
  return [{ kind: "chosen", about: "code", tone, text: `You chose this from ${packs} with the same code` }];
}

function reusedCode({ choices, grade }: CodeReused): Warning {
  const { title, tone } = reuseMessage(grade);
  return { kind: "reused", about: "code", tone, text: `${title} (${count(choices.length, "pack")}). Check the name on the box` };
}

function scanWarnings({ warnings }: Scan, request: Request): Warning[] {
  const typed = request.by === "code" ? request.text : "";
  return warnings.map(({ reason, message }) =>
    reason === "wrong_check_digit"
      ? { kind: reason, about: "code", tone: "danger", text: explainDigits(typed) }
      : { kind: reason as Warning["kind"], about: "code", tone: "caution", text: message },
  );
}

/** Warns if a digit may be missing. Twelve digits can be a UPC-A; one truncated EAN-13 in ten also has a valid UPC-A check digit. */
function digitMissing({ warnings }: Scan, request: Request): Warning[] {
  const isShort = request.by === "code" && mayLackDigit(request.text) && warnings.length === 0;
  const text = "This code has 12 digits, and most pack codes have 13. A digit may be missing. Read the number again";
  return isShort ? [{ kind: "digit_missing", about: "code", tone: "danger", text }] : [];
}

/** Warns if the code is not in use today, with the day on which its period ended or starts. */
function outsidePeriod([latest]: Use[], today: string): Warning[] {
  const warning = (kind: Warning["kind"], text: string): Warning[] => [{ kind, about: "code", tone: "caution", text }];
  if (latest?.end_date && latest.end_date < today) {
    return warning("ended", `This pack had this code until ${longDate(latest.end_date)}`);
  }
  if (latest && latest.start_date > today) {
    return warning("not_begun", `This pack does not have this code until ${longDate(latest.start_date)}`);
  }
  return [];
}

/** Warns if today's answer differs from the earlier one. */
function changed(previous: PastAnswer, outcome: Outcome): Warning[] {
  if (isSame(previous, outcome)) return [];
  return [{ kind: "changed", about: "code", tone: "danger", text: `${describeTime(previous)}, the answer was: ${describe(previous)}` }];
}
