// What a dataset holds, counted, for one week to be compared with another.
import { createHash } from "node:crypto";

export const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/// Of the bytes of a dataset. `sample` is a GTIN with the code of its pack, for the service to be asked.
export async function holdingsOf(bytes) {
  // Where nothing was built yet there is no module when this is loaded.
  const { PackLookup } = await import("../../npm/core.js");
  const packs = await PackLookup.open({ dataset: bytes, ids: "string" });
  try {
    const { release, date, next_expected, digest, demo } = packs.about.dataset;
    return { release, date, next_expected, demo, digest, sha256: digestOf(bytes), ...counted(packs), sample: sampleOf(packs) };
  } finally {
    packs.close();
  }
}

function counted(packs) {
  const gtins = new Set();
  let [priced, number] = [0, 0];
  for (const { gtin_codes, prices } of packs) {
    number += 1;
    if (prices.price !== null) priced += 1;
    // The two forms of a GTIN are one number.
    for (const { gtin } of gtin_codes) gtins.add(Number(gtin));
  }
  return { packs: number, gtins: gtins.size, priced };
}

function sampleOf(packs) {
  for (const { gtin_codes } of packs) {
    if (gtin_codes.length > 0) return { gtin: gtin_codes[0].gtin, pack_id: packs.gtin(gtin_codes[0].gtin).pack_id };
  }
  return undefined;
}

/// How many records of each kind an import kept, by `SECTION/RECORD`: files have another name each week.
export function recordsOf({ counts }) {
  const records = {};
  for (const { section, record, kept } of counts) records[`${section}/${record}`] = (records[`${section}/${record}`] ?? 0) + kept;
  return records;
}
