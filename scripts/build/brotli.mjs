// Brotli at its highest level takes the better part of a minute for a whole release, and seconds for the page: it is kept by what was
// compressed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bestBrotli } from "../../npm/serve/best-brotli.js";
import { paths } from "../common/project.mjs";

const folder = join(paths.build, "brotli");

export function brotliOf(bytes) {
  const kept = join(folder, `${createHash("sha256").update(bytes).digest("hex")}.br`);
  if (existsSync(kept)) return readFileSync(kept);
  const compressed = bestBrotli(bytes);
  mkdirSync(folder, { recursive: true });
  writeFileSync(kept, compressed);
  return compressed;
}
