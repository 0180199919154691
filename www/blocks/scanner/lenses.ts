// Opens the camera for scanning. On the first start, a phone with several rear cameras tries them,
// and remembers the one that focuses near.
import { loadSetting, saveSetting } from "./settings.js";
import {
  CameraError,
  cameras,
  capabilitiesOf,
  chosenCamera,
  closeCamera,
  deviceIdOf,
  openCamera,
} from "./camera.js";

/** A rear camera, as it describes itself when it is open. A browser may omit each property. */
interface Lens {
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

/** Finds the lens that is most suitable for barcodes. If several are, it is the first of them. */
export function bestLens(lenses: readonly Lens[]): Lens | undefined {
  return [...lenses].sort(compareLenses)[0];
}

/** Reports whether trying more lenses can gain nothing. */
export function isGoodLens(lens: Lens): boolean {
  return (
    switchesLenses(lens) ||
    (focusRank(lens) <= FOCUS_UNKNOWN && distanceRank(lens) === IS_NEAR && !isSpecial(lens))
  );
}

/**
 * Finds the devices in the order in which they should be tried: those first whose labels promise
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

/** Lists the criteria in their order. The lower value is better. */
const ranks = (lens: Lens): number[] => [
  switchesLenses(lens) ? 0 : 1,
  focusRank(lens),
  distanceRank(lens),
  isSpecial(lens) ? 1 : 0,
  lens.torch ? 0 : 1,
  numberOf(lens),
];

/**
 * Reports whether the device has several lenses and focuses near with one of them, as iOS offers.
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
 * Finds the number in a label such as "camera2 0, facing back". Android numbers the main camera
 * 0.
 */
const numberOf = ({ label }: Lens): number => Number(/\bcamera2? (\d+)/i.exec(label)?.[1] ?? 0);

const SETTING = "pack-lookup-lens";

/** The result of a trial, which is valid for the same devices. */
interface Choice {
  deviceId: string;
  devices: string;
}

/**
 * The result of a trial in which a camera did not open. It is used until the page closes, and then
 * the page tries again.
 */
let provisional: Choice | undefined;

/**
 * Opens the camera that the person chose, or the one that focuses near. Rejects with a
 * `CameraError`. `isWanted` becomes false when the person ends the session; then no further camera
 * is opened.
 */
export async function openForScanning(
  isWanted: () => boolean,
  deviceId = chosenCamera(),
): Promise<MediaStream> {
  // With "ideal", a chosen camera that is missing is replaced by another one.
  if (deviceId) return openCamera({ ideal: deviceId });
  const choice = provisional ?? loadSetting(SETTING, isChoice);
  const first = await openChosen(choice);
  const all = await cameras().catch(() => []);
  const devices = idsOf(all);
  const rest = trialOrder(
    all.filter((device) => isRear(device) && device.deviceId !== deviceIdOf(first)),
  );
  if (choice?.devices === devices || rest.length === 0 || isGoodLens(lensOf(first))) return first;
  return new Trial(first, devices, isWanted).run(rest);
}

/** Opens a chosen camera, or the rear one that the browser prefers if it is gone. */
async function openChosen(choice: Choice | undefined): Promise<MediaStream> {
  if (!choice) return openCamera();
  return openCamera({ exact: choice.deviceId }).catch((error: CameraError) => {
    if (error.problem === "denied") throw error;
    return openCamera();
  });
}

/** Finds the devices, for comparison with a later visit. */
const idsOf = (devices: MediaDeviceInfo[]): string =>
  devices
    .map(({ deviceId }) => deviceId)
    .sort()
    .join();

/**
 * Reports whether a device is on the rear. Not all browsers report it before the camera is open.
 */
function isRear(
  device: MediaDeviceInfo & { getCapabilities?: () => MediaTrackCapabilities },
): boolean {
  const facing = device.getCapabilities?.().facingMode ?? [];
  return facing.length > 0 ? facing.includes("environment") : /\b(back|rear)\b/i.test(device.label);
}

function lensOf(stream: MediaStream): Lens {
  const { focusMode, focusDistance, torch } = capabilitiesOf(stream);
  return {
    deviceId: deviceIdOf(stream) ?? "",
    label: stream.getVideoTracks()[0]?.label ?? "",
    focusMode,
    nearest: focusDistance?.min,
    torch,
  };
}

class Trial {
  readonly #tried: Lens[];
  #open: MediaStream | undefined;
  #isComplete = true;

  constructor(
    first: MediaStream,
    private readonly devices: string,
    private readonly isWanted: () => boolean,
  ) {
    this.#open = first;
    this.#tried = [lensOf(first)];
  }

  /** Tries the devices until one is good, and returns the best one, open. */
  async run(devices: MediaDeviceInfo[]): Promise<MediaStream> {
    for (const { deviceId } of devices) {
      if (!(await this.#replace(deviceId))) this.#isComplete = false;
      else if (isGoodLens(this.#tried.at(-1)!)) break;
    }
    const best = bestLens(this.#tried)!;
    this.#remember(best);
    return this.#use(best);
  }

  /**
   * Closes the camera that is open, because phones open one at a time, and opens another one.
   * Returns whether it opened.
   */
  async #replace(deviceId: string): Promise<boolean> {
    this.#close();
    if (!this.isWanted()) throw new CameraError("busy");
    this.#open = await openCamera({ exact: deviceId }).catch(() => undefined);
    if (this.#open) this.#tried.push(lensOf(this.#open));
    return this.#open !== undefined;
  }

  #close(): void {
    if (this.#open) closeCamera(this.#open);
    this.#open = undefined;
  }

  #remember({ deviceId }: Lens): void {
    provisional = { deviceId, devices: this.devices };
    if (this.#isComplete) saveSetting(SETTING, provisional);
  }

  async #use({ deviceId }: Lens): Promise<MediaStream> {
    if (this.#open && deviceIdOf(this.#open) === deviceId) return this.#open;
    this.#close();
    if (!this.isWanted()) throw new CameraError("busy");
    return openChosen({ deviceId, devices: this.devices });
  }
}

function isChoice(value: unknown): value is Choice {
  const { deviceId, devices } = (value ?? {}) as Partial<Choice>;
  return typeof deviceId === "string" && typeof devices === "string";
}
