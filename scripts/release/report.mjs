// Counts a dataset, finds anomalies between two releases, and writes the report of changes, as it
// is stored, printed and published.
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf, paths } from "../common/project.mjs";

/**
 * The counts of a dataset. `sample` is a GTIN with the code of its pack, for a request to
 * the service.
 */
export async function countsOf(bytes) {
  // Before the first build, the module is missing when this file is loaded.
  const { PackLookup } = await import("../../npm/core.js");
  const packs = await PackLookup.open({ dataset: bytes });
  try {
    const { release, date, next_expected, digest, demo } = packs.about.dataset;
    return {
      release,
      date,
      next_expected,
      demo,
      digest,
      sha256: digestOf(bytes),
      ...countPacks(packs),
      sample: sampleOf(packs),
    };
  } finally {
    packs.close();
  }
}

function countPacks(packs) {
  const gtins = new Set();
  const concepts = {};
  let [priced, number] = [0, 0];
  for (const { pack_id, gtin_codes, prices } of packs) {
    number += 1;
    if (prices.price !== null) priced += 1;
    // The 13-digit and the 14-digit form of a GTIN are one number.
    for (const { gtin } of gtin_codes) gtins.add(Number(gtin));
    addConcepts(concepts, packs.concepts(pack_id));
  }
  return { packs: number, gtins: gtins.size, priced, concepts: sizesOf(concepts) };
}

function addConcepts(concepts, ofPack = {}) {
  for (const kind of Object.keys(CONCEPTS)) {
    const id = ofPack[kind]?.id;
    if (id !== undefined) (concepts[kind] ??= new Set()).add(id);
  }
}

const sizesOf = (sets) =>
  Object.fromEntries(Object.entries(sets).map(([name, { size }]) => [name, size]));

function sampleOf(packs) {
  for (const { gtin_codes } of packs) {
    if (gtin_codes.length > 0)
      return { gtin: gtin_codes[0].gtin, pack_id: packs.gtin(gtin_codes[0].gtin).pack_id };
  }
  return undefined;
}

/**
 * How many records of each kind an import kept, by `SECTION/RECORD`. File names differ each
 * week.
 */
export function recordsOf({ counts }) {
  const records = {};
  for (const { section, record, kept } of counts)
    records[`${section}/${record}`] = (records[`${section}/${record}`] ?? 0) + kept;
  return records;
}

// Anomalies of a release. Weeks differ by a few hundred packs, so a large difference is probably an
// error of the publisher, the download or the import. Each anomaly is a sentence for the person who
// decides.

const percent = (share) => `${(share * 100).toFixed(1)} %`;

/** The relative decreases that are anomalies. */
const FEWER_PACKS = 0.02;
const FEWER_GTINS = 0.05;
const FEWER_RECORDS = 0.5;
/**
 * Packs refer to concepts, so a file with half of them loses strengths and ingredients without
 * losing packs.
 */
const FEWER_CONCEPTS = 0.5;
/** The number of newly re-used GTINs that is an anomaly. */
const MORE_REUSED = 50;
/**
 * A week renames about 20 packs. A field that is cut or read from the wrong place renames nearly
 * all.
 */
const MANY_RENAMED = 0.02;
/**
 * Search hides discontinued and invalid packs, so they have the limit of missing packs. A week
 * discontinues about 150 of 184,000 packs.
 */
const MANY_HIDDEN = FEWER_PACKS;
/** An ended GTIN is as doubtful as a missing one. */
const MANY_ENDED = FEWER_GTINS;
/**
 * Fewer changes than this are normal, because in a small release a few packs are a large share.
 */
const MIN_MANY = 50;

/** The kinds of concepts, as `PackLookup.concepts` names them. */
const CONCEPTS = { amp: "AMP", vmpp: "VMPP", vmp: "VMP", vtm: "VTM" };

/**
 * The anomalies of a release. `before` and `after` are counts with `records`, and `changes`
 * has the counts of the difference. `rollbackFrom` is the entry of an earlier rollback from this
 * release, if any. Without a deployed release there is nothing to compare.
 */
export function anomaliesOf({ before, after, changes, rollbackFrom }) {
  const always = [
    rollbackFrom &&
      `it was rolled back on ${rollbackFrom.served_first.slice(0, 10)}: ${rollbackFrom.reason}`,
  ];
  if (before === undefined) return always.filter(Boolean);
  if (before.demo !== after.demo) return [...always, replacesReal(before, after)].filter(Boolean);
  const found = [
    ...always,
    isOlder(before, after),
    fewer("packs", before.packs, after.packs, FEWER_PACKS),
    fewer("GTINs", before.gtins, after.gtins, FEWER_GTINS),
    before.priced > 0 &&
      after.priced === 0 &&
      `it has no prices; the deployed release has ${number(before.priced)}`,
    ...fewerRecords(before.records, after.records),
    ...fewerConcepts(before.concepts, after.concepts),
    many("packs are renamed", changes.renamed, before.packs, MANY_RENAMED),
    many("packs are discontinued", changes.discontinued, before.packs, MANY_HIDDEN),
    many("packs are invalid", changes.invalid, before.packs, MANY_HIDDEN),
    many("GTINs are ended", changes.gtins_closed, before.gtins, MANY_ENDED),
    changes.gtins_reused >= MORE_REUSED &&
      `${number(changes.gtins_reused)} more GTINs are re-used than before (limit ${MORE_REUSED})`,
  ];
  return found.filter(Boolean);
}

/**
 * The anomaly of demonstration data in place of real data. The reverse is how every
 * deployment starts.
 */
const replacesReal = (before, after) =>
  after.demo && !before.demo && "it is demonstration data, and the deployed release is real data";

const isOlder = (before, after) =>
  after.date < before.date &&
  `it is of ${after.date}, older than the deployed release of ${before.date}`;

function fewer(what, before, after, share) {
  const lost = before === 0 ? 0 : 1 - after / before;
  return (
    lost >= share &&
    `it has ${number(after)} ${what} instead of ${number(before)}: ${percent(lost)} fewer (limit ${percent(share)})`
  );
}

/** Compares records. They are unknown for a release that was deployed by other means. */
function fewerRecords(before = {}, after = {}) {
  return Object.entries(before).map(([kind, count]) =>
    fewer(`records ${kind}`, count, after[kind] ?? 0, FEWER_RECORDS),
  );
}

function fewerConcepts(before = {}, after = {}) {
  return Object.entries(before).map(([kind, count]) =>
    fewer(`concepts ${CONCEPTS[kind]}`, count, after[kind] ?? 0, FEWER_CONCEPTS),
  );
}

function many(what, count, total, limit) {
  const share = count / total;
  return (
    count >= MIN_MANY &&
    share >= limit &&
    `${number(count)} ${what}: ${percent(share)} of the deployed release (limit ${percent(limit)})`
  );
}

// The report.

/** The number of rows of each kind that are stored. The counts include all rows. */
const MAX_ROWS = 100;

const KINDS = { added: "packs added", removed: "packs removed", gtins_reused: "GTINs re-used" };

const COUNTED = {
  added: "packs added",
  removed: "packs removed",
  renamed: "renamed",
  discontinued: "discontinued",
  reinstated: "reinstated",
  invalid: "invalid",
  prices: "prices changed",
  gtins_added: "GTINs added",
  gtins_removed: "GTINs removed",
  gtins_closed: "GTINs ended",
  gtins_reused: "GTINs re-used",
};

/**
 * The entry of a release: its counts, the changes since the previous one, and why its
 * anomalies were accepted.
 */
export function entryOf({
  counts,
  records,
  changes,
  quality,
  suspicions = [],
  accepted,
  back,
  now = new Date(),
}) {
  const { release, date, next_expected, demo, digest, sha256, packs, gtins, priced } = counts;
  const entry = {
    id: randomUUID(),
    release,
    date,
    next_expected,
    demo,
    sha256,
    digest,
    served_first: `${now.toISOString().slice(0, 19)}Z`,
    packs,
    gtins,
    priced,
    records,
    ...(changes && changesOf(changes)),
    ...(quality && { data_quality: quality }),
    suspicions,
    ...(suspicions.length > 0 && { accepted }),
    ...(back && { back_from: back.from, reason: back.reason }),
  };
  return { ...entry, text: textOf(entry) };
}

function changesOf({ before, counts, ...kinds }) {
  const rows = Object.keys(KINDS).map((kind) => [kind, kinds[kind].slice(0, MAX_ROWS)]);
  return {
    before: { release: before.release, date: before.date, packs: before.packs },
    counts,
    ...Object.fromEntries(rows),
  };
}

/** A few lines for people. */
function textOf(entry) {
  const {
    release,
    date,
    packs,
    gtins,
    before,
    counts,
    data_quality,
    suspicions,
    accepted,
    back_from,
    reason,
  } = entry;
  const lines = [
    `${release} of ${date}: ${number(packs)} packs, ${number(gtins)} GTINs.`,
    back_from && `Rolled back to this release: ${reason}.`,
    before && `Since ${before.release} of ${before.date}: ${countsIn(counts)}.`,
    suspicions.length > 0 &&
      `Anomalies: ${suspicions.join("; ")}. ${accepted ? `Accepted: ${accepted}` : "Rejected"}.`,
    ...(data_quality ? qualityLines(data_quality) : []),
    ...Object.entries(KINDS).flatMap(([kind, title]) => rowsOf(entry, kind, title)),
  ];
  return lines.filter(Boolean).join("\n");
}

/** The lines about the data quality report. */
function qualityLines({ kinds, changes }) {
  const since = changes
    ? ` Since then: ${number(changes.new)} new, ${number(changes.changed)} changed, ${number(changes.gone)} gone.`
    : "";
  return [
    `\nData quality report, at /data-quality. No verdict: these are the register's own entries.${since}`,
    ...kinds.map(
      ({ title, findings, reuse }) => `  ${title}: ${number(findings)}${gradesIn(reuse)}`,
    ),
  ];
}

function gradesIn(reuse) {
  const words = Object.entries(reuse).map(([grade, count]) => `${grade} ${number(count)}`);
  return words.length > 0 ? ` (${words.join(", ")})` : "";
}

const number = (value) => value.toLocaleString("en");

function countsIn(counts) {
  const shown = Object.entries(COUNTED).filter(([kind]) => counts[kind] > 0);
  return (
    shown.map(([kind, words]) => `${number(counts[kind])} ${words}`).join(", ") || "no pack changed"
  );
}

function rowsOf({ counts, ...entry }, kind, title) {
  if (!entry[kind]?.length) return [];
  const more = counts[kind] - entry[kind].length;
  return [
    `\n${number(counts[kind])} ${title}:`,
    ...entry[kind].map((row) => `  ${rowOf(row)}`),
    more > 0 && `  and ${number(more)} more`,
  ];
}

const rowOf = ({ pack_id, name, gtin, packs }) =>
  gtin ? `${gtin}: ${packs.map(rowOf).join(" | ")}` : `${pack_id} ${name}`;

/**
 * The summary of a run in Markdown. Names are shown unchanged, so the fence is longer than
 * any in them.
 */
export const markdownOf = ({ outcome, sentence, entry }) => {
  const fence = "`".repeat(
    Math.max(3, ...(entry?.text.match(/`+/g) ?? []).map(({ length }) => length + 1)),
  );
  return `## ${outcome.replace("_", " ")}\n\n${sentence}\n${entry ? `\n${fence}text\n${entry.text}\n${fence}\n` : ""}`;
};

// The outcome of a run: for the terminal, as exit code, and as the files
// `build/release/outcome.json` and `outcome.md`.

/** The exit codes: with 3 a person must decide, with 4 a person must act at once. */
const EXIT_CODES = { released: 0, nothing_new: 0, tried: 0, staged: 0, refused: 3, unwell: 4 };

/** Removes the files of the previous run. */
export const removeReport = (folder = join(paths.build, "release")) =>
  rmSync(folder, { recursive: true, force: true });

/** Prints and stores the outcome, and returns the exit code. */
export function reportOutcome(
  result,
  { folder = join(paths.build, "release"), env = process.env } = {},
) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "outcome.json"), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(join(folder, "outcome.md"), markdownOf(result));
  // GitHub shows this file with the run.
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, markdownOf(result));
  if (result.entry) console.log(`\n${withoutControlCharacters(result.entry.text)}`);
  console.log(`\n${withoutControlCharacters(result.sentence)}`);
  return EXIT_CODES[result.outcome];
}

/**
 * Replaces control characters, which could control the terminal. Release names are untrusted text.
 */
const withoutControlCharacters = (text) =>
  text.replace(/[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
