// Checks the documents that a newcomer reads first: links work, commands exist, pages are short,
// and the forms ask for nothing about patients.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/common/project.mjs";
import { hasTarget, read } from "./references.mjs";

const markdownIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...markdownIn("docs"),
  ...["npm", "tests", "lab"].map((folder) => join(folder, "README.md")),
  join("lab", "report.md"),
];
const withoutCode = (text) => text.replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, "");

for (const document of documents) {
  test(`${document}: each link within the project has a target`, () => {
    const broken = linksOf(read(document)).filter((link) => !hasTarget(document, link));
    assert.deepEqual(broken, []);
  });
}

function linksOf(text) {
  const links = [
    ...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g),
  ].map(([, plain, attribute]) => plain ?? attribute);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

test("each npm script that a document names exists", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = documents.flatMap((document) =>
    [...read(document).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name]) => ({
      document,
      name,
    })),
  );
  assert.notEqual(named.length, 0);
  assert.deepEqual(
    named.filter(({ name }) => scripts[name] === undefined),
    [],
  );
});

test("each measurement and each part of the build that a document names exists", () => {
  const known = {
    lab: namesIn(join("lab", "main.mjs")),
    build: namesIn(join("scripts", "build.mjs")),
  };
  const texts = [...documents, join("tests", "cases", "worst.json"), join("npm", ".gitignore")].map(
    (document) => ({ document, text: read(document) }),
  );
  const named = texts.flatMap(({ document, text }) =>
    [...text.matchAll(/npm run (lab|build) -- (\w[\w-]*)/g)].map(([, command, name]) => ({
      document,
      command,
      name,
    })),
  );
  assert.notEqual(named.length, 0);
  assert.deepEqual(
    named.filter(({ command, name }) => name !== "NAME" && !known[command].includes(name)),
    [],
  );
});

/** The keys of the table in a script that dispatches by name. */
const namesIn = (script) =>
  [...read(script).matchAll(/^ {2}"?([\w-]+)"?: (?:\{\s*(?:file|body):|(?:async )?\(\) =>)/gm)].map(
    ([, name]) => name,
  );

test("npm run lab and lab/README.md list each measurement, and its file exists", () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, "lab", "main.mjs")], {
    encoding: "utf8",
  });
  assert.equal(status, 0);
  const names = namesIn(join("lab", "main.mjs"));
  assert.deepEqual(
    [...stdout.matchAll(/^ {2}([\w-]+) {2}/gm)].map(([, name]) => name),
    names,
  );
  const [table] = read(join("lab", "README.md")).split("| option |");
  assert.deepEqual(
    [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name),
    names,
  );
  const files = [...read(join("lab", "main.mjs")).matchAll(/file: "([^"]+)"/g)].map(([, file]) =>
    join("lab", file),
  );
  assert.deepEqual(
    files.filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test("each measurement supports a sentence of a document", () => {
  const [table] = read(join("lab", "README.md")).split("| option |");
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \| .+? \| \[[^\]]+\]\(([^)]+)\) \|/gm)];
  assert.deepEqual(
    rows.map(([, name]) => name),
    namesIn(join("lab", "main.mjs")),
  );
  for (const [, name, path] of rows) {
    const text = read(join("lab", path));
    const isNamed = new RegExp(`lab -- ${name}\\b`).test(text) || text.includes("lab/report.md");
    assert.ok(isNamed, `${path} needs neither ${name} nor the report`);
  }
});

const FORMS = join(".github", "ISSUE_TEMPLATE");
const forms = readdirSync(join(root, FORMS)).filter((name) => name !== "config.yml");

for (const name of forms) {
  test(`the form ${name} is complete, and asks for nothing about patients`, () => {
    const form = read(join(FORMS, name));
    for (const part of ["name", "description", "body"])
      assert.match(form, new RegExp(`^${part}:`, "m"));
    assert.match(form, /\bpatients?\b/);
    const ids = [...form.matchAll(/^ {4}id: (\S+)$/gm)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, "each question has its own id");
  });
}

test("the form for wrong answers requires the code, the release, and a confirmation that no patient is in it", () => {
  const questions = read(join(FORMS, "wrong-answer.yml")).split(/^ {2}- type: /m);
  const required = questions
    .filter((question) => /required: true/.test(question))
    .map((question) => /^ {4}id: (\S+)$/m.exec(question)[1]);
  assert.deepEqual(
    required.filter((id) => ["code", "release", "patients"].includes(id)),
    ["code", "release", "patients"],
  );
});

test("no document names a folder of a person's machine", () => {
  const paths = documents.filter((document) => /\/(home|Users|root|work)\/\w/.test(read(document)));
  assert.deepEqual(
    paths.map((path) => relative(".", path)),
    [],
  );
});

test("no file but npm/package.json has the address of the repository", () => {
  const others = [
    ...documents,
    "package.json",
    "Cargo.toml",
    ...readdirSync(join(root, FORMS)).map((name) => join(FORMS, name)),
  ];
  const address = /(?:github|gitlab|codeberg|bitbucket)\.\w+[/:][\w.-]+\/pack-lookup\b/;
  assert.deepEqual(
    others.filter((file) => address.test(read(file))),
    [],
  );
});

for (const [document, { lines, characters }] of Object.entries({
  "README.md": { lines: 95, characters: 210 },
  "ARCHITECTURE.md": { lines: 95, characters: 150 },
})) {
  test(`${document} has at most ${lines} lines of ${characters} characters`, () => {
    const all = read(document).trimEnd().split("\n");
    assert.ok(all.length <= lines, `${all.length} lines`);
    assert.deepEqual(
      all.filter((line) => line.length > characters),
      [],
    );
  });
}

test("each path that ARCHITECTURE.md, CONTRIBUTING.md, SECURITY.md and npm/README.md name exists", () => {
  for (const document of ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "npm/README.md"]) {
    const named = [
      ...read(document).matchAll(/`((?:docs|lab|npm|scripts|src|tests|www)\/[\w./-]+)`/g),
    ].map(([, path]) => path);
    assert.notEqual(named.length, 0);
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
      document,
    );
  }
});

test("ARCHITECTURE.md lists each module of the core", () => {
  const modules = [...read(join("src", "lib.rs")).matchAll(/^(?:pub )?mod (\w+);/gm)].map(
    ([, name]) => name,
  );
  const [table] = read("ARCHITECTURE.md").split("## The core, `src/`")[1].split("\n## ");
  assert.deepEqual(
    modules.filter((name) => !table.includes(`\`${name}\``)),
    [],
  );
});

test("each message of fetch in importing-weekly.md is one of the command", () => {
  const folder = join(root, "npm", "fetch");
  const sources = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
  const table = readFileSync(join(root, "docs", "importing-weekly.md"), "utf8")
    .split("| message of `fetch` |")[1]
    .split("\n\n")[0];
  const messages = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message]) => message);
  assert.ok(messages.length > 4, table);
  assert.deepEqual(
    messages.filter((message) => !sources.includes(message)),
    [],
  );
});

test("the pictures of the README are small, have a text, and suit dark screens too", () => {
  const text = read("README.md");
  const pictures = readdirSync(join(root, "docs", "pictures"));
  for (const name of pictures) {
    assert.ok(text.includes(`docs/pictures/${name}`), name);
    assert.ok(statSync(join(root, "docs", "pictures", name)).size < 1 << 20, name);
  }
  assert.match(text, /media="\(prefers-color-scheme: dark\)"/);
  for (const [image] of text.matchAll(/<img [^>]*>/g)) assert.match(image, / alt="[^"]{20,}"/);
});
