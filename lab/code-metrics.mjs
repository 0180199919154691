// npm run lab -- code-metrics [--list]
//
// Counts the files of the repository, the lengths of its functions, closures, examples, and phrases
// to avoid in comments. `--list` also prints the longest functions, and the places of the phrases.
// It needs no build.
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { capture } from "../scripts/common/run.mjs";
import { markdown, percentile } from "./lib/report.mjs";

const LANGUAGES = { ".rs": "rs", ".mjs": "js", ".js": "js", ".ts": "js", ".cjs": "js" };

/** Words and phrases to avoid in comments, by the rules of CONTRIBUTING.md. */
const PHRASES = {
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
/** A standard term, for comparison. */
const TERMS = { returns: /\breturns?\b/gi };

const isSource = (file) =>
  extname(file) in LANGUAGES && !/(?:^|\/)table\.rs$|\.d\.ts$|^npm\/pack_lookup/.test(file);

function readSource(file) {
  const text = readFileSync(file, "utf8");
  const language = LANGUAGES[extname(file)];
  const isTest = /^tests\/|\.test\.|^lab\/toolchains\/|(?:^|\/)(?:tests|naive)(?:\/|\.rs$)/.test(
    file,
  );
  // Unit tests are at the end of a Rust file.
  const withoutTests =
    language === "rs" ? text.replace(/\n#\[cfg\(test\)\]\nmod \w+ \{[\s\S]*$/, "\n") : text;
  const { code, comments } = splitSource(withoutTests, language);
  return {
    file,
    text,
    language,
    isTest,
    code,
    comments,
    lines: code.split("\n").filter((line) => line.trim()).length,
    functions: functionsOf(code, language),
  };
}

const folderOf = (file) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "(top level)");
const number = (value) => value.toLocaleString("en");
const decimal = (value) => value.toFixed(1);

function filesTable(files, sources) {
  const folders = [...new Set(files.map(folderOf))].sort();
  const row = (name, isIn) => {
    const own = sources.filter(({ file }) => isIn(file));
    return [
      name,
      number(files.filter(isIn).length),
      number(own.length),
      number(own.reduce((sum, { lines }) => sum + lines, 0)),
      number(own.filter(({ lines }) => lines < 30).length),
    ];
  };
  const rows = folders.map((folder) => row(folder, (file) => folderOf(file) === folder));
  return markdown(
    ["folder", "tracked files", "source files", "lines of code", "below 30 lines"],
    [...rows, row("**all**", () => true)],
  );
}

function functionsTable(own, sources) {
  const groups = {
    "Rust, `src`": own.filter(({ file }) => file.startsWith("src/")),
    "JavaScript, `npm`": own.filter(({ file }) => file.startsWith("npm/")),
    "TypeScript, `www`": own.filter(({ file }) => file.startsWith("www/")),
    "`scripts`": own.filter(({ file }) => file.startsWith("scripts/")),
    "`lab`": own.filter(({ file }) => file.startsWith("lab/")),
    "all but tests": own,
    tests: sources.filter(({ isTest }) => isTest),
  };
  const rows = Object.entries(groups)
    .filter(([, some]) => some.length > 0)
    .map(([name, some]) => {
      const lengths = some.flatMap(({ functions }) => functions.map(({ lines }) => lines));
      return [
        name,
        number(lengths.length),
        ...[0.5, 0.9, 0.99].map((part) => percentile(lengths, part)),
        Math.max(...lengths),
        number(some.filter(({ text }) => text.split("\n").length > 300).length),
      ];
    });
  return markdown(
    ["functions", "count", "median lines", "p90", "p99", "longest", "files over 300 lines"],
    rows,
  );
}

function rustTable(sources) {
  const rust = sources.filter(({ file, isTest }) => file.startsWith("src/") && !isTest);
  const lines = rust.reduce((sum, one) => sum + one.lines, 0);
  const closures = rust.reduce((sum, { code }) => sum + closuresIn(code), 0);
  const fallible = rust.flatMap(({ text }) => fallibleOf(text));
  const examples = [".js", ".d.ts"].map((ending) =>
    capture("git", ["ls-files", `npm/*${ending}`])
      .split("\n")
      .filter((file) => file && existsSync(file)),
  );
  const count = examples
    .flat()
    .reduce((sum, file) => sum + (readFileSync(file, "utf8").match(/@example\b/g) ?? []).length, 0);
  return markdown(
    ["documentation and style", "count"],
    [
      ["closures per 100 lines of Rust", decimal((100 * closures) / lines)],
      ["doctests", number(rust.reduce((sum, { text }) => sum + doctestsIn(text), 0))],
      ["`@example` in `npm`", number(count)],
      ["`pub fn` that returns a `Result`", number(fallible.length)],
      [
        "of these without `# Errors`",
        number(fallible.filter(({ doc }) => !/# Errors/.test(doc)).length),
      ],
    ],
  );
}

const wordsIn = (text) => (text.match(/[A-Za-z][A-Za-z'-]*/g) ?? []).length;

/** Returns how often patterns match per 1,000 words of a text. */
function rate(patterns, text) {
  const words = wordsIn(text);
  if (words === 0) return "–";
  let count = 0;
  for (const pattern of patterns) count += (text.match(pattern) ?? []).length;
  return decimal((1000 * count) / words);
}

function phrasesTable(own) {
  const groups = { src: [], npm: [], www: [], scripts: [], lab: [] };
  for (const one of own) groups[folderOf(one.file)]?.push(one.comments);
  const texts = Object.entries(groups).map(([name, comments]) => [name, comments.join("\n")]);
  const all = texts.map(([, text]) => text).join("\n");
  const row = ([name, ...patterns]) => [
    name,
    ...texts.map(([, text]) => rate(patterns, text)),
    rate(patterns, all),
  ];
  const head = ["per 1,000 words of comments", ...texts.map(([name]) => `\`${name}\``), "all"];
  const size = [
    "words of comments",
    ...[...texts.map(([, text]) => text), all].map((text) => number(wordsIn(text))),
  ];
  return markdown(head, [
    ...Object.entries(PHRASES).map(row),
    row(["**phrases, all**", ...Object.values(PHRASES)]),
    row(["returns (a standard term)", TERMS.returns]),
    size,
  ]);
}

/** The number of functions in the list. */
const SHOWN = 15;

function longestFunctions(own) {
  const all = own
    .flatMap(({ file, functions }) => functions.map((one) => ({ file, ...one })))
    .sort((a, b) => b.lines - a.lines);
  return `Longest functions:\n${all
    .slice(0, SHOWN)
    .map(({ file, name, line, lines }) => `  ${file}:${line} ${name}: ${lines} lines`)
    .join("\n")}`;
}

/** Returns the places of the phrases, for the files with the most. */
function phrasePlaces(own) {
  const found = own
    .map(({ file, comments }) => ({ file, hits: hitsIn(comments) }))
    .filter(({ hits }) => hits.length > 0)
    .sort((a, b) => b.hits.length - a.hits.length);
  return `Phrases to avoid:\n${found.map(({ file, hits }) => `  ${file}: ${hits.map(({ line, text }) => `${line} ${text}`).join(", ")}`).join("\n")}`;
}

function hitsIn(comments) {
  return comments
    .split("\n")
    .flatMap((line, index) =>
      Object.values(PHRASES).flatMap((pattern) =>
        (line.match(pattern) ?? []).map((text) => ({ line: index + 1, text })),
      ),
    );
}

/** Prints the counts. */
export function codeMetrics(args) {
  const { list } = parseArgs({
    args,
    options: { list: { type: "boolean", default: false } },
  }).values;
  const files = capture("git", ["ls-files"])
    .split("\n")
    .filter((file) => file && existsSync(file) && statSync(file).isFile());
  const sources = files.filter(isSource).map(readSource);
  const own = sources.filter(({ isTest }) => !isTest);
  console.log(
    `\n${filesTable(files, sources)}\n\n${functionsTable(own, sources)}\n\n${rustTable(sources)}\n\n${phrasesTable(own)}\n`,
  );
  if (list) console.log(`${longestFunctions(own)}\n\n${phrasePlaces(own)}\n`);
}

// Reads Rust, JavaScript and TypeScript without a parser: code, comments, functions and doc
// comments of a file.

const QUOTES = { rs: ['"'], js: ['"', "'", "`"] };

/**
 * Splits a source into code and comments. Both have the length and the lines of the source, with
 * the other parts blank. The contents of strings in the code are blank too.
 */
export function splitSource(text, language) {
  const code = [];
  const comments = [];
  for (const { kind, part } of pieces(text, language)) {
    code.push(codeOf(kind, part));
    comments.push(kind === "comment" ? part : blank(part));
  }
  return { code: code.join(""), comments: comments.join("") };
}

function codeOf(kind, part) {
  if (kind === "code") return part;
  return kind === "string" ? emptied(part) : blank(part);
}

const blank = (text) => text.replace(/[^\n]/g, " ");
const emptied = (text) =>
  text.length < 2 ? blank(text) : `${text[0]}${blank(text.slice(1, -1))}${text.at(-1)}`;

function* pieces(text, language) {
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const found = pieceAt(text, at, language);
    if (found === null) {
      at += 1;
      continue;
    }
    if (at > start) yield { kind: "code", part: text.slice(start, at) };
    yield { kind: found.kind, part: text.slice(at, found.end) };
    start = at = found.end;
  }
  if (start < text.length) yield { kind: "code", part: text.slice(start) };
}

/** Returns the comment, string or regular expression that begins at a place, or `null`. */
function pieceAt(text, at, language) {
  const two = text.slice(at, at + 2);
  if (two === "//") return { kind: "comment", end: indexOr(text, "\n", at) };
  if (two === "/*") return { kind: "comment", end: indexOr(text, "*/", at + 2, 2) };
  const sign = text[at];
  if (language === "rs") return rustLiteralAt(text, at);
  if (sign === "/") return regexAt(text, at);
  return QUOTES.js.includes(sign) ? { kind: "string", end: quoted(text, at, sign) } : null;
}

const indexOr = (text, wanted, from, length = 0) =>
  ((found) => (found < 0 ? text.length : found + length))(text.indexOf(wanted, from));

function rustLiteralAt(text, at) {
  const raw = /^b?r(#*)"/.exec(text.slice(at, at + 12));
  if (raw && !/\w/.test(text[at - 1] ?? ""))
    return {
      kind: "string",
      end: indexOr(text, `"${raw[1]}`, at + raw[0].length, 1 + raw[1].length),
    };
  if (text[at] === '"') return { kind: "string", end: quoted(text, at, '"') };
  const character = /^'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])'/u.exec(text.slice(at, at + 14));
  return character ? { kind: "string", end: at + character[0].length } : null;
}

/**
 * Returns the regular expression at a place. A slash starts one after an operator or an opening
 * bracket.
 */
function regexAt(text, at) {
  const before = text.slice(0, at).trimEnd();
  if (!/(?:[(,=:[!&|?{};+\n>]|return|typeof)$/.test(before) && before !== "") return null;
  const found = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/.exec(
    text.slice(at, at + 2000),
  );
  return found ? { kind: "string", end: at + found[0].length } : null;
}

function quoted(text, at, quote) {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === quote) return end + 1;
  }
  return text.length;
}

const FUNCTION = {
  rs: /^[ \t]*(?:pub(?:\([^)]*\))? )?(?:default )?(?:const )?(?:async )?(?:unsafe )?(?:extern "[^"]*" )?fn (\w+)/gm,
  js: /^[ \t]*(?:export )?(?:default )?(?:async )?function\*? (\w+)|^[ \t]+(?:static )?(?:async )?\*?(?:get |set )?(#?\w+)\([^()\n]*\)(?:: [^{=\n]+)? \{$|^[ \t]*(?:export )?const (\w+)(?:: [^=\n]+)? = (?:async )?(?:\((?:[^()\n]|\([^()\n]*\))*\)|\w+)(?:: [^=\n]+)? =>/gm,
};
const NOT_A_NAME = new Set(["if", "for", "while", "switch", "catch", "with", "function", "return"]);

/**
 * Returns the functions of a source with their names, first lines and lengths in lines: `[{ name,
 * line, lines }]`.
 */
export function functionsOf(code, language) {
  const found = [];
  for (const match of code.matchAll(FUNCTION[language])) {
    const name = match[1] ?? match[2] ?? match[3];
    const begin = match.index + (/^[ \t\n]*/.exec(match[0])?.[0].length ?? 0);
    const end = NOT_A_NAME.has(name) ? null : endOf(code, match.index + match[0].length, language);
    if (end !== null)
      found.push({
        name,
        line: linesIn(code.slice(0, begin)) + 1,
        lines: linesIn(code.slice(begin, end)) + 1,
      });
  }
  return found;
}

const linesIn = (text) => text.split("\n").length - 1;
/** How each bracket changes the depth. */
const BRACKETS = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/**
 * Returns where the function ends: at the brace that closes its body, or at the `;` after its
 * expression. `null` if it has no body.
 */
function endOf(code, from, language) {
  let depth = code[from - 1] === "{" ? 1 : 0;
  for (let at = from; at < code.length; at++) {
    const sign = code[at];
    depth += BRACKETS[sign] ?? 0;
    if (depth < 0) return at;
    if (depth === 0 && sign === "}") return at + 1;
    if (depth === 0 && sign === ";") return afterExpression(at, language);
  }
  return null;
}

/** In Rust, a declaration that ends with `;` has no body. */
function afterExpression(at, language) {
  return language === "rs" ? null : at + 1;
}

/** Counts the closures of Rust code: `|x| …`, `move || …`. */
export const closuresIn = (code) =>
  (code.match(/(?:[(,={]|=>|\bmove|\breturn)\s*\|(?:[^|\n;{}]*)\|/g) ?? []).length;

/** Returns the public functions of Rust code that return a `Result`, each with its doc comment. */
export function fallibleOf(text) {
  const found = [];
  const declaration =
    /((?:^[ \t]*(?:\/\/\/[^\n]*|#\[[^\n]*)\n)*)^[ \t]*pub (?:const )?(?:async )?fn (\w+)([^{;]*)/gm;
  for (const [, doc, name, signature] of text.matchAll(declaration)) {
    if (/->\s*(?:\w+::)*Result\b/.test(signature)) found.push({ name, doc });
  }
  return found;
}

/** Counts the examples in doc comments of Rust that `cargo test` compiles. */
export function doctestsIn(text) {
  const lines = text
    .split("\n")
    .filter((line) => /^\s*\/\/[/!]/.test(line))
    .map((line) => line.replace(/^\s*\/\/[/!] ?/, ""));
  const fences = lines.filter((line) => line.startsWith("```"));
  return fences.filter(
    (line, index) => index % 2 === 0 && !/^```(?:text|json|sh|http|ignore|console|toml)/.test(line),
  ).length;
}
