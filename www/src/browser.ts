// The browser: the functions that actions use, pasted and dropped files, and the moments at which the page checks for updates.
import { type Feedback, signal } from "./scan/feedback.js";
import type { Host } from "./state.js";

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

function announce(text: string): void {
  writeRegion("polite", text);
}

/** Announces a text at once, interrupting the reader: for risks of harm. */
function warn(text: string): void {
  writeRegion("assertive", text);
}

/** Writes to a live region. The regions are in the page from the start: regions that are added later stay silent. */
function writeRegion(politeness: "polite" | "assertive", text: string): void {
  const region = document.getElementById(`announce-${politeness}`);
  if (!region) return;
  // Setting the same text again is not a change, and would not be announced.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}

export interface FileHandlers {
  picture(file: Blob): void;
  release(file: File): void;
}

/** Handles files that are pasted or dropped anywhere on the page: pictures of barcodes, and release zips. */
export function listenForFiles(handlers: FileHandlers): void {
  document.addEventListener("paste", (event) => handleFiles(event, event.clipboardData, handlers));
  document.addEventListener("drop", (event) => handleFiles(event, event.dataTransfer, handlers));
  document.addEventListener("dragover", (event) => event.preventDefault());
}

function handleFiles(event: Event, data: DataTransfer | null, handlers: FileHandlers): void {
  const usable = [...(data?.files ?? [])].find((file) => isPicture(file) || isZip(file));
  if (!usable) return;
  event.preventDefault();
  if (isPicture(usable)) handlers.picture(usable);
  else handlers.release(usable);
}

const isPicture = ({ type }: File) => type.startsWith("image/");

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || /^application\/(x-)?zip/.test(type);

const HOUR_MS = 3_600_000;

/** Calls a function when the page becomes visible, when the network returns, and every hour. A page may stay open for weeks. */
export function onVisibility(callback: () => void): void {
  setInterval(callback, HOUR_MS);
  addEventListener("online", callback);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") callback();
  });
}
