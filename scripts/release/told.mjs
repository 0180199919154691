// How a run ended: for the terminal, for whatever started it, and as files: `build/release/outcome.json` and `outcome.md`.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../common/project.mjs";
import { markdownOf } from "./notes.mjs";

/// What the process ends with: 3 is for a person to decide, 4 to act on at once.
const CODES = { released: 0, nothing_new: 0, tried: 0, refused: 3, unwell: 4 };

/// Whoever reads them must not read of another run.
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

/// Names are a stranger's text, and control characters command terminals.
const printable = (text) => text.replace(/[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
