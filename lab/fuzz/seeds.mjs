// The seeds of each fuzz target: the test cases in the format of its input, and a dictionary.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { filesOfRelease, readBytes, readCases } from "../../tests/cases/read.mjs";

const unique = (values) => [...new Set(values)];

/** Seeds and dictionary words by target. The functions are called when they are needed. */
export const targets = {
  dataset: {
    seeds: () =>
      [0, 1].flatMap((file) =>
        [emptyLists(2), ...edits(1)].map((seed) => Buffer.concat([Buffer.of(file), seed])),
      ),
    words: () => [],
  },
  update: { seeds: () => [emptyLists(3), ...edits(2)], words: () => [] },
  release: { seeds: releases, words: () => [...ZIP_MARKS, ...Object.keys(wholeRelease())] },
  xml: { seeds: () => [emptyLists(1), ...changedFiles(), ...odd(), ...wholeFiles()], words: tags },
  respond: {
    seeds: requests,
    words: () => unique(requests().flatMap((request) => request.split(/([/?&=\n])/))),
  },
  search: {
    seeds: () => queries().map((text) => Buffer.from(`\x14\0\0${text}`)),
    words: () => unique(queries().flatMap((text) => text.split(/\s+/))),
  },
  scan: {
    seeds: scans,
    words: () => [
      ...SYMBOLOGIES,
      ...unique(
        scans().flatMap((text) => text.match(/\(\d+\)|\d{6,14}|[a-z]+:\/\/[^/]+|\/\d\d\//gi) ?? []),
      ),
    ],
  },
};

/** Writes the seeds and the dictionary of a target. */
export function makeSeeds(target, folder, dictionary) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { seeds, words } = targets[target];
  for (const [number, seed] of seeds().entries())
    writeFileSync(join(folder, String(number).padStart(4, "0")), seed);
  // libFuzzer rejects a dictionary without a line.
  writeFileSync(dictionary, `# ${target}\n${words().filter(isWord).map(entry).join("")}`);
}

const isWord = (word) => word.length > 1 && word.length <= 60;

/** Returns an entry in libFuzzer's format: characters that are not plain are in hexadecimal. */
function entry(word) {
  return `"${[...Buffer.from(word)].map((byte) => (/[\w .,:;/?=&%+$|<>()-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`)).join("")}"\n`;
}

// `arbitrary` encodes a list as a 1 before each element and a 0 at the end.
const emptyLists = (lists) => Buffer.alloc(lists);
function list(elements, rest) {
  return Buffer.concat([
    ...elements.map((bytes) => Buffer.concat([Buffer.of(1), bytes])),
    Buffer.of(0),
    rest,
  ]);
}

/** More sections than any file has. Higher numbers wrap around to the first sections. */
const SECTIONS = 256;
const KINDS_OF_EDITS = 8;

/** Returns inputs that change each section in each way, as `Edit` of tests/common/sections.rs. */
function edits(listsAfter) {
  const edit = (section, kind) =>
    list([Buffer.of(section, kind, 3, 0, 0, 0, 7)], emptyLists(listsAfter));
  return upTo(SECTIONS).flatMap((section) =>
    upTo(KINDS_OF_EDITS).map((kind) => edit(section, kind)),
  );
}

const upTo = (count) => Array.from({ length: count }, (_, number) => number);

const wholeRelease = () => filesOfRelease(readCases("whole-release.json")[0]);
const KINDS_OF_CHANGES = 11;
const ODD_TEXTS = 32;

/** Returns a change, as `Edit` of tests/common/release_edits.rs. */
function change(file, kind, at, other) {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt8(file, 0);
  bytes.writeUInt8(kind, 1);
  bytes.writeUInt16LE(at, 2);
  bytes.writeUInt16LE(other, 4);
  return bytes;
}

const changed = (text, ...of) => list([change(...of)], Buffer.from(text));
const files = () => upTo(Object.keys(wholeRelease()).length);

/** Returns inputs that change each file in each way at several places. */
function changedFiles() {
  return files().flatMap((file) =>
    upTo(KINDS_OF_CHANGES).flatMap((kind) =>
      [2, 5, 11, 20].map((at) => changed("text", file, kind, at, at + 6)),
    ),
  );
}

/** Returns inputs that replace one text with each unusual text. */
function odd() {
  return files().flatMap((file) =>
    upTo(ODD_TEXTS).map((text) => changed("", file, 8, text * 3, text)),
  );
}

/** Returns inputs that replace a file of the complete release with that of a case. */
function wholeFiles() {
  const names = Object.keys(wholeRelease()).sort();
  const texts = releaseCases()
    .flatMap((files) => Object.entries(files))
    .filter(([name, text]) => names.includes(name) && typeof text === "string");
  return unique(texts.map(([name, text]) => `${names.indexOf(name)} ${text}`)).map((text) =>
    changed(text.slice(2), Number(text[0]), 1, 0, 0),
  );
}

const releaseCases = () => readCases("releases").map(filesOfRelease);

/** Returns the releases of the cases and the complete one, with and without compression. */
function releases() {
  return [...releaseCases(), wholeRelease()].flatMap((files) =>
    [0, 6].map((level) => zip(files, level)),
  );
}

/** Returns a zip of texts and of nested zips. */
function zip(files, level) {
  const bytes = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? Buffer.from(content) : zip(content, level),
  ]);
  return zipSync(Object.fromEntries(bytes), { level, mtime: "1980-01-01" });
}

const ZIP_MARKS = ["\x01\x02", "\x03\x04", "\x05\x06", "\x06\x06", "\x06\x07", "\x07\x08"].map(
  (mark) => `PK${mark}`,
);

/** Returns the names of all elements, as tags. */
function tags() {
  const names = unique(
    readBytes("dmd-elements.txt")
      .toString()
      .replace(/^#.*$/gm, "")
      .match(/[A-Z][A-Z_0-9]+/g),
  );
  return [
    ...names.flatMap((name) => [`<${name}>`, `</${name}>`]),
    ..."<![CDATA[ ]]> <!-- --> <? ?> &amp; &# &#x".split(" "),
  ];
}

/** Returns the requests of the cases, and each GET as a conditional request too. */
function requests() {
  const all = readCases("api", "security/requests.json", "security/traversal.json").map(
    ({ request }) => request,
  );
  const lines = unique(all.map(({ method = "GET", target }) => `${method} ${target}`));
  const conditions = unique(all.map(({ headers }) => headers?.["If-None-Match"]).filter(Boolean));
  const negotiated = all
    .filter(({ headers }) => headers?.Accept)
    .map(({ target, headers }) => `GET ${target}\n\n${headers.Accept}`);
  return [
    ...lines,
    ...unique(negotiated),
    ...conditions.map((tags, number) => `${lines[number % lines.length]}\n${tags}`),
  ];
}

const QUERIES =
  "search/names search/box-text.json search/ranking.json search/corrections.json worst.json";
const queries = () => unique(readCases(...QUERIES.split(" ")).map(({ query }) => query));

function scans() {
  return readCases("gs1.json").flatMap(({ text }) =>
    unique([text, text.replaceAll("{GS}", "\x1d")]),
  );
}
const SYMBOLOGIES = [
  ..."]d2 ]C1 ]Q1 ]E0 ]Q3 ]e0 \x1d {GS} <GS> ?17= /01/".split(" "),
  "[)>\x1e06\x1d",
  "[)>\x1e05\x1d",
];
