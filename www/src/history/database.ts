// The history in the database of this device, which all tabs share.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import type { Change, Entry } from "./entries.js";

const NAME = "pack-lookup-history";

interface Schema extends DBSchema {
  rows: { key: string; value: Entry };
}

/** The open database. It is reopened after a failure, or after the browser closed it: phones do so in the background. */
let opened: Promise<IDBPDatabase<Schema>> | undefined;
const forget = () => void (opened = undefined);

function db(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade: (db) => void db.createObjectStore("rows", { keyPath: "key" }),
    terminated: forget,
    // Closes the database, so that a newer version of the page in another tab need not wait.
    blocking: (_old, _new, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
  });
  opened.catch(forget);
  return opened;
}

/** Returns all rows, the newest first. */
export async function allEntries(): Promise<Entry[]> {
  return (await (await db()).getAll("rows")).reverse();
}

export async function putEntries(entries: Entry[]): Promise<void> {
  const transaction = (await db()).transaction("rows", "readwrite");
  await Promise.all([...entries.map((entry) => transaction.store.put(entry)), transaction.done]);
  broadcast({ is: "put", entries });
}

/** Deletes only the rows that were visible. Another tab may have written newer ones. */
export async function clearEntries(oldest: string, newest: string): Promise<void> {
  await (await db()).delete("rows", IDBKeyRange.bound(oldest, newest));
  broadcast({ is: "cleared", oldest, newest });
}

let channel: BroadcastChannel | undefined;

/** Reports changes by other tabs. A page that may not store data may lack the channel too. */
export function watchEntries(changed: (change: Change) => void): void {
  try {
    channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: MessageEvent<Change>) => changed(data);
  } catch {
    channel = undefined;
  }
}

function broadcast(change: Change): void {
  channel?.postMessage(change);
}
