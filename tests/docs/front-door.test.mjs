// What somebody meets first: links lead somewhere, commands exist, and the forms never ask for patients.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/common/project.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const markdownIn = (folder) => readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
const documents = [...readdirSync(root).filter((name) => name.endsWith(".md")), ...markdownIn("docs"), join("npm", "README.md")];
const withoutCode = (text) => text.replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, "");

for (const document of documents) {
  test(`${document}: each link within the project leads to something`, () => {
    const broken = linksOf(read(document)).filter((link) => !leadsSomewhere(dirname(document), link));
    assert.deepEqual(broken, []);
  });
}

function linksOf(text) {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(([, plain, attribute]) => plain ?? attribute);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(folder, link) {
  const [path, heading] = link.split("#");
  const file = path === "" ? null : join(root, folder, path);
  if (file === null) return heading !== undefined;
  return existsSync(file) && (heading === undefined || headingsOf(readFileSync(file, "utf8")).includes(heading));
}

/// As GitHub makes an address of a heading.
const headingsOf = (text) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"));

test("each command of npm that a document names exists", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = documents.flatMap((document) => [...read(document).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name]) => ({ document, name })));
  assert.notEqual(named.length, 0);
  assert.deepEqual(named.filter(({ name }) => scripts[name] === undefined), []);
});

const FORMS = join(".github", "ISSUE_TEMPLATE");
const forms = readdirSync(join(root, FORMS)).filter((name) => name !== "config.yml");

for (const name of forms) {
  test(`the form ${name} is whole, and keeps patients out`, () => {
    const form = read(join(FORMS, name));
    for (const part of ["name", "description", "body"]) assert.match(form, new RegExp(`^${part}:`, "m"));
    assert.match(form, /\bpatients?\b/);
    const ids = [...form.matchAll(/^ {4}id: (\S+)$/gm)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, "each question has an id of its own");
  });
}

test("a wrong answer is told by code and release, and is not sent before somebody says that no patient is in it", () => {
  const questions = read(join(FORMS, "wrong-answer.yml")).split(/^ {2}- type: /m);
  const required = questions.filter((question) => /required: true/.test(question)).map((question) => /^ {4}id: (\S+)$/m.exec(question)[1]);
  assert.deepEqual(required.filter((id) => ["code", "release", "patients"].includes(id)), ["code", "release", "patients"]);
});

test("no document names a folder of somebody's machine", () => {
  const paths = documents.filter((document) => /\/(home|Users|root|work)\/\w/.test(read(document)));
  assert.deepEqual(paths.map((path) => relative(".", path)), []);
});

test("the README is short, and its pictures are small, told in words, and there for dark screens too", () => {
  const text = read("README.md");
  assert.ok(text.split("\n").length < 90);
  const pictures = readdirSync(join(root, "docs", "pictures"));
  for (const name of pictures) {
    assert.ok(text.includes(`docs/pictures/${name}`), name);
    assert.ok(statSync(join(root, "docs", "pictures", name)).size < 1 << 20, name);
  }
  assert.match(text, /media="\(prefers-color-scheme: dark\)"/);
  for (const [image] of text.matchAll(/<img [^>]*>/g)) assert.match(image, / alt="[^"]{20,}"/);
});
