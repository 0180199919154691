// The browser: the functions that actions use, pasted and dropped files, and the moments at which
// the page checks for updates.
import { isTooOld } from "blocks/device/supported-browsers.js";
import { nextTask } from "blocks/scanner/dom.js";
import type { PackScanner } from "blocks/scanner/element.js";

import type { Addresses } from "./actions/navigation.js";
import type { Announcement } from "./lookup/answer.js";
import type { Request } from "./lookup/outcome.js";
import type { Limit } from "./state/page.js";
import type { Host } from "./state/state.js";

export function browserHost(scanner: Pick<PackScanner, "signal">): Host {
  return {
    now: () => Date.now(),
    announce,
    signal: (kind) => scanner.signal(kind),
    focus,
    scrollToTop: () => scrollTo(0, 0),
    reveal,
    save,
    copy,
    print: () => print(),
    share: (name, type, content) =>
      navigator.share({ files: [new File([content], name, { type })] }),
    shareText: (text) => navigator.share({ text }),
    askToPersist,
    isOnline: () => navigator.onLine,
    nextTask,
    setFullScreen,
  };
}

let isPersistenceRequested = false;

/** The result is not awaited: some browsers ask the person first, and may never answer. */
function askToPersist(): void {
  if (isPersistenceRequested) return;
  isPersistenceRequested = true;
  // A browser may throw instead of rejecting.
  const request = async () => navigator.storage?.persist?.();
  void request().catch(() => undefined);
}

/** A refusal changes nothing else: the page works in a window too. */
function setFullScreen(isFull: boolean): void {
  const change = async () => {
    if (isFull) await document.documentElement.requestFullscreen?.();
    else if (document.fullscreenElement) await document.exitFullscreen();
  };
  void change().catch(() => undefined);
}

/** Calls a function when a person touches the page, a key or the wheel. */
export function listenForUse(used: () => void): void {
  for (const type of ["pointerdown", "keydown", "wheel", "touchmove"])
    addEventListener(type, used, { passive: true });
}

/** A WAV file with two milliseconds of silence, in base64. */
const SILENCE = "UklGRjQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YRAAAACAgICAgICAgICAgICAgICA";

/**
 * Plays silence when a person first uses the page in Chromium. It opens the sound device meanwhile:
 * the first sound would wait for that, and block the page for 100 ms or more. Only Chromium has
 * `userAgentData`. WebKit with GStreamer may stop for ever when so short a sound ends.
 */
export function prepareSound(): void {
  if (!("userAgentData" in navigator)) return;
  const types = ["pointerdown", "keydown"];
  const play = () => {
    for (const type of types) removeEventListener(type, play);
    void playSilence().catch(() => undefined);
  };
  for (const type of types) addEventListener(type, play, { passive: true });
}

async function playSilence(): Promise<void> {
  const bytes = Uint8Array.from(atob(SILENCE), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: "audio/wav" }));
  const audio = Object.assign(new Audio(address), { muted: true });
  await audio.play().finally(() => URL.revokeObjectURL(address));
}

/** Says what the browser can do, and what it does not do for this page. */
export function browserFeatures(): { canShare: boolean; canShareText: boolean; limits: Limit[] } {
  const file = new File([""], "packs.csv", { type: "text/csv" });
  // Only Safari on phones and tablets has this property. It deletes the data of a page that was not
  // used for seven days, unless it is installed.
  const isNotInstalled = (navigator as { standalone?: boolean }).standalone === false;
  return {
    canShare: navigator.canShare?.({ files: [file] }) ?? false,
    canShareText: typeof navigator.share === "function",
    limits: limitsOf({
      "no-https": !isSecureContext,
      "too-old": isTooOld(),
      "not-installed": isNotInstalled,
    }),
  };
}

const limitsOf = (limits: Record<Limit, boolean>): Limit[] =>
  (Object.keys(limits) as Limit[]).filter((limit) => limits[limit]);

/**
 * Scrolls to the top of a card or of a form in it, not only to its heading, because warnings are
 * above the heading.
 */
function focus(id: string): void {
  const element = document.getElementById(id);
  const card = element?.closest(".print-beside, .card");
  element?.focus({ preventScroll: card !== null });
  card?.scrollIntoView({ block: "start" });
}

function reveal(): void {
  const answer = document.querySelector(".last-scan") ?? document.querySelector(".answer > *");
  const scanner = document.querySelector<PackScanner>("pack-scanner:defined");
  const picture = scanner?.state.is === "on" ? scanner : null;
  // Beside the answer, the picture does not repeat it.
  const isAbove =
    answer &&
    picture &&
    answer.getBoundingClientRect().top >= picture.getBoundingClientRect().bottom;
  (isAbove ? picture : answer)?.scrollIntoView({ block: "start" });
}

/** Copies a text. Pages without HTTPS have no clipboard, but may copy what is selected. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  const before = document.activeElement;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  if (!isCopied) throw new Error("the browser did not copy");
}

/** Saves a file. It is made on the device and sent nowhere. */
function save(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads the file after the click, not during it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * A person who pauses this long between two keys, in milliseconds, may want to hear the results.
 */
const TYPING_PAUSE_MS = 700;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Announces a text. A warning of a risk of harm interrupts the reader. */
function announce({ text, isWarning, whileTyping = false }: Announcement): void {
  clearTimeout(waiting);
  const write = () => writeRegion(isWarning ? "assertive" : "polite", text);
  if (whileTyping) waiting = setTimeout(write, TYPING_PAUSE_MS);
  else write();
}

/**
 * Renders the page. If that moves the element with the focus, it gets the focus again. If that
 * removes it, the one in its place or its neighbour gets the focus: on the body, the keys would
 * have no effect.
 */
export function renderKeepingFocus(renderNow: () => void): void {
  const before = document.activeElement;
  const parents = ancestorsOf(before);
  renderNow();
  if (!before || document.activeElement !== document.body) return;
  // A line that moved took the focus out of its field or button.
  if (before.isConnected) return (before as HTMLElement).focus({ preventScroll: true });
  const same = before.id === "" ? null : document.getElementById(before.id);
  if (same) return same.focus({ preventScroll: true });
  const parent = parents.find(({ isConnected }) => isConnected);
  parent
    ?.querySelector<HTMLElement>("button, a[href], input, [tabindex]")
    ?.focus({ preventScroll: true });
}

function ancestorsOf(element: Element | null): Element[] {
  const ancestors = [];
  for (let parent = element?.parentElement; parent; parent = parent.parentElement)
    ancestors.push(parent);
  return ancestors;
}

/**
 * Writes to a live region. The regions are in the page from the start: regions that are added later
 * stay silent.
 */
function writeRegion(politeness: "polite" | "assertive", text: string): void {
  const region = document.getElementById(`announce-${politeness}`);
  if (!region) return;
  // Setting the same text again is not a change, and would not be announced.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}

/** The addresses of the window. A request is stored with its address, on this device only. */
export const windowAddresses: Addresses = {
  current: () => ({
    address: location.hash,
    request: (history.state as { request?: Request } | null)?.request,
  }),
  show: (address, request, isNew) =>
    history[isNew ? "pushState" : "replaceState"]({ request }, "", address),
  setTitle: (title) => {
    if (document.title !== title) document.title = title;
  },
  onMove: (callback) => addEventListener("popstate", callback),
};

interface FileHandlers {
  picture(file: Blob): void;
  release(file: File): void;
  table(file: File): void;
}

/**
 * Handles files that are pasted or dropped anywhere on the page: pictures of barcodes, release
 * zips, and tables.
 */
export function listenForFiles(handlers: FileHandlers): void {
  document.addEventListener("paste", (event) => handleFiles(event, event.clipboardData, handlers));
  document.addEventListener("drop", (event) => handleFiles(event, event.dataTransfer, handlers));
  document.addEventListener("dragover", (event) => event.preventDefault());
  // Files that a person opens with the installed page.
  (globalThis as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(
    ({ files }) => void openLaunched(files, handlers),
  );
}

interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

async function openLaunched(
  [first]: readonly FileSystemFileHandle[],
  handlers: FileHandlers,
): Promise<void> {
  if (first) handle(await first.getFile(), handlers);
}

function handleFiles(event: Event, data: DataTransfer | null, handlers: FileHandlers): void {
  const usable = [...(data?.files ?? [])].find(
    (file) => isPicture(file) || isZip(file) || isTable(file),
  );
  if (!usable) return;
  event.preventDefault();
  handle(usable, handlers);
}

function handle(file: File, handlers: FileHandlers): void {
  if (isPicture(file)) handlers.picture(file);
  else if (isTable(file)) handlers.table(file);
  else handlers.release(file);
}

const isPicture = ({ type }: File) => type.startsWith("image/");

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || /^application\/(x-)?zip/.test(type);

const isTable = ({ name }: File) => /\.(xlsx|csv|tsv)$/i.test(name);

/** The address that starts the camera, for a shortcut of the installed page. */
const SCAN = "#/scan";

/** Calls a function if the page is opened at the address for scanning, or moves to it. */
export function listenForScanShortcut(scan: () => void): void {
  const check = () => {
    if (location.hash === SCAN) scan();
  };
  addEventListener("hashchange", check);
  check();
}

const HOUR_MS = 3_600_000;

/**
 * Calls a function when the page becomes visible, when the network returns, and every hour. A page
 * may stay open for weeks.
 */
export function onVisibility(callback: () => void): void {
  setInterval(callback, HOUR_MS);
  addEventListener("online", callback);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") callback();
  });
}
