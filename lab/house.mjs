// npm run lab -- house [--list]: counts the files of the repository, the lengths of its functions, closures, examples, and idioms that a reader
// does not know from elsewhere. `--list` also prints the longest functions, and the places of the idioms.
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { capture, main } from "../scripts/common/run.mjs";
import { closuresIn, doctestsIn, fallibleOf, functionsOf, split } from "./lib/source.mjs";
import { markdown, percentile } from "./lib/figures.mjs";

const LANGUAGES = { ".rs": "rs", ".mjs": "js", ".js": "js", ".ts": "js", ".cjs": "js" };

/** Words and phrases to avoid: CONTRIBUTING.md names what to write. */
const IDIOMS = {
  "tell, told": /\b(?:tells?|told|telling)\b/gi,
  "stand, stands": /\bstands?\b/gi,
  "whoever, whatever": /\b(?:who|what)ever\b/gi,
  behind: /\bbehind\b/gi,
  begun: /\bbegun\b/gi,
  otherwise: /\botherwise\b/gi,
  "taken for": /\b(?:taken|took|takes?) for\b/gi,
  "left out": /\bl(?:eft|eaves?) (?:\w+ )?out\b/gi,
  "to be had": /\bto be had\b/gi,
  "so many, so much": /\bso (?:many|much)\b/gi,
  "none (as a value)": /\bnone\b/g,
};
const TERMS = { returns: /\breturns?\b/gi };

const isSource = (file) => extname(file) in LANGUAGES && !/(?:^|\/)table\.rs$|\.d\.ts$|^npm\/pack_lookup/.test(file);

function read(file) {
  const text = readFileSync(file, "utf8");
  const language = LANGUAGES[extname(file)];
  const isTest = /^tests\/|\.test\.|^lab\/toolchains\/|(?:^|\/)(?:tests|naive)(?:\/|\.rs$)/.test(file);
  // Unit tests are at the end of a Rust file.
  const main = language === "rs" ? text.replace(/\n#\[cfg\(test\)\]\nmod \w+ \{[^]*$/, "\n") : text;
  const { code, comments } = split(main, language);
  return { file, text, language, isTest, code, comments, lines: code.split("\n").filter((line) => line.trim()).length, functions: functionsOf(code, language) };
}

const folderOf = (file) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "(top level)");
const number = (value) => value.toLocaleString("en");
const decimal = (value) => value.toFixed(1);

function filesTable(files, sources) {
  const folders = [...new Set(files.map(folderOf))].sort();
  const row = (name, isIn) => {
    const own = sources.filter(({ file }) => isIn(file));
    return [name, number(files.filter(isIn).length), number(own.length), number(own.reduce((sum, { lines }) => sum + lines, 0)), number(own.filter(({ lines }) => lines < 30).length)];
  };
  const rows = folders.map((folder) => row(folder, (file) => folderOf(file) === folder));
  return markdown(["folder", "tracked files", "source files", "lines of code", "below 30 lines"], [...rows, row("**all**", () => true)]);
}

function functionsTable(own, sources) {
  const groups = {
    "Rust, `src`": own.filter(({ file }) => file.startsWith("src/")),
    "JavaScript, `npm`": own.filter(({ file }) => file.startsWith("npm/")),
    "TypeScript, `www`": own.filter(({ file }) => file.startsWith("www/")),
    "`scripts`": own.filter(({ file }) => file.startsWith("scripts/")),
    "`lab`": own.filter(({ file }) => file.startsWith("lab/")),
    "all but tests": own,
    "tests": sources.filter(({ isTest }) => isTest),
  };
  const rows = Object.entries(groups).filter(([, some]) => some.length > 0).map(([name, some]) => {
    const lengths = some.flatMap(({ functions }) => functions.map(({ lines }) => lines));
    return [name, number(lengths.length), ...[0.5, 0.9, 0.99].map((part) => percentile(lengths, part)), Math.max(...lengths), number(some.filter(({ text }) => text.split("\n").length > 300).length)];
  });
  return markdown(["functions", "count", "median lines", "p90", "p99", "longest", "files over 300 lines"], rows);
}

function rustTable(sources) {
  const rust = sources.filter(({ file, isTest }) => file.startsWith("src/") && !isTest);
  const lines = rust.reduce((sum, one) => sum + one.lines, 0);
  const closures = rust.reduce((sum, { code }) => sum + closuresIn(code), 0);
  const fallible = rust.flatMap(({ text }) => fallibleOf(text));
  const examples = [".js", ".d.ts"].map((ending) => capture("git", ["ls-files", `npm/*${ending}`]).split("\n").filter((file) => file && existsSync(file)));
  const count = examples.flat().reduce((sum, file) => sum + (readFileSync(file, "utf8").match(/@example\b/g) ?? []).length, 0);
  return markdown(["documentation and style", "count"], [
    ["closures per 100 lines of Rust", decimal((100 * closures) / lines)],
    ["doctests", number(rust.reduce((sum, { text }) => sum + doctestsIn(text), 0))],
    ["`@example` in `npm`", number(count)],
    ["`pub fn` that returns a `Result`", number(fallible.length)],
    ["of these without `# Errors`", number(fallible.filter(({ doc }) => !/# Errors/.test(doc)).length)],
  ]);
}

const wordsIn = (text) => (text.match(/[A-Za-z][A-Za-z'-]*/g) ?? []).length;

function idiomsTable(own) {
  const groups = { src: [], npm: [], www: [], scripts: [], lab: [] };
  for (const one of own) groups[folderOf(one.file)]?.push(one.comments);
  const texts = Object.entries(groups).map(([name, comments]) => [name, comments.join("\n")]);
  const all = texts.map(([, text]) => text).join("\n");
  const rate = (pattern, text) => ((words) => (words === 0 ? "–" : decimal((1000 * (text.match(pattern) ?? []).length) / words)))(wordsIn(text));
  const row = ([name, pattern]) => [name, ...texts.map(([, text]) => rate(pattern, text)), rate(pattern, all)];
  const total = new RegExp(Object.values(IDIOMS).map(({ source }) => source).join("|"), "gi");
  const head = ["per 1,000 words of comments", ...texts.map(([name]) => `\`${name}\``), "all"];
  const size = ["words of comments", ...[...texts.map(([, text]) => text), all].map((text) => number(wordsIn(text)))];
  return markdown(head, [...Object.entries(IDIOMS).map(row), row(["**idioms, all**", total]), row(["returns (a standard term)", TERMS.returns]), size]);
}

const SHOWN = 15;

function longest(own) {
  const all = own.flatMap(({ file, functions }) => functions.map((one) => ({ file, ...one }))).sort((a, b) => b.lines - a.lines);
  return `Longest functions:\n${all.slice(0, SHOWN).map(({ file, name, line, lines }) => `  ${file}:${line} ${name}: ${lines} lines`).join("\n")}`;
}

/** Returns the places of the idioms, for the files with the most. */
function places(own) {
  const found = own.map(({ file, comments }) => ({ file, hits: hitsIn(comments) })).filter(({ hits }) => hits.length > 0).sort((a, b) => b.hits.length - a.hits.length);
  return `Idioms:\n${found.map(({ file, hits }) => `  ${file}: ${hits.map(({ line, text }) => `${line} ${text}`).join(", ")}`).join("\n")}`;
}

function hitsIn(comments) {
  return comments.split("\n").flatMap((line, index) => Object.values(IDIOMS).flatMap((pattern) => (line.match(pattern) ?? []).map((text) => ({ line: index + 1, text }))));
}

main((args) => {
  const { list } = parseArgs({ args, options: { list: { type: "boolean", default: false } } }).values;
  const files = capture("git", ["ls-files"]).split("\n").filter((file) => file && existsSync(file) && statSync(file).isFile());
  const sources = files.filter(isSource).map(read);
  const own = sources.filter(({ isTest }) => !isTest);
  console.log(`\n${filesTable(files, sources)}\n\n${functionsTable(own, sources)}\n\n${rustTable(sources)}\n\n${idiomsTable(own)}\n`);
  if (list) console.log(`${longest(own)}\n\n${places(own)}\n`);
});
