// The hints over the camera's picture, which are also announced.
import type { QualityProblem } from "./image-quality.js";
import type { CameraState } from "./session.js";

type On = Extract<CameraState, { is: "on" }>;

export function hintText(camera: CameraState): string {
  if (camera.is !== "on") return "Starting the camera…";
  return qualityHint(camera) ?? "Hold the barcode inside the frame";
}

/** Returns what to do if something prevents reading, or `undefined`. */
export function qualityHint(camera: CameraState): string | undefined {
  if (camera.is !== "on") return undefined;
  if (camera.isBlack) return "The picture is black. Is the lens covered, or another app using the camera?";
  return camera.qualityProblem && REMEDIES[camera.qualityProblem](camera);
}

const REMEDIES: Record<QualityProblem, (camera: On) => string> = {
  dark: ({ torch }) => (torch === false ? "Too dark: switch on the torch" : "Too dark: go where there is more light"),
  blurred: () => "Out of focus: move a little away, and hold still",
  small: ({ zoom }) => (zoom && zoom.value < zoom.max ? "Too small: come closer, or zoom in" : "Too small: come closer"),
};
