// The functions under `<pack-scanner>`, for hosts that draw their own controls, with the decoder
// and the formats that a host chose.
import { Decoder } from "./decoder.js";
import { Session } from "./session.js";
import type { Scanner, ScannerOptions, DecoderSetup } from "./types.js";
import { FORMATS } from "./decode-strategies.js";

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

const BY_NAME = new Map(FORMATS.map((format) => [format.toLowerCase(), format]));

/**
 * Reads the named formats, or `undefined` for all. Case and hyphens do not matter. Throws for an
 * unknown name, which would silently read less.
 *
 * @internal
 */
export function formatsIn(names: string | null): string[] | undefined {
  const chosen = (names ?? "").split(/\s+/).filter((name) => name !== "");
  return chosen.length > 0 ? chosen.map(formatOf) : undefined;
}

function formatOf(name: string): string {
  const format = BY_NAME.get(name.toLowerCase().replaceAll("-", ""));
  if (format === undefined)
    throw new TypeError(
      `unknown format ${name}. The formats are: ${[...BY_NAME.keys()].join(", ")}`,
    );
  return format;
}

let chosen: DecoderSetup = {};

/**
 * Uses another decoder than the package has, or its WebAssembly at another address. It applies
 * to scanners that start later.
 *
 * @param setup - The worker, the address, or both.
 *
 * @example
 * ```js
 * import { configure } from "pack-lookup/scanner";
 *
 * configure({ wasm: "/static/zxing_reader.wasm" });
 * ```
 */
export function configure(setup: DecoderSetup): void {
  chosen = setup;
}

export const decoderSetup = (): DecoderSetup => chosen;
