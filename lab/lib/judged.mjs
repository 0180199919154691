// The queries in lab/queries that were written by hand: the text, and which packs are right. The first lines of each file describe its format.
import { readFileSync } from "node:fs";
import { halfOf } from "./box/products.mjs";
import { fold } from "./words.mjs";

/** Returns `[{ class, text, holds(words), isPartner(words)? }]`. A query without `holds` must find nothing. */
export const readJudged = () => linesOf("judged.tsv").map(parseLine);
export const readLookAlikes = () => linesOf("look-alikes-box.tsv").map(parseLine);

/**
 * Returns the cells of each line. `
 * ` in a cell is a line break.
 */
export function linesOf(file) {
  const lines = readFileSync(new URL(`../queries/${file}`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t").map((cell) => cell.replaceAll("\\n", "\n")));
}

function parseLine([kind, text, right, partner]) {
  return { class: kind, text, holds: right ? rule(right) : null, isPartner: partner ? rule(partner) : null };
}

/** Returns a function that checks all conditions on the words of a name. `key` is a word that all such names have, if there is one. */
function rule(text) {
  const parts = text.trim().split(/\s+/);
  const conditions = parts.map(condition);
  const key = parts.map(fold).find((part) => !/[!~|]/.test(part));
  return Object.assign((words) => conditions.every((holds) => holds(words)), { key });
}

function condition(text) {
  if (text.startsWith("!")) return ((holds) => (words) => !holds(words))(condition(text.slice(1)));
  const choices = text.split("|").map(fold);
  return (words) => choices.some((choice) => hasWord(words, choice));
}

const hasWord = (words, choice) =>
  choice.startsWith("~") ? words.some((word) => word.startsWith(choice.slice(1))) : words.includes(choice);

/**
 * Returns the queries of boxes-tune.tsv or boxes-report.tsv, which were typed from a box: `[{ class, text, half, holds(words), isPartner: null
 * }]`.
 */
export const readWritten = (half) => linesOf(`boxes-${half}.tsv`).map(parseBoxLine);

function parseBoxLine([kind, text, right, medicine]) {
  const maker = /@(\S+)/.exec(right)?.[1];
  const half = halfOf(medicine || right.split(/[ |]/)[0].replace("~", ""), maker);
  return { class: kind, text, half, holds: rule(right.replace("@", "")), isPartner: null };
}
