// What was read from the print on a box, from a picture and not from a barcode. It is marked
// wherever it is shown, stored or sent.
import type { Scan } from "pack-lookup/core";

import type { Outcome, Printed, Request } from "./outcome.js";

/** A box as the answer has it: from its barcode, or from its print. */
type BoxFields = Pick<Scan, "expiry" | "batch" | "serial">;

/**
 * Finds the fields of the box in the hand. `undefined` for a pack that was found by name, and for
 * codes that cannot be read.
 */
export function boxOf(outcome: Outcome): BoxFields | undefined {
  if (outcome.is === "several" || outcome.is === "unreadable" || outcome.is === "gone")
    return undefined;
  return outcome.scan ?? (outcome.is === "pack" ? outcome.printed : undefined);
}

/** A part of an answer that was read from print. */
type PrintedPart = "pack" | "expiry" | "batch";

/** Finds the parts of an answer that were read from print. */
export function printedParts(request: Request, printed: Printed | undefined): PrintedPart[] {
  const isPack = request.by === "pack" && request.print !== undefined;
  return [
    ...(isPack ? ["pack" as const] : []),
    ...(printed?.expiry ? ["expiry" as const] : []),
    ...(printed?.batch ? ["batch" as const] : []),
  ];
}

/** Computes the last day of a printed date. A month without a day lasts until its last day. */
export function lastDayOf(date: string): string {
  if (date.length > "YYYY-MM".length) return date;
  const [year = 0, month = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
