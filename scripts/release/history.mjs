// The history of served releases: `releases/releases.json`, beside the datasets of scripts/build/updates.mjs. A deployment is recorded before it
// starts, so that the next run can recover from an interruption.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepRelease, keptReleases } from "../build/updates.mjs";
import { Failure } from "../common/run.mjs";
import { digestOf } from "./counts.mjs";

/** The number of entries: a year of weeks, and some rollbacks. */
const MOST = 60;

export class History {
  #folder;

  constructor(folder) {
    this.#folder = folder;
  }

  /** The latest first. */
  get entries() {
    return this.#read("releases.json") ?? [];
  }

  /** The stored datasets, the latest deployment first: `{ digest, bytes }`. */
  get kept() {
    return keptReleases(this.#folder);
  }

  entryOf(sha256) {
    return this.entries.find((entry) => entry.sha256 === sha256);
  }

  /** Returns the entry of the rollback from a release, unless the release was served again later. */
  takenBack(sha256) {
    const entry = this.entries.find((one) => one.sha256 === sha256 || one.back_from === sha256);
    return entry?.back_from === sha256 ? entry : undefined;
  }

  /** Records a deployment that is about to start. */
  begin(entry, bytes) {
    mkdirSync(this.#folder, { recursive: true });
    this.#write("next.bin", bytes);
    this.#write("next.json", JSON.stringify(entry));
  }

  /** Records that the started deployment is served. A second call changes nothing. */
  finish() {
    const entry = this.#read("next.json");
    keepRelease(readFileSync(join(this.#folder, "next.bin")), { release_date: entry.date }, this.#folder);
    this.#add(entry);
    this.#forget();
  }

  /** Resolves an interrupted run. `sha256` is what is served. Returns what happened, as a sentence. */
  settle(sha256) {
    const entry = this.#read("next.json");
    if (entry === undefined) return undefined;
    if (this.#isWhole(entry) && entry.sha256 === sha256) {
      this.finish();
      return `The run before was ended when ${entry.release} was served already: it is kept`;
    }
    this.#forget();
    return `The run before was ended before ${entry.release} was served: nothing of it is left`;
  }

  #isWhole = ({ sha256 }) => existsSync(join(this.#folder, "next.bin")) && digestOf(readFileSync(join(this.#folder, "next.bin"))) === sha256;

  #add(entry) {
    const others = this.entries.filter(({ id }) => id !== entry.id);
    this.#write("releases.json", `${JSON.stringify([entry, ...others].slice(0, MOST), null, 2)}\n`);
  }

  #forget() {
    for (const name of ["next.json", "next.bin"]) rmSync(join(this.#folder, name), { force: true });
  }

  #read(name) {
    const path = join(this.#folder, name);
    if (!existsSync(path)) return undefined;
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch {
      throw new Failure(`${path} is no JSON: mend it, or remove it`);
    }
  }

  /** Writes a file atomically, so that there is always a complete file. */
  #write(name, content) {
    const path = join(this.#folder, name);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }
}
