// The workers of `pack-lookup/print`: one loads the networks and reads pictures. Others help it to
// read lines.
import { addressOf, isFile, isHtml, read } from "./api/byte-source.js";
import { PrintError, WasmError } from "./errors.js";
import { createEngine, createLineReader } from "./print/engine.js";
import { readPicture } from "./print/read.js";
import { withSmallPrint } from "./print/small-print.js";
import { readerBehind, readFor } from "./print/threads.js";
import { initSync } from "./pack_lookup_print.js";
import { instantiate, moduleOf } from "./wasm/compile.js";
import { listen } from "./worker/messages.js";

let engine;

/** The result of each call. */
const calls = {
  async load({ files, ports }) {
    const contents = await Promise.all(files.map(contentOf));
    const [wasm, detection, recognition] = ["wasm", "detection", "recognition"].map((name) =>
      contents.find((content) => content.name === name),
    );
    const module = await started(wasm);
    const helpers = Promise.all(
      ports.map((port) => readerBehind(port, { module, recognition: recognition.bytes })),
    );
    const own = patient(
      usingModel(recognition, (bytes) => createLineReader({ module, recognition: bytes })),
    );
    const readers = [...(await helpers), own].filter((one) => one !== undefined);
    engine = usingModel(detection, (bytes) => createEngine({ module, detection: bytes, readers }));
    return {};
  },
  read: async ({ picture, options }) => readPicture(engine, await opened(picture), options),
  readSmallPrint: async ({ picture, box }) => withSmallPrint(engine, await opened(picture), box),
  help: ({ port }) => readFor(port, createLineReader),
};

async function contentOf({ name, label, source }) {
  if (source instanceof WebAssembly.Module) return { name, label, bytes: source };
  const [file, url] = [await read(source, { ErrorClass: PrintError, label }), addressOf(source)];
  const bytes = await decompressed(file).catch((cause) => {
    throw unusable({ name, label, url }, `it is damaged gzip (${cause.message})`, cause);
  });
  return { name, label, url, bytes };
}

/** Compiles and starts the WebAssembly. Its errors get the class of this entry point. */
async function started({ label, url, bytes }) {
  try {
    const module = await moduleOf(bytes, { exported: "linereader_new", label, url });
    await instantiate({ initSync }, module);
    return module;
  } catch (error) {
    throw error instanceof WasmError
      ? new PrintError(error.message, "unavailable", { cause: error, url })
      : error;
  }
}

/** Runs a task with a model. An error other than a lack of memory is an error of the file. */
function usingModel({ name, label, url, bytes }, task) {
  try {
    return task(bytes);
  } catch (cause) {
    if (cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError) throw cause;
    const what = isHtml(bytes) ? "it is an HTML page, not the file" : (cause.message ?? cause);
    throw unusable({ name, label, url }, what, cause);
  }
}

const unusable = ({ name, label, url }, what, cause) =>
  new PrintError(
    `cannot use ${label}${url ? ` at ${url}` : ""}: ${what}; pass the whole file as \`${name}\``,
    "unavailable",
    { cause, url },
  );

const opened = (picture) => (isFile(picture) ? pixelsOf(picture) : picture);

/** Makes a function that lets messages of a helper arrive before it reads. */
const patient = (read) => async (strip) => {
  await new Promise((resolve) => setTimeout(resolve));
  return read(strip);
};

/** Reads the content of a file that may be compressed with gzip. */
async function decompressed(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return new Uint8Array(
    await new Response(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).arrayBuffer(),
  );
}

/** The longer side of a picture, in pixels. More show no more of the print, and cost memory. */
const LONGEST = 2048;

/**
 * Opens a picture file upright, as pixels. The worker does so, because decoding, scaling and
 * copying pixels would each block a page.
 */
async function pixelsOf(file) {
  const bitmap = await bitmapOf(file);
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "medium";
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

async function bitmapOf(file) {
  try {
    return await createImageBitmap(file);
  } catch (cause) {
    throw new PrintError(`cannot open the picture: ${cause.message}`, "not_a_picture", { cause });
  }
}

listen(async ({ id, call, ...task }, post) => {
  try {
    post({ id, result: await calls[call](task) });
  } catch (error) {
    post({ id, error: error?.message ?? String(error), reason: error?.reason, url: error?.url });
  }
});
