// The seeds of each fuzz target: the test cases in the format of its input, and a dictionary.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { filesOfRelease, readBytes, readCases } from "../../tests/cases/read.mjs";

/** The targets, each with functions that make its seeds and the words of its dictionary. */
export const targets = {
  dataset: { seeds: editedDatasets, words: noWords },
  update: { seeds: editedUpdates, words: noWords },
  release: { seeds: releases, words: wordsOfZips },
  xml: { seeds: changedReleases, words: tags },
  respond: { seeds: requests, words: partsOfRequests },
  search: { seeds: searches, words: wordsOfQueries },
  scan: { seeds: scans, words: partsOfScans },
};

/** Writes the seeds and the dictionary of a target. */
export function makeSeeds(target, folder, dictionary) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { seeds, words } = targets[target];
  for (const [number, seed] of seeds().entries())
    writeFileSync(join(folder, String(number).padStart(4, "0")), seed);
  // libFuzzer rejects a dictionary without a line.
  let text = `# ${target}\n`;
  for (const word of words()) if (word.length > 1 && word.length <= 60) text += entry(word);
  writeFileSync(dictionary, text);
}

const PLAIN = /[\w .,:;/?=&%+$|<>()-]/;

/** Writes an entry in libFuzzer's format: characters that are not plain are in hexadecimal. */
function entry(word) {
  let text = "";
  for (const byte of Buffer.from(word)) {
    const character = String.fromCharCode(byte);
    text += PLAIN.test(character) ? character : `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  return `"${text}"\n`;
}

function noWords() {
  return [];
}

/** What is in the list more than once only once. */
function unique(values) {
  return [...new Set(values)];
}

// `arbitrary` encodes a list as a 1 before each element and a 0 at the end.

function emptyLists(lists) {
  return Buffer.alloc(lists);
}

function listOfOne(element, rest) {
  return Buffer.concat([Buffer.of(1), element, Buffer.of(0), rest]);
}

// Datasets and updates.

/** More sections than any file has. Higher numbers wrap around to the first sections. */
const SECTIONS = 256;
const KINDS_OF_EDITS = 8;

function editedDatasets() {
  const seeds = [];
  for (const file of [0, 1])
    for (const seed of [emptyLists(2), ...edits(1)])
      seeds.push(Buffer.concat([Buffer.of(file), seed]));
  return seeds;
}

function editedUpdates() {
  return [emptyLists(3), ...edits(2)];
}

/** Changes each section in each way, as `Edit` of tests/common/sections.rs. */
function edits(listsAfter) {
  const seeds = [];
  for (let section = 0; section < SECTIONS; section += 1)
    for (let kind = 0; kind < KINDS_OF_EDITS; kind += 1)
      seeds.push(listOfOne(Buffer.of(section, kind, 3, 0, 0, 0, 7), emptyLists(listsAfter)));
  return seeds;
}

// The XML of releases.

const KINDS_OF_CHANGES = 11;
const ODD_TEXTS = 32;
/** The kinds of a change that replaces a file, and of one that replaces a text with an odd one. */
const [REPLACES_FILE, REPLACES_TEXT] = [1, 8];

function changedReleases() {
  const names = Object.keys(wholeRelease()).sort();
  const seeds = [emptyLists(1)];
  for (const file of names.keys())
    for (let kind = 0; kind < KINDS_OF_CHANGES; kind += 1)
      for (const at of [2, 5, 11, 20]) seeds.push(changed("text", file, kind, at, at + 6));
  for (const file of names.keys())
    for (let text = 0; text < ODD_TEXTS; text += 1)
      seeds.push(changed("", file, REPLACES_TEXT, text * 3, text));
  for (const [file, text] of filesOfCases(names))
    seeds.push(changed(text, file, REPLACES_FILE, 0, 0));
  return seeds;
}

/** Encodes one change, as `Edit` of tests/common/release_edits.rs, and the text that it uses. */
function changed(text, file, kind, at, other) {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt8(file, 0);
  bytes.writeUInt8(kind, 1);
  bytes.writeUInt16LE(at, 2);
  bytes.writeUInt16LE(other, 4);
  return listOfOne(bytes, Buffer.from(text));
}

/** Finds the different texts of the cases for files of the whole release, with their places. */
function filesOfCases(names) {
  const found = new Map();
  for (const files of releaseCases())
    for (const [name, text] of Object.entries(files)) {
      const file = names.indexOf(name);
      if (file >= 0 && typeof text === "string") found.set(`${file} ${text}`, [file, text]);
    }
  return found.values();
}

/** The names of all elements, as tags. */
function tags() {
  const text = readBytes("dmd-elements.txt").toString().replace(/^#.*$/gm, "");
  const words = [];
  for (const name of unique(text.match(/[A-Z][A-Z_0-9]+/g))) words.push(`<${name}>`, `</${name}>`);
  return [...words, ..."<![CDATA[ ]]> <!-- --> <? ?> &amp; &# &#x".split(" ")];
}

// Zips of releases.

function wholeRelease() {
  return filesOfRelease(readCases("whole-release.json")[0]);
}

function releaseCases() {
  return readCases("releases").map(filesOfRelease);
}

/** The releases of the cases and the complete one, with and without compression. */
function releases() {
  const seeds = [];
  for (const files of [...releaseCases(), wholeRelease()])
    for (const level of [0, 6]) seeds.push(zip(files, level));
  return seeds;
}

/** A zip of texts and of nested zips. */
function zip(files, level) {
  const bytes = {};
  for (const [name, content] of Object.entries(files))
    bytes[name] = typeof content === "string" ? Buffer.from(content) : zip(content, level);
  return zipSync(bytes, { level, mtime: "1980-01-01" });
}

const ZIP_MARKS = [
  "PK\x01\x02",
  "PK\x03\x04",
  "PK\x05\x06",
  "PK\x06\x06",
  "PK\x06\x07",
  "PK\x07\x08",
];

function wordsOfZips() {
  return [...ZIP_MARKS, ...Object.keys(wholeRelease())];
}

// Requests, queries and scans.

/** The requests of the cases, and with each condition and each format that one has. */
function requests() {
  const all = readCases("api", "security/requests.json", "security/traversal.json");
  const lines = new Set();
  const negotiated = new Set();
  const conditions = new Set();
  for (const { request } of all) {
    const { method = "GET", target, headers = {} } = request;
    lines.add(`${method} ${target}`);
    if (headers.Accept) negotiated.add(`GET ${target}\n\n${headers.Accept}`);
    if (headers["If-None-Match"]) conditions.add(headers["If-None-Match"]);
  }
  const seeds = [...lines, ...negotiated];
  for (const [number, tags] of [...conditions].entries())
    seeds.push(`${seeds[number % lines.size]}\n${tags}`);
  return seeds;
}

function partsOfRequests() {
  const parts = new Set();
  for (const request of requests()) for (const part of request.split(/([/?&=\n])/)) parts.add(part);
  return parts;
}

const QUERIES =
  "search/names search/box-text.json search/ranking.json search/corrections.json worst.json";

function queries() {
  return unique(readCases(...QUERIES.split(" ")).map(({ query }) => query));
}

function searches() {
  return queries().map((text) => Buffer.from(`\x14\0\0${text}`));
}

function wordsOfQueries() {
  return unique(queries().join(" ").split(/\s+/));
}

function scans() {
  const seeds = [];
  for (const { text } of readCases("gs1.json"))
    seeds.push(...unique([text, text.replaceAll("{GS}", "\x1d")]));
  return seeds;
}

const SYMBOLOGIES = [
  ..."]d2 ]C1 ]Q1 ]E0 ]Q3 ]e0 \x1d {GS} <GS> ?17= /01/".split(" "),
  "[)>\x1e06\x1d",
  "[)>\x1e05\x1d",
];

function partsOfScans() {
  const parts = /\(\d+\)|\d{6,14}|[a-z]+:\/\/[^/]+|\/\d\d\//gi;
  const found = new Set();
  for (const text of scans()) for (const part of text.match(parts) ?? []) found.add(part);
  return [...SYMBOLOGIES, ...found];
}
