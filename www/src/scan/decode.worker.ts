// Decodes frames away from the page's thread. Everything comes from our own origin.
import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

import type { Sighting } from "./agreement.js";
import type { Question, Reply } from "./decoder.js";
import { figuresOf } from "./figures.js";
import { greyOf } from "./grey.js";
import { sightingsOf } from "./sightings.js";
import { type Pixels, readInTurn } from "./ways.js";

// What goes wrong here is told with the first image.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).catch(() => undefined);

addEventListener("message", async ({ data }: MessageEvent<Question>) => postMessage(await reply(data)));

async function reply({ image, ways }: Question): Promise<Reply> {
  try {
    const { found, way } = await readInTurn(image, ways, sightingsIn);
    return found.length > 0 ? { sightings: found, way } : { sightings: [], figures: figuresOf(greyOf(image)) };
  } catch (error) {
    return { error: String(error) };
  }
}

const sightingsIn = async (pixels: Pixels, options: ReaderOptions): Promise<Sighting[]> =>
  sightingsOf(await readBarcodes(pixels as ImageData, options));
