// The hints over the camera's picture, which are also announced.
import type { Trouble } from "./figures.js";
import type { CameraState } from "./session.js";

type On = Extract<CameraState, { is: "on" }>;

export function hintOf(camera: CameraState): string {
  if (camera.is !== "on") return "Starting the camera…";
  return troubleHintOf(camera) ?? "Hold the barcode inside the frame";
}

/** Returns what to do if something prevents reading, or `undefined`. */
export function troubleHintOf(camera: CameraState): string | undefined {
  if (camera.is !== "on") return undefined;
  if (camera.black) return "The picture is black. Is the lens covered, or another app using the camera?";
  return camera.trouble && REMEDIES[camera.trouble](camera);
}

const REMEDIES: Record<Trouble, (camera: On) => string> = {
  dark: ({ torch }) => (torch === false ? "Too dark: switch on the torch" : "Too dark: go where there is more light"),
  blurred: () => "Out of focus: move a little away, and hold still",
  small: ({ zoom }) => (zoom && zoom.value < zoom.max ? "Too small: come closer, or zoom in" : "Too small: come closer"),
};
