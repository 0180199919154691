// The worker of `pack-lookup/print`: it loads the networks and reads pictures, off the main thread.
import { isFile, read } from "./api/byte-source.js";
import { PrintError } from "./errors.js";
import { createEngine } from "./print/engine.js";
import { pixelsOf } from "./print/pixels.js";
import { readPicture } from "./print/read.js";
import { listen } from "./worker/port.js";

let engine;

/** The result of each call. */
const calls = {
  async load({ files }) {
    const contents = await Promise.all(files.map(async ({ name, label, source }) => [name, await decompressed(await read(source, { ErrorClass: PrintError, label }))]));
    const { wasm, ...models } = Object.fromEntries(contents);
    engine = createEngine({ module: await WebAssembly.compile(wasm), ...models });
    return {};
  },
  read: async ({ picture, options }) => readPicture(engine, isFile(picture) ? await pixelsOf(picture) : picture, options),
};

/** Returns the content of a file that may be compressed with gzip. */
async function decompressed(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

listen(async ({ id, call, ...task }, post) => {
  try {
    post({ id, result: await calls[call](task) });
  } catch (error) {
    post({ id, error: error?.message ?? String(error), reason: error?.reason, url: error?.url });
  }
});
