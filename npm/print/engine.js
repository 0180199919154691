// The engine of the print reader: one network finds lines, the other reads them, in several threads
// at once.
import { initSync, LineFinder, LineReader } from "../pack_lookup_print.js";
import { CHARACTERS } from "./characters.js";
import { sharedAmong } from "./threads.js";

/**
 * Makes a function that reads `{ strip, stretch }`, the pixels of a line. `module` is compiled
 * WebAssembly, and the model is bytes.
 */
export function createLineReader({ module, recognition }) {
  initSync({ module });
  const reader = new LineReader(recognition, CHARACTERS);
  return ({ strip, stretch }) => JSON.parse(reader.read(strip, stretch));
}

/**
 * Returns `{ lines(picture, longest), linesIn(part, longest), read(line, { softness, frame,
 * stretch, relief }) }`; `read` returns a promise. Each of `readers` reads one line at a time.
 */
export function createEngine({ module, detection, readers }) {
  initSync({ module });
  const finder = new LineFinder(detection);
  const readNext = sharedAmong(readers);

  function strip(line, { softness, frame, stretch, relief }) {
    return {
      strip: finder.strip(JSON.stringify(line), softness, frame, stretch, relief),
      stretch,
    };
  }

  return {
    lines({ data, width, height }, longest) {
      return JSON.parse(finder.lines(data, width, height, longest));
    },
    linesIn(part, longest) {
      return JSON.parse(finder.linesIn(JSON.stringify({ score: 1, ...part }), longest));
    },
    async read(line, { softness, frame, stretch = 1, relief = false }) {
      const reading = await readNext(() => strip(line, { softness, frame, stretch, relief }));
      return { softness, frame, relief, ...reading };
    },
  };
}
