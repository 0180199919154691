// The camera device: selection, opening, torch, zoom and focus.
import { loadSetting, saveSetting } from "./settings.js";
import type { CameraProblem, Zoom } from "./types.js";

const SETTING = "pack-lookup-camera";

export class CameraError extends Error {
  constructor(readonly problem: CameraProblem) {
    super(problem);
  }
}

/** The sizes of frames. A shelf has small codes, and a larger frame takes longer to read. */
const FRAME_SIZES = {
  one: { width: { ideal: 1280 }, height: { ideal: 720 } },
  shelf: { width: { ideal: 1920 }, height: { ideal: 1080 } },
} as const;

type FrameSize = keyof typeof FRAME_SIZES;

/** Opens a camera: the rear one, unless `deviceId` names another. */
export async function openCamera(deviceId?: ConstrainDOMStringParameters): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError("unsupported");
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: constraintsFor(deviceId),
      audio: false,
    });
  } catch (error) {
    throw new CameraError(problemOf(error as DOMException));
  }
}

function constraintsFor(deviceId: ConstrainDOMStringParameters | undefined): MediaTrackConstraints {
  const size = FRAME_SIZES.one;
  return deviceId ? { ...size, deviceId } : { ...size, facingMode: { ideal: "environment" } };
}

function problemOf({ name }: DOMException): CameraProblem {
  switch (name) {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    default:
      return "busy";
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export async function cameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter((device) => device.kind === "videoinput");
}

export function saveCamera(deviceId: string): void {
  saveSetting(SETTING, deviceId);
}

/** Finds the camera that the person chose, on any visit. */
export function chosenCamera(): string | undefined {
  return loadSetting(SETTING, (value) => typeof value === "string");
}

export function deviceIdOf(stream: MediaStream): string | undefined {
  return stream.getVideoTracks()[0]?.getSettings().deviceId;
}

// Torch, zoom and focus are in the Media Capture specification, but not yet in TypeScript's types.
interface Range {
  min: number;
  max: number;
  step: number;
}

interface Capabilities {
  torch?: boolean;
  zoom?: Range;
  focusMode?: string[];
  /** In metres. */
  focusDistance?: Range;
}

interface Adjustments {
  torch?: boolean;
  zoom?: number;
  focusMode?: string;
}

export const capabilitiesOf = (stream: MediaStream) =>
  (stream.getVideoTracks()[0]?.getCapabilities?.() ?? {}) as Capabilities;

async function adjust(stream: MediaStream, adjustments: Adjustments): Promise<void> {
  await stream
    .getVideoTracks()[0]
    ?.applyConstraints({ advanced: [adjustments as MediaTrackConstraintSet] });
}

export function hasTorch(stream: MediaStream): boolean {
  return capabilitiesOf(stream).torch === true;
}

export async function switchTorch(stream: MediaStream, on: boolean): Promise<void> {
  await adjust(stream, { torch: on });
}

/** Finds the zoom, or `undefined` if the camera has no range. */
export function zoomOf(stream: MediaStream): Zoom | undefined {
  const { zoom } = capabilitiesOf(stream);
  if (!zoom || !(zoom.max > zoom.min)) return undefined;
  const { zoom: value = zoom.min } = stream.getVideoTracks()[0]!.getSettings() as { zoom?: number };
  return { min: zoom.min, max: zoom.max, step: zoom.step || 0.1, value };
}

export async function setZoom(stream: MediaStream, value: number): Promise<void> {
  await adjust(stream, { zoom: value });
}

/** Asks an open camera for another size. A camera that refuses keeps its size. */
export async function resize(stream: MediaStream, size: FrameSize): Promise<void> {
  await stream
    .getVideoTracks()[0]
    ?.applyConstraints(FRAME_SIZES[size])
    .catch(() => undefined);
}

/**
 * Sets continuous focus, because boxes are held at all distances, and a zoom of at least 1: cameras
 * with several lenses may start with the widest view, in which codes are small. A camera without
 * them is left unchanged.
 */
export async function prepareForCodes(stream: MediaStream): Promise<void> {
  const zoom = zoomOf(stream);
  const focusMode = capabilitiesOf(stream).focusMode?.includes("continuous")
    ? "continuous"
    : undefined;
  const isWide = zoom !== undefined && zoom.value < 1 && zoom.max >= 1;
  if (focusMode || isWide)
    await adjust(stream, { ...(focusMode && { focusMode }), ...(isWide && { zoom: 1 }) }).catch(
      () => undefined,
    );
}
