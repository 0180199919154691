// The engine of the print reader: both networks in its WebAssembly.
import { initSync, PrintReader } from "../pack_lookup_print.js";
import { CHARACTERS } from "./characters.js";

/** Returns `{ lines(picture, longest), linesIn(part, longest), read(line, { softness, frame, stretch, relief }) }`. `module` is compiled WebAssembly; the models are bytes. */
export function createEngine({ module, detection, recognition }) {
  initSync({ module });
  const reader = new PrintReader(detection, recognition, CHARACTERS);
  return {
    lines: ({ data, width, height }, longest) => JSON.parse(reader.lines(data, width, height, longest)),
    linesIn: (part, longest) => JSON.parse(reader.linesIn(JSON.stringify({ score: 1, ...part }), longest)),
    read: (line, { softness, frame, stretch = 1, relief = false }) => ({ softness, frame, relief, ...JSON.parse(reader.read(JSON.stringify(line), softness, frame, stretch, relief)) }),
  };
}
