// What was served, and since when: `releases/releases.json`, beside the datasets that scripts/build/updates.mjs keeps. What is about to be deployed is
// recorded before, so that the next run can recover from an interrupted one.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepRelease, keptReleases } from "../build/updates.mjs";
import { Failure } from "../common/run.mjs";
import { digestOf } from "./counts.mjs";

/** A year of weeks, with some that were taken back. */
const MOST = 60;

export class History {
  #folder;

  constructor(folder) {
    this.#folder = folder;
  }

  /** The last first. */
  get entries() {
    return this.#read("releases.json") ?? [];
  }

  /** The datasets that are kept, the one that was deployed last first: `{ digest, bytes }`. */
  get kept() {
    return keptReleases(this.#folder);
  }

  entryOf(sha256) {
    return this.entries.find((entry) => entry.sha256 === sha256);
  }

  /** The entry that went back from a release, where nothing was served again since. */
  takenBack(sha256) {
    const entry = this.entries.find((one) => one.sha256 === sha256 || one.back_from === sha256);
    return entry?.back_from === sha256 ? entry : undefined;
  }

  /** Before it is deployed. */
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

  /** A run that was ended in its middle: `sha256` is what is served. Gives what became of it, as a sentence. */
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

  /** There is always a whole file under the name. */
  #write(name, content) {
    const path = join(this.#folder, name);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }
}
