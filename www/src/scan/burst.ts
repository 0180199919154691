// A burst: keys without a long pause, with their speed, their text, and whether they may be incomplete.
import { areTwoCodes, isCodeLike, isPlain, startsCode } from "./code-shape.js";
import { type Stroke, textOf } from "./keys.js";

/** In milliseconds. Scanners send a key every few milliseconds, the slowest every 50. The fastest typists need twice as long. */
const FAST_MS = 50;
/** In milliseconds. Over Bluetooth some keys arrive late. After a longer gap, the keys may be of another scan. */
export const STALL_MS = 500;
/** The shortest code on a retail pack has 8 digits. */
const MIN_LENGTH = 8;
/** In milliseconds. No person moves from the keyboard to the scanner faster. */
const HAND_MS = 250;
/** A person may have typed the first keys if this many gaps at the start are slow, or one is a hand movement. */
const BEGINNING = 2;

export class Burst {
  readonly strokes: Stroke[] = [];
  /** The indexes of strokes that arrived late. */
  readonly stalls: number[] = [];
  isUnreliable = false;
  keys = 0;
  #fast = 0;
  #slow = 0;

  constructor(readonly mayBeRemainder = false) {}

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
    if (isByHand || isRepeat || gap > STALL_MS) this.isUnreliable = true;
  }

  /** Returns whether at least half of the gaps are fast. A person's keys are slow; a scanner's keys are late only now and then. */
  get isFast(): boolean {
    return this.#fast > 0 && this.#fast >= this.#slow;
  }

  get isTyping(): boolean {
    return this.keys > BEGINNING && !this.isFast;
  }

  /** Returns whether the keys so far are too fast for a person. */
  get isScanning(): boolean {
    return this.keys > BEGINNING && this.isFast;
  }

  /** Returns whether length and speed are those of a scanner. */
  get isScannerInput(): boolean {
    return this.isFast && this.strokes.length >= MIN_LENGTH;
  }

  /** Returns whether the text may be a code or part of one, and not words that a program typed. */
  get isCode(): boolean {
    const text = textOf(this.strokes);
    return text === undefined || isCodeLike(text);
  }

  /** Returns whether the rest of a code may still arrive, even after a pause. */
  get mayContinue(): boolean {
    const text = textOf(this.strokes);
    const isWhole = !this.isUnreliable && text !== undefined && isPlain(text);
    return (this.#fast > 0 || this.keys <= BEGINNING) && !isWhole && this.isCode;
  }

  /** The text of the scan, or `undefined` if it may be incomplete. */
  get text(): string | undefined {
    const text = this.isUnreliable ? undefined : textOf(this.strokes);
    if (text === undefined || areTwoCodes(text, this.stalls)) return undefined;
    return this.mayBeRemainder && !startsCode(text, { plain: false }) ? undefined : text;
  }
}
