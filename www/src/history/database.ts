// The history in the database of this device, which all tabs share.
import type { DBSchema } from "idb";

import { channelOf, databaseOf } from "../storage/database.js";
import type { Change, Entry } from "./entries.js";

const NAME = "pack-lookup-history";

interface Schema extends DBSchema {
  rows: { key: string; value: Entry };
}

const db = databaseOf<Schema>(NAME, (db) => void db.createObjectStore("rows", { keyPath: "key" }));
const channel = channelOf<Change>(NAME);

/** Returns all rows, the newest first. */
export async function allEntries(): Promise<Entry[]> {
  return (await (await db()).getAll("rows")).reverse();
}

export async function putEntries(entries: Entry[]): Promise<void> {
  const transaction = (await db()).transaction("rows", "readwrite");
  await Promise.all([...entries.map((entry) => transaction.store.put(entry)), transaction.done]);
  channel.broadcast({ is: "put", entries });
}

/** Deletes only the rows that were visible. Another tab may have written newer ones. */
export async function clearEntries(oldest: string, newest: string): Promise<void> {
  await (await db()).delete("rows", IDBKeyRange.bound(oldest, newest));
  channel.broadcast({ is: "cleared", oldest, newest });
}

/** Reports changes by other tabs. */
export const watchEntries = (changed: (change: Change) => void): void => channel.watch(changed);
