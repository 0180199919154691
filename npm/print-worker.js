// The worker of `pack-lookup/print`: it reads pictures, off the main thread.
import { createEngine } from "./print/engine.js";
import { readPicture } from "./print/read.js";
import { listen } from "./worker/port.js";

let engine;

/** The result of each call. */
const calls = {
  load(files) {
    engine = createEngine(files);
    return {};
  },
  read: ({ picture, options }) => readPicture(engine, picture, options),
};

listen(({ id, call, ...task }, post) => {
  try {
    post({ id, result: calls[call](task) });
  } catch (error) {
    post({ id, error: error?.message ?? String(error) });
  }
});
