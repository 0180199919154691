// Stock-takes in a database of this device. Each event is stored by itself, so nothing that was
// stored can be lost by a later one.
import type { DBSchema } from "idb";

import { channelOf, databaseOf } from "../storage/database.js";
import type { StockEvent, StockTake } from "./model.js";

const NAME = "pack-lookup-stock-takes";

interface Schema extends DBSchema {
  takes: { key: string; value: StockTake };
  events: { key: string; value: StockEvent; indexes: { take: string } };
}

const db = databaseOf<Schema>(NAME, (db) => {
  db.createObjectStore("takes", { keyPath: "id" });
  db.createObjectStore("events", { keyPath: "key" }).createIndex("take", "take");
});
const channel = channelOf<string>(NAME);

/** Returns all stock-takes, the latest first. */
export async function allTakes(): Promise<StockTake[]> {
  return (await (await db()).getAll("takes")).sort((a, b) => b.startedAt - a.startedAt);
}

export async function putTake(take: StockTake): Promise<void> {
  await (await db()).put("takes", take);
  channel.broadcast(take.id);
}

/** Deletes a stock-take with its events, in one step. */
export async function deleteTake(id: string): Promise<void> {
  const transaction = (await db()).transaction(["takes", "events"], "readwrite");
  const events = transaction.objectStore("events");
  const keys = await events.index("take").getAllKeys(id);
  await Promise.all([
    transaction.objectStore("takes").delete(id),
    ...keys.map((key) => events.delete(key)),
    transaction.done,
  ]);
  channel.broadcast(id);
}

/** Returns the events of a stock-take, the earliest first. */
export async function eventsOf(id: string): Promise<StockEvent[]> {
  const events = await (await db()).getAllFromIndex("events", "take", id);
  return events.sort((a, b) => (a.key < b.key ? -1 : 1));
}

export async function putEvent(event: StockEvent): Promise<void> {
  await (await db()).put("events", event);
  channel.broadcast(event.take);
}

export async function deleteEvent({ key, take }: StockEvent): Promise<void> {
  await (await db()).delete("events", key);
  channel.broadcast(take);
}

/** Calls `changed` with the id of a stock-take that another tab has changed. */
export const watchTakes = (changed: (id: string) => void): void => channel.watch(changed);
