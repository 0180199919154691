// The queries of lab/queries/boxes-tune.tsv and boxes-report.tsv, written by hand: what was typed from a box, and which packs are
// right. The head of each file describes the format.
import { linesOf, rule } from "../judged.mjs";
import { halfOf } from "./halves.mjs";

/// `[{ class, text, half, holds(words), isPartner: null }]`
export const readWritten = (half) => linesOf(`boxes-${half}.tsv`).map(parseLine);

function parseLine([kind, text, right, medicine]) {
  const maker = /@(\S+)/.exec(right)?.[1];
  const half = halfOf(medicine || right.split(/[ |]/)[0].replace("~", ""), maker);
  return { class: kind, text, half, holds: rule(right.replace("@", "")), isPartner: null };
}
