// What changed, as it is kept, printed and published.
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../common/project.mjs";

/** The rows of each kind that are kept. The counts are of all rows. */
const ROWS = 100;

const KINDS = { added: "packs added", removed: "packs removed", gtins_reused: "codes re-used" };

const COUNTED = {
  added: "packs added", removed: "packs removed", renamed: "renamed", discontinued: "discontinued", reinstated: "in trade again", invalid: "invalid",
  prices: "prices changed", gtins_added: "barcodes added", gtins_removed: "barcodes removed", gtins_closed: "barcodes ended", gtins_reused: "barcodes re-used",
};

/** The entry of a release: what it holds, what changed from the one before, and why it was taken where it was suspicious. */
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

/** A few lines for people. */
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

// How a run ended: for the terminal, for the program that started it, and as files: `build/release/outcome.json` and `outcome.md`.

/** What the process ends with: 3 is for a person to decide, 4 to act on at once. */
const CODES = { released: 0, nothing_new: 0, tried: 0, refused: 3, unwell: 4 };

/** Removes the files of the previous run. */
export const forget = (folder = join(paths.build, "release")) => rmSync(folder, { recursive: true, force: true });

export function tell(result, { folder = join(paths.build, "release"), env = process.env } = {}) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "outcome.json"), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(join(folder, "outcome.md"), markdownOf(result));
  // GitHub shows what is put there beside a run.
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, markdownOf(result));
  if (result.entry) console.log(`\n${printable(result.entry.text)}`);
  console.log(`\n${printable(result.sentence)}`);
  return CODES[result.outcome];
}

/** Names are a stranger's text, and control characters command terminals. */
const printable = (text) => text.replace(/[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
