// The history of deployed releases, and its feeds. `releases/releases.json` is next to the stored
// datasets (scripts/build/page.mjs). A deployment is recorded before it starts, so that the next
// run can recover from an interruption.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storedReleases, storeRelease } from "../build/page.mjs";
import { digestOf } from "../common/project.mjs";
import { Failure } from "../common/run.mjs";

/** The number of entries: a year of weeks, and some rollbacks. */
const MAX_ENTRIES = 60;

export class History {
  #folder;
  /** The entries in the list of the service. */
  #listed = [];

  constructor(folder) {
    this.#folder = folder;
  }

  /** The entries, the latest first: the stored ones, and the listed ones that are not stored. */
  get entries() {
    const stored = this.#read("releases.json") ?? [];
    const others = this.#listed.filter(({ id }) => !stored.some((entry) => entry.id === id));
    if (others.length === 0) return stored;
    return [...stored, ...others].sort(
      (one, other) =>
        (one.served_first < other.served_first) - (one.served_first > other.served_first),
    );
  }

  /**
   * Adds the entries in the list of the service, because the stored list may be lost or outdated.
   */
  recall(listed) {
    this.#listed = listed.map((entry) => ({ suspicions: [], ...entry }));
  }

  /** The stored datasets, the latest deployment first: `{ digest, bytes }`. */
  get stored() {
    return storedReleases(this.#folder);
  }

  entryOf(sha256) {
    return this.entries.find((entry) => entry.sha256 === sha256);
  }

  /**
   * The entry of the rollback from a release, unless the release was served again later.
   */
  rollbackFrom(sha256) {
    const entry = this.entries.find((one) => one.sha256 === sha256 || one.back_from === sha256);
    return entry?.back_from === sha256 ? entry : undefined;
  }

  /**
   * Stores the release that is replaced, unless it is stored, so that a rollback can return to it.
   */
  keep({ digest, bytes }, date) {
    if (!this.stored.some((one) => one.digest === digest))
      storeRelease(bytes, { release_date: date }, this.#folder);
  }

  /** The file with what changed from release to release, or `undefined` if there is none. */
  get changes() {
    const file = join(this.#folder, "history.bin");
    return existsSync(file) ? file : undefined;
  }

  /**
   * Records a deployment that is about to start. `changes` is the file with what changed until it.
   */
  begin(entry, bytes, changes) {
    mkdirSync(this.#folder, { recursive: true });
    rmSync(join(this.#folder, "next-history.bin"), { force: true });
    if (changes) this.#write("next-history.bin", readFileSync(changes));
    this.#write("next.bin", bytes);
    this.#write("next.json", JSON.stringify(entry));
  }

  /** The entry and the dataset of the started deployment, if any. */
  get started() {
    const entry = this.#read("next.json");
    return entry && this.#isComplete(entry)
      ? { entry, bytes: readFileSync(join(this.#folder, "next.bin")) }
      : undefined;
  }

  /** Records that the started deployment is served. A second call changes nothing. */
  finish() {
    const entry = this.#read("next.json");
    storeRelease(
      readFileSync(join(this.#folder, "next.bin")),
      { release_date: entry.date },
      this.#folder,
    );
    this.#add(entry);
    const changes = join(this.#folder, "next-history.bin");
    if (existsSync(changes)) renameSync(changes, join(this.#folder, "history.bin"));
    this.#removePending();
  }

  /**
   * Resolves an interrupted run. `sha256` is what is served. Returns what happened, as a sentence.
   */
  settle(sha256) {
    const entry = this.#read("next.json");
    if (entry === undefined) return undefined;
    if (this.#isComplete(entry) && entry.sha256 === sha256) {
      this.finish();
      return `The previous run stopped after it had deployed ${entry.release}: the release is stored`;
    }
    this.#removePending();
    return `The previous run stopped before it had deployed ${entry.release}: its files are removed`;
  }

  #isComplete = ({ sha256 }) =>
    existsSync(join(this.#folder, "next.bin")) &&
    digestOf(readFileSync(join(this.#folder, "next.bin"))) === sha256;

  #add(entry) {
    const others = this.entries.filter(({ id }) => id !== entry.id);
    this.#write(
      "releases.json",
      `${JSON.stringify([entry, ...others].slice(0, MAX_ENTRIES), null, 2)}\n`,
    );
  }

  #removePending() {
    for (const name of ["next.json", "next.bin", "next-history.bin"])
      rmSync(join(this.#folder, name), { force: true });
  }

  #read(name) {
    const path = join(this.#folder, name);
    if (!existsSync(path)) return undefined;
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch {
      throw new Failure(`${path} is not JSON: repair or remove it`);
    }
  }

  /** Writes a file atomically, so that there is always a complete file. */
  #write(name, content) {
    const path = join(this.#folder, name);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }
}

// The feeds: `/releases.json` for programs, and `/releases.atom` for feed readers.

/** The number of releases in the feeds. */
const FEED_LENGTH = 20;

/**
 * Writes both feeds into the page's folder. The first entry is the release that is about to be
 * served.
 */
export function publishFeed(entries, folder, url) {
  writeFileSync(join(folder, "releases.json"), JSON.stringify(listOf(entries)));
  writeFileSync(join(folder, "releases.atom"), feedOf(entries.slice(0, FEED_LENGTH), url));
}

/** The options of wrangler that set the day on which the release was first served. */
export const servedFirst = (entry) =>
  entry ? ["--var", `SERVED_FIRST:${entry.served_first.slice(0, 10)}`] : [];

function listOf(entries) {
  const shown = entries
    .slice(0, FEED_LENGTH)
    .map(({ records, suspicions, next_expected, ...entry }) => entry);
  return { next_expected: entries[0].next_expected, releases: shown };
}

function feedOf(entries, url = "") {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(url || "urn:pack-lookup")}/releases.atom</id>
  <title>Pack Lookup: releases of dm+d</title>
  <updated>${entries[0].served_first}</updated>
  <author><name>Pack Lookup</name></author>
  <rights>Contains public sector information licensed under the Open Government Licence v3.0.</rights>
  <link rel="self" type="application/atom+xml" href="${escapeXml(url)}/releases.atom"/>
  <link rel="alternate" type="text/html" href="${escapeXml(url)}/"/>
${entries.map((entry) => entryOf(entry, url)).join("\n")}
</feed>
`;
}

const entryOf = (entry, url) => `  <entry>
    <id>urn:uuid:${escapeXml(entry.id)}</id>
    <title>${escapeXml(titleOf(entry))}</title>
    <updated>${entry.served_first}</updated>
    <link rel="alternate" type="application/json" href="${escapeXml(url)}/releases.json"/>
    <link rel="related" type="text/html" href="${escapeXml(url)}/data-quality"/>
    <content type="text">${escapeXml(entry.text)}</content>
  </entry>`;

const titleOf = ({ release, date, back_from }) =>
  `${release} of ${date}${back_from ? ", rolled back to" : ""}`;

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Escapes a text for XML. Release names are untrusted, and XML does not allow control characters.
 */
const escapeXml = (text) =>
  text
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => ENTITIES[character]);
