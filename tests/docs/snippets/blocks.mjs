// The fenced blocks of a document: what is to be run, what it prints, and what says of itself that nobody runs it.
const FENCE = /^```([a-z]+)(?: (\S+))?\n(.*?)^```$/gms;
const OUTPUT = "text";

/** Blocks to run, in their order, each with its language, perhaps the name of its file, its text, and what it has to print, if the document says that. */
export function blocksOf(document) {
  const fences = [...document.matchAll(FENCE)].map((match) => ({ language: match[1], file: match[2], text: match[3], before: document.slice(0, match.index), end: match.index + match[0].length }));
  return fences.filter(({ language }) => language !== OUTPUT).map((fence) => ({ ...fence, prints: outputAfter(fence, fences), isNotRun: saysNotRun(fence.before) }));
}

function outputAfter({ end }, fences) {
  const next = fences.find(({ before }) => before.length > end);
  const isDirectlyAfter = next?.language === OUTPUT && next.before.slice(end).trim() === "";
  return isDirectlyAfter ? next.text : undefined;
}

/** The paragraph before the block, or after its heading, says so to people too. */
const saysNotRun = (before) => /\*Not run by a test\b[^*]*\*\s*$/.test(before);

/** Whether this was printed, where `…` stands for anything. */
export function isPrinted(expected, printed) {
  const pattern = expected.trimEnd().split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*");
  return new RegExp(`^${pattern}$`, "s").test(printed.trimEnd());
}
