// The judged queries of benches/eval/judged.tsv: what was typed, and which packs are right. The file's head
// describes the format.
import { readFileSync } from "node:fs";
import { fold } from "./words.mjs";

const FILE = new URL("../eval/judged.tsv", import.meta.url);

/// `[{ class, text, holds(words), isPartner(words)? }]`; without `holds` nothing may be found.
export function readJudged() {
  const lines = readFileSync(FILE, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map(parseLine);
}

function parseLine(line) {
  const [kind, text, right, partner] = line.split("\t");
  return { class: kind, text, holds: right ? rule(right) : null, isPartner: partner ? rule(partner) : null };
}

/// Whether all conditions hold for the words of a name; `key` is a word that all such names have, where there is one.
export function rule(text) {
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

/// Letters and digits together, with the points and % signs inside.
export const wordsOf = (name) => fold(name).match(/[\p{L}\p{N}]+(?:\.\p{N}+)*[\p{L}\p{N}]*%?/gu) ?? [];
