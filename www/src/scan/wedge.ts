// Hand scanners that act as keyboards, with any focus. A scan is looked up whole or not at all: a burst that may lack its start, or
// contain two codes, is incomplete.
import { Burst, STALL_MS } from "./burst.js";
import { isCodeLike } from "./code-shape.js";
import { type KeyPress, type Meaning, meaningOf, strokeOfNumber } from "./keys.js";

/** After this time without a key, in milliseconds, a burst has ended. */
export const SILENCE_MS = 2000;
export type Scan = { text: string } | { isIncomplete: true };

/** Collects keys into bursts. It depends on the DOM only for the shape of events. */
export class Wedge {
  #burst = new Burst();
  #alt = "";
  #lastAt = -Infinity;
  #remainderUntil = -Infinity;

  /** Processes a key. Returns the scan when Enter or Tab ends it. */
  press(press: KeyPress): Scan | undefined {
    const meaning = meaningOf(press);
    if (meaning.is !== "alt-digit") this.#endAlt();
    if (meaning.is === "modifier") return undefined;
    const gap = press.timeStamp - this.#lastAt;
    if (gap > SILENCE_MS || (gap > STALL_MS && this.#burst.isTyping)) this.#begin(press.timeStamp);
    if (meaning.is === "end") return this.#end(gap);
    if (meaning.is === "unknown" && this.#burst.keys === 0) return undefined;
    this.#lastAt = press.timeStamp;
    this.#burst.key(gap, press.repeat);
    this.#take(meaning);
    return undefined;
  }

  #take(meaning: Meaning): void {
    if (meaning.is === "character") this.#burst.strokes.push(meaning.stroke);
    else if (meaning.is === "alt-digit") this.#alt += meaning.digit;
    else this.#burst.isUnreliable = true;
  }

  /** Must be called when no key arrived for `SILENCE_MS`. A scan without an end is then incomplete. */
  silence(): Scan | undefined {
    this.#endAlt();
    const { isScannerInput, isCode } = this.#burst;
    this.#begin(this.#lastAt);
    return isScannerInput && isCode ? { isIncomplete: true } : undefined;
  }

  /** The number of keys in the current burst. */
  get length(): number {
    return this.#burst.keys;
  }

  /** Whether the current keys are a scanner's, and therefore no shortcuts. */
  get isScanning(): boolean {
    return this.#burst.isScanning;
  }

  #begin(now: number): void {
    if (this.#burst.mayContinue) this.#remainderUntil = this.#lastAt + 2 * SILENCE_MS;
    this.#alt = "";
    this.#burst = new Burst(now < this.#remainderUntil);
  }

  #end(gap: number): Scan | undefined {
    const { isScannerInput, text } = this.#burst;
    this.#burst = new Burst();
    if (!isScannerInput) return undefined;
    // A person may press Enter later, after a program typed the words.
    if (gap > STALL_MS && text && !isCodeLike(text)) return undefined;
    return text === undefined ? { isIncomplete: true } : { text };
  }

  #endAlt(): void {
    if (!this.#alt) return;
    const stroke = strokeOfNumber(this.#alt);
    if (stroke) this.#burst.strokes.push(stroke);
    else this.#burst.isUnreliable = true;
    this.#alt = "";
  }
}

/** Listens on the whole page. A burst that went into a field is removed from it. */
export function listenForWedge(scanned: (text: string) => void, incomplete: () => void): void {
  const wedge = new Wedge();
  let before: { field: HTMLInputElement; value: string } | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const fellSilent = () => {
    // Keys that went into a field stay visible, like typed text.
    if (wedge.silence() && !before) incomplete();
  };

  const pressed = (event: KeyboardEvent) => {
    const scan = wedge.press(event);
    if (wedge.length === 1) before = fieldOf(event.target);
    if (event.ctrlKey && (wedge.isScanning || event.key === "]")) event.preventDefault();
    clearTimeout(silence);
    if (wedge.length > 0) silence = setTimeout(fellSilent, SILENCE_MS);
    if (!scan) return;
    event.preventDefault();
    event.stopPropagation();
    if (before) restore(before.field, before.value);
    if ("text" in scan) scanned(scan.text);
    else incomplete();
  };
  document.addEventListener("keydown", pressed, { capture: true });
}

function fieldOf(target: EventTarget | null): { field: HTMLInputElement; value: string } | undefined {
  return target instanceof HTMLInputElement ? { field: target, value: target.value } : undefined;
}

function restore(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
