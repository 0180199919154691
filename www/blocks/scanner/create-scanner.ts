// The functions under `<pack-scanner>`, for hosts that draw their own controls.
import { Decoder } from "./decoder.js";
import { formatsIn } from "./formats.js";
import type { ScannerEvents } from "./scanner.js";
import { type CameraState, Session } from "./session.js";
import { decoderSetup } from "./setup.js";

export interface ScannerOptions {
  /** Called with the codes that came into view together. */
  read: ScannerEvents["read"];
  /** Called with each state of the camera. */
  changed?: ((state: CameraState) => void) | undefined;
  /** Returns the element over the video at which the person aims. */
  guide?: (() => Element | null) | undefined;
  /** Names as in the attribute `formats`. */
  formats?: string | undefined;
  isGuideOnly?: boolean | undefined;
}

/** Creates a scanner on a video element, which must be in the document. */
export function createScanner(
  video: HTMLVideoElement,
  { formats = "", changed = () => {}, ...options }: ScannerOptions,
): Session {
  return new Session(video, {
    ...options,
    changed,
    formats: formatsIn(formats),
    decoder: new Decoder(decoderSetup()),
  });
}

let decoder: Decoder | undefined;

/** Returns the distinct texts of all codes in a picture. */
export async function readPicture(picture: Blob): Promise<string[]> {
  decoder ??= new Decoder(decoderSetup());
  return decoder.textsIn(picture);
}
