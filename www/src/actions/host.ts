import type { Signal, Spoken } from "../lookup/spoken.js";

/** What actions need of the browser beside the state: for eyes, ears and hands. */
export interface Host {
  now(): number;
  /** Says something to those who hear the page. */
  say(spoken: Spoken): void;
  signal(signal: Signal): void;
  /** Moves the focus to an element, by its id, when the state is shown. */
  focus(id: string): void;
  scrollToTop(): void;
  save(name: string, type: string, content: BlobPart): void;
  copy(text: string): Promise<void>;
  isOnline(): boolean;
}
