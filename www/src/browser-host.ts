// The functions of the browser that actions use.
import type { Host } from "./actions/host.js";
import { announce, warn } from "./announce.js";
import { type Feedback, signal } from "./scan/feedback.js";

export function browserHost(feedback: () => Feedback): Host {
  return {
    now: () => Date.now(),
    announce: ({ text, isWarning }) => (isWarning ? warn : announce)(text),
    signal: (kind) => signal(feedback(), kind),
    focus,
    scrollToTop: () => scrollTo(0, 0),
    save,
    copy: (text) => navigator.clipboard.writeText(text),
    isOnline: () => navigator.onLine,
  };
}

/** Scrolls to the top of a card, not only to its heading, because warnings are above the heading. */
function focus(id: string): void {
  const element = document.getElementById(id);
  const card = element?.closest(".card");
  element?.focus({ preventScroll: card !== null });
  card?.scrollIntoView({ block: "start" });
}

/** Saves a file. It is made on the device and sent nowhere. */
function save(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads the file after the click, not during it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
