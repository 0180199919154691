// The person's part of a report: what is wrong with a code, and what the box says.
import type { Pack } from "pack-lookup/core";

import { type Outcome, reusedCode } from "../lookup/outcome.js";

/** What is wrong with a code, with the words of the form and of the report. */
export const PROBLEMS = {
  "box-differs": "The box says something else",
  "no-pack": "No pack has this code",
  reused: "Re-used code",
  "not-readable": "The code does not scan or is damaged",
};

export type Problem = keyof typeof PROBLEMS;

export interface Draft {
  /** What the person chose, or the only problem that the answer allows. */
  problem?: Problem | undefined;
  /** What the box says, as typed or chosen. */
  box: string;
  /** The pack of the register that the person chose as their box. Its name is in `box`. */
  boxPack?: Pack | undefined;
  /** The packs that the field proposes for the text in it. */
  proposed: Pack[];
  /** Whether the report has the expiry date of the box. */
  withExpiry: boolean;
  /** Whether the report has batch and serial number, or the content of an unreadable code. */
  withSerial: boolean;
}

/** The maximum length of what the person types, in characters. */
export const MAX_BOX_LENGTH = 500;

/**
 * Finds the problems that a report about an outcome can have, the most likely first. An empty
 * list means that there is nothing to report.
 */
export function problemsOf(outcome: Outcome): Problem[] {
  switch (outcome.is) {
    case "pack":
      if (!outcome.scan) return ["not-readable"];
      return outcome.among
        ? ["reused", "box-differs", "not-readable"]
        : ["box-differs", "reused", "not-readable"];
    case "reused":
      return ["reused", "box-differs", "not-readable"];
    case "unknown":
      return ["no-pack", "not-readable"];
    case "unreadable":
      return ["not-readable"];
    default:
      return [];
  }
}

/**
 * Builds the first draft about an outcome. The register's only pack is not what the box says, so
 * it is never filled in.
 */
export function draftFor(outcome: Outcome): Draft | undefined {
  const problems = problemsOf(outcome);
  if (problems.length === 0) return undefined;
  const boxPack = outcome.is === "pack" && outcome.among ? outcome.pack : undefined;
  return {
    problem: problems.length === 1 ? problems[0] : undefined,
    box: boxPack?.name ?? "",
    boxPack,
    proposed: choicesOf(outcome),
    withExpiry: false,
    withSerial: false,
  };
}

/** Finds the packs of a re-used code. */
export function choicesOf(outcome: Outcome): Pack[] {
  return reusedCode(outcome)?.choices.map(({ pack }) => pack) ?? [];
}

/**
 * Reports whether a text may contain an NHS number (in Scotland, a CHI number): ten digits, of
 * which the last is a check digit of modulus 11.
 */
export function mayHavePatientNumber(text: string): boolean {
  const numbers = text.matchAll(/(?:^|\D)(\d{3}[ -]?\d{3}[ -]?\d{4})(?!\d)/g);
  return [...numbers].some(([, number = ""]) => hasValidCheckDigit(number.replace(/\D/g, "")));
}

/** Reports whether the sum of the digits, weighted 10 to 1, is a multiple of 11. */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0);
  return sum % 11 === 0;
}
