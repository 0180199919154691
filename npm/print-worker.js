// The worker of `pack-lookup/print`: it loads the networks and reads pictures, off the main thread.
import { read } from "./api/byte-source.js";
import { PrintError } from "./errors.js";
import { createEngine } from "./print/engine.js";
import { readPicture } from "./print/read.js";
import { listen } from "./worker/port.js";

let engine;

/** The result of each call. */
const calls = {
  async load({ files }) {
    const contents = await Promise.all(files.map(async ({ name, label, source }) => [name, await read(source, { ErrorClass: PrintError, label })]));
    const { wasm, ...models } = Object.fromEntries(contents);
    engine = createEngine({ module: await WebAssembly.compile(wasm), ...models });
    return {};
  },
  read: ({ picture, options }) => readPicture(engine, picture, options),
};

listen(async ({ id, call, ...task }, post) => {
  try {
    post({ id, result: await calls[call](task) });
  } catch (error) {
    post({ id, error: error?.message ?? String(error), reason: error?.reason, url: error?.url });
  }
});
