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
if (header.subarray(0, 8).toString("hex") !== MAGIC || header.length < 12) refuse("is no dataset");
if ((header.readUInt16LE(FLAGS_AT) & ~CONCEPTS) !== DEMONSTRATION) refuse("holds other data than a demonstration, or only a part of one");

function refuse(why) {
  console.error(`Not packed: packs.bin ${why}. npm run build makes the module with demonstration data where PACK_LOOKUP_DATASET names no other.`);
  process.exit(1);
}
