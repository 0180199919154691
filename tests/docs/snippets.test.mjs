// Runs each command and snippet of the documents, in a folder per document, against a service with
// the demonstration data. A missing interpreter is reported as skipped. A snippet that is never run
// must be marked as such for readers.
import assert from "node:assert/strict";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { environment, paths, root } from "../../scripts/common/project.mjs";
import { folderWithPackage, temporaryFolder } from "../common/folders.mjs";
import { inWhole } from "../common/whole.mjs";
import { startServing } from "../npm/serving.mjs";
import {
  blocksOf,
  isOnPath,
  isPrinted,
  lackOfChromium,
  languages,
  node,
  runIn,
  shownBy,
  startPostgres,
  withAssertions,
} from "./snippets.mjs";

const BASE = "http://127.0.0.1:8787";
/**
 * Documents whose snippets run elsewhere: importing-weekly.md in its own test with a TRUD server;
 * blocks.md in `tests/page/blocks.test.mjs`; toolchains.md in `npm run lab -- toolchains`;
 * README.md in `clone/readme.test.mjs`; the text formats of FORMAT.md are no programs.
 */
const ELSEWHERE = ["importing-weekly.md", "blocks.md"];
const guides = readdirSync(join(root, "docs"), { recursive: true }).filter(
  (name) => name.endsWith(".md") && !ELSEWHERE.includes(name),
);
/** Its examples state values in comments. */
const MODULE = join("npm", "README.md");
const documents = [
  "CONTRIBUTING.md",
  "SECURITY.md",
  join("lab", "README.md"),
  join("examples", "README.md"),
  MODULE,
  ...guides.map((name) => join("docs", name)),
];
const { TYPESCRIPT_CLIENTS: types } = process.env;
const page = { ending: "html", lack: lackOfChromium };
const languageOf = (name) => (name === "html" ? page : languages[name]);
/** Recipes need the tools of client developers: interpreters, compilers, databases. */
const isRecipe = (document) => ["clients.md", "tables.md"].includes(basename(document));
let service;

before(
  async () =>
    (service = await startServing({ dataset: join(root, "npm", "packs.bin"), workers: 1 })),
);
after(() => service.stop());

for (const document of documents) {
  const blocks = blocksOf(readFileSync(join(root, document), "utf8"));
  if (blocks.length === 0) continue;

  test(`${document}: each block is run, or is marked as not run`, () => {
    const silent = blocks.filter(
      ({ language, isNotRun }) => !isNotRun && languageOf(language) === undefined,
    );
    assert.deepEqual(
      silent.map(({ language, text }) => `${language}: ${text.slice(0, 60)}`),
      [],
    );
  });

  const when = {
    skip: process.platform === "win32" && "the commands are for a shell",
    ...(isRecipe(document) && inWhole),
  };
  test(`${document}: its snippets run, and print what it shows`, when, async (t) => {
    const folder = folderFor(t);
    const env = {
      ...(await environmentFor(t, blocks)),
      PATH: layOutPrograms(folder) + delimiter + environment.PATH,
    };
    for (const [at, block] of blocks.entries())
      await runBlock(t, document === MODULE ? asserted(block) : block, at, folder, env);
  });
}

const asserted = (block) =>
  block.language === "js" ? { ...block, text: withAssertions(block.text) } : block;

/**
 * Creates the folder of a user who has installed the package and downloaded a release, here
 * demonstration data.
 */
function folderFor(t) {
  const folder = folderWithPackage(t);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  copyFileSync(paths.demoRelease, join(folder, "nhsbsa_dmd_8.2.0_20250814000001.zip"));
  writeFileSync(join(folder, "stock.csv"), "EAN,count\n9521001000017,3\n");
  return folder;
}

const environmentFor = async (t, blocks) =>
  blocks.some(({ language, isNotRun }) => language === "sql" && !isNotRun) && !languages.sql.lack()
    ? startPostgres(t)
    : {};

async function runBlock(t, block, at, folder, env) {
  const language = languageOf(block.language);
  if (block.isNotRun || language === undefined) return;
  const lack = language.lack() || lackOf(block);
  if (lack) return skip(t, `${block.language}: ${lack}`);
  const file = join(folder, block.file ?? `snippet-${at}.${language.ending}`);
  writeFileSync(file, block.text.replaceAll(BASE, service.origin));
  const printed =
    language === page
      ? await shownBy(t, file, block.prints)
      : await runFile(block, folder, file, env);
  if (block.prints !== undefined)
    assert.ok(
      isPrinted(block.prints, printed.replaceAll(service.origin, BASE)),
      `${block.text}\nprinted\n${printed}\nnot\n${block.prints}`,
    );
}

async function runFile(block, folder, file, env) {
  const { check, run } = languages[block.language];
  if (check) await succeeds(block, folder, check(file), env);
  return succeeds(block, folder, run(file), env);
}

async function succeeds(block, folder, command, env) {
  const { code, printed, complained } = await runIn(folder, command, env);
  assert.equal(code, 0, `${block.text}\n${printed}${complained}`);
  return printed;
}

/** Tells what a command needs beyond a shell, if it is missing. */
function lackOf({ language, text }) {
  if (language !== "sh") return false;
  if (text.includes("openapi-typescript")) return languages.ts.lack();
  const [missing] = ["jq", "sqlite3"].filter(
    (program) => new RegExp(`(^|[|&] *\\n? *)${program} `, "m").test(text) && !isOnPath(program),
  );
  return missing !== undefined && `${missing} is missing`;
}

function skip(t, reason) {
  console.error(`SKIPPED: ${t.name}: ${reason}`);
  t.diagnostic(`SKIPPED: ${reason}`);
}

/**
 * Creates `npx` as the documents use it, without a registry. A server is started, checked for
 * health, and stopped.
 */
function layOutPrograms(folder) {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const own = `case "$1 $2" in "pack-lookup serve") shift; exec "${node}" "${join(root, "tests", "docs", "serve-once.mjs")}" "$@";; "pack-lookup "*) shift; exec "${node}" "${join(root, "npm", "cli.js")}" "$@";; "openapi-typescript "*) shift; exec "${join(types ?? "", ".bin", "openapi-typescript")}" "$@";; esac; exit 9`;
  writeFileSync(join(bin, "npx"), `#!/bin/sh\n${own}\n`);
  chmodSync(join(bin, "npx"), 0o755);
  return bin;
}

// The questions of docs/filters.md: the command of each line has an answer.

const filtersText = readFileSync(join(root, "docs", "filters.md"), "utf8");
const questions = [...filtersText.matchAll(/^\| ((?:for )?which [^|]+\?) \| `([^`]+)`/gm)];

test("docs/filters.md has a command for each question that a release can answer", () => {
  assert.equal(questions.length, 9);
});

for (const [, question, command] of questions)
  test(`docs/filters.md: ${question}`, async (t) => {
    const folder = temporaryFolder(t);
    const isHistory = command.startsWith("history ");
    copyFileSync(isHistory ? paths.testDataset : paths.demoDataset, join(folder, "packs.bin"));
    copyFileSync(join(root, "tests", "cases", "history.bin"), join(folder, "history.bin"));
    const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word,
    );
    const { code, printed, complained } = await runIn(
      folder,
      [node, join(root, "npm", "cli.js"), ...args],
      {},
    );
    assert.equal(code, 0, complained);
    assert.ok(printed.trim().split("\n").length > 1, printed);
    assert.ok(!/no packs found|no change/i.test(printed), printed);
  });
