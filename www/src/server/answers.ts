// Answers of the server to one question, with the functions of an open dataset. The page shows them
// like answers of the device, with all warnings. The parser of barcodes is loaded when a person
// asks the server, because few people do.
import type { Concepts, GtinEntry, Pack, Reuse, Scan } from "pack-lookup/core";
import { toGtin14 } from "blocks/gtin.js";
import type { Release } from "blocks/device/types.js";

import type { PackSource, PossibleUse } from "../lookup/outcome.js";
import {
  conceptsOnServer,
  searchServer,
  type Send,
  type ServerResult,
  releaseOfApi,
} from "./api.js";

/** Parses the text of a barcode, without a dataset. */
export type Scanner = (text: string) => Scan;

/** The most packs of one code that the page asks about. A code has had two packs at most times. */
const MAX_PACKS = 100;

/** The packs of some GTINs, or of one list of results. */
export class ServerAnswers implements PackSource {
  readonly #packs = new Map<string, Pack>();
  readonly #concepts = new Map<string, Concepts>();
  readonly #reuse = new Map<string, Reuse | undefined>();

  constructor(private readonly scanner: Scanner = notAsked) {}

  addPacks(packs: Pack[]): void {
    for (const pack of packs) this.#packs.set(pack.pack_id, pack);
  }

  addCode(gtin: string, { packs, reuse }: ServerResult, concepts: (Concepts | undefined)[]): void {
    this.addPacks(packs);
    this.#reuse.set(toGtin14(gtin), reuse);
    for (const [at, pack] of packs.entries()) {
      const found = concepts[at];
      if (found) this.#concepts.set(pack.pack_id, found);
    }
  }

  /**
   * Parses a barcode. Throws if the server was not asked about its code: without an answer, no pack
   * is known for it.
   */
  scan(text: string): Scan {
    const scan = this.scanner(text);
    return this.#reuse.has(toGtin14(scan.gtin)) ? scan : notAsked();
  }

  /** Finds the known uses of a code, the latest first. The server has sorted the packs so. */
  uses(gtin: string): PossibleUse[] {
    return [...this.#packs.values()].flatMap((pack) => usesOf(pack, gtin));
  }

  reuse(gtin: string): Reuse | undefined {
    return this.#reuse.get(toGtin14(gtin));
  }

  concepts(packId: string): Concepts | undefined {
    return this.#concepts.get(packId);
  }

  search(packId: string): ReturnType<PackSource["search"]> {
    const pack = this.#packs.get(packId);
    return pack ? { packs: [pack], statuses: [statusOf(pack)] } : { packs: [], statuses: [] };
  }
}

/** Finds the periods in which a pack has carried a code, the latest first. */
function usesOf(pack: Pack, gtin: string): PossibleUse[] {
  const entries = pack.gtin_codes.filter((entry) => toGtin14(entry.gtin) === toGtin14(gtin));
  entries.sort((a, b) => (periodKey(a) < periodKey(b) ? 1 : -1));
  return entries.map((entry) => ({ ...entry, pack, status: statusOf(pack) }));
}

/** Builds a key that sorts periods by their end, then by their start. An open period ends last. */
const periodKey = ({ start_date, end_date }: GtinEntry) => `${end_date ?? "9999"} ${start_date}`;

function notAsked(): never {
  throw new Error("the answer appears when the data has loaded");
}

/**
 * Grades the status of a record. Returns `undefined` for a record without a sign: it may be
 * discontinued without a recorded day.
 */
export function statusOf({
  discontinued_date,
  invalid,
}: Pack): ReturnType<PackSource["search"]>["statuses"][number] {
  if (discontinued_date === null && invalid === null) return undefined;
  return {
    current: false,
    discontinued: discontinued_date !== null,
    discontinued_date,
    invalid: invalid !== null,
  };
}

/**
 * Asks the server about the codes of scanned texts. Only the GTINs are sent: batch and serial
 * number stay on the device.
 */
export async function answersFor(
  texts: string[],
  scanner: Scanner,
  send?: Send,
): Promise<ServerAnswers> {
  const answers = new ServerAnswers(scanner);
  for (const gtin of new Set(texts.flatMap((text) => gtinIn(text, scanner)))) {
    const result = carriersIn(await searchServer(gtin, { limit: String(MAX_PACKS) }, send), gtin);
    answers.addCode(
      gtin,
      result,
      await Promise.all(result.packs.map(({ pack_id }) => conceptsOnServer(pack_id, send))),
    );
  }
  return answers;
}

function gtinIn(text: string, scanner: Scanner): string[] {
  try {
    return [scanner(text).gtin];
  } catch {
    return [];
  }
}

/**
 * Finds the packs that have carried a code. A search for digits that no pack has as its code may
 * find names with them.
 */
function carriersIn(result: ServerResult, gtin: string): ServerResult {
  const carries = ({ gtin_codes }: Pack) =>
    gtin_codes.some((entry) => toGtin14(entry.gtin) === toGtin14(gtin));
  return { ...result, packs: result.packs.filter(carries) };
}

/** The requests to the server. */
export interface ServerRequests {
  /** Finds the release of the server's API, or `undefined` if it has none. */
  releaseOfApi(offered: Release): Promise<Release | undefined>;
  /** Finds the packs of scanned texts. */
  answersFor(texts: string[]): Promise<ServerAnswers>;
  search(text: string, options: Record<string, string>): Promise<ServerResult>;
}

export const serverRequests: ServerRequests = {
  releaseOfApi: (offered) => releaseOfApi(offered),
  search: (text, options) => searchServer(text, options),
  answersFor: async (texts) => {
    const { load } = await import("pack-lookup/gs1");
    const { scan } = await load();
    return answersFor(texts, (text) => scan(text));
  },
};
