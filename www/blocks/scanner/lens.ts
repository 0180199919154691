// Which of several rear cameras reads barcodes best: the one that focuses near. Phones often open
// another one, such as an ultra-wide camera without focus.

/** A rear camera, as it describes itself when it is open. A browser may omit each property. */
export interface Lens {
  deviceId: string;
  label: string;
  focusMode?: readonly string[] | undefined;
  /** The nearest distance at which it focuses, in metres. */
  nearest?: number | undefined;
  torch?: boolean | undefined;
}

/**
 * Near enough, in metres: a code of 1 cm has 65 pixels here, in a frame of 1280 pixels and an angle
 * of 66 degrees.
 */
const NEAR = 0.15;

/** Returns the lens that is most suitable for barcodes. If several are, it is the first of them. */
export function bestLens(lenses: readonly Lens[]): Lens | undefined {
  return [...lenses].sort(compareLenses)[0];
}

/** Returns whether trying more lenses can gain nothing. */
export function isGoodLens(lens: Lens): boolean {
  return (
    switchesLenses(lens) ||
    (focusRank(lens) <= FOCUS_UNKNOWN && distanceRank(lens) === IS_NEAR && !isSpecial(lens))
  );
}

/**
 * Returns the devices in the order in which they should be tried: those first whose labels promise
 * most.
 */
export function trialOrder<Device extends Pick<Lens, "deviceId" | "label">>(
  devices: readonly Device[],
): Device[] {
  return [...devices].sort(compareLenses);
}

function compareLenses(a: Lens, b: Lens): number {
  const [ranksOfA, ranksOfB] = [ranks(a), ranks(b)];
  const at = ranksOfA.findIndex((rank, index) => rank !== ranksOfB[index]);
  return at < 0 ? 0 : ranksOfA[at]! - ranksOfB[at]!;
}

/** Returns the criteria in their order. The lower value is better. */
const ranks = (lens: Lens): number[] => [
  switchesLenses(lens) ? 0 : 1,
  focusRank(lens),
  distanceRank(lens),
  isSpecial(lens) ? 1 : 0,
  lens.torch ? 0 : 1,
  numberOf(lens),
];

/**
 * Returns whether the device has several lenses and focuses near with one of them, as iOS offers.
 * "Back Dual Camera" has no near lens.
 */
const switchesLenses = ({ label }: Lens): boolean => /\btriple\b|\bdual wide\b/i.test(label);

const isSpecial = (lens: Lens): boolean =>
  /ultra.?wide|tele|macro|depth|infrared/i.test(lens.label) && !switchesLenses(lens);

const FOCUS_UNKNOWN = 1;

/**
 * Ranks how a lens focuses. A lens without automatic focus is fixed: Chromium reports "manual" for
 * it.
 */
function focusRank({ focusMode }: Lens): number {
  if (focusMode?.includes("continuous")) return 0;
  if (!focusMode?.length) return FOCUS_UNKNOWN;
  return focusMode.includes("single-shot") ? 2 : 3;
}

const IS_NEAR = 0;

/**
 * Ranks the nearest distance: lenses that focus near enough are equal, and an unknown distance is
 * better than a far one.
 */
function distanceRank({ nearest }: Lens): number {
  if (nearest === undefined || nearest <= 0) return 1;
  return nearest <= NEAR ? IS_NEAR : 1 + nearest;
}

/**
 * Returns the number in a label such as "camera2 0, facing back". Android numbers the main camera
 * 0.
 */
const numberOf = ({ label }: Lens): number => Number(/\bcamera2? (\d+)/i.exec(label)?.[1] ?? 0);
