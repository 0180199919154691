import type { Gap, WasmSource } from "./core.js";

export { ImportError, UpdateError } from "./errors.js";
export type { ImportReason, UpdateReason } from "./errors.js";

/** A release that was imported. */
export interface Imported {
  /** The dataset, as the project's command line makes it: the same bytes. `PackLookup.open({ dataset })` opens it. */
  dataset: Uint8Array;
  report: ImportReport;
}

/** What an import read, kept, dropped and wondered at: what the command line prints with `--json`. */
export interface ImportReport {
  /** The name of the release, `8.2.0`, or its date where the zip is not named as it is published. */
  release: string;
  /** `YYYY-MM-DD` */
  release_date: string;
  /** Whether it holds demonstration data. */
  is_demo: boolean;
  /** What the release lacked: nothing unless `partial`. */
  gaps: Gap[];
  packs: number;
  gtin_rows: number;
  /** Records in and out, file by file. */
  counts: ImportCount[];
  /** Files of the release of which nothing is read. */
  files_not_needed: string[];
  /** What was dropped or odd. */
  findings: ImportFinding[];
  /** What stands above the packs. */
  concepts: ImportedConcepts;
}

/** The concepts that came out, and what was left out of them. None of it costs a pack. */
export interface ImportedConcepts {
  amps: number;
  vmpps: number;
  vmps: number;
  vtms: number;
  /** GTINs that are on several packs, counted by how unlike those are. */
  reused_gtins: Record<"same-product" | "different-strength-or-form" | "unknown" | "different-medicines", number>;
  /** The files that the release lacks, like `VTM file`: what comes from them is absent. */
  files_missing: string[];
  /** What was left out. */
  findings: ImportFinding[];
}

/** How many records of one kind a file had. */
export interface ImportCount {
  file: string;
  /** The element that holds the records. */
  section: string;
  /** The element that is a record. */
  record: string;
  /** Records in the file. */
  read: number;
  /** Records that the import could read. The findings tell which of them no pack could use. */
  kept: number;
}

/** Something that was dropped or odd. */
export interface ImportFinding {
  /** A stable word. */
  kind: string;
  /** What happened, and what the import made of it. */
  text: string;
  count: number;
  /** The first few. */
  examples: string[];
}

/** How far an import has come: file by file, and then the dataset is written. */
export type ImportProgress =
  | {
      step: "reading";
      file: string;
      /** Bytes of the unpacked file that are read. */
      read: number;
      size: number;
    }
  | { step: "writing" };

export interface ImportOptions {
  /** What the zip is called as it is published, `nhsbsa_dmd_8.2.0_20250814000001.zip`: that names the release. A `File` brings its own. */
  name?: string;
  /** Imports a release that lacks files, or has some of other weeks, all the same: the dataset says so. */
  partial?: boolean;
  /** Is called as the import goes on, a few times for each file. What it throws ends the import. */
  progress?: (progress: ImportProgress) => void;
  /** Ends the import at once. */
  signal?: AbortSignal;
  /** The importer's WebAssembly, where it is not beside the module. */
  wasm?: WasmSource;
}

/**
 * Makes a dataset from a release of dm+d, the zip as it is published, in a worker of its own: seconds for a whole release.
 * Nothing leaves the device.
 *
 * @throws {ImportError} when it is not such a release, not a whole one, or damaged.
 * @throws {TypeError} when there is no such option, or a value is of the wrong type.
 * @throws the signal's reason when it is aborted.
 */
export declare function importRelease(release: Blob | ArrayBuffer | ArrayBufferView, options?: ImportOptions): Promise<Imported>;

/** How far an update has come: the packs of the dataset are read, and then the new one is written. */
export type UpdateProgress = { step: "reading" } | { step: "writing" };

export interface UpdateOptions {
  /** Is called as the update goes on. What it throws ends it. */
  progress?: (progress: UpdateProgress) => void;
  /** Ends the update at once. */
  signal?: AbortSignal;
  /** The importer's WebAssembly, where it is not beside the module. */
  wasm?: WasmSource;
}

/**
 * Makes the next dataset of a dataset and an update for it, in a worker of its own: seconds for a whole release. What comes back has the
 * digest that the update announces: the bytes that an import of the next release gives.
 *
 * @throws {UpdateError} when it is no update, not one for this dataset, or damaged: then the whole dataset has to be fetched.
 * @throws {TypeError} when there is no such option, or a value is of the wrong type.
 * @throws the signal's reason when it is aborted.
 */
export declare function applyUpdate(
  dataset: Blob | ArrayBuffer | ArrayBufferView,
  update: Blob | ArrayBuffer | ArrayBufferView,
  options?: UpdateOptions,
): Promise<Uint8Array>;

/**
 * Makes the update that leads from one dataset to another, in a worker of its own, and tries it out: a few kilobytes for a week.
 *
 * @throws {UpdateError} when one of them is no dataset, or is damaged.
 * @throws {TypeError} when there is no such option, or a value is of the wrong type.
 * @throws the signal's reason when it is aborted.
 */
export declare function makeUpdate(
  before: Blob | ArrayBuffer | ArrayBufferView,
  after: Blob | ArrayBuffer | ArrayBufferView,
  options?: Omit<UpdateOptions, "progress">,
): Promise<Uint8Array>;
