// Compares every pack of a release, as the module answers for it, with an independent reading of
// the files: node tests/oracle/compare.mjs RELEASE. It fails if there is a difference.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { PackLookup } from "../../npm/core.js";
import { importRelease } from "../../npm/import.js";
import { isMainScript, main } from "../../scripts/common/run.mjs";
import { expectedOf } from "./expected.mjs";
import { readRelease } from "./release.mjs";

/** The number of compared packs, and each difference as `{ id, what, found, expected }`. */
export async function compare(path) {
  const { dataset } = await importRelease(new Blob([readFileSync(path)]), { name: basename(path) });
  const packs = await PackLookup.open({ dataset });
  return compareWith(packs, expectedOf(readRelease(path)));
}

export function compareWith(packs, expected) {
  const differences = [];
  const check = (id, what, found, expected) => {
    if (!isDeepStrictEqual(found, expected)) differences.push({ id, what, found, expected });
  };
  check(undefined, "number of packs", packs.size, expected.size);
  for (const [id, { record, dmd }] of expected) {
    check(id, "record", packs.pack(id), record);
    check(id, "dmd", packs.concepts(id), dmd);
  }
  return { compared: expected.size, differences };
}

const SHOWN = 5;

async function printDifferences(path) {
  const { compared, differences } = await compare(path);
  console.log(
    `${compared} packs compared with an independent reading of the files, ${differences.length} answers differ`,
  );
  differences.slice(0, SHOWN).forEach((one) => console.log(JSON.stringify(one)));
  if (differences.length > 0) process.exitCode = 1;
}

if (isMainScript(import.meta.url)) main(([path]) => printDifferences(path));
