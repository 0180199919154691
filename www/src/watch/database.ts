// The lists of batches to watch, on this device only.
import type { DBSchema } from "idb";

import { databaseOf } from "../storage/database.js";
import type { WatchList } from "./model.js";

interface Schema extends DBSchema {
  lists: { key: string; value: WatchList };
}

const db = databaseOf<Schema>(
  "pack-lookup-watched-batches",
  (db) => void db.createObjectStore("lists", { keyPath: "id" }),
);

/** Returns all lists, the latest first. */
export async function allLists(): Promise<WatchList[]> {
  return (await (await db()).getAll("lists")).sort((a, b) => b.pastedAt - a.pastedAt);
}

export async function putList(list: WatchList): Promise<void> {
  await (await db()).put("lists", list);
}

export async function deleteList(id: string): Promise<void> {
  await (await db()).delete("lists", id);
}
