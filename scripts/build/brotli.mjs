// Brotli at its highest level, cached by content: it takes seconds for the page, and most of a
// minute for a release.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bestBrotli } from "../../npm/serve/brotli.js";
import { digestOf, paths } from "../common/project.mjs";

const cache = join(paths.build, "brotli");

/** Returns the compressed bytes. */
export function brotliOf(bytes) {
  const cached = join(cache, `${digestOf(bytes)}.br`);
  if (existsSync(cached)) return readFileSync(cached);
  const compressed = bestBrotli(bytes);
  mkdirSync(cache, { recursive: true });
  writeFileSync(cached, compressed);
  return compressed;
}

/** Returns the compressed size of a file, in bytes. */
export const brotliSize = (file) => brotliOf(readFileSync(file)).length;
