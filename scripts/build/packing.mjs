// Runs before npm packs the module: the published package contains demonstration data only. It needs only Node, so that packing needs no
// installation.
import { readFileSync } from "node:fs";

/** The header flags of FORMAT.md. The first bit marks demonstration data and the last one concepts. All others are gaps. */
const MAGIC = "8e5041434b530d0a";
const FLAGS_AT = 10;
const DEMONSTRATION = 1;
const CONCEPTS = 0x8000;

const path = process.argv[2] ?? new URL("../../npm/packs.bin", import.meta.url);
const header = readFileSync(path).subarray(0, 12);
if (header.subarray(0, 8).toString("hex") !== MAGIC || header.length < 12) refuse("is not a dataset");
const flags = header.readUInt16LE(FLAGS_AT) & ~CONCEPTS;
if (!(flags & DEMONSTRATION)) refuse("has the data of a release");
if (flags !== DEMONSTRATION) refuse("has incomplete demonstration data");

function refuse(reason) {
  console.error(`Not packed: packs.bin ${reason}. To build the module with demonstration data, run npm run build without PACK_LOOKUP_DATASET.`);
  process.exit(1);
}
