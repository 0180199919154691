// Tests the counts of `npm run lab -- code-metrics`.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  closuresIn,
  doctestsIn,
  fallibleOf,
  functionsOf,
  splitSource,
} from "../../lab/code-metrics.mjs";

const RUST = `//! A file.

/// Adds. \`// not a comment of its own\`
///
/// # Errors
/// Never.
pub fn add(left: u8, right: u8) -> Result<u8, Error> {
    let text = "} // no comment";
    let brace = '}';
    [left, right].iter().map(|one| one + 1).sum()
}

pub fn parse<'a>(text: &'a str) -> Option<&'a str> {
    text.split(|c: char| c == ',').next()
}

trait Shape {
    fn area(&self) -> u32;
}

pub fn open(path: &str) -> io::Result<()> {
    todo!(r#"a " quote"#)
}
`;

const SCRIPT = `// A file.
export function one() {
  return /[}/]/.test("}") ? \`}\` : 1; // a comment
}
const two = (a, b = f()) => a.map((x) => x);
export class Box {
  open(lid) {
    return lid;
  }
}
if (two) {
}
`;

test("splits code and comments, and blanks strings", () => {
  const { code, comments } = splitSource(RUST, "rs");
  assert.ok(!code.includes("no comment") && !comments.includes("no comment"));
  assert.ok(comments.includes("# Errors") && !code.includes("Errors\n/// Never"));
  assert.equal(code.length, RUST.length);
  assert.equal(
    splitSource(SCRIPT, "js")
      .comments.trim()
      .split(/\s{2,}|\n/).length,
    2,
  );
});

test("measures functions of Rust, and omits declarations without a body", () => {
  const found = functionsOf(splitSource(RUST, "rs").code, "rs").map(({ name, line, lines }) => [
    name,
    line,
    lines,
  ]);
  assert.deepEqual(found, [
    ["add", 7, 5],
    ["parse", 13, 3],
    ["open", 21, 3],
  ]);
});

test("finds declarations, methods and constants of JavaScript", () => {
  const found = functionsOf(splitSource(SCRIPT, "js").code, "js").map(({ name, lines }) => [
    name,
    lines,
  ]);
  assert.deepEqual(found, [
    ["one", 3],
    ["two", 1],
    ["open", 3],
  ]);
});

test("counts closures, doctests and fallible functions", () => {
  assert.equal(closuresIn(splitSource(RUST, "rs").code), 2);
  assert.deepEqual(
    fallibleOf(RUST).map(({ name, doc }) => [name, doc.includes("# Errors")]),
    [
      ["add", true],
      ["open", false],
    ],
  );
  assert.equal(doctestsIn("/// ```\n/// let x = 1;\n/// ```\n/// ```text\n/// no\n/// ```\n"), 1);
});
