// Decodes frames away from the page's thread. Everything comes from our own origin.
import { prepareZXingModule, type ReaderOptions, readBarcodes, type ReadResult } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

import type { Symbol } from "./agreement.js";

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

prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

addEventListener("message", async ({ data }: MessageEvent<{ id: number; image: ImageData }>) => {
  try {
    const results = await readBarcodes(data.image, OPTIONS);
    postMessage({ id: data.id, symbols: results.filter((result) => result.isValid).map(toSymbol) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error) });
  }
});

function toSymbol({ format, symbologyIdentifier, text }: ReadResult): Symbol {
  return { format, text: symbologyIdentifier + text, isLinear: !MATRIX_FORMATS.has(format) };
}
