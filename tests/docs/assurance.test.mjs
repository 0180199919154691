// Checks the hazard log, and the answers to buyers in docs/assurance. Every hazard has all its
// parts, and every control names an existing test. Each link, named test and evidence of the
// answers exists, each criterion, principle and hazard has a row, and each verdict is one of the
// allowed words. Nothing here checks that a verdict is correct.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/common/project.mjs";
import { anchorOf, hasTarget, isTest, read } from "./references.mjs";

const FOLDER = join("docs", "assurance");
const documents = readdirSync(join(root, FOLDER)).map((name) => ({
  name,
  text: read(join(FOLDER, name)),
}));
const textOf = (wanted) => documents.find(({ name }) => name === wanted).text;

for (const { name, text } of documents) {
  test(`${name}: each link within the project has a target`, () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    assert.deepEqual(
      own.filter((link) => !hasTarget(join(FOLDER, name), link)),
      [],
    );
  });

  test(`${name}: each named test exists`, () => {
    const named = [...text.matchAll(/`(\S+) › (.+)`$/gm)];
    assert.deepEqual(
      named.filter(([, file, title]) => !isTest(file, title)).map(([reference]) => reference),
      [],
    );
  });

  test(`${name}: rows name evidence of the list, and all of it`, () => {
    const rows = text.match(/^\|.*\|$/gm).join("\n");
    const quoted = [...rows.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
    const named = new Set(quoted.filter((code) => /^[a-z0-9 ]+$/.test(code)));
    const listed = evidenceIn(text);
    assert.deepEqual([...named].sort(), listed.map(({ code }) => code).sort());
    assert.deepEqual(
      listed.filter(({ body }) => body.trim() === ""),
      [],
    );
  });
}

/** The lists of evidence: a code, then a text, or tests below it. */
const evidenceIn = (text) =>
  [...text.matchAll(/^- `([^`]+)`:(.*(?:\n {2}.+)*)/gm)].map(([, code, body]) => ({ code, body }));

/** The cells of the rows whose first cell matches. */
const rowsOf = (text, first) =>
  text
    .match(/^\|.*\|$/gm)
    .map((row) => row.split(/\s*\|\s*/).slice(1, -1))
    .filter(([cell]) => first.test(cell));

/** Tells how often each verdict occurs, as the documents state it. */
const tally = (words, verdicts) =>
  words
    .map((word) => `${verdicts.filter((verdict) => verdict === word).length} ${word}`)
    .join(", ");

// Accessibility: W3C's criteria, without 4.1.1, which WCAG 2.2 has removed.

const LEVELS = {
  A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1
    2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7
    4.1.2`,
  AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7
    2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`,
};
const CONFORMANCE = ["Supports", "Partially supports", "Does not support", "Not applicable"];
const criteria = rowsOf(textOf("accessibility.md"), /^\d+\.\d+\.\d+$/);

test("the report has the 55 criteria of WCAG 2.2, each with its level", () => {
  const expected = Object.entries(LEVELS).flatMap(([level, numbers]) =>
    numbers.split(/\s+/).map((number) => `${number} ${level}`),
  );
  assert.equal(expected.length, 55);
  assert.deepEqual(
    criteria.map(([number, , level]) => `${number} ${level}`).sort(),
    expected.sort(),
  );
});

test("each criterion has a verdict, and evidence or what fails", () => {
  for (const [number, , , verdict, evidence] of criteria) {
    assert.ok(CONFORMANCE.includes(verdict), `${number}: ${verdict}`);
    const codes = evidence.match(/^(`[^`]+` ?)*/)[0];
    const words = evidence.slice(codes.length);
    if (verdict !== "Not applicable") assert.notEqual(codes, "", number);
    if (verdict !== "Supports") assert.notEqual(words, "", number);
  }
  const stated = /^\*\*Result\.\*\* (.*)\.$/m.exec(textOf("accessibility.md"))[1];
  const verdicts = criteria.map(([, , , verdict]) => verdict);
  assert.equal(stated, tally(CONFORMANCE, verdicts));
});

// The pairs of colours that WCAG 1.4.3 and 1.4.11 compare.

const TEXTS = `ink/paper ink/card ink/brand-soft ink-soft/paper ink-soft/card brand/paper
  brand/card on-brand/brand on-brand/brand-hover bar-ink/bar caution-ink/caution danger-ink/danger
  danger-text/paper danger-text/card good/paper good/card focus-ink/focus`.split(/\s+/);
const EDGES = `edge/paper edge/card brand/paper brand/card caution-edge/caution`.split(/\s+/);
/** The examples in empty fields, on the background of a field. */
const EXAMPLES = `${colourOf("base.css", "::placeholder")}/card`;
const BEHIND_FOCUS = ["paper", "card", "bar"];

const [lightTokens, darkTokens] = read(join("www", "src", "style", "tokens.css")).split("@media");
const SCHEMES = {
  light: coloursIn(lightTokens),
  dark: { ...coloursIn(lightTokens), ...coloursIn(darkTokens) },
};

/** The token of the colour that a rule of a style sheet sets. */
function colourOf(sheet, selector) {
  const css = read(join("www", "src", "style", sheet));
  const [, body = ""] = css.split(`\n${selector} {`);
  return /^\s*color: var\(--([\w-]+)\);$/m.exec(body.split("}")[0])?.[1];
}

function coloursIn(css) {
  const found = [...css.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)];
  return Object.fromEntries(found.map(([, name, hex]) => [name, luminance(hex)]));
}

/** The relative luminance of WCAG. */
function luminance(hex) {
  const [red, green, blue] = hex
    .match(/../g)
    .map((part) => Number.parseInt(part, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

for (const [scheme, colours] of Object.entries(SCHEMES)) {
  test(`text has a contrast of 4.5 to 1, and edges of controls and the focus 3 to 1, ${scheme}`, () => {
    const isBelow = (least) => (pair) => {
      const [one, other] = pair.split("/").map((name) => colours[name]);
      return !(contrast(one, other) >= least);
    };
    assert.deepEqual([...TEXTS, EXAMPLES].filter(isBelow(4.5)), []);
    assert.deepEqual(EDGES.filter(isBelow(3)), []);
    // The focus has two rings, of which one differs from what is behind it.
    const hidden = BEHIND_FOCUS.filter((name) =>
      ["focus", "focus-ink"].every((ring) => isBelow(3)(`${ring}/${name}`)),
    );
    assert.deepEqual(hidden, []);
  });
}

test("hints over the camera's picture are on a dark background from their first line on", () => {
  const css = read(join("www", "blocks", "scanner", "element.css"));
  const [, rule] = /\n\.hint \{([^}]*)\}/.exec(css);
  const [, padding] = /padding: ([\d.]+rem)/.exec(rule);
  const [, black, from] = /linear-gradient\(transparent, rgb\(0 0 0 \/ (\d+)%\) (\S+)\)/.exec(rule);
  assert.equal(from, padding);
  // The worst picture is white.
  const level = Math.round(255 * (1 - black / 100));
  const behind = luminance(level.toString(16).padStart(2, "0").repeat(3));
  assert.ok(contrast(luminance("ffffff"), behind) >= 4.5);
});

test("the link to the scanning page has one name", () => {
  const nav = /nav[^{\n]*\{ a href=\{ \(host\.base_path\) "\/" \} \{ "([^"]+)" \}/;
  const [, ofPacks] = nav.exec(read(join("src", "api", "pages", "mod.rs")));
  const [, ofDocs] = /<nav[^>]*><a href="\.\/">([^<]+)</.exec(
    read(join("www", "src", "docs", "render.ts")),
  );
  const [, ofPage] = /viewLink\("look-up", "([^"]+)"/.exec(
    read(join("www", "src", "view", "page.ts")),
  );
  assert.deepEqual([ofPacks, ofDocs], [ofPage, ofPage]);
});

// The other documents.

const PRINCIPLES = { 1: 4, 2: 2, 3: 5, 4: 3 };

test("each of the 14 principles has a verdict", () => {
  const verdicts = ["met", "partly", "not met"];
  const rows = rowsOf(textOf("software-security.md"), /^\d\.\d$/);
  const expected = Object.entries(PRINCIPLES).flatMap(([theme, count]) =>
    Array.from({ length: count }, (_, at) => `${theme}.${at + 1}`),
  );
  assert.deepEqual(
    rows.map(([number]) => number),
    expected,
  );
  const given = rows.map(([, , verdict]) => verdict);
  assert.deepEqual(
    given.filter((verdict) => !verdicts.includes(verdict)),
    [],
  );
  const stated = /^\| C3\.4 \|.* (\d+ met, .*):/m.exec(textOf("dtac.md"))[1];
  assert.equal(stated, tally(verdicts, given));
});

test("each question of DTAC occurs once, with a status", () => {
  const statuses = ["met", "partly", "not met", "not applicable", "answered"];
  const rows = rowsOf(textOf("dtac.md"), /^[CD]\d\.\d/);
  const codes = rows.map(([code]) => code);
  assert.equal(new Set(codes).size, codes.length);
  assert.deepEqual(
    rows.filter(([, , status]) => !statuses.includes(status)),
    [],
  );
});

test("the template has every hazard of the log", () => {
  const hazards = [...read(join("docs", "safety.md")).matchAll(/^## (\d+\. .+)$/gm)];
  const expected = hazards.map(([, title]) => `[${title}](../safety.md#${anchorOf(title)})`);
  const rows = rowsOf(textOf("clinical-safety.md"), /^\[\d+\. /);
  assert.deepEqual(
    rows.map(([hazard]) => hazard),
    expected,
  );
});

const PARTS = [
  "**Hazard.** ",
  "**Effect and harm.** ",
  "**Causes.** ",
  "Controls by design:",
  "**The deploying organisation.** ",
];
const log = read("docs/safety.md");
const hazards = log.split(/^## (?=\d+\. )/m).slice(1);

/** The tests that a text of the log names: `file › test`. */
const references = (text) =>
  [...text.matchAll(/^ +- `(\S+) › (.+)`$/gm)].map(([, file, name]) => ({ file, name }));

test("the hazards are numbered, and each has all of its parts", () => {
  assert.deepEqual(
    hazards.map((hazard) => Number.parseInt(hazard, 10)),
    hazards.map((_, index) => index + 1),
  );
  for (const hazard of hazards)
    for (const part of PARTS)
      assert.ok(hazard.includes(`\n${part}`), `${part} in ${title(hazard)}`);
});

test("each control names at least one test", () => {
  for (const hazard of hazards) {
    const controls = hazard.split(/^- /m).slice(1);
    assert.notEqual(controls.length, 0, title(hazard));
    for (const control of controls)
      assert.notEqual(references(control).length, 0, `${title(hazard)}: ${control}`);
  }
});

test("each test that a control names exists", () => {
  const missing = references(log).filter(({ file, name }) => !isTest(file, name));
  assert.deepEqual(missing, []);
});

const title = (hazard) => hazard.split("\n", 1)[0];
