// The workers of `pack-lookup/print`: one loads the networks and reads pictures. Others help it to
// read lines.
import { isFile, read } from "./api/byte-source.js";
import { PrintError } from "./errors.js";
import { createEngine, createLineReader } from "./print/engine.js";
import { pixelsOf } from "./print/pixels.js";
import { readPicture } from "./print/read.js";
import { withSmallPrint } from "./print/small-print.js";
import { readerBehind, readFor } from "./print/threads.js";
import { listen } from "./worker/port.js";

let engine;

/** The result of each call. */
const calls = {
  async load({ files, ports }) {
    const contents = await Promise.all(
      files.map(async ({ name, label, source }) => [
        name,
        await decompressed(await read(source, { ErrorClass: PrintError, label })),
      ]),
    );
    const { wasm, detection, recognition } = Object.fromEntries(contents);
    const module = await WebAssembly.compile(wasm);
    const helpers = Promise.all(ports.map((port) => readerBehind(port, { module, recognition })));
    const own = patient(createLineReader({ module, recognition }));
    engine = createEngine({
      module,
      detection,
      readers: [...(await helpers), own].filter((one) => one !== undefined),
    });
    return {};
  },
  read: async ({ picture, options }) => readPicture(engine, await opened(picture), options),
  readSmallPrint: async ({ picture, box }) => withSmallPrint(engine, await opened(picture), box),
  help: ({ port }) => readFor(port, createLineReader),
};

const opened = (picture) => (isFile(picture) ? pixelsOf(picture) : picture);

/** Returns a function that lets messages of a helper arrive before it reads. */
const patient = (read) => async (strip) => {
  await new Promise((resolve) => setTimeout(resolve));
  return read(strip);
};

/** Returns the content of a file that may be compressed with gzip. */
async function decompressed(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return new Uint8Array(
    await new Response(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).arrayBuffer(),
  );
}

listen(async ({ id, call, ...task }, post) => {
  try {
    post({ id, result: await calls[call](task) });
  } catch (error) {
    post({ id, error: error?.message ?? String(error), reason: error?.reason, url: error?.url });
  }
});
