// Databases of this device, which all tabs share.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/**
 * Returns a function that opens a database. It is reopened after a failure, or after the browser
 * closed it: phones do so in the background.
 */
export function databaseOf<Schema extends DBSchema>(
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

/** Messages between the tabs of a database. */
export interface Channel<Message> {
  /** Calls `received` with each message of another tab. */
  watch(received: (message: Message) => void): void;
  broadcast(message: Message): void;
}

/**
 * Returns the channel of a database. A page that may not store data may lack channels too; it then
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
