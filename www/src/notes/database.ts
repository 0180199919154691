// Notes in a database of this device, which all tabs share. It is not the database of the history,
// so that earlier versions of the page still open that one.
import type { DBSchema } from "idb";

import { channelOf, databaseOf } from "../storage/database.js";
import type { Note, NoteChange } from "./note.js";

const NAME = "pack-lookup-notes";

interface Schema extends DBSchema {
  notes: { key: string; value: Note };
}

const db = databaseOf<Schema>(NAME, (db) => void db.createObjectStore("notes", { keyPath: "id" }));
const channel = channelOf<NoteChange>(NAME);

export async function allNotes(): Promise<Note[]> {
  return (await db()).getAll("notes");
}

export async function putNotes(notes: Note[]): Promise<void> {
  const transaction = (await db()).transaction("notes", "readwrite");
  await Promise.all([...notes.map((note) => transaction.store.put(note)), transaction.done]);
  channel.broadcast({ is: "put", notes });
}

export async function deleteNotes(ids: string[]): Promise<void> {
  const transaction = (await db()).transaction("notes", "readwrite");
  await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
  channel.broadcast({ is: "deleted", ids });
}

/** Reports changes by other tabs. */
export const watchNotes = (changed: (change: NoteChange) => void): void => channel.watch(changed);
