// The browser, as much of it as the actions need.
import type { Host } from "./actions/host.js";
import { announce, warn } from "./announce.js";
import { type Feedback, signal } from "./scan/feedback.js";

export function browserHost(feedback: () => Feedback): Host {
  return {
    now: () => Date.now(),
    say: ({ text, isWarning }) => (isWarning ? warn : announce)(text),
    signal: (kind) => signal(feedback(), kind),
    focus,
    scrollToTop: () => scrollTo(0, 0),
    save,
    copy: (text) => navigator.clipboard.writeText(text),
    isOnline: () => navigator.onLine,
  };
}

/** Of a card the top comes into sight, not just its name: what casts doubt stands above it. */
function focus(id: string): void {
  const element = document.getElementById(id);
  const card = element?.closest(".card");
  element?.focus({ preventScroll: card !== null });
  card?.scrollIntoView({ block: "start" });
}

/** The file is made on the device and goes nowhere by itself. */
function save(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads the file after the click, not during it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
