// The functions under `<pack-scanner>`, for hosts that draw their own controls.
import { Decoder } from "./decoder.js";
import { formatsIn } from "./formats.js";
import { Session } from "./session.js";
import { decoderSetup } from "./setup.js";
import type { Scanner, ScannerOptions } from "./types.js";

/**
 * Creates a scanner without the element, for hosts that draw their own controls.
 *
 * @param video - A video element in the document, with `object-fit: cover`. What is out of its box
 * is not read.
 * @param options - What to do with codes, and what to read.
 * @returns The scanner. `start` opens the camera.
 *
 * @example
 * ```js
 * import { createScanner } from "pack-lookup/scanner";
 *
 * function scanOn(video) {
 *   const scanner = createScanner(video, { read: (texts) => console.log(texts), changed: ({ is }) => console.log(is) });
 *   return scanner.start();
 * }
 * ```
 */
export function createScanner(video: HTMLVideoElement, options: ScannerOptions): Scanner {
  const { formats = "", changed = () => {}, ...others } = options;
  return new Session(video, {
    ...others,
    changed,
    formats: formatsIn(formats),
    decoder: new Decoder(decoderSetup()),
  });
}

let decoder: Decoder | undefined;

/**
 * Reads the codes of a still picture.
 *
 * @param picture - The picture, such as a file.
 * @returns A promise of the distinct texts, empty if there are none. It rejects with an
 * `InvalidStateError` if the browser cannot open the picture, and with a `WasmError` of
 * `pack-lookup/errors` if the decoder does not start.
 *
 * @example
 * ```js
 * import { readPicture } from "pack-lookup/scanner";
 *
 * const textsOf = (input) => readPicture(input.files[0]);
 * ```
 */
export async function readPicture(picture: Blob): Promise<string[]> {
  decoder ??= new Decoder(decoderSetup());
  return decoder.textsIn(picture);
}
