// Runs before npm packs the module: the published package contains demonstration data only, and the
// reader of print. It needs only Node, so that packing needs no installation. `npm pack` by itself
// packs without the reader of print, which a usual build does not make, and with placeholders as the
// addresses of the project.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { sharedFiles } from "../../npm/serve/shared-files.js";

/**
 * The header flags of FORMAT.md. The first bit marks demonstration data and the last one concepts.
 * All others are gaps.
 */
const MAGIC = "8e5041434b530d0a";
const FLAGS_AT = 10;
const DEMONSTRATION = 1;
const CONCEPTS = 0x8000;

/** The files of `pack-lookup/print` that are built. */
const PRINT_READER = [
  "pack_lookup_print.js",
  "pack_lookup_print_bg.wasm.gz",
  "print/detection.onnx.gz",
  "print/recognition.onnx.gz",
];

/** The fields of npm/package.json with an address, at first a placeholder. */
const ADDRESSES = ["homepage", "repository", "bugs", "mcpName"];
const PLACEHOLDER = /packs\.example\.org|org\.example\.packs/;

const path = process.argv[2] ?? new URL("../../npm/packs.bin", import.meta.url);
const header = readFileSync(path).subarray(0, 12);
if (header.subarray(0, 8).toString("hex") !== MAGIC || header.length < 12)
  refuse("is not a dataset");
const flags = header.readUInt16LE(FLAGS_AT) & ~CONCEPTS;
if (!(flags & DEMONSTRATION)) refuse("has the data of a release");
if (flags !== DEMONSTRATION) refuse("has incomplete demonstration data");

for (const { file, sha256 } of sharedFiles())
  if (digestOf(file) !== sha256)
    stop(
      `the page was built with another ${basename(file)}. To build it again, run npm run build.`,
    );

if (process.env.npm_command === "publish") {
  requireAddresses();
  requirePrintReader();
}

function requireAddresses() {
  const manifest = JSON.parse(readFileSync(new URL("../../npm/package.json", import.meta.url)));
  const missing = ADDRESSES.filter((field) => !isReal(manifest[field]));
  if (missing.length > 0)
    stop(
      `${missing.join(", ")} in npm/package.json: no real address. CONTRIBUTING.md says what to write, under "Repository address".`,
    );
}

function isReal(value) {
  return value !== undefined && !PLACEHOLDER.test(JSON.stringify(value));
}

function requirePrintReader() {
  const missing = PRINT_READER.filter(
    (file) => !existsSync(new URL(`../../npm/${file}`, import.meta.url)),
  );
  if (missing.length > 0)
    stop(
      `${missing.join(" and ")} missing. To build the reader of print, run npm run build -- print.`,
    );
}

/** The digest of nothing if the file is missing. */
function digestOf(file) {
  const bytes = existsSync(file) ? readFileSync(file) : "";
  return createHash("sha256").update(bytes).digest("hex");
}

function refuse(reason) {
  stop(
    `packs.bin ${reason}. To build the module with demonstration data, run npm run build without PACK_LOOKUP_DATASET.`,
  );
}

function stop(reason) {
  console.error(`Not packed: ${reason}`);
  process.exit(1);
}
