// The queries of benches/eval/boxes-tune.tsv and boxes-report.tsv, written by hand: what was typed from a box, and which packs are
// right. The head of each file describes the format.
import { readFileSync } from "node:fs";
import { rule } from "../judged.mjs";
import { halfOf } from "./halves.mjs";

const file = (half) => new URL(`../../eval/boxes-${half}.tsv`, import.meta.url);

/// `[{ class, text, half, holds(words), isPartner(words)? }]`
export function readWritten(half) {
  const lines = readFileSync(file(half), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map(parseLine);
}

function parseLine(line) {
  const [kind, typed, right, medicine, partner] = line.split("\t");
  const maker = /@(\S+)/.exec(right)?.[1];
  const text = typed.replaceAll("\\n", "\n");
  const half = halfOf(medicine || right.split(/[ |]/)[0].replace("~", ""), maker);
  return { class: kind, text, half, holds: rule(right.replace("@", "")), isPartner: partner ? rule(partner) : null };
}
