// The report of changes, as it is stored, printed and published.
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../common/project.mjs";

/** The number of rows of each kind that are stored. The counts include all rows. */
const ROWS = 100;

const KINDS = { added: "packs added", removed: "packs removed", gtins_reused: "codes re-used" };

const COUNTED = {
  added: "packs added", removed: "packs removed", renamed: "renamed", discontinued: "discontinued", reinstated: "in trade again", invalid: "invalid",
  prices: "prices changed", gtins_added: "barcodes added", gtins_removed: "barcodes removed", gtins_closed: "barcodes ended", gtins_reused: "barcodes re-used",
};

/** Returns the entry of a release: its counts, the changes since the previous one, and why a suspicious release was accepted. */
export function entryOf({ holdings, records, changes, suspicions = [], accepted, back, now = new Date() }) {
  const { release, date, next_expected, demo, digest, sha256, packs, gtins, priced } = holdings;
  const entry = {
    id: randomUUID(), release, date, next_expected, demo, sha256, digest, served_first: `${now.toISOString().slice(0, 19)}Z`,
    packs, gtins, priced, records, ...(changes && changed(changes)), suspicions,
    ...(suspicions.length > 0 && { accepted }), ...(back && { back_from: back.from, reason: back.reason }),
  };
  return { ...entry, text: textOf(entry) };
}

function changed({ before, counts, ...kinds }) {
  const rows = Object.keys(KINDS).map((kind) => [kind, kinds[kind].slice(0, ROWS)]);
  return { before: { release: before.release, date: before.date, packs: before.packs }, counts, ...Object.fromEntries(rows) };
}

/** Returns a few lines for people. */
function textOf(entry) {
  const { release, date, packs, gtins, before, counts, suspicions, accepted, back_from, reason } = entry;
  const lines = [
    `${release} of ${date}: ${number(packs)} packs, ${number(gtins)} GTINs.`,
    back_from && `Gone back to it: ${reason}.`,
    before && `Since ${before.release} of ${before.date}: ${countsIn(counts)}.`,
    suspicions.length > 0 && `Suspicious: ${suspicions.join("; ")}. ${accepted ? `Taken all the same: ${accepted}` : "Refused"}.`,
    ...Object.entries(KINDS).flatMap(([kind, title]) => rowsOf(entry, kind, title)),
  ];
  return lines.filter(Boolean).join("\n");
}

const number = (value) => value.toLocaleString("en");

function countsIn(counts) {
  const told = Object.entries(COUNTED).filter(([kind]) => counts[kind] > 0);
  return told.map(([kind, words]) => `${number(counts[kind])} ${words}`).join(", ") || "no pack changed";
}

function rowsOf({ counts, ...entry }, kind, title) {
  if (!entry[kind]?.length) return [];
  const more = counts[kind] - entry[kind].length;
  return [`\n${number(counts[kind])} ${title}:`, ...entry[kind].map((row) => `  ${rowOf(row)}`), more > 0 && `  and ${number(more)} more`];
}

const rowOf = ({ pack_id, name, gtin, packs }) => (gtin ? `${gtin}: ${packs.map(rowOf).join(" | ")}` : `${pack_id} ${name}`);

/** Returns the summary of a run in Markdown. Names are shown unchanged, so the fence is longer than any in them. */
export const markdownOf = ({ outcome, sentence, entry }) => {
  const fence = "`".repeat(Math.max(3, ...(entry?.text.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `## ${outcome.replace("_", " ")}\n\n${sentence}\n${entry ? `\n${fence}text\n${entry.text}\n${fence}\n` : ""}`;
};

// The outcome of a run: for the terminal, as exit code, and as the files `build/release/outcome.json` and `outcome.md`.

/** The exit codes: with 3 a person must decide, with 4 a person must act at once. */
const CODES = { released: 0, nothing_new: 0, tried: 0, refused: 3, unwell: 4 };

/** Removes the files of the previous run. */
export const forget = (folder = join(paths.build, "release")) => rmSync(folder, { recursive: true, force: true });

export function tell(result, { folder = join(paths.build, "release"), env = process.env } = {}) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "outcome.json"), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(join(folder, "outcome.md"), markdownOf(result));
  // GitHub shows this file with the run.
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, markdownOf(result));
  if (result.entry) console.log(`\n${printable(result.entry.text)}`);
  console.log(`\n${printable(result.sentence)}`);
  return CODES[result.outcome];
}

/** Replaces control characters, which could control the terminal. Release names are untrusted text. */
const printable = (text) => text.replace(/[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
