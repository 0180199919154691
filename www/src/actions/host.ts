import type { Announcement, Signal } from "../lookup/answer.js";

/** The functions of the browser that actions use beside the state. */
export interface Host {
  now(): number;
  /** Announces a text to people who use a screen reader. */
  announce(announcement: Announcement): void;
  signal(signal: Signal): void;
  /** Moves the focus to the element with this id, after the state is rendered. */
  focus(id: string): void;
  scrollToTop(): void;
  save(name: string, type: string, content: BlobPart): void;
  copy(text: string): Promise<void>;
  isOnline(): boolean;
}
