// Asks all questions: a program that answers one query per line in JSON, or the built module in Node.
import { spawnSync } from "node:child_process";
import { Failure } from "../../../scripts/common/run.mjs";
import { build, child, engineModule } from "../engines.mjs";

const MOST_BYTES = 2 ** 30;

/// Runs `PROGRAM DATASET` with a query on each line. It prints for each line, in JSON, the first 20 packs by relevance as
/// `{ names, generic, total, corrections, relaxed }`.
export function askProgram(program, dataset, texts) {
  const { status, stdout, error } = spawnSync(program, [dataset], { input: `${texts.join("\n")}\n`, encoding: "utf8", maxBuffer: MOST_BYTES, stdio: ["pipe", "pipe", "inherit"] });
  if (error || status !== 0) throw new Failure(`${program} failed: ${error?.message ?? `exit code ${status}`}`);
  const lines = stdout.trimEnd().split("\n");
  if (lines.length !== texts.length) throw new Failure(`${program} answered ${lines.length} of ${texts.length} queries.`);
  return lines.map((line) => JSON.parse(line));
}

/// Runs the built module in a process of its own, with its files in the folder of the data.
export async function askModule(data, texts) {
  const files = await build("ours", data);
  return child("answer", { engine: engineModule("ours"), files, texts }, data.folder);
}
