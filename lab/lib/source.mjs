// Reads Rust, JavaScript and TypeScript without a parser: code, comments, functions and doc comments of a file.

const QUOTES = { rs: ['"'], js: ['"', "'", "`"] };

/**
 * Splits a source into code and comments. Both have the length and the lines of the source, with the other parts blank. The contents of strings
 * in the code are blank too.
 */
export function split(text, language) {
  const code = [];
  const comments = [];
  for (const { kind, part } of pieces(text, language)) {
    code.push(kind === "code" ? part : kind === "string" ? emptied(part) : blank(part));
    comments.push(kind === "comment" ? part : blank(part));
  }
  return { code: code.join(""), comments: comments.join("") };
}

const blank = (text) => text.replace(/[^\n]/g, " ");
const emptied = (text) => (text.length < 2 ? blank(text) : `${text[0]}${blank(text.slice(1, -1))}${text.at(-1)}`);

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

const indexOr = (text, wanted, from, length = 0) => ((found) => (found < 0 ? text.length : found + length))(text.indexOf(wanted, from));

function rustLiteralAt(text, at) {
  const raw = /^b?r(#*)"/.exec(text.slice(at, at + 12));
  if (raw && !/\w/.test(text[at - 1] ?? "")) return { kind: "string", end: indexOr(text, `"${raw[1]}`, at + raw[0].length, 1 + raw[1].length) };
  if (text[at] === '"') return { kind: "string", end: quoted(text, at, '"') };
  const character = /^'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])'/u.exec(text.slice(at, at + 14));
  return character ? { kind: "string", end: at + character[0].length } : null;
}

/** A slash after an operator or a bracket begins a regular expression. */
function regexAt(text, at) {
  const before = text.slice(0, at).trimEnd();
  if (!/(?:[(,=:[!&|?{};+\n>]|return|typeof)$/.test(before) && before !== "") return null;
  const found = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/.exec(text.slice(at, at + 2000));
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
const NO_FUNCTION = new Set(["if", "for", "while", "switch", "catch", "with", "function", "return"]);

/** Returns the functions of a source with their names, first lines and lengths in lines: `[{ name, line, lines }]`. */
export function functionsOf(code, language) {
  const found = [];
  for (const match of code.matchAll(FUNCTION[language])) {
    const name = match[1] ?? match[2] ?? match[3];
    const begin = match.index + (/^[ \t\n]*/.exec(match[0])?.[0].length ?? 0);
    const end = NO_FUNCTION.has(name) ? null : endOf(code, match.index + match[0].length, language);
    if (end !== null) found.push({ name, line: linesIn(code.slice(0, begin)) + 1, lines: linesIn(code.slice(begin, end)) + 1 });
  }
  return found;
}

const linesIn = (text) => text.split("\n").length - 1;
const OPENING = { "(": 1, "[": 1, "{": 1 };
const CLOSING = { ")": 1, "]": 1, "}": 1 };

/** Returns where the function ends: at the brace that closes its body, or at the `;` after its expression. `null` if it has no body. */
function endOf(code, from, language) {
  let depth = code[from - 1] === "{" ? 1 : 0;
  for (let at = from; at < code.length; at++) {
    const sign = code[at];
    if (OPENING[sign]) depth += 1;
    if (CLOSING[sign]) depth -= 1;
    if (depth < 0) return at;
    if (depth === 0 && sign === "}") return at + 1;
    if (depth === 0 && sign === ";") return language === "rs" ? null : at + 1;
  }
  return null;
}

/** Counts the closures of Rust code: `|x| …`, `move || …`. */
export const closuresIn = (code) => (code.match(/(?:[(,={]|=>|\bmove|\breturn)\s*\|(?:[^|\n;{}]*)\|/g) ?? []).length;

/** Returns the public functions of Rust code that return a `Result`, each with its doc comment. */
export function fallibleOf(text) {
  const found = [];
  const declaration = /((?:^[ \t]*(?:\/\/\/[^\n]*|#\[[^\n]*)\n)*)^[ \t]*pub (?:const )?(?:async )?fn (\w+)([^{;]*)/gm;
  for (const [, doc, name, signature] of text.matchAll(declaration)) {
    if (/->\s*(?:\w+::)*Result\b/.test(signature)) found.push({ name, doc });
  }
  return found;
}

/** Counts the examples in doc comments of Rust that `cargo test` compiles. */
export function doctestsIn(text) {
  const lines = text.split("\n").filter((line) => /^\s*\/\/[/!]/.test(line)).map((line) => line.replace(/^\s*\/\/[/!] ?/, ""));
  const fences = lines.filter((line) => line.startsWith("```"));
  return fences.filter((line, index) => index % 2 === 0 && !/^```(?:text|json|sh|http|ignore|console|toml)/.test(line)).length;
}
