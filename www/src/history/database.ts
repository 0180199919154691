// The history on this device.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import type { Entry } from "./entries.js";

interface Schema extends DBSchema {
  rows: { key: string; value: Entry };
}

const database = () =>
  openDB<Schema>("pack-lookup-history", 1, {
    upgrade: (db) => void db.createObjectStore("rows", { keyPath: "key" }),
  });

/** Opened once; where there is none (private windows, blocked site data), each use of it fails. */
let opened: Promise<IDBPDatabase<Schema>> | undefined;
const db = () => (opened ??= database());

/** The newest first. */
export async function allEntries(): Promise<Entry[]> {
  return (await (await db()).getAll("rows")).reverse();
}

export async function putEntries(entries: Entry[]): Promise<void> {
  const transaction = (await db()).transaction("rows", "readwrite");
  await Promise.all([...entries.map((entry) => transaction.store.put(entry)), transaction.done]);
}

export async function clearEntries(): Promise<void> {
  await (await db()).clear("rows");
}
