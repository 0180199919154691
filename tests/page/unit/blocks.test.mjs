// Tests that the building blocks stand alone: they know neither the page nor each other, and need only published modules.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../../scripts/common/project.mjs";

const folder = join(root, "www", "blocks");
const sources = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts") && name !== "published-types.ts");
/** The libraries that are bundled into blocks. */
const LIBRARIES = new Set(["@noble/hashes/sha2.js", "zxing-wasm/reader", "zxing-wasm/reader/zxing_reader.wasm?url"]);
/** The files of the package that blocks use. */
const MODULES = new Set(["pack-lookup/core", "pack-lookup/import", "pack-lookup/worker/start.js"]);

const importsOf = (name) => [...readFileSync(join(folder, name), "utf8").matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(([, path]) => path);

/** Returns whether a source may import a path: a file of the same block, a file that blocks share, a library, or a published module. */
function isAllowed(name, path) {
  if (!path.startsWith(".")) return LIBRARIES.has(path) || MODULES.has(path);
  const target = relative(folder, join(folder, name, "..", path));
  const [block] = name.split(sep);
  return !target.startsWith("..") && (!target.includes(sep) || target.startsWith(block + sep));
}

describe("a building block imports nothing of the page or of another block", () => {
  for (const name of sources) {
    test(name, () => assert.deepEqual(importsOf(name).filter((path) => !isAllowed(name, path)), []));
  }
});

test("the sources of all blocks are checked", () => assert.ok(sources.includes(join("wedge", "index.ts")) && importsOf(join("wedge", "index.ts")).length > 0));
