// Parses the fenced blocks of a document: snippets, their expected output, and marks of snippets that are not run.
const FENCE = /^```([a-z]+)(?: (\S+))?\n(.*?)^```$/gms;
const OUTPUT = "text";

/** Returns the snippets in their order, with language, optional file name, text, and expected output if the document has it. */
export function blocksOf(document) {
  const fences = [...document.matchAll(FENCE)].map((match) => ({ language: match[1], file: match[2], text: match[3], before: document.slice(0, match.index), end: match.index + match[0].length }));
  return fences.filter(({ language }) => language !== OUTPUT).map((fence) => ({ ...fence, prints: outputAfter(fence, fences), isNotRun: saysNotRun(fence.before) }));
}

function outputAfter({ end }, fences) {
  const next = fences.find(({ before }) => before.length > end);
  const isDirectlyAfter = next?.language === OUTPUT && next.before.slice(end).trim() === "";
  return isDirectlyAfter ? next.text : undefined;
}

/** Returns whether the paragraph before a snippet marks it as not run. The mark is visible to readers. */
const saysNotRun = (before) => /\*Not run by a test\b[^*]*\*\s*$/.test(before);

/** Returns whether the output matches, where `…` matches any text. */
export function isPrinted(expected, printed) {
  const pattern = expected.trimEnd().split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*");
  return new RegExp(`^${pattern}$`, "s").test(printed.trimEnd());
}
