// The page with a reader of print that answers at once, so that tests need neither models nor
// minutes.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { paths, root } from "../../scripts/common/project.mjs";

const LICENCE = "PL 20075/0123";
const stub = join(import.meta.dirname, "print-stub");

/**
 * Builds the page with the reader for tests, with the reader in the folder `reader`, or without any
 * (`null`), into a new folder. The caller deletes the folder. The page's data is used.
 */
export function buildPrintPage({ reader = undefined, licence = LICENCE } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-print-"));
  const [stubReader, page] = ["reader", "page"].map((name) => join(folder, name));
  if (reader === undefined) writeReader(stubReader, licence);
  execFileSync(
    "npx",
    ["vite", "build", "--logLevel", "error", "--emptyOutDir", "--outDir", page, "www"],
    {
      cwd: root,
      env: { ...process.env, PACK_LOOKUP_PRINT: reader ?? stubReader },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  for (const name of ["dataset", "dataset.json"])
    cpSync(join(paths.page, name), join(page, name), { recursive: true });
  return { page, remove: () => rmSync(folder, { recursive: true }) };
}

/** Writes the reader. With another `licence` it is another version. */
function writeReader(folder, licence) {
  mkdirSync(join(folder, "print"), { recursive: true });
  cpSync(stub, folder, { recursive: true });
  const files = {
    wasm: "pack_lookup_print_bg.wasm.gz",
    detection: "print/detection.onnx.gz",
    recognition: "print/recognition.onnx.gz",
  };
  for (const [name, file] of Object.entries(files))
    writeFileSync(join(folder, file), gzipSync(`the ${name} of the stub`));
  writeFileSync(
    join(folder, "print-worker.js"),
    readFileSync(join(stub, "print-worker.js"), "utf8").replace(LICENCE, licence),
  );
}

/**
 * A picture as a PNG of one colour. The reader for tests answers by its width: 101 reads a
 * box, 102 a box with doubts, 103 nothing, 104 only expiry and batch, 105 never ends.
 */
export async function pictureOf(page, width) {
  const base64 = await page.evaluate(async (width) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height: 80 });
    canvas.getContext("2d").fillRect(0, 0, width, 80);
    return canvas.toDataURL("image/png").split(",")[1];
  }, width);
  return { name: `${width}.png`, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

/** Models, WebAssembly and scripts. */
export const PRINT_FILES = 5;

/** Waits until the service worker keeps all files of the reader. */
export async function keptReader(page) {
  await page.evaluate(async (count) => {
    const cache = await caches.open("pack-lookup-print");
    while ((await cache.keys()).length < count)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }, PRINT_FILES);
}
