// Recognises the scans of hand scanners among keys. A scan is reported whole or not at all: a burst
// that may lack its start, or contain two codes, is incomplete.
import {
  areTwoCodes,
  isCodeLike,
  isPlain,
  type KeyPress,
  type Meaning,
  meaningOf,
  startsCode,
  type Stroke,
  strokeOfNumber,
  textOf,
} from "./keys.js";

/** After this time without a key, in milliseconds, a burst has ended. */
export const SILENCE_MS = 2000;
export type Scan = { text: string } | { isIncomplete: true };

/** Collects keys into bursts. It depends on the DOM only for the shape of events. */
export class Wedge {
  #burst = new Burst();
  #alt = "";
  #lastAt = -Infinity;
  #remainderUntil = -Infinity;
  /** The start of the burst whose rest may still arrive. */
  #broken = "";

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
    this.#burst.addKey(gap, press.repeat);
    this.#add(meaning);
    return undefined;
  }

  #add(meaning: Meaning): void {
    if (meaning.is === "character") this.#burst.strokes.push(meaning.stroke);
    else if (meaning.is === "alt-digit") this.#alt += meaning.digit;
    else this.#burst.isUnreliable = true;
  }

  /**
   * Must be called when no key arrived for `SILENCE_MS`. A scan without an end is then incomplete.
   */
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
    if (this.#burst.mayContinue) {
      this.#remainderUntil = this.#lastAt + 2 * SILENCE_MS;
      this.#broken = this.#burst.start;
    }
    this.#alt = "";
    this.#burst = new Burst(now < this.#remainderUntil ? this.#broken : undefined);
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

/**
 * In milliseconds. Scanners send a key every few milliseconds, the slowest every 50. The fastest
 * typists need twice as long.
 */
const FAST_MS = 50;
/**
 * In milliseconds. Over Bluetooth some keys arrive late. After a longer gap, the keys may be of
 * another scan.
 */
const STALL_MS = 500;
/** The shortest code on a retail pack has 8 digits. */
const MIN_LENGTH = 8;
/** The number of characters that the rest of a code does not share with its start by chance. */
const START_LENGTH = 5;
/** In milliseconds. No person moves from the keyboard to the scanner faster. */
const HAND_MS = 250;
/**
 * A person may have typed the first keys if this many gaps at the start are slow, or one is a hand
 * movement.
 */
const BEGINNING = 2;

/** Keys without a long pause, with their speed, their text, and whether they may be incomplete. */
class Burst {
  readonly strokes: Stroke[] = [];
  /** The indexes of strokes that arrived late. */
  readonly stalls: number[] = [];
  isUnreliable = false;
  keys = 0;
  #fast = 0;
  #slow = 0;

  /**
   * `broken` is the start of an earlier burst. These keys may be its rest, or the same code again.
   */
  constructor(readonly broken?: string) {}

  addKey(gap: number, isRepeat: boolean): void {
    this.keys += 1;
    if (this.keys === 1) return;
    if (gap <= FAST_MS && !isRepeat) this.#fast += 1;
    else this.#late(gap, isRepeat);
  }

  #late(gap: number, isRepeat: boolean): void {
    this.#slow += 1;
    this.stalls.push(this.strokes.length);
    const isByHand = this.keys <= BEGINNING + 1 && (gap > HAND_MS || this.#slow === BEGINNING);
    if (isByHand || isRepeat || gap > STALL_MS) this.isUnreliable = true;
  }

  /**
   * Reports whether at least half of the gaps are fast. A person's keys are slow; a scanner's keys
   * are late only now and then.
   */
  get isFast(): boolean {
    return this.#fast > 0 && this.#fast >= this.#slow;
  }

  get isTyping(): boolean {
    return this.keys > BEGINNING && !this.isFast;
  }

  /** Reports whether the keys so far are too fast for a person. */
  get isScanning(): boolean {
    return this.keys > BEGINNING && this.isFast;
  }

  /** Reports whether length and speed are typical of a scanner. */
  get isScannerInput(): boolean {
    return this.isFast && this.strokes.length >= MIN_LENGTH;
  }

  /** Reports whether the text may be a code or part of one, and not words that a program typed. */
  get isCode(): boolean {
    const text = textOf(this.strokes);
    return text === undefined || isCodeLike(text);
  }

  /** Reports whether the rest of a code may still arrive, even after a pause. */
  get mayContinue(): boolean {
    const text = textOf(this.strokes);
    const isWhole = !this.isUnreliable && text !== undefined && isPlain(text);
    return (this.#fast > 0 || this.keys <= BEGINNING) && !isWhole && this.isCode;
  }

  /** The text of the scan, or `undefined` if it may be incomplete. */
  get text(): string | undefined {
    const text = this.isUnreliable ? undefined : textOf(this.strokes);
    if (text === undefined || areTwoCodes(text, this.stalls)) return undefined;
    if (this.broken === undefined || startsCode(text, { plain: false })) return text;
    return this.#isScannedAgain(text) ? text : undefined;
  }

  /** The first characters, by which the same code is recognised when it is scanned again. */
  get start(): string {
    return textOf(this.strokes)?.slice(0, START_LENGTH) ?? "";
  }

  /** Reports whether a code begins as the broken scan does, so that it is not the rest of it. */
  #isScannedAgain(text: string): boolean {
    return this.broken?.length === START_LENGTH && text.startsWith(this.broken) && isPlain(text);
  }
}
