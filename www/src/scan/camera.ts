// The camera as a device: choosing, opening, lighting, closing.
import { recall, remember } from "../settings.js";

const CHOICE = "pack-lookup-camera";

/** Why there is no picture, in the terms in which people can do something about it. */
export type CameraProblem = "denied" | "missing" | "busy" | "unsupported";

export class CameraError extends Error {
  constructor(readonly problem: CameraProblem) {
    super(problem);
  }
}

export async function openCamera(deviceId = rememberedCamera()): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError("unsupported");
  try {
    return await navigator.mediaDevices.getUserMedia({ video: wanted(deviceId), audio: false });
  } catch (error) {
    throw new CameraError(problemOf(error as DOMException));
  }
}

function wanted(deviceId: string | undefined): MediaTrackConstraints {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  // "ideal", so that a remembered camera that is gone gives way to another.
  return deviceId ? { ...size, deviceId: { ideal: deviceId } } : { ...size, facingMode: { ideal: "environment" } };
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

export function rememberCamera(deviceId: string): void {
  remember(CHOICE, deviceId);
}

function rememberedCamera(): string | undefined {
  return recall(CHOICE, (value) => typeof value === "string");
}

export function cameraOf(stream: MediaStream): string | undefined {
  return stream.getVideoTracks()[0]?.getSettings().deviceId;
}

// The torch is in the capture specification but not yet in TypeScript's types.
type WithTorch = { torch?: boolean };

export function hasTorch(stream: MediaStream): boolean {
  const capabilities = stream.getVideoTracks()[0]?.getCapabilities?.() as WithTorch | undefined;
  return capabilities?.torch === true;
}

export async function switchTorch(stream: MediaStream, on: boolean): Promise<void> {
  const torch: MediaTrackConstraintSet & WithTorch = { torch: on };
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [torch] });
}
