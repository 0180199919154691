// The page as the package brings it along for `pack-lookup serve`: what compresses is compressed here, once, and what doesn't is as it is.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { paths, root } from "../common/project.mjs";
import { brotliOf } from "./brotli.mjs";

const packed = join(root, "npm", "page");
const COMPRESSED = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest"]);

/// Without the dataset: the server publishes the one from which it answers.
export function packPage() {
  rmSync(packed, { recursive: true, force: true });
  for (const file of filesOf(paths.page)) packFile(join(paths.page, file), join(packed, file));
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true }).filter((file) => statSync(join(folder, file)).isFile() && !/^dataset(\.json$|[\\/])/.test(file));

function packFile(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  if (!COMPRESSED.has(extname(from))) return cpSync(from, to);
  const bytes = readFileSync(from);
  writeFileSync(`${to}.br`, brotliOf(bytes));
  writeFileSync(`${to}.gz`, gzipSync(bytes, { level: 9 }));
}
