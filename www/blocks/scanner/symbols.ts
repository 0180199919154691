// Decides which symbols count as read: within a frame by their shape and position, over frames by
// agreement. It also decides which belong together.
import type { ReadResult } from "zxing-wasm/reader";

import type { Size } from "./frame.js";

/** A symbol in one frame or picture. */
export interface DetectedSymbol {
  format: string;
  /** The symbology identifier and the text, as a hand scanner would send them. */
  text: string;
  isLinear: boolean;
  /**
   * The corners, in order around the symbol. `detectedSymbols` returns them as fractions of the
   * picture, `readFrame` in pixels of the frame.
   */
  corners?: Point[] | undefined;
}

export interface Point {
  x: number;
  y: number;
}

type Result = Pick<ReadResult, "format" | "text" | "symbologyIdentifier" | "isValid" | "position">;

const MATRIX_FORMATS = new Set(["DataMatrix", "QRCode"]);

/** Finds the symbols of a picture that are complete and undisputed. */
export function detectedSymbols(results: Result[], picture: Size): DetectedSymbol[] {
  const valid = results.filter((result) => result.isValid && isComplete(result));
  return valid
    .filter((result) => !valid.some((other) => conflict(result, other)))
    .map((result) => toSymbol(result, picture));
}

/**
 * Reports whether a result is complete. The decoder returns a truncated or tilted ITF-14 as a
 * shorter ITF, regardless of its options.
 */
function isComplete({ format, text }: Result): boolean {
  return format !== "ITF" || text.length === 14;
}

/**
 * Reports whether two linear results at one place differ. At least one of them is misread, so both
 * are discarded.
 */
function conflict(one: Result, other: Result): boolean {
  return (
    isLinear(one) &&
    isLinear(other) &&
    one.text !== other.text &&
    isWithin(centreOf(one), other) &&
    isWithin(centreOf(other), one)
  );
}

const cornersOf = ({
  position: { topLeft, topRight, bottomRight, bottomLeft },
}: Result): Point[] => [topLeft, topRight, bottomRight, bottomLeft];

function centreOf(result: Result): Point {
  const corners = cornersOf(result);
  const mean = (of: (corner: Point) => number) =>
    corners.reduce((sum, corner) => sum + of(corner), 0) / corners.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/**
 * Reports whether a point is within the length of a barcode. Only the length is reliable, because
 * any scan line may have been read.
 */
function isWithin({ x, y }: Point, result: Result): boolean {
  const corners = cornersOf(result);
  const radius =
    Math.max(
      ...corners.map((corner) => Math.hypot(corner.x - corners[0]!.x, corner.y - corners[0]!.y)),
    ) / 2;
  const centre = centreOf(result);
  return Math.hypot(x - centre.x, y - centre.y) <= radius;
}

function isLinear({ format }: Result): boolean {
  return !MATRIX_FORMATS.has(format);
}

function toSymbol(result: Result, { width, height }: Size): DetectedSymbol {
  const corners = cornersOf(result).map(({ x, y }) => ({ x: x / width, y: y / height }));
  return {
    format: result.format,
    text: result.symbologyIdentifier + result.text,
    isLinear: isLinear(result),
    corners,
  };
}

/**
 * The maximum time between two frames that agree, in milliseconds. On a slow phone it is one turn
 * of its frames.
 */
export const CONFIRM_WITHIN_MS = 1500;

/**
 * Confirms linear codes. They have one check digit at most, so one frame can be misread: the same
 * text is required in two frames. Matrix codes correct their own errors and count at once.
 */
export class ReadConfirmation {
  #seenAt = new Map<string, number>();

  constructor(private readonly pace: Pace) {}

  /** Finds the symbols of a frame that count as read. */
  confirm(symbols: DetectedSymbol[], now: number): DetectedSymbol[] {
    const confirmed = symbols.filter((symbol) => !symbol.isLinear || this.#wasSeen(symbol, now));
    for (const { text } of symbols) this.#seenAt.set(text, now);
    return confirmed;
  }

  #wasSeen({ text }: DetectedSymbol, now: number): boolean {
    return now - (this.#seenAt.get(text) ?? -Infinity) <= this.pace.orTurn(CONFIRM_WITHIN_MS);
  }
}

/** A code counts again after it was out of view for this time, in milliseconds. */
export const GONE_AFTER_MS = 2500;

/** Texts that were in view together. They may belong to different packs. */
interface ScannedTexts {
  texts: string[];
  /** Whether the texts add to the previous report, of which something is still in view. */
  isMore: boolean;
}

/** The time for which a text is in view, with no gap longer than `CONFIRM_WITHIN_MS`. */
interface Track {
  text: string;
  firstAt: number;
  lastAt: number;
  isReported: boolean;
}

/**
 * Tracks symbols over frames. A text that stays in view is reported once, together with the texts
 * in view since it appeared, and codes seen just before that were never reported. Moving on drops
 * the first box; holding both asks the person to choose.
 */
export class SymbolTracker {
  readonly #pace = new Pace();
  readonly #confirmation = new ReadConfirmation(this.#pace);
  #tracks = new Map<string, Track>();
  #lastReported = new Set<string>();

  /** Adds a frame. Returns the texts to report, if the frame completes any. */
  addFrame(symbols: DetectedSymbol[], now: number): ScannedTexts | undefined {
    this.#pace.add(now);
    const confirmed = new Set(this.#confirmation.confirm(symbols, now).map(({ text }) => text));
    const texts = new Set(symbols.map(({ text }) => text));
    const tracks = [...texts].map((text) => this.#updateTrack(text, now));
    const due = tracks.filter(
      (track) => confirmed.has(track.text) && !this.#wasLastReported(track),
    );
    return due.length > 0 ? this.#report(due, now) : undefined;
  }

  #updateTrack(text: string, now: number): Track {
    const before = this.#tracks.get(text) ?? {
      text,
      firstAt: now,
      lastAt: -Infinity,
      isReported: false,
    };
    const gap = now - before.lastAt;
    const isBlink = gap <= GONE_AFTER_MS && this.#wasLastReported(before);
    const track =
      gap <= this.#pace.orTurn(CONFIRM_WITHIN_MS)
        ? { ...before, lastAt: now }
        : { text, firstAt: now, lastAt: now, isReported: isBlink };
    this.#tracks.set(text, track);
    return track;
  }

  /**
   * Reports whether a text was in the last report. A person who returns to an earlier box means
   * that box again.
   */
  #wasLastReported({ text, isReported }: Track): boolean {
    return isReported && this.#lastReported.has(text);
  }

  #report(due: Track[], now: number): ScannedTexts {
    const together = [...new Set([...due, ...this.#inViewWith(due, now)])];
    const isMore = together.some((track) => this.#wasLastReported(track));
    for (const track of together) track.isReported = true;
    const texts = together.map(({ text }) => text);
    this.#lastReported = new Set(texts);
    return { texts, isMore };
  }

  #inViewWith(due: Track[], now: number): Track[] {
    const since = Math.min(...due.map((track) => track.firstAt));
    const recent = [...this.#tracks.values()].filter(
      ({ lastAt }) => now - lastAt <= this.#pace.orTurn(CONFIRM_WITHIN_MS),
    );
    return recent.filter(({ lastAt, isReported }) => lastAt >= since || !isReported);
  }
}

/**
 * The frames of one turn: a shelf is read in four ways, and often only one of them reads a code.
 */
const TURN = 4;

/**
 * How fast frames follow each other. A slow phone needs seconds for a frame. A limit in
 * milliseconds would end before the frame that it waits for.
 */
export class Pace {
  #lastAt: number | undefined;
  #intervals: number[] = [];

  /** Adds the time of a frame, in milliseconds. */
  add(now: number): void {
    if (this.#lastAt !== undefined) this.#intervals.push(now - this.#lastAt);
    this.#intervals = this.#intervals.slice(-TURN);
    this.#lastAt = now;
  }

  /** Makes a limit in milliseconds, or the time of one turn if that is longer. */
  orTurn(limitMs: number): number {
    return Math.max(limitMs, TURN * this.#slowMs());
  }

  /**
   * Finds the time between two slow frames: the second longest of a turn, because the longest may
   * be a pause. It is 0 until a turn is complete.
   */
  #slowMs(): number {
    if (this.#intervals.length < TURN) return 0;
    return [...this.#intervals].sort((one, other) => other - one)[1]!;
  }
}
