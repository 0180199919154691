// The history on this device, which all tabs share.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import type { Entry } from "./entries.js";
import type { Change } from "./list.js";

const NAME = "pack-lookup-history";

interface Schema extends DBSchema {
  rows: { key: string; value: Entry };
}

/** Opened once; again after a failure, and where it was closed: phones do that to pages in the background. */
let opened: Promise<IDBPDatabase<Schema>> | undefined;
const forget = () => void (opened = undefined);

function db(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade: (db) => void db.createObjectStore("rows", { keyPath: "key" }),
    terminated: forget,
    // A newer version of the page, in another tab, is not kept waiting.
    blocking: (_old, _new, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
  });
  opened.catch(forget);
  return opened;
}

/** The newest first. */
export async function allEntries(): Promise<Entry[]> {
  return (await (await db()).getAll("rows")).reverse();
}

export async function putEntries(entries: Entry[]): Promise<void> {
  const transaction = (await db()).transaction("rows", "readwrite");
  await Promise.all([...entries.map((entry) => transaction.store.put(entry)), transaction.done]);
  tell({ is: "put", entries });
}

/** Only the rows that were in sight: another tab may have written newer ones. */
export async function clearEntries(oldest: string, newest: string): Promise<void> {
  await (await db()).delete("rows", IDBKeyRange.bound(oldest, newest));
  tell({ is: "cleared", oldest, newest });
}

let channel: BroadcastChannel | undefined;

/** Says what the other tabs do to the rows. Pages that may keep nothing may not have a channel either. */
export function watchEntries(changed: (change: Change) => void): void {
  try {
    channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: MessageEvent<Change>) => changed(data);
  } catch {
    channel = undefined;
  }
}

function tell(change: Change): void {
  channel?.postMessage(change);
}
