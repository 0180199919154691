// What this device stores of a person's work, in databases that all tabs share: the history, notes,
// lists of batches, and stock-takes. Each has its own, so that earlier versions of the page still
// open those that they know.
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  openDB,
  type StoreNames,
} from "idb";

import type { Change, Entry } from "../history/entries.js";
import type { Note, NoteChange } from "../notes/note.js";
import type { StockEvent, StockTake } from "../stock-take/model.js";
import type { ListChange, WatchList } from "../watch/model.js";

/**
 * Makes a function that opens a database. It is reopened after a failure, or after the browser
 * closed it: phones do so in the background.
 */
function databaseOf<Schema extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => void (opened = undefined);
  return () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: create,
      terminated: forget,
      // Closes the database, so that a newer version of the page in another tab need not wait.
      blocking: (_old, _new, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
    });
    opened.catch(forget);
    return opened;
  };
}

/**
 * Makes changes of one store in one step. The step is committed without waiting for the answers of
 * the database, because a browser drops what is not committed when the page closes.
 */
async function change<Schema extends DBSchema, Name extends StoreNames<Schema>>(
  db: IDBPDatabase<Schema>,
  name: Name,
  changesIn: (store: IDBPObjectStore<Schema, [Name], Name, "readwrite">) => Promise<unknown>[],
): Promise<void> {
  const transaction = db.transaction(name, "readwrite");
  const changes = changesIn(transaction.store);
  transaction.commit();
  await Promise.all([...changes, transaction.done]);
}

/** Messages between the tabs of a database. */
interface Channel<Message> {
  /** Calls `received` with each message of another tab. */
  watch(received: (message: Message) => void): void;
  broadcast(message: Message): void;
}

/**
 * Opens the channel of a database. A page that may not store data may lack channels too; it then
 * has one tab only.
 */
export function channelOf<Message>(name: string): Channel<Message> {
  let channel: BroadcastChannel | undefined;
  return {
    watch(received) {
      try {
        channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }: MessageEvent<Message>) => received(data);
      } catch {
        channel = undefined;
      }
    },
    broadcast: (message) => channel?.postMessage(message),
  };
}

// The history.

const HISTORY = "pack-lookup-history";

interface HistorySchema extends DBSchema {
  rows: { key: string; value: Entry };
}

const historyDb = databaseOf<HistorySchema>(
  HISTORY,
  (db) => void db.createObjectStore("rows", { keyPath: "key" }),
);
const historyChannel = channelOf<Change>(HISTORY);

/** Reads all rows, the newest first. */
export async function allEntries(): Promise<Entry[]> {
  return (await (await historyDb()).getAll("rows")).reverse();
}

export async function putEntries(entries: Entry[]): Promise<void> {
  await change(await historyDb(), "rows", (rows) => entries.map((entry) => rows.put(entry)));
  historyChannel.broadcast({ is: "put", entries });
}

/** Deletes only the rows that were visible. Another tab may have written newer ones. */
export async function clearEntries(oldest: string, newest: string): Promise<void> {
  const range = IDBKeyRange.bound(oldest, newest);
  await change(await historyDb(), "rows", (rows) => [rows.delete(range)]);
  historyChannel.broadcast({ is: "cleared", oldest, newest });
}

/** Reports changes by other tabs. */
export const watchEntries = (changed: (change: Change) => void): void =>
  historyChannel.watch(changed);

// Notes.

const NOTES = "pack-lookup-notes";

interface NotesSchema extends DBSchema {
  notes: { key: string; value: Note };
}

const notesDb = databaseOf<NotesSchema>(
  NOTES,
  (db) => void db.createObjectStore("notes", { keyPath: "id" }),
);
const notesChannel = channelOf<NoteChange>(NOTES);

export async function allNotes(): Promise<Note[]> {
  return (await notesDb()).getAll("notes");
}

export async function putNotes(notes: Note[]): Promise<void> {
  await change(await notesDb(), "notes", (stored) => notes.map((note) => stored.put(note)));
  notesChannel.broadcast({ is: "put", notes });
}

export async function deleteNotes(ids: string[]): Promise<void> {
  await change(await notesDb(), "notes", (stored) => ids.map((id) => stored.delete(id)));
  notesChannel.broadcast({ is: "deleted", ids });
}

/** Reports changes by other tabs. */
export const watchNotes = (changed: (change: NoteChange) => void): void =>
  notesChannel.watch(changed);

// The lists of batches to watch.

interface ListsSchema extends DBSchema {
  lists: { key: string; value: WatchList };
}

const LISTS = "pack-lookup-watched-batches";

const listsDb = databaseOf<ListsSchema>(
  LISTS,
  (db) => void db.createObjectStore("lists", { keyPath: "id" }),
);
const listsChannel = channelOf<ListChange>(LISTS);

export async function allLists(): Promise<WatchList[]> {
  return (await listsDb()).getAll("lists");
}

export async function putList(list: WatchList): Promise<void> {
  await change(await listsDb(), "lists", (lists) => [lists.put(list)]);
  listsChannel.broadcast({ is: "put", list });
}

export async function deleteList(id: string): Promise<void> {
  await change(await listsDb(), "lists", (lists) => [lists.delete(id)]);
  listsChannel.broadcast({ is: "deleted", id });
}

/** Reports changes by other tabs. */
export const watchLists = (changed: (change: ListChange) => void): void =>
  listsChannel.watch(changed);

// Stock-takes. Each event is stored by itself, so nothing that was stored can be lost by a later
// one.

const TAKES = "pack-lookup-stock-takes";

interface TakesSchema extends DBSchema {
  takes: { key: string; value: StockTake };
  events: { key: string; value: StockEvent; indexes: { take: string } };
}

const takesDb = databaseOf<TakesSchema>(TAKES, (db) => {
  db.createObjectStore("takes", { keyPath: "id" });
  db.createObjectStore("events", { keyPath: "key" }).createIndex("take", "take");
});
const takesChannel = channelOf<string>(TAKES);

/** Reads all stock-takes, the latest first. */
export async function allTakes(): Promise<StockTake[]> {
  return (await (await takesDb()).getAll("takes")).sort((a, b) => b.startedAt - a.startedAt);
}

export async function putTake(take: StockTake): Promise<void> {
  await change(await takesDb(), "takes", (takes) => [takes.put(take)]);
  takesChannel.broadcast(take.id);
}

/** Deletes a stock-take with its events, in one step. */
export async function deleteTake(id: string): Promise<void> {
  const transaction = (await takesDb()).transaction(["takes", "events"], "readwrite");
  const events = transaction.objectStore("events");
  const keys = await events.index("take").getAllKeys(id);
  await Promise.all([
    transaction.objectStore("takes").delete(id),
    ...keys.map((key) => events.delete(key)),
    transaction.done,
  ]);
  takesChannel.broadcast(id);
}

/** Finds the events of a stock-take, the earliest first. */
export async function eventsOf(id: string): Promise<StockEvent[]> {
  const events = await (await takesDb()).getAllFromIndex("events", "take", id);
  return events.sort((a, b) => (a.key < b.key ? -1 : 1));
}

export async function putEvent(event: StockEvent): Promise<void> {
  await change(await takesDb(), "events", (events) => [events.put(event)]);
  takesChannel.broadcast(event.take);
}

export async function deleteEvent({ key, take }: StockEvent): Promise<void> {
  await change(await takesDb(), "events", (events) => [events.delete(key)]);
  takesChannel.broadcast(take);
}

/** Calls `changed` with the id of a stock-take that another tab has changed. */
export const watchTakes = (changed: (id: string) => void): void => takesChannel.watch(changed);
