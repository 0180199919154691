// Hand scanners that pretend to be keyboards, wherever the focus is. What arrives is looked up whole or not at all: a burst
// that may lack its beginning, or hold two codes, is incomplete.
import { isCodeLike, type KeyPress, meaningOf, type Stroke, strokeOfNumber, textOf } from "./keys.js";

/** Scanners send a key every few milliseconds, the slowest every 50; the fastest typists need twice as long. */
const FAST_MS = 50;
/** Over Bluetooth some keys come late. After longer than this it may as well be another scan. */
const STALL_MS = 500;
/** After so long nothing more is coming. */
export const SILENCE_MS = 2000;
/** The shortest code on a retail pack has 8 digits. */
const MIN_LENGTH = 8;
/** No hand goes from the keyboard to the scanner sooner. */
const HAND_MS = 250;
/** A burst of which so many gaps at the beginning are slow, or one is a hand's, may have been begun by a person. */
const BEGINNING = 2;

export type Scan = { text: string } | { isIncomplete: true };

/** Keys without a long pause, and what is doubtful of them. */
class Burst {
  readonly strokes: Stroke[] = [];
  /** Where in the strokes a key came late. */
  readonly stalls: number[] = [];
  isDoubtful = false;
  keys = 0;
  #fast = 0;
  #slow = 0;

  constructor(readonly mayBeTail = false) {}

  key(gap: number, isRepeat: boolean): void {
    this.keys += 1;
    if (this.keys === 1) return;
    if (gap <= FAST_MS && !isRepeat) this.#fast += 1;
    else this.#late(gap, isRepeat);
  }

  #late(gap: number, isRepeat: boolean): void {
    this.#slow += 1;
    this.stalls.push(this.strokes.length);
    const isByHand = this.keys <= BEGINNING + 1 && (gap > HAND_MS || this.#slow === BEGINNING);
    if (isByHand || isRepeat || gap > STALL_MS) this.isDoubtful = true;
  }

  /** People's keys are slow, scanners' stall now and then. */
  get isFast(): boolean {
    return this.#fast > 0 && this.#fast >= this.#slow;
  }

  get isTyping(): boolean {
    return this.keys > BEGINNING && !this.isFast;
  }

  get isScanners(): boolean {
    return this.isFast && this.strokes.length >= MIN_LENGTH;
  }

  /** Whether the rest of a code may still come, were it after a silence. */
  get mayGoOn(): boolean {
    const text = textOf(this.strokes);
    const isWhole = !this.isDoubtful && text !== undefined && isPlain(text);
    return (this.#fast > 0 || this.keys <= BEGINNING) && !isWhole && (text === undefined || isCodeLike(text));
  }

  /** What was scanned, if it is all there. */
  get text(): string | undefined {
    const text = this.isDoubtful ? undefined : textOf(this.strokes);
    if (text === undefined || areTwoCodes(text, this.stalls)) return undefined;
    return this.mayBeTail && !beginsCode(text, { plain: false }) ? undefined : text;
  }
}

/** Gathers keys into bursts. Free of the DOM but for the shape of its events. */
export class Wedge {
  #burst = new Burst();
  #alt = "";
  #lastAt = -Infinity;
  #tailUntil = -Infinity;

  /** Takes a key; the scan comes back with the Enter or Tab that ends it. */
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
    if (meaning.is === "character") this.#burst.strokes.push(meaning.stroke);
    else if (meaning.is === "alt-digit") this.#alt += meaning.digit;
    else this.#burst.isDoubtful = true;
    return undefined;
  }

  /** To be told when no key came for `SILENCE_MS`. A scan that has not ended by then is incomplete. */
  silence(): Scan | undefined {
    this.#endAlt();
    const { isScanners, strokes } = this.#burst;
    this.#begin(this.#lastAt);
    return isScanners && isCodeLike(textOf(strokes) ?? "") ? { isIncomplete: true } : undefined;
  }

  /** How many keys the burst under way has. */
  get length(): number {
    return this.#burst.keys;
  }

  /** Whether the keys under way are a scanner's, so that they are no shortcuts. */
  get isScanning(): boolean {
    return this.#burst.keys > BEGINNING && this.#burst.isFast;
  }

  #begin(now: number): void {
    if (this.#burst.mayGoOn) this.#tailUntil = this.#lastAt + 2 * SILENCE_MS;
    this.#alt = "";
    this.#burst = new Burst(now < this.#tailUntil);
  }

  #end(gap: number): Scan | undefined {
    const { isScanners, text } = this.#burst;
    this.#burst = new Burst();
    if (!isScanners) return undefined;
    // Whoever presses Enter later may have had the words typed by a program.
    if (gap > STALL_MS && text && !isCodeLike(text)) return undefined;
    return text === undefined ? { isIncomplete: true } : { text };
  }

  #endAlt(): void {
    if (!this.#alt) return;
    const stroke = strokeOfNumber(this.#alt);
    if (stroke) this.#burst.strokes.push(stroke);
    else this.#burst.isDoubtful = true;
    this.#alt = "";
  }
}

const PLAIN_LENGTHS = [8, 12, 13, 14];

/** Whether the Enter between two scans was lost. */
function areTwoCodes(text: string, stalls: readonly number[]): boolean {
  const isSeam = (at: number) => beginsCode(text.slice(0, at)) && beginsCode(text.slice(at));
  const seams = /^\d+$/.test(text) && !beginsCode(text) ? PLAIN_LENGTHS : [];
  return /[\w)]\][a-z]\d/i.test(text) || [...stalls, ...seams].some(isSeam);
}

/** Whether a scan could begin with this. Plain numbers have no beginning but themselves. */
function beginsCode(text: string, { plain = true } = {}): boolean {
  if (/^(\][a-z]\d|https?:\/\/)/i.test(text)) return true;
  const gtin = /^\x1d*\(?01\)?(\d{14})/.exec(text)?.[1];
  return gtin !== undefined ? hasRightCheckDigit(gtin) : plain && isPlain(text);
}

function isPlain(text: string): boolean {
  const digits = text.replace(/^\][a-z]\d/i, "");
  return /^\d+$/.test(digits) && PLAIN_LENGTHS.includes(digits.length) && hasRightCheckDigit(digits);
}

function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Listens on the whole page. A burst that went into a field is taken out of it again. */
export function listenForWedge(scanned: (text: string) => void, incomplete: () => void): void {
  const wedge = new Wedge();
  let before: { field: HTMLInputElement; value: string } | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const fellSilent = () => {
    // What went into a field stays there for people to see, as if it had been typed.
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
