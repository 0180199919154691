import type { DescriptionOptions, Gap, WasmSource } from "./core.js";
import type { AbortSignalLike, BlobLike, OwnBytes } from "./platform.js";

export {
  DatasetError,
  ImportError,
  PackLookupError,
  SignatureError,
  UpdateError,
  WasmError,
} from "./errors.js";
export type {
  DatasetReason,
  ImportReason,
  SignatureReason,
  UpdateReason,
  WasmReason,
} from "./errors.js";

/** The result of an import. */
export interface Imported {
  /**
   * The dataset, with the same bytes as from `pack-lookup build`. `PackLookup.open({ dataset })`
   * opens it.
   */
  dataset: OwnBytes;
  /** What the import read, dropped and noticed. */
  report: ImportReport;
}

/**
 * The report of an import: what it read, kept, dropped, and found unusual. `pack-lookup build
 * --json` prints the same fields.
 */
export interface ImportReport {
  /**
   * The name of the release, such as `8.2.0`, or its date if the zip does not have its published
   * name.
   */
  release: string;
  /** The day of the release, `YYYY-MM-DD`. */
  release_date: string;
  /** Whether the release is demonstration data. */
  is_demo: boolean;
  /** The defects of the release. Empty unless the option `partial` was set. */
  gaps: Gap[];
  /** The number of packs in the dataset. */
  packs: number;
  /** The number of GTIN entries in the dataset. */
  gtin_rows: number;
  /** The records of each file. */
  counts: ImportCount[];
  /** The names of files that the import does not read. */
  files_not_needed: string[];
  /** What the import dropped or found unusual, by kind. */
  findings: ImportFinding[];
  /** The concepts above the packs. */
  concepts: ImportedConcepts;
}

/**
 * The imported concepts, and what the import dropped from them. A finding here never drops a pack.
 */
export interface ImportedConcepts {
  /** The number of AMPs. */
  amps: number;
  /** The number of VMPPs. */
  vmpps: number;
  /** The number of VMPs. */
  vmps: number;
  /** The number of VTMs. */
  vtms: number;
  /** The number of re-used GTINs, by how much their packs differ. */
  reused_gtins: Record<
    "same-product" | "different-strength-or-form" | "unknown" | "different-medicines",
    number
  >;
  /** The files that the release lacks, such as `VTM file`. Their concepts are absent. */
  files_missing: string[];
  /** What the import dropped, by kind. */
  findings: ImportFinding[];
}

/** The number of records of one kind in a file. */
export interface ImportCount {
  /** The name of the file. */
  file: string;
  /** The XML element that contains the records. */
  section: string;
  /** The XML element of one record. */
  record: string;
  /** The number of records in the file. */
  read: number;
  /** The number of readable records. The findings list records that no pack could use. */
  kept: number;
}

/** One kind of dropped or unusual thing. */
export interface ImportFinding {
  /** A stable code. */
  kind: string;
  /** A sentence: what happened, and what the import did. */
  text: string;
  /** How often it happened. */
  count: number;
  /** The first examples, at most five. */
  examples: string[];
}

/** The progress of an import: it reads each file, then writes the dataset. */
export type ImportProgress =
  | {
      step: "reading";
      /** The name of the file. */
      file: string;
      /** The bytes of the unpacked file that have been read. */
      read: number;
      /** The bytes of the unpacked file in total. */
      size: number;
    }
  | { step: "writing" };

/** Options of {@link importRelease}. */
export interface ImportOptions {
  /**
   * The published name of the zip, such as `nhsbsa_dmd_8.2.0_20250814000001.zip`, which contains
   * the name of the release. At most 1,000 characters. The default is the name of a `File`, or
   * `release.zip`.
   */
  name?: string | undefined;
  /**
   * Whether to import a release without its GTIN, lookup, VMP or VMPP file, with files of different
   * weeks, or with two files of one kind. The dataset and the report list its `gaps`. They also
   * list a missing VTM, AMP or ingredient file, which never causes a rejection. The default is
   * `false`.
   */
  partial?: boolean | undefined;
  /**
   * Receives the progress, more than once per file. An error that it throws cancels the import and
   * rejects the promise.
   */
  progress?: ((progress: ImportProgress) => void) | undefined;
  /** Cancels the import at once. */
  signal?: AbortSignalLike | undefined;
  /** The source of the importer's WebAssembly. The default is the file next to the module. */
  wasm?: WasmSource | undefined;
}

/**
 * Builds a dataset from a release of dm+d, in a worker. A whole release takes seconds and up to 400
 * MB of memory. The data stays on the device.
 *
 * @param release - The zip as TRUD publishes it: a `File`, a `Blob` or bytes. The call copies
 * bytes, so the caller can still use them.
 * @param options - The name of the zip, progress and cancellation.
 * @returns The dataset and a report.
 * @throws {@link ImportError} `not_a_zip`, `not_a_release`, `incomplete`, `damaged`, `unreadable`
 * or `unwritable` for the release;
 * `unavailable` or `stopped` for the importer.
 * @throws `TypeError` if an option is unknown, or a value has the wrong type. `RangeError` if
 * `name` is too long.
 * @throws The reason of `signal` if it is aborted.
 *
 * @example
 * ```js
 * import { readFile } from "node:fs/promises";
 * import { PackLookup } from "pack-lookup";
 * import { importRelease } from "pack-lookup/import";
 *
 * const name = "nhsbsa_dmd_8.2.0_20250814000001.zip";
 * const { dataset, report } = await importRelease(await readFile(name), { name });
 * const packs = await PackLookup.open(dataset);
 * packs.size === report.packs; // true
 * ```
 */
export declare function importRelease(
  release: BlobLike | ArrayBuffer | ArrayBufferView,
  options?: ImportOptions,
): Promise<Imported>;

/** The progress of an update: it reads the dataset, then writes the new dataset. */
export type UpdateProgress = { step: "reading" } | { step: "writing" };

/** Options of {@link applyUpdate}. `description` is the description of the result. */
export interface ApplyOptions extends UpdateOptions, DescriptionOptions {}

/** Options of {@link applyUpdate} and {@link makeUpdate}. */
export interface UpdateOptions {
  /** Receives the progress. An error that it throws cancels the update and rejects the promise. */
  progress?: ((progress: UpdateProgress) => void) | undefined;
  /** Cancels the update at once. */
  signal?: AbortSignalLike | undefined;
  /** The source of the importer's WebAssembly. The default is the file next to the module. */
  wasm?: WasmSource | undefined;
}

/**
 * Applies an update to a dataset, in a worker. A whole release takes seconds. The result has the
 * digest in the update, so it has the same bytes as an import of the next release.
 *
 * @param dataset - The dataset that the update starts from. The call copies bytes, so the caller
 * can still use them.
 * @param update - The update file.
 * @param options - Progress and cancellation.
 * @returns The next dataset.
 * @throws {@link UpdateError} `not_an_update`, `damaged`, `other_version`, `other_dataset`,
 * `other_outcome`, `no_dataset` or `too_large`.
 * Download the whole dataset then.
 * @throws {@link SignatureError} if the result is not the dataset of `description`, or none of
 * `publicKeys` signed the description.
 * @throws {@link UpdateError} `unavailable` or `stopped` for the importer.
 * @throws `TypeError` if an option is unknown, or a value has the wrong type.
 * @throws The reason of `signal` if it is aborted.
 *
 * @example
 * ```js
 * import { readFile } from "node:fs/promises";
 * import { applyUpdate, importRelease, makeUpdate } from "pack-lookup/import";
 *
 * const before = await readFile(new URL(import.meta.resolve("pack-lookup/packs.bin")));
 * const { dataset: after } = await importRelease(await readFile("nhsbsa_dmd_8.2.0_20250814000001.zip"));
 * const update = await makeUpdate(before, after);
 * const next = await applyUpdate(before, update);
 * next.length === after.length; // true
 * ```
 */
export declare function applyUpdate(
  dataset: BlobLike | ArrayBuffer | ArrayBufferView,
  update: BlobLike | ArrayBuffer | ArrayBufferView,
  options?: ApplyOptions,
): Promise<OwnBytes>;

/** Options of {@link followHistory}. */
export interface HistoryOptions {
  /** The history so far. Without it, a new one begins. */
  history?: BlobLike | ArrayBuffer | ArrayBufferView | undefined;
  /** The dataset of its last release. */
  before?: BlobLike | ArrayBuffer | ArrayBufferView | undefined;
  /** Cancels the work at once. */
  signal?: AbortSignalLike | undefined;
  /** The source of the importer's WebAssembly. The default is the file next to the module. */
  wasm?: WasmSource | undefined;
}

/**
 * Makes the history that a service keeps, in a worker: what changed from release to release, with
 * the changes to the next dataset appended. It drops releases that the service took back, and has
 * the last two years.
 *
 * @param after - The dataset to use from now on.
 * @param options - The history so far, and the dataset in use until now.
 * @returns The history, for `PackLookup.open(after, { history })`.
 * @throws {@link PackLookupError} `not_a_history`, `damaged` or `other_version` for the history;
 * `no_dataset` for a dataset; `earlier_release`, `other_data`, `no_concepts` or
 * `incomplete_release` if it cannot compare the datasets; `other_dataset` or `other_release` if the
 * history is of other datasets.
 * @throws {@link PackLookupError} `unavailable` or `stopped` for the importer.
 * @throws `TypeError` if an option is unknown, or a value has the wrong type.
 * @throws The reason of `signal` if it is aborted.
 *
 * @example
 * ```js
 * import { readFile } from "node:fs/promises";
 * import { PackLookup } from "pack-lookup";
 * import { followHistory } from "pack-lookup/import";
 *
 * const dataset = await readFile(new URL(import.meta.resolve("pack-lookup/packs.bin")));
 * const history = await followHistory(dataset);
 * const packs = await PackLookup.open(dataset, { history });
 * packs.changes().total; // 0
 * ```
 */
export declare function followHistory(
  after: BlobLike | ArrayBuffer | ArrayBufferView,
  options?: HistoryOptions,
): Promise<OwnBytes>;

/**
 * Makes the update from one dataset to another, in a worker, and applies it once as a check. A
 * week's changes are a few kilobytes.
 *
 * @param before - The dataset that readers have.
 * @param after - The later dataset.
 * @param options - Cancellation, and the source of the WebAssembly.
 * @returns The update file.
 * @throws {@link UpdateError} `no_dataset` if an argument is not a dataset or is damaged,
 * `too_large` if the update is too large;
 * `unavailable` or `stopped` for the importer.
 * @throws `TypeError` if an option is unknown, or a value has the wrong type.
 * @throws The reason of `signal` if it is aborted.
 *
 * @example
 * ```js
 * import { readFile } from "node:fs/promises";
 * import { makeUpdate } from "pack-lookup/import";
 *
 * const before = await readFile(new URL(import.meta.resolve("pack-lookup/packs.bin")));
 * const update = await makeUpdate(before, before);
 * update.length < 2000; // true
 * ```
 */
export declare function makeUpdate(
  before: BlobLike | ArrayBuffer | ArrayBufferView,
  after: BlobLike | ArrayBuffer | ArrayBufferView,
  options?: Omit<UpdateOptions, "progress">,
): Promise<OwnBytes>;

/**
 * The data quality report of a dataset in each format, as UTF-8. `pack-lookup report` writes the
 * same bytes.
 */
export interface QualityReport {
  /** A page for people. It refers to the style sheet `/med/ampp/pack.css`. */
  html: OwnBytes;
  /** A table with a row for each use of each finding. */
  csv: OwnBytes;
  /** All findings for programs. dm+d codes are strings. */
  json: OwnBytes;
}

/** Options of {@link qualityReport}. */
export interface QualityReportOptions {
  /** An earlier dataset. The report then has the changes since it. */
  since?: BlobLike | ArrayBuffer | ArrayBufferView | undefined;
  /** Cancels the report at once. */
  signal?: AbortSignalLike | undefined;
  /** The source of the importer's WebAssembly. The default is the file next to the module. */
  wasm?: WasmSource | undefined;
}

/**
 * Lists the GTINs of a dataset that a person should check, in a worker: re-used GTINs by grade,
 * overlapping periods, wrong check digits, one number in two forms, and GTINs of invalid packs. It
 * does not give a verdict: these are the register's own entries.
 *
 * @param dataset - The dataset. The call copies bytes, so the caller can still use them.
 * @param options - An earlier dataset, cancellation, and the source of the WebAssembly.
 * @returns The report as HTML, CSV and JSON.
 * @throws {@link DatasetError} `not_a_dataset`, `newer_format`, `older_format`, `torn` or `damaged`
 * for a dataset.
 * @throws {@link WasmError} `unavailable` or `stopped` for the importer.
 * @throws `TypeError` if an option is unknown, or a value has the wrong type.
 * @throws The reason of `signal` if it is aborted.
 *
 * @example
 * ```js
 * import { readFile } from "node:fs/promises";
 * import { qualityReport } from "pack-lookup/import";
 *
 * const dataset = await readFile(new URL(import.meta.resolve("pack-lookup/packs.bin")));
 * const { json } = await qualityReport(dataset);
 * const { kinds } = JSON.parse(new TextDecoder().decode(json));
 * kinds[0].kind; // "reused"
 * ```
 */
export declare function qualityReport(
  dataset: BlobLike | ArrayBuffer | ArrayBufferView,
  options?: QualityReportOptions,
): Promise<QualityReport>;
