// What was looked up on this device, kept on this device.
import { type DBSchema, openDB } from "idb";

import type { Outcome } from "../lookup/outcome.js";

export interface Entry {
  id?: number;
  /** Milliseconds since 1970. */
  at: number;
  outcome: Outcome["is"];
  code: string;
  /** Digits: an id is more than a `number` holds. */
  packId?: string;
  name?: string;
  batch?: string;
  serial?: string;
  expiry?: string;
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
}

const database = () =>
  openDB<Schema>("pack-lookup", 1, {
    upgrade: (db) => void db.createObjectStore("entries", { keyPath: "id", autoIncrement: true }),
  });

/** The database is opened once; where there is none (private windows), the history lives as long as the page. */
let opened: ReturnType<typeof database> | undefined;
const db = () => (opened ??= database());

export async function allEntries(): Promise<Entry[]> {
  return (await (await db()).getAll("entries")).reverse();
}

export async function addEntry(entry: Entry): Promise<Entry> {
  return { ...entry, id: await (await db()).add("entries", entry) };
}

export async function putEntries(entries: Entry[]): Promise<void> {
  const transaction = (await db()).transaction("entries", "readwrite");
  await Promise.all([...entries.map((entry) => transaction.store.put(entry)), transaction.done]);
}

export async function clearEntries(): Promise<void> {
  await (await db()).clear("entries");
}

export function entryOf(outcome: Outcome, at: number): Entry | undefined {
  switch (outcome.is) {
    case "unreadable":
      return undefined;
    case "unknown":
      return { at, outcome: outcome.is, code: outcome.code, ...onBox(outcome.scan) };
    case "reused":
      return { at, outcome: outcome.is, code: outcome.scan.gtin, ...onBox(outcome.scan) };
    case "pack":
      return { at, outcome: outcome.is, code: outcome.scan?.gtin ?? "", ...packOf(outcome), ...onBox(outcome.scan) };
  }
}

function packOf({ pack }: Extract<Outcome, { is: "pack" }>): Pick<Entry, "packId" | "name"> {
  return { packId: String(pack.pack_id), name: pack.name };
}

type OnBox = Pick<Entry, "batch" | "serial" | "expiry">;

function onBox(scan: OnBox = {}): OnBox {
  const { batch, serial, expiry } = scan;
  return { ...(batch && { batch }), ...(serial && { serial }), ...(expiry && { expiry }) };
}
