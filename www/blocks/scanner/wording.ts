// The words about the camera for people: hints over its picture, and what to do if it does not
// work.
import type { On } from "./session.js";
import type { CameraProblem, CameraState, QualityProblem } from "./types.js";

/** The name of the camera's picture. */
export const PICTURE = "Live picture";

/** Returns the hint over the camera's picture. */
export function hintText(camera: CameraState, isCounting = false): string {
  if (camera.is !== "on") return "Starting the camera…";
  return (
    qualityHint(camera) ??
    (isCounting
      ? "Move slowly along the boxes. A solid outline means counted"
      : "Hold the barcode inside the frame")
  );
}

/** Returns what to do if something prevents reading, or `undefined`. */
export function qualityHint(camera: CameraState): string | undefined {
  if (camera.is !== "on") return undefined;
  if (camera.isBlack)
    return "The picture is black. Is the lens covered, or another app using the camera?";
  return camera.qualityProblem && REMEDIES[camera.qualityProblem](camera);
}

const REMEDIES: Record<QualityProblem, (camera: On) => string> = {
  dark: ({ torch }) =>
    torch === false ? "Too dark: switch on the torch" : "Too dark: go where there is more light",
  blurred: () => "Out of focus: move a little away, and hold still",
  small: ({ zoom }) =>
    zoom && zoom.value < zoom.max ? "Too small: come closer, or zoom in" : "Too small: come closer",
};

/** What happened, and what to do. */
export const PROBLEMS: Record<CameraProblem, [what: string, remedy: string]> = {
  denied: [
    "This page is not allowed to use the camera.",
    "Allow the camera for this site in the browser settings, then try again.",
  ],
  missing: ["No camera found.", "Connect a camera, then try again."],
  busy: ["The camera is not working.", "Close other apps that may use it, then try again."],
  unsupported: ["This browser cannot use the camera here.", "Open the page with https."],
  decoder: ["The barcode reader did not start.", "Go online and reload the page."],
};
