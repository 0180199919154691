// Tracks every code in the picture by its text and place, and decides which codes count as one box.
// When in doubt, it does not count a box twice.
import {
  canBeOneCode,
  sizeOf,
  distance,
  estimateMotion,
  length,
  meanOf,
  type Motion,
  type Pair,
  UNIQUE_WEIGHT,
} from "./geometry.js";
import { Pace, CONFIRM_WITHIN_MS, type DetectedSymbol, type Point } from "./symbols.js";

/** A code at a place. */
export interface TrackedBox {
  id: number;
  text: string;
  format: string;
  /** The corners in pixels of the frame, where the code was read last. */
  corners: Point[];
  /** Whether enough frames agreed on it. */
  isCounted: boolean;
}

interface TrackedFrame {
  /** The boxes that this frame counted. */
  counted: TrackedBox[];
  /** The boxes in view, also those that are being read. */
  inView: TrackedBox[];
}

interface Track extends TrackedBox {
  isLinear: boolean;
  centre: Point;
  /** The number of frames in which it was read. */
  reads: number;
  lastAt: number;
  /**
   * Whether its place is unknown, because the camera moved in an unknown way while it was not read.
   */
  isLost: boolean;
  /** The number of times that other bars were read at its place. */
  disputes: number;
  /**
   * How far the place may be wrong, in pixels. It grows while the camera moves and the code is not
   * read.
   */
  drift: number;
}

/** What decides whether bars are at the place of others. */
type Placed = Pick<Track, "text" | "isLinear" | "corners" | "centre">;

interface Detection extends DetectedSymbol {
  corners: Point[];
  centre: Point;
  size: number;
  /** Whether only one box has the text, because it has a serial number. */
  isSerialised: boolean;
}

/**
 * The parts of the size of a code by which its place may differ between frames. Of bars, any line
 * may have been read, at any height.
 */
const GATE = { matrix: 0.5, linear: 0.75 };
/**
 * The number of frames that must agree. Small bars are misread as one text in two frames now and
 * then; a matrix code corrects its errors.
 */
const READS = { matrix: 2, linear: 3 };
/**
 * Bars count if they were read more than this number of times as often as others at their place.
 * Small bars can be misread in most frames, always in the same way.
 */
const MAJORITY = 4;
/**
 * The part of a motion by which the place of a code out of view becomes uncertain: perspective and
 * the lens are not measured.
 */
const DRIFT = 0.15;
/**
 * A motion is certain without a second code that agrees if it is below this part of the distance to
 * an identical code.
 */
const SAFE_PART = 1 / 3;
/**
 * A code that was read this long ago, in milliseconds, is not in view any more. A slow phone waits
 * one turn of its frames.
 */
const IN_VIEW_MS = 700;

export class BoxTracker {
  #tracks: Track[] = [];
  #nextId = 1;
  #lastAt = -Infinity;
  readonly #pace = new Pace();

  /** `isSerialised` returns whether only one box has a text, because it has a serial number. */
  constructor(
    private readonly isSerialised: (text: string) => boolean,
    private readonly reads = READS,
  ) {}

  /** Starts a new count: every code in view counts again. */
  reset(): void {
    this.#tracks = [];
  }

  addFrame(symbols: readonly DetectedSymbol[], now: number): TrackedFrame {
    const detections = symbols.flatMap((symbol) => detectionOf(symbol, this.isSerialised));
    this.#pace.add(now);
    this.#forget(now);
    const isMotionKnown = detections.length === 0 || this.#follow(detections, now);
    const seen = this.#match(detections, isMotionKnown, now);
    if (!isMotionKnown) this.#lose(seen);
    this.#dispute(seen);
    const counted = seen.filter((track) => this.#becomesCounted(track, now));
    for (const track of counted) track.isCounted = true;
    return {
      counted,
      inView: this.#tracks.filter(
        (track) => !track.isLost && this.#wasRead(track, IN_VIEW_MS, now),
      ),
    };
  }

  /** Reports whether a code was read within a limit, or within the last turn of slow frames. */
  #wasRead({ lastAt }: Track, limitMs: number, now: number): boolean {
    return now - lastAt <= this.#pace.orTurn(limitMs);
  }

  /** Removes codes that no second frame confirmed in time. */
  #forget(now: number): void {
    this.#tracks = this.#tracks.filter(
      (track) => track.isCounted || this.#wasRead(track, CONFIRM_WITHIN_MS, now),
    );
  }

  /**
   * Marks the places of all codes that were not read as unknown. A code that does not count yet
   * must be read twice again.
   */
  #lose(seen: readonly Track[]): void {
    this.#tracks = this.#tracks.filter((track) => track.isCounted || seen.includes(track));
    for (const track of this.#tracks) track.isLost ||= !seen.includes(track);
  }

  /** Moves the places of all codes with the camera. Returns whether the motion is certain. */
  #follow(detections: readonly Detection[], now: number): boolean {
    const placed = this.#tracks.filter(({ isLost }) => !isLost);
    const tolerance = toleranceOf(detections);
    const motion = estimateMotion(pairsOf(placed, detections, tolerance), tolerance);
    const isKnown = motion !== undefined && this.#isCertain(motion, placed, now);
    this.#lastAt = now;
    for (const track of placed) move(track, motion ?? { x: 0, y: 0 });
    return isKnown;
  }

  /**
   * Reports whether no other motion explains the frame: codes with a serial number agree, or the
   * motion is much shorter than from one box to an identical one.
   */
  #isCertain(motion: Motion, tracks: readonly Track[], now: number): boolean {
    if (motion.support >= UNIQUE_WEIGHT) return true;
    const isRecent = now - this.#lastAt <= CONFIRM_WITHIN_MS;
    return isRecent && length(motion) <= SAFE_PART * nearestTwin(tracks);
  }

  /**
   * Assigns each detection to a track: the first candidate, one that may be anywhere, or a new one.
   */
  #match(detections: readonly Detection[], isMotionKnown: boolean, now: number): Track[] {
    const free = new Set(this.#tracks);
    const take = (detection: Detection, track: Track | undefined) => {
      if (track) free.delete(track);
      return track && see(track, detection, now);
    };
    const anywhere = ({ text }: Detection) =>
      [...free].find(
        (track) => track.text === text && track.isCounted && (track.isLost || !isMotionKnown),
      );
    const candidates = candidatesOf(this.#tracks, detections);
    const matched = new Map<Detection, Track>();
    for (const { track, detection } of candidates) {
      if (free.has(track) && !matched.has(detection))
        matched.set(detection, take(detection, track)!);
    }
    for (const detection of detections) {
      if (matched.has(detection) || this.#isSecondCopy(detection) || this.#isSameBars(detection))
        continue;
      matched.set(detection, take(detection, anywhere(detection)) ?? this.#add(detection, now));
    }
    return [...matched.values()];
  }

  /**
   * Reports whether a serial number is already tracked at another place: it is one box with two
   * codes, or a copy. It counts once.
   */
  #isSecondCopy({ isSerialised, text }: Detection): boolean {
    return isSerialised && this.#tracks.some((track) => track.text === text);
  }

  /**
   * Reports whether bars may belong to a tracked box. The decoder may join lines of two boxes,
   * one above the other. It may also read the bars of one box as two codes, if it cannot read the
   * lines between.
   */
  #isSameBars({ isLinear, text, corners, centre }: Detection): boolean {
    const isJoined = (track: Track) =>
      isInside(track.centre, corners) || isInside(centre, track.corners);
    return (
      isLinear &&
      this.#tracks.some(
        (track) =>
          track.text === text &&
          !track.isLost &&
          (isJoined(track) || canBeOneCode(track.corners, corners)),
      )
    );
  }

  #add(detection: Detection, now: number): Track {
    const { text, format, isLinear, corners, centre } = detection;
    const rivals = this.#tracks.filter(
      (track) => !track.isCounted && !track.isLost && areRivals(track, detection),
    );
    const disputes = rivals.reduce((sum, { reads }) => sum + reads, 0);
    const track = {
      id: this.#nextId++,
      text,
      format,
      isLinear,
      corners,
      centre,
      reads: 1,
      lastAt: now,
      isLost: false,
      disputes,
      drift: 0,
      isCounted: false,
    };
    this.#tracks.push(track);
    return track;
  }

  /** Records which bars were read at the places of others. */
  #dispute(seen: readonly Track[]): void {
    const placed = this.#tracks.filter(({ isLost }) => !isLost);
    for (const track of placed)
      track.disputes += seen.filter((other) => areRivals(track, other)).length;
  }

  /**
   * Reports whether a code counts from now on. Two bar codes cannot be at one place, so at least
   * one of them is misread.
   */
  #becomesCounted(track: Track, now: number): boolean {
    if (track.isCounted || track.reads < (track.isLinear ? this.reads.linear : this.reads.matrix))
      return false;
    const isTaken = this.#tracks.some(
      (other) =>
        other.isCounted && this.#wasRead(other, CONFIRM_WITHIN_MS, now) && areRivals(track, other),
    );
    return !isTaken && track.reads > MAJORITY * track.disputes;
  }
}

function detectionOf(symbol: DetectedSymbol, isSerialised: (text: string) => boolean): Detection[] {
  const { corners, text } = symbol;
  return corners
    ? [
        {
          ...symbol,
          corners,
          centre: meanOf(corners),
          size: sizeOf(corners),
          isSerialised: isSerialised(text),
        },
      ]
    : [];
}

/**
 * Lists all pairs of a track and a detection with the same text. A code that was not read while
 * the camera moved may have the wrong place: it proves no motion.
 */
const pairsOf = (
  tracks: readonly Track[],
  detections: readonly Detection[],
  tolerance: number,
): Pair[] =>
  tracks.flatMap(({ text, centre, drift }) =>
    detections
      .filter((one) => one.text === text)
      .map((one) => ({
        before: centre,
        after: one.centre,
        isUnique: one.isSerialised && drift <= tolerance,
      })),
  );

const gateOf = ({ isLinear }: Pick<Detection, "isLinear">): number =>
  isLinear ? GATE.linear : GATE.matrix;

const toleranceOf = (detections: readonly Detection[]): number =>
  GATE.matrix * Math.min(...detections.map(({ size }) => size));

/** Computes the shortest distance between two tracks of one text. */
function nearestTwin(tracks: readonly Track[]): number {
  const distances = tracks.flatMap((one) =>
    tracks
      .filter((other) => other !== one && other.text === one.text)
      .map((other) => distance(one.centre, other.centre)),
  );
  // A single box may be followed by an identical one, which is at least a code away.
  const sizes = tracks.map(({ corners }) => sizeOf(corners));
  return Math.min(...distances, ...sizes);
}

function move(track: Track, { x, y }: Point): void {
  const shifted = (point: Point) => ({ x: point.x + x, y: point.y + y });
  track.centre = shifted(track.centre);
  track.corners = track.corners.map(shifted);
  track.drift += DRIFT * length({ x, y });
}

const isAt = (track: Track, { text, centre, size, isLinear }: Detection): boolean =>
  track.text === text &&
  distance(track.centre, centre) <= gateOf({ isLinear }) * size + track.drift;

/**
 * Lists all pairs of a track and a detection that may be one box, in the order of their assignment.
 * A box that is counted takes a code before an identical one that is not, and an older one before a
 * newer. Therefore a second box counts only if it is read while the first is read too, or far from
 * it.
 */
function candidatesOf(tracks: readonly Track[], detections: readonly Detection[]) {
  const pairs = detections.flatMap((detection) => {
    const isSame = (track: Track) =>
      detection.isSerialised
        ? track.text === detection.text
        : !track.isLost && isAt(track, detection);
    return tracks
      .filter(isSame)
      .map((track) => ({ track, detection, apart: distance(track.centre, detection.centre) }));
  });
  return pairs.sort(
    (one, other) => rankOf(one.track) - rankOf(other.track) || one.apart - other.apart,
  );
}

/**
 * Finds the place of a track in the order in which tracks take codes. Counted boxes have the
 * same.
 */
const rankOf = ({ isCounted, id }: Track): number => (isCounted ? 0 : id);

function see(track: Track, { corners, centre, format }: Detection, now: number): Track {
  return Object.assign(track, {
    corners,
    centre,
    format,
    reads: track.reads + 1,
    lastAt: now,
    isLost: false,
    drift: 0,
  });
}

/** The part of the size of a code by which it may be larger than what was read of it. */
const MARGIN = 0.1;

/** Reports whether a point is within the bounds of some corners, with a margin. */
function isInside({ x, y }: Point, corners: readonly Point[]): boolean {
  const margin = MARGIN * sizeOf(corners);
  const isBetween = (value: number, values: number[]) =>
    value >= Math.min(...values) - margin && value <= Math.max(...values) + margin;
  return (
    isBetween(
      x,
      corners.map((corner) => corner.x),
    ) &&
    isBetween(
      y,
      corners.map((corner) => corner.y),
    )
  );
}

function areRivals(one: Placed, other: Placed): boolean {
  const radius = Math.max(sizeOf(one.corners), sizeOf(other.corners)) / 2;
  return (
    one.isLinear &&
    other.isLinear &&
    one.text !== other.text &&
    distance(one.centre, other.centre) <= radius
  );
}
