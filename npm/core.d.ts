/** A pack of a medicine or device (a dm+d AMPP), as the API returns it. */
export interface Pack {
  /** The AMPP code: 16 to 18 digits, more than a `number` holds exactly. */
  pack_id: bigint;
  /** Product, supplier in parentheses, size, and the sub-pack where there is one. */
  name: string;
  generic_pack_name: string;
  generic_product_name: string;
  /** The path of the pack's page. */
  url: string;
  short_name: string | null;
  /** A description like `2 x 14 tablets`. */
  subpack: string | null;
  /** `POM`, `P`, `GSL`, or what the release says. */
  legal_category: string;
  /** Flag text; only on packs that have a `discontinued_date`. */
  discontinued?: string;
  /** The day (`YYYY-MM-DD`) on which the pack was discontinued. */
  discontinued_date: string | null;
  gtin_codes: GtinEntry[];
  prices: Prices;
  /** 1 when the release calls the pack invalid. */
  invalid: 1 | null;
  /** The packs that a combination pack consists of. */
  comb_content: Component[];
}

/** A GTIN of a pack, and the period in which it is valid there; both days belong to it. */
export interface GtinEntry {
  /** 13 or 14 digits, as recorded. */
  gtin: string;
  start_date: string;
  /** `null` while the period is open. */
  end_date: string | null;
}

/** NHS indicative prices in pence. */
export interface Prices {
  price: number | null;
  price_prev: number | null;
}

/** A pack inside a combination pack. */
export interface Component {
  pack_id: bigint;
  name: string;
}

/** One period in which a pack carried the GTIN that was asked for. */
export interface Use extends GtinEntry {
  pack: Pack;
  status: PackStatus;
}

/**
 * What a pack's state is. The record says since when it is discontinued, but can't say that it is where no date is
 * recorded: this can, and nothing in it hides something else.
 */
export interface PackStatus {
  /** Neither discontinued nor invalid. */
  current: boolean;
  discontinued: boolean;
  /** The day (`YYYY-MM-DD`); `null` while the pack is not discontinued, or where the day is not recorded. */
  discontinued_date: string | null;
  /** The release calls the pack invalid; it may be discontinued as well. */
  invalid: boolean;
}

/** What a search found. */
export interface Found {
  /** What the text was taken for: a GTIN (or a barcode that holds one), an AMPP code, or a name. */
  kind: "gtin" | "ampp_id" | "name";
  /** How many packs match in all. */
  total: number;
  /** Whether nothing has the words as they were typed, and similar ones were taken instead. */
  corrected: boolean;
  /** Which words were taken for which; empty unless `corrected`. Words that were found as they were typed are not in it. */
  corrections: Correction[];
  /** The packs asked for: of a GTIN the latest use first, of a name in the order asked for. */
  packs: Pack[];
  /** The status of each of `packs`, in their order. */
  statuses: PackStatus[];
}

/** A word that nothing has as it was typed, and what was taken for it: to be shown beside the packs. */
export interface Correction {
  /** The word as it was typed; several, with a space between them, where they were read as one. */
  from: string;
  /**
   * The words that it was taken for, in lower case: those that are in the packs found, eight at most. A word that was
   * read as two has a space. Empty when the word was left out, as the `hydrochloride` that a name does not have.
   */
  to: string[];
}

/** What a barcode says. Batch, serial and expiry are there only where the barcode holds them. */
export interface Scan {
  /** 13 digits, or 14 where the number needs them. */
  gtin: string;
  batch?: string;
  serial?: string;
  /** The last day (`YYYY-MM-DD`) on which the pack may be used. */
  expiry?: string;
  /** The kind of barcode, where a symbology identifier told it. */
  symbology?: string;
  /** All that the barcode holds, in its order; empty for a plain number. */
  elements: Element[];
  /** Doubts about the code, to be shown to whoever scanned it. */
  warnings: ScanWarning[];
}

/** One element string of a GS1 barcode. */
export interface Element {
  /** The Application Identifier, like `17`. */
  ai: string;
  /** What GS1 calls it, like `USE BY or EXPIRY`. */
  title: string;
  value: string;
}

/** A doubt about a barcode that could be read all the same. */
export interface ScanWarning {
  /** A stable word for programs. */
  reason: string;
  /** A sentence for people. */
  message: string;
  /** For `wrong_check_digit`: the GTIN that it would be with the right one. */
  corrected?: string;
}

/** Something that a release lacked: a file, files of one week, or that there was one file of each kind. */
export type Gap =
  | "no_gtin_file"
  | "no_lookup_file"
  | "no_vmp_file"
  | "no_vmpp_file"
  | "mixed_weeks"
  | "two_files_of_a_kind";

/** The service and the dataset behind it, as `/api/about` answers. */
export interface About {
  version: string;
  dataset: {
    /** The name of the dm+d release, like `8.2.0_20250814000001`. */
    release: string;
    /** The day of the release. */
    date: string;
    packs: number;
    gtin_rows: number;
    /** SHA-256 of the content, in hex. */
    digest: string;
    /** Whether these are invented packs, for demonstration. */
    demo: boolean;
    /** What the release lacked of which the dataset was made; empty for a whole one. */
    gaps: Gap[];
  };
  /** A sentence that people must be shown: the data are a demonstration, or lack something. */
  warning?: string;
  [field: string]: unknown;
}

/** Where a dataset comes from. */
export type DatasetSource = string | URL | Response | ArrayBuffer | ArrayBufferView;

/** Where the WebAssembly comes from. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

export interface SearchOptions {
  /** At most so many packs, 1 to 100; 20 unless told. */
  limit?: number;
  /** Leave out so many of the first packs. */
  offset?: number;
  /**
   * Of a name, only packs that are neither discontinued nor invalid. Of a GTIN, a barcode or an AMPP code all packs are
   * told, whatever this says.
   */
  current?: boolean;
  /**
   * The order of the packs returned, `name` unless told. It also tells which packs of a name come first: with
   * `relevance` those that fit best, current ones before others; with `name` being discontinued or invalid counts for
   * nothing. Each order's pages together are all packs that match.
   */
  sort?: "name" | "relevance";
}

/** What a query may become: its last word finished, or followed by another one. */
export interface Suggestion {
  /** What to search for. */
  text: string;
  /** How many packs have the added word, and all words before it, in the name of the product. */
  packs: number;
}

export interface OpenOptions {
  dataset: DatasetSource;
  wasm?: WasmSource;
  /**
   * Whether the dataset's digest is compared before anything is answered; yes, unless told not to. It takes
   * some 40 milliseconds for a whole release. `false` is for those who have compared a digest of these very bytes
   * themselves, as after a download, or who call {@link PackLookup.verify} once the first answer is out: until then,
   * one wrong bit may be another pack.
   */
  verify?: boolean;
}

/** A request, or as much of one as the API reads. */
export interface RequestLike {
  url: string;
  method?: string;
  headers?: HeadersInit;
}

/** An error that says why in one stable word. */
interface ReasonedError extends Error {
  readonly reason: string;
}

/** A text is not a GTIN. `reason` is `not_digits` or `bad_length`. */
export declare class GtinError extends Error implements ReasonedError {
  readonly name: "GtinError";
  readonly reason: "not_digits" | "bad_length";
  constructor(message: string, reason: "not_digits" | "bad_length");
}

/** A text is no barcode that a pack may carry. */
export declare class ScanError extends Error implements ReasonedError {
  readonly name: "ScanError";
  readonly reason: string;
  constructor(message: string, reason: string);
}

/**
 * Why a dataset can't be used: it is none; its format is newer or older than {@link FORMAT}; it is not all there; its
 * content is not what was written; or it could not be fetched.
 */
export type DatasetReason = "not_a_dataset" | "newer_format" | "older_format" | "torn" | "damaged" | "unavailable";

/** Bytes are not a dataset that this version reads, or they could not be fetched. */
export declare class DatasetError extends Error implements ReasonedError {
  readonly name: "DatasetError";
  readonly reason: DatasetReason;
  constructor(message: string, reason: DatasetReason);
}

/** The format of the datasets that this module reads: the number in their header. */
export declare const FORMAT: number;

/** The parts of a request on which an answer depends. */
export interface Asked {
  method?: string;
  path: string;
  query?: string;
  /** The header `If-None-Match`. */
  ifNoneMatch?: string;
}

/** An answer as servers send it: the body is empty where there is none to be sent. */
export interface Answered {
  status: number;
  /** Names and values. */
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
}

/** The packs of one dm+d release: every answer from memory, nothing asked of a network. */
export declare class PackLookup {
  protected constructor();

  /**
   * Loads the WebAssembly, once for all datasets, and opens a dataset.
   *
   * @throws {DatasetError} when the bytes are not a dataset, of another format, or damaged.
   */
  static open(options: OpenOptions): Promise<PackLookup>;

  /** Whether the dataset is still what was written: compares its digest, for those who opened without. */
  verify(): Promise<boolean>;

  /**
   * The pack of the latest use of a GTIN of 13 or 14 digits, or `undefined`.
   * Other packs may have carried it too: {@link PackLookup.uses} tells.
   *
   * @throws {GtinError} when the text is not a GTIN.
   */
  gtin(code: string): Pack | undefined;

  /**
   * The same record as JSON in UTF-8, byte for byte what the API sends.
   *
   * @throws {GtinError} when the text is not a GTIN.
   */
  gtinJson(code: string): Uint8Array | undefined;

  /**
   * Every period in which a pack carried the GTIN, latest use first.
   *
   * @param options.on Only the periods that hold this day (`YYYY-MM-DD`).
   * @throws {GtinError} when the text is not a GTIN.
   * @throws {RangeError} when `on` is not a day.
   */
  uses(code: string, options?: { on?: string }): Use[];

  /**
   * The status of the pack with this AMPP code, or `undefined` when there is none. It costs the look-up of the code, and
   * reads no record.
   */
  status(packId: bigint | string): PackStatus | undefined;

  /** Packs by name, by GTIN or by AMPP code. */
  search(text: string, options?: SearchOptions): Found;

  /**
   * How a name that is being typed may go on: its last word finished, or the next word behind a space. Those that
   * find the most packs come first.
   *
   * @param options.limit At most so many; 8 unless told.
   */
  suggest(text: string, options?: { limit?: number }): Suggestion[];

  /**
   * Reads what a scanner or a person gives: digits, GS1 element strings with or without
   * symbology identifier, bracketed text, Digital Link URIs.
   *
   * @param options.today The day (`YYYY-MM-DD`) from which years of two digits are reckoned; the device's unless told.
   * @throws {ScanError} when it is none of these, or a field of it is wrong.
   */
  scan(text: string, options?: { today?: string }): Scan;

  /** Answers a request to the API or for a pack's page as the server would. */
  fetch(request: Request | URL | string | RequestLike): Response;

  /** The same for servers that have no `Request`: path and query are those of a URL, percent-encoded, the query without its `?`. */
  respond(request: Asked): Answered;

  /** The service and the dataset behind it. */
  readonly about: About;

  /** Gives back the memory of the dataset. The object is of no use afterwards. */
  close(): void;
}
