// Keys without a long pause: how quick they were, what they say, and what is doubtful of them.
import { areTwoCodes, beginsCode, isCodeLike, isPlain } from "./codes.js";
import { type Stroke, textOf } from "./keys.js";

/** Scanners send a key every few milliseconds, the slowest every 50; the fastest typists need twice as long. */
const FAST_MS = 50;
/** Over Bluetooth some keys come late. After longer than this it may as well be another scan. */
export const STALL_MS = 500;
/** The shortest code on a retail pack has 8 digits. */
const MIN_LENGTH = 8;
/** No hand goes from the keyboard to the scanner sooner. */
const HAND_MS = 250;
/** A burst of which so many gaps at the beginning are slow, or one is a hand's, may have been begun by a person. */
const BEGINNING = 2;

export class Burst {
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

  /** Already too fast for a person. */
  get isScanning(): boolean {
    return this.keys > BEGINNING && this.isFast;
  }

  /** A scanner's, as far as length and speed tell. */
  get isScanners(): boolean {
    return this.isFast && this.strokes.length >= MIN_LENGTH;
  }

  /** Whether it may be a code or a part of one, rather than words that a program typed. */
  get isCode(): boolean {
    const text = textOf(this.strokes);
    return text === undefined || isCodeLike(text);
  }

  /** Whether the rest of a code may still come, were it after a silence. */
  get mayGoOn(): boolean {
    const text = textOf(this.strokes);
    const isWhole = !this.isDoubtful && text !== undefined && isPlain(text);
    return (this.#fast > 0 || this.keys <= BEGINNING) && !isWhole && this.isCode;
  }

  /** What was scanned, if it is all there. */
  get text(): string | undefined {
    const text = this.isDoubtful ? undefined : textOf(this.strokes);
    if (text === undefined || areTwoCodes(text, this.stalls)) return undefined;
    return this.mayBeTail && !beginsCode(text, { plain: false }) ? undefined : text;
  }
}
