// Decodes frames away from the page's thread. Everything comes from our own origin.
import { prepareZXingModule, type ReaderOptions, readBarcodes, type ReadResult } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

import type { Sighting } from "./agreement.js";
import type { Reply } from "./decoder.js";

const OPTIONS: ReaderOptions = {
  formats: ["EAN13", "EAN8", "UPCA", "ITF14", "Code128", "DataMatrix", "QRCode"],
  // Other modes rewrite the separators between GS1 fields.
  textMode: "Plain",
  tryHarder: true,
  tryRotate: true,
  tryDownscale: true,
  tryInvert: true,
  minLineCount: 2,
  binarizer: "LocalAverage",
  maxNumberOfSymbols: 8,
};

const MATRIX_FORMATS = new Set(["DataMatrix", "QRCode"]);

// What goes wrong here is told with the first image.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).catch(() => undefined);

addEventListener("message", async ({ data }: MessageEvent<ImageData>) => postMessage(await reply(data)));

async function reply(image: ImageData): Promise<Reply> {
  try {
    const results = await readBarcodes(image, OPTIONS);
    return { sightings: results.filter((result) => result.isValid).map(toSighting) };
  } catch (error) {
    return { error: String(error) };
  }
}

function toSighting({ format, symbologyIdentifier, text }: ReadResult): Sighting {
  return { format, text: symbologyIdentifier + text, isLinear: !MATRIX_FORMATS.has(format) };
}
