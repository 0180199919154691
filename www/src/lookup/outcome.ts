// A request, and its outcome as a union of all cases that the page distinguishes. Every lookup ends
// here.
import type { Concepts, Found, Pack, PackStatus, Reuse, Scan, Use } from "pack-lookup/core";

import { toGtin14, withoutSeparators } from "blocks/gtin.js";
import { asSentence } from "../common/format.js";

export { MAX_QUERY_LENGTH } from "./query.js";
import type { Note } from "../notes/note.js";

/** The source of answers: the dataset on the device, or answers of the server. */
export interface PackSource {
  scan(text: string): Scan;
  /** Finds the periods in which packs carried a GTIN, the latest use first. */
  uses(gtin: string): PossibleUse[];
  reuse(gtin: string): Reuse | undefined;
  concepts(packId: string): Concepts | undefined;
  /** Finds the pack of an AMPP code, with its status. */
  search(packId: string): { packs: Pack[]; statuses: PossibleStatus[] };
}

/** The status of a pack. A record of the server may not show it. */
export type PossibleStatus = PackStatus | undefined;

export interface PossibleUse extends Omit<Use, "status"> {
  status: PossibleStatus;
}

/**
 * Fields from the print on a box that two readings of the print agree on. A person has confirmed
 * the batch.
 */
export interface Printed {
  /** The last day of use, `YYYY-MM-DD`. */
  expiry?: string;
  batch?: string;
}

/** A request: enough to repeat it with another release or from the history. */
export type Request = CodeRequest | PackRequest;

interface CodeRequest {
  by: "code";
  /** The text as scanned or typed. */
  text: string;
  /** The AMPP code, in digits, of the pack that the person chose among several. */
  chosen?: string;
  /** What was read from the print on the same box, because the code lacks it. */
  print?: Printed;
}

/**
 * How a query was interpreted. Rows of the history may lack the optional fields: earlier versions
 * of the page did not store them.
 */
export interface SearchReading extends Pick<Found, "corrections"> {
  /** Whether the results are a partial match. */
  relaxed?: boolean;
  /** Whether only the start of the text was searched for. */
  isCutOff?: boolean;
  /** The number of packs, if the reading belongs to a list. */
  total?: number;
}

/** A pack that was opened from search results, with how that search was read. */
interface PackRequest extends SearchReading {
  by: "pack";
  packId: string;
  name: string;
  /**
   * What was read from the print on the box. Present only if the person chose the pack from print.
   */
  print?: Printed;
}

export type Outcome = PackFound | CodeReused | CodesDiffer | CodeUnknown | Unreadable | PackGone;

/** One pack: the only pack of the code, or the one that the person chose. */
export interface PackFound {
  is: "pack";
  pack: Pack;
  status: PossibleStatus;
  /** The concepts of the pack, if the data has them. */
  concepts?: Concepts | undefined;
  /** The scan. Absent for a pack that was found by name. */
  scan?: Scan;
  /** The periods in which this pack carried the code. */
  uses: PossibleUse[];
  /** The codes of this pack that other packs have carried too. */
  shared: string[];
  /** What the scan has from print, or the box of a pack that was chosen from print. */
  printed?: Printed;
  /** The re-use, if the pack was chosen among several that have carried the code. */
  among?: CodeReused;
}

/** A code that more than one pack has carried. */
export interface CodeReused {
  is: "reused";
  scan: Scan;
  choices: Choice[];
  /** How much the packs differ. */
  grade: Reuse;
  printed?: Printed;
}

/** A pack that has carried a re-used code, with its periods, the latest first. */
export interface Choice {
  pack: Pack;
  status: PossibleStatus;
  uses: PossibleUse[];
}

/** Several codes that were in view together. The person must choose. */
export interface CodesDiffer {
  is: "several";
  readings: Reading[];
}

export interface Reading {
  text: string;
  scan: Scan;
  /** The packs that have carried the code. */
  packs: Pack[];
}

export interface CodeUnknown {
  is: "unknown";
  scan: Scan;
  code: string;
  /** The person's own note about the code. It is not an answer of the register. */
  note?: OwnNote;
  printed?: Printed;
}

/** A note with the record that the release has of its pack, or notes that contradict each other. */
export type OwnNote =
  | { is: "one"; note: Note; pack: Pack | undefined; status: PossibleStatus }
  | { is: "differ"; notes: Note[] };

/** A text without a GTIN, or a damaged code. */
export interface Unreadable {
  is: "unreadable";
  text: string;
  reason: string;
}

/** A pack of an earlier release that the current one lacks. */
export interface PackGone {
  is: "gone";
  packId: string;
  name: string;
}

export function outcomeOf(packs: PackSource, request: Request): Outcome {
  const outcome =
    request.by === "code" ? outcomeOfCode(packs, request) : outcomeOfPack(packs, request);
  return request.print ? withPrinted(outcome, request.print) : outcome;
}

/** Adds printed fields to an outcome. A field of the barcode always wins. */
function withPrinted(outcome: Outcome, print: Printed): Outcome {
  if (outcome.is === "several" || outcome.is === "unreadable" || outcome.is === "gone")
    return outcome;
  const printed = missingIn(outcome.scan, print);
  if (!outcome.scan) return { ...outcome, printed };
  return { ...outcome, printed, scan: { ...outcome.scan, ...printed } };
}

function missingIn(scan: Scan | undefined, { expiry, batch }: Printed): Printed {
  return { ...(expiry && !scan?.expiry && { expiry }), ...(batch && !scan?.batch && { batch }) };
}

function outcomeOfCode(packs: PackSource, { text, chosen }: CodeRequest): Outcome {
  const outcome = lookUp(packs, text);
  if (outcome.is !== "reused") return outcome;
  const choice = outcome.choices.find(({ pack }) => pack.pack_id === chosen);
  return choice
    ? { ...packFound(packs, choice), scan: outcome.scan, uses: choice.uses, among: outcome }
    : outcome;
}

function outcomeOfPack(packs: PackSource, { packId, name }: PackRequest): Outcome {
  const {
    packs: [pack],
    statuses: [status],
  } = packs.search(packId);
  return pack ? packFound(packs, { pack, status }) : { is: "gone", packId, name };
}

/** Looks up the text of a scanner or a person. */
function lookUp(packs: PackSource, text: string): Outcome {
  const scan = scanOf(packs, text);
  return scan instanceof Error
    ? { is: "unreadable", text, reason: asSentence(scan.message) }
    : outcomeOfScan(packs, scan);
}

function scanOf(packs: PackSource, text: string): Scan | Error {
  try {
    return packs.scan(text);
  } catch (error) {
    return error as Error;
  }
}

function outcomeOfScan(packs: PackSource, scan: Scan): Outcome {
  const choices = byPack(packs.uses(scan.gtin));
  const [first, ...others] = choices;
  if (!first) return { is: "unknown", scan, code: scan.gtin };
  if (others.length === 0) return { ...packFound(packs, first), scan, uses: first.uses };
  const grade = gradeOf(
    packs.reuse(scan.gtin),
    choices.map(({ pack }) => pack),
  );
  return { is: "reused", scan, choices, grade };
}

/** Finds the re-use of the code of an answer, also after the person chose a pack. */
export function reusedCode(outcome: Outcome): CodeReused | undefined {
  if (outcome.is === "pack") return outcome.among;
  return outcome.is === "reused" ? outcome : undefined;
}

function byPack(uses: PossibleUse[]): Choice[] {
  const choices = new Map<string, Choice>();
  for (const use of uses) {
    const choice = choices.get(use.pack.pack_id) ?? {
      pack: use.pack,
      status: use.status,
      uses: [],
    };
    choice.uses.push(use);
    choices.set(use.pack.pack_id, choice);
  }
  return [...choices.values()];
}

function packFound(
  packs: PackSource,
  { pack, status }: Pick<Choice, "pack" | "status">,
): PackFound {
  const codes = pack.gtin_codes.map(({ gtin }) => gtin);
  const shared = codes.filter((code) =>
    packs.uses(code).some((use) => use.pack.pack_id !== pack.pack_id),
  );
  return { is: "pack", pack, status, concepts: conceptsOf(packs, pack), uses: [], shared };
}

/** Finds the concepts of a pack. A dataset without concepts is not an error here. */
function conceptsOf(packs: PackSource, { pack_id }: Pack): Concepts | undefined {
  try {
    return packs.concepts(pack_id);
  } catch (error) {
    if ((error as { reason?: string }).reason === "no_concepts") return undefined;
    throw error;
  }
}

/**
 * Finds one reading per GTIN from texts that were in view together: the text with the most
 * information about the box.
 */
export function readingsOf(packs: PackSource, texts: string[]): Reading[] {
  const readings = new Map<string, Reading>();
  for (const text of texts) {
    const scan = scanOf(packs, text);
    if (scan instanceof Error) continue;
    const gtin = toGtin14(scan.gtin);
    const hasFewerElements =
      (readings.get(gtin)?.scan.elements.length ?? -1) < scan.elements.length;
    if (hasFewerElements)
      readings.set(gtin, {
        text,
        scan,
        packs: byPack(packs.uses(scan.gtin)).map(({ pack }) => pack),
      });
  }
  return [...readings.values()];
}

/** Reports whether a text looks like a code, so that an error in it is worth explaining. */
export function looksLikeCode(text: string): boolean {
  return /^[\](\d\x1d]|^https?:/i.test(text) && /\d{6}/.test(withoutSeparators(text));
}

/**
 * Removes spaces, hyphens and quotes from digits that were typed in groups or copied from a table.
 */
export function ungroupDigits(text: string): string {
  const visible = visibleText(text);
  const joined = visible.replace(/[\s\p{Pd}"'=]/gu, "");
  return /^\d+$/.test(joined) ? joined : visible.trim();
}

/** The difference between a full-width character and the ASCII one. */
const FULL_WIDTH = 0xfee0;

/** Makes a text without invisible characters, and with usual digits and letters. */
const visibleText = (text: string) =>
  text
    .replace(/\p{Cf}|[\ufe00-\ufe0f]/gu, "")
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - FULL_WIDTH));

/**
 * Finds the code in a text that the search reads as a GTIN: only the code, or behind a label, as
 * in `GTIN: 05012345678900`.
 */
export function labelledCode(
  text: string,
  isOfPack: (code: string) => boolean,
): string | undefined {
  const codes = text.match(/(?<!\d)\d{13,14}(?!\d)/g) ?? [];
  return codes.find(isOfPack) ?? codes[0];
}

interface StoredWarning {
  title: string;
  tone: "caution" | "danger";
}

const MESSAGES: { [grade in Reuse]: StoredWarning } = {
  "different-medicines": { title: "This code was used for different medicines", tone: "danger" },
  "different-strength-or-form": {
    title: "This code was used for the same medicine in another strength or form",
    tone: "danger",
  },
  unknown: { title: "This code was used for different products", tone: "danger" },
  "same-product": {
    title: "This code was used for more than one pack of the same product",
    tone: "caution",
  },
};

export const reuseMessage = (grade: Reuse): StoredWarning => MESSAGES[grade];

/** Computes the grade. Without concepts, only the generic product can be compared. */
export function gradeOf(grade: Reuse | undefined, packs: Pack[]): Reuse {
  if (grade && grade !== "unknown") return grade;
  return new Set(packs.map((pack) => pack.generic_product_name)).size > 1
    ? "unknown"
    : "same-product";
}
