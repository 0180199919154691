// Counts the contents of a dataset, to compare one week with another.
import { createHash } from "node:crypto";

export const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Returns the counts of a dataset. `sample` is a GTIN with the code of its pack, for a request to the service. */
export async function holdingsOf(bytes) {
  // Before the first build there is no module to import when this file is loaded.
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
    // The 13-digit and the 14-digit form of a GTIN are one number.
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

/** Returns how many records of each kind an import kept, by `SECTION/RECORD`. File names differ each week. */
export function recordsOf({ counts }) {
  const records = {};
  for (const { section, record, kept } of counts) records[`${section}/${record}`] = (records[`${section}/${record}`] ?? 0) + kept;
  return records;
}

// Reasons to suspect a release. Weeks differ by a few hundred packs, so a large difference is probably an error of the publisher, the download
// or the import. Each reason is a sentence for the person who decides.

const percent = (share) => `${(share * 100).toFixed(1)} %`;
const number = (value) => value.toLocaleString("en");

/** The relative decreases that are suspicious. */
const FEWER_PACKS = 0.02;
const FEWER_GTINS = 0.05;
const FEWER_RECORDS = 0.5;
const REUSED = 50;

/**
 * Returns the reasons to suspect a release. `before` and `after` are counts with `records`, and `changes` has the counts of the difference.
 * `takenBack` is the entry of an earlier rollback from this release, if any. Without a served release there is nothing to compare.
 */
export function suspicionsOf({ before, after, changes, takenBack }) {
  const alone = [takenBack && `it was taken back on ${takenBack.served_first.slice(0, 10)}: ${takenBack.reason}`];
  if (before === undefined) return alone.filter(Boolean);
  if (before.demo !== after.demo) return [...alone, replacesReal(before, after)].filter(Boolean);
  const told = [
    ...alone,
    isOlder(before, after),
    fewer("packs", before.packs, after.packs, FEWER_PACKS),
    fewer("GTINs", before.gtins, after.gtins, FEWER_GTINS),
    before.priced > 0 && after.priced === 0 && `every price is gone: there were ${number(before.priced)}`,
    ...fewerRecords(before.records, after.records),
    changes.gtins_reused >= REUSED && `${number(changes.gtins_reused)} codes more are re-used than before; ${REUSED} are suspicious`,
  ];
  return told.filter(Boolean);
}

/** Only real data replaced by demonstration data is suspicious. The reverse is how every deployment starts. */
const replacesReal = (before, after) => after.demo && !before.demo && "it is demonstration data, and real ones are served";

const isOlder = (before, after) => after.date < before.date && `it is of ${after.date}, older than what is served, which is of ${before.date}`;

function fewer(what, before, after, share) {
  const lost = before === 0 ? 0 : 1 - after / before;
  return lost >= share && `it has ${number(after)} ${what} in place of ${number(before)}: ${percent(lost)} fewer, and ${percent(share)} are suspicious`;
}

/** Compares records. They are unknown for a release that was deployed by other means. */
function fewerRecords(before = {}, after = {}) {
  return Object.entries(before).map(([kind, count]) => fewer(`records ${kind}`, count, after[kind] ?? 0, FEWER_RECORDS));
}
