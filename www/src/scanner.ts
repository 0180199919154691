// `<pack-scanner>` of the page, whose script is loaded after the first view. Until then the page
// shows a button in its place.
import type { CameraState } from "blocks/scanner/types.js";
import type { PackScanner } from "blocks/scanner/element.js";
import { DecoderError } from "blocks/scanner/decoder-error.js";

import { Part } from "./common/part.js";

const OFF: CameraState = { is: "off" };

/** The script of the element, which replaces the button at once. It passes the focus on. */
export const scannerPart = new Part(async () => {
  const module = await import("blocks/scanner/index.js");
  const button = document.querySelector("pack-scanner > .start");
  if (button && document.activeElement === button)
    defined()?.shadowRoot?.querySelector<HTMLElement>(".start")?.focus();
  return module;
});

/** What the page uses of the element. */
type Used = Pick<
  PackScanner,
  "state" | "start" | "stop" | "startCount" | "takePicture" | "readPicture" | "signal"
>;

/** The element, also while its script is missing. Its camera is off then. */
export const scanner: Used = {
  get state() {
    return defined()?.state ?? OFF;
  },
  start: async (deviceId) => (await loaded()).start(deviceId),
  stop: () => defined()?.stop(),
  startCount: () => defined()?.startCount(),
  takePicture: async (region) => defined()?.takePicture(region),
  readPicture: async (picture) => (await loaded()).readPicture(picture),
  signal: (kind) =>
    void loaded().then(
      (element) => element.signal(kind),
      () => undefined,
    ),
};

/** The view has this element from the first rendering on. */
const defined = () => document.querySelector<PackScanner>("pack-scanner:defined");

async function loaded(): Promise<PackScanner> {
  const element = defined();
  if (element) return element;
  await scannerPart.load().catch((error: unknown) => {
    throw new DecoderError("did not load", "unavailable", error);
  });
  return document.querySelector("pack-scanner")!;
}
