// What a code turned out to be: every case that the page must tell apart.
import type { Pack, PackLookup, Scan, Use } from "pack-lookup/core";

export type Outcome = PackFound | CodeReused | CodeUnknown | Unreadable;

/** One pack: the code's only one, or the one that somebody chose. */
export interface PackFound {
  is: "pack";
  pack: Pack;
  /** What was scanned; absent for a pack that was found by name. */
  scan?: Scan;
  /** The periods in which this pack carried the code. */
  uses: Use[];
  /** Codes of this pack that other packs have carried too. */
  shared: string[];
  /** Where the pack was chosen among others that carried the code. */
  among?: CodeReused;
}

/** More than one pack has carried the code. */
export interface CodeReused {
  is: "reused";
  scan: Scan;
  choices: Choice[];
  /** Whether even the products differ, and not just pack sizes or suppliers. */
  differentProducts: boolean;
}

/** A pack that carried a re-used code, with its periods, the latest first. */
export interface Choice {
  pack: Pack;
  uses: Use[];
}

export interface CodeUnknown {
  is: "unknown";
  scan: Scan;
  code: string;
  /** The code with the check digit that its other digits ask for, where it has another. */
  corrected?: string;
}

/** A scan that holds no GTIN, or is damaged. */
export interface Unreadable {
  is: "unreadable";
  text: string;
  reason: string;
}

/** Looks up what a scanner or a person gave. */
export function lookUp(packs: PackLookup, text: string): Outcome {
  try {
    return lookUpScan(packs, packs.scan(text));
  } catch (error) {
    return { is: "unreadable", text, reason: asSentence((error as Error).message) };
  }
}

function lookUpScan(packs: PackLookup, scan: Scan): Outcome {
  const choices = byPack(packs.uses(scan.gtin));
  const [first, ...others] = choices;
  if (!first) return unknown(scan);
  if (others.length === 0) return { ...packFound(packs, first.pack), scan, uses: first.uses };
  const differentProducts = others.some(({ pack }) => product(pack) !== product(first.pack));
  return { is: "reused", scan, choices, differentProducts };
}

function byPack(uses: Use[]): Choice[] {
  const choices = new Map<bigint, Choice>();
  for (const use of uses) {
    const choice = choices.get(use.pack.pack_id) ?? { pack: use.pack, uses: [] };
    choice.uses.push(use);
    choices.set(use.pack.pack_id, choice);
  }
  return [...choices.values()];
}

function product(pack: Pack): string {
  return pack.generic_product_name;
}

function unknown(scan: Scan): CodeUnknown {
  const corrected = scan.warnings.find((warning) => warning.corrected)?.corrected;
  return { is: "unknown", scan, code: scan.gtin, ...(corrected && { corrected }) };
}

function asSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** A pack that was found by its name. */
export function packFound(packs: PackLookup, pack: Pack): PackFound {
  const codes = pack.gtin_codes.map(({ gtin }) => gtin);
  const shared = codes.filter((code) => packs.uses(code).some((use) => use.pack.pack_id !== pack.pack_id));
  return { is: "pack", pack, uses: [], shared };
}

/** Opens one of the packs of a re-used code. */
export function choose(packs: PackLookup, reused: CodeReused, { pack, uses }: Choice): PackFound {
  return { ...packFound(packs, pack), scan: reused.scan, uses, among: reused };
}

/** Whether a text is meant as a code, so that an error in it is worth a word. */
export function looksLikeCode(text: string): boolean {
  return /^[\](\d\x1d]|^https?:/i.test(text) && /\d{6}/.test(text.replace(/[\s-]/g, ""));
}

/** Digits as people read them off a box, in groups. */
export function withoutGrouping(text: string): string {
  const joined = text.replace(/[\s-]/g, "");
  return /^\d+$/.test(joined) ? joined : text.trim();
}
