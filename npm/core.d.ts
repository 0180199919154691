import type { AbortSignalLike, BlobLike, HeadersInitLike, OwnBytes, RequestClass, ResponseClass, StreamClass, UrlClass, WasmModuleClass } from "./platform.js";

export { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";
export type { DatasetReason, WasmReason } from "./errors.js";

/** How codes of dm+d come: exact either way. As text they survive `JSON.stringify`, as `bigint` they are numbers. */
export type Id = bigint | string;

/** A pack of a medicine or device (a dm+d AMPP), as the API returns it. */
export interface Pack<I extends Id = bigint> {
  /** The AMPP code: 16 to 18 digits, more than a `number` holds exactly. */
  pack_id: I;
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
  comb_content: Component<I>[];
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
export interface Component<I extends Id = bigint> {
  pack_id: I;
  name: string;
}

/** One of many codes: its pack, or why there is none. `code` is what was asked, without the spaces around it. */
export type LookedUp<I extends Id = bigint> =
  | {
      code: string;
      /** How many packs have carried the GTIN: with more than one, the code alone does not tell which is in the hand. */
      packs: number;
      /** The pack of the GTIN's latest use. */
      pack: Pack<I>;
      status: PackStatus;
      reason?: undefined;
      message?: undefined;
    }
  | {
      code: string;
      /** A stable word for programs. The last is an unknown GTIN whose check digit is wrong: it may be mistyped. */
      reason: "not_digits" | "bad_length" | "unknown_gtin" | "wrong_check_digit";
      /** A sentence for people. */
      message: string;
      pack?: undefined;
      packs?: undefined;
      status?: undefined;
    };

/** One period in which a pack carried the GTIN that was asked for. */
export interface Use<I extends Id = bigint> extends GtinEntry {
  pack: Pack<I>;
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

/**
 * How unlike the packs are that have carried one GTIN, told by what they are and not by their names: `different-medicines` have another
 * moiety or other substances, `different-strength-or-form` the same in another virtual product, `same-product` differ in size or supplier alone.
 * Of `unknown` the data tell too little: take it for as alarming as different medicines.
 */
export type Reuse = "different-medicines" | "different-strength-or-form" | "same-product" | "unknown";

/** Something of dm+d that has a code. The name is absent where the release has none for the code. */
export interface Coded<I extends Id = bigint> {
  id: I;
  name?: string;
}

/** A product as it is sold (an AMP). Whatever the release does not tell is absent, here and in all concepts. */
export interface Amp<I extends Id = bigint> extends Coded<I> {
  supplier?: Coded<I>;
  licensing_authority?: string;
  availability_restriction?: string;
  flavour?: string;
  parallel_import: boolean;
  /** Whether the European Medicines Agency has it under additional monitoring (▼). */
  additional_monitoring: boolean;
  /** A code of the BNF that the product has of its own: only where the data were made with the supplementary release. */
  bnf?: string;
}

/** A pack in a quantity, whoever sells it (a VMPP). */
export interface Vmpp<I extends Id = bigint> extends Coded<I> {
  /** How much of the product is in the pack. */
  quantity?: number;
  unit?: string;
  drug_tariff_category?: string;
}

/** A substance in a product, and how much of it. */
export interface Ingredient<I extends Id = bigint> extends Coded<I> {
  /** `{ value: 40, unit: "mg", denominator_value: 1, denominator_unit: "ml" }` is 40 mg in 1 ml. */
  strength?: { value?: number; unit?: string; denominator_value?: number; denominator_unit?: string };
}

/** The medicine in a strength and a form, whoever sells it (a VMP). */
export interface Vmp<I extends Id = bigint> extends Coded<I> {
  forms?: Coded<I>[];
  routes?: Coded<I>[];
  ingredients?: Ingredient<I>[];
  controlled_drug_category?: string;
  prescribing_status?: string;
  sugar_free: boolean;
  gluten_free: boolean;
  preservative_free: boolean;
  cfc_free: boolean;
  unit_dose?: { form?: string; size?: number; unit?: string; unit_of_dose?: string };
  non_availability?: string;
  /** Its code of the BNF, up to 8 digits: only where the data were made with the supplementary release, which is not an officially endorsed dm+d product. */
  bnf?: string;
  /** Its ATC code; from there, too. */
  atc?: string;
}

/** The concepts of dm+d above a pack, or those from one of them upwards. They tell what is, and never that one pack may be given for another. */
export interface Concepts<I extends Id = bigint> {
  amp?: Amp<I>;
  vmpp?: Vmpp<I>;
  vmp?: Vmp<I>;
  /** The therapeutic moiety: what the product has its effect from. */
  vtm?: Coded<I>;
  /** Of a pack: the schedules that it is in. */
  schedules?: string[];
  /** Of a pack: who may prescribe it, and where; like `ACBS` or `Dental formulary`. */
  prescribing_notes?: string[];
}

/**
 * What a text was taken for: a GTIN (or a barcode that holds one), an AMPP code, a name, or the code of a concept that the dataset has: a
 * product (`amp`), a virtual pack or product (`vmpp`, `vmp`), or a therapeutic moiety (`vtm`); or codes of a classification (`atc`, `bnf`), where the
 * data were made with the supplementary release.
 */
export type QueryKind = "gtin" | "ampp_id" | "amp" | "vmpp" | "vmp" | "vtm" | "atc" | "bnf" | "name";

/** What a search found. */
export interface Found<I extends Id = bigint> {
  /** What the text was taken for. */
  kind: QueryKind;
  /** How many packs match in all. */
  total: number;
  /** Whether no pack matches the words as typed: words were read as others, or ignored. */
  corrected: boolean;
  /** How words were read that no pack matches as typed. Empty unless `corrected`. */
  corrections: Correction[];
  /**
   * Whether this is a partial match, as of the whole text of a box. `corrections` lists the ignored words. A medicine, strength, route,
   * release characteristic or exclusion is never ignored. The medicine may be in `generic_product_name` alone.
   */
  relaxed: boolean;
  /** The strengths that exist, from the weakest, if no pack has the requested one. `packs` is then empty. The same as `available.strengths`. */
  strengths: string[];
  /** What the medicine has instead, if no pack has a strength, route, form or release of the query. `packs` is then empty. */
  available: Available;
  /** The part of the query that is the reason for an empty result, or `null`. */
  no_match: NoMatch | null;
  /** The packs asked for: of a GTIN the latest use first, of a name in the order asked for. */
  packs: Pack<I>[];
  /** The status of each of `packs`, in their order. */
  statuses: PackStatus[];
}

/** What a search found, as products. */
export interface Grouped<I extends Id = bigint> {
  /** What the text was taken for. */
  kind: QueryKind;
  /** How many packs match in all, whatever was chosen. */
  total: number;
  /** How many of them have what was chosen: those of all groups. */
  chosen: number;
  /**
   * Whether more than 3,000 packs match. So many are not grouped, `groups` and `facets` are empty, and what was chosen is not
   * looked at: no count is told that is not exact. A search without `groupBy` pages through them.
   */
  more: boolean;
  /** Whether no pack matches the words as typed: words were read as others, or ignored. */
  corrected: boolean;
  /** How words were read that no pack matches as typed. Empty unless `corrected`. */
  corrections: Correction[];
  /** Whether this is a partial match: see {@link Found.relaxed}. */
  relaxed: boolean;
  /** The strengths that exist, from the weakest, if no pack has the requested one. The same as `available.strengths`. */
  strengths: string[];
  /** What the medicine has instead, if no pack has a strength, route, form or release of the query. */
  available: Available;
  /** The part of the query that is the reason for an empty result, or `null`. */
  no_match: NoMatch | null;
  /** How many groups there are in all. */
  products: number;
  /** The groups asked for, in the order in which each one's first pack comes; imports and specials behind all others. */
  groups: Group<I>[];
  /** What the packs may be narrowed by. */
  facets: Facets;
}

/** The packs of one product; its imports and its specials are groups of their own. */
export interface Group<I extends Id = bigint> {
  /** The name up to the supplier's brackets. */
  product: string;
  /**
   * `import` where the supplier's brackets say `Imported`, `special` where they say `Special Order`. A parallel import of a licensed
   * medicine has its importer there, like any other supplier: no name tells it.
   */
  origin: "supplier" | "import" | "special";
  /** How many packs there are, that match and have what was chosen. */
  packs: number;
  /** How many supply them. */
  suppliers: number;
  /** In which sizes, each once, the small numbers first: `["28 tablet", "100 tablet"]`. */
  sizes: string[];
  /** The AMPP codes of all these packs, in the order asked for. */
  pack_ids: I[];
}

/**
 * Values that packs have, those of most packs first: 50 at most, and those that are chosen. What has no strength in the name of its generic
 * product, as a dressing, has neither strength nor form here.
 */
export interface Facets {
  /** `500mg`, `120mg/5ml` */
  strength: FacetValue[];
  /** All that stands behind the strength: `tablets`, `oral suspension sugar free`. */
  form: FacetValue[];
  supplier: FacetValue[];
}

/** One value of a facet. */
export interface FacetValue {
  value: string;
  /** How many packs that match have it, and what is chosen of the other facets: what choosing it alone of its facet leaves. */
  packs: number;
}

/** A word that no pack matches as typed, and how it was read. Show it beside the packs. */
export interface Correction {
  /** The word as typed, or several words with a space between them. */
  from: string;
  /**
   * What it was read as, in lower case: at most eight words that are in the packs. A word that was split has a space. A number that
   * was read as the size of a pack is `pack size 28`. Empty if the word was ignored.
   */
  to: string[];
}

/**
 * What the named medicine has instead of what the query states. A list is empty unless no pack has the strength, route, form or release
 * that the query states.
 */
export interface Available {
  /** Strengths as names have them, from the weakest: `2.5mg`, `5mg / 80mg`. */
  strengths: string[];
  /** Routes: `oral`, `subcutaneous`. */
  routes: string[];
  /** Dose forms as generic names have them: `tablets`, `oral solution sugar free`. */
  forms: string[];
  /** Release characteristics: `modified release`, `gastro-resistant`, `immediate release`. */
  releases: string[];
}

/** Why a search has no results, and the part of the query that is the reason. */
export interface NoMatch {
  /**
   * A stable code:
   * - `medicine-not-in-release`: `text` is the name of a medicine that the release does not have
   * - `ambiguous-abbreviation`: `text` is an abbreviation that is read as more than one medicine or route
   * - `unreadable-exclusion`: `text` excludes something that no name has, so no pack is known to be without it
   * - `only-exclusions`: the query only excludes, and names nothing to find
   * - `unreadable-quantity`: `text` joins numbers to a quantity that cannot be read
   */
  reason: "medicine-not-in-release" | "ambiguous-abbreviation" | "unreadable-exclusion" | "only-exclusions" | "unreadable-quantity";
  /** The part of the query, as typed. */
  text: string;
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
  elements: ElementString[];
  /** Doubts about the code, to be shown to whoever scanned it. */
  warnings: ScanWarning[];
}

/** One element string of a GS1 barcode. */
export interface ElementString {
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
  /** `pack-lookup`. */
  name: string;
  version: string;
  dataset: {
    /** The name of the dm+d release, like `8.2.0_20250814000001`. */
    release: string;
    /** The day of the release. */
    date: string;
    /** Whole days since then, by the calendar in UTC. */
    age_days?: number;
    /** The Monday on which the release after it was or is to be expected. */
    next_expected?: string;
    /** The day on which this service served it first, where it says so. */
    served_first?: string;
    packs: number;
    gtin_rows: number;
    /** SHA-256 of the content, in hex. */
    digest: string;
    /** Whether these are invented packs, for demonstration. */
    demo: boolean;
    /** What the release lacked of which the dataset was made; empty for a whole one. */
    gaps: Gap[];
  };
  /** The licence of the data: whoever shows them must name it. */
  licence: { name: string; url: string };
  /** The sentence that the licence asks for. */
  attribution: string;
  /** A sentence that people must be shown: the data are a demonstration, or lack something. */
  warning?: string;
}

/** A place where bytes come from. A `string` is an address, and in Node a path as well. */
export type Source = string | UrlClass | ResponseClass | BlobLike | StreamClass | ArrayBufferLike | ArrayBufferView;

/** Where a dataset comes from. */
export type DatasetSource = Source | PromiseLike<Source>;

/** Where the WebAssembly comes from. */
export type WasmSource = Source | WasmModuleClass | PromiseLike<Source | WasmModuleClass>;

export interface SearchOptions {
  /** At most so many packs, 1 to 100; 20 unless told. */
  limit?: number | undefined;
  /** Leave out so many of the first packs, 999,999,999 at most. */
  offset?: number | undefined;
  /**
   * Of a name or a concept, only packs that are neither discontinued nor invalid. Of a GTIN, a barcode or an AMPP code all packs are
   * told, whatever this says.
   */
  current?: boolean | undefined;
  /**
   * The order of the packs returned, `name` unless told. It also tells which packs of a name come first: with
   * `relevance` those that fit best, current ones before others; with `name` being discontinued or invalid counts for
   * nothing. Each order's pages together are all packs that match.
   */
  sort?: "name" | "relevance" | undefined;
}

export interface PacksOfOptions {
  /** At most so many packs, 1 to 100; 20 unless told. */
  limit?: number | undefined;
  /** Leave out so many of the first packs, 999,999,999 at most. */
  offset?: number | undefined;
  /** Only packs that are neither discontinued nor invalid. */
  current?: boolean | undefined;
  /** How AMPP codes come in these records; as the dataset was opened, unless told. */
  ids?: "bigint" | "string" | undefined;
}

export interface GroupOptions extends SearchOptions {
  /** Groups the packs by product. `limit` and `offset` count groups then, not packs. */
  groupBy: "product";
  /** Only packs with this strength, or one of these, as `facets` tells them; likewise: */
  strength?: string | readonly string[] | undefined;
  form?: string | readonly string[] | undefined;
  supplier?: string | readonly string[] | undefined;
}

/** What a query may become: its last word finished, or followed by another one. */
export interface Suggestion {
  /** What to search for. */
  text: string;
  /** How many packs have the added word, and all words before it, in the name of the product. */
  packs: number;
}

/** How far a download is. The size is there where it is known. */
export interface Progress {
  received: number;
  size?: number;
}

/** All but where the dataset comes from. */
export interface OpenSettings {
  wasm?: WasmSource | undefined;
  /**
   * Whether the dataset's digest is compared before anything is answered; yes, unless told not to. It takes
   * some 40 milliseconds for a whole release. `false` is for those who have compared a digest of these very bytes
   * themselves, as after a download, or who call {@link PackLookup.verify} once the first answer is out: until then,
   * one wrong bit may be another pack.
   */
  verify?: boolean | undefined;
  /** How AMPP codes come in records: as `bigint`, unless `string` is asked for, which `JSON.stringify` takes. */
  ids?: "bigint" | "string" | undefined;
  /** Is called while the dataset comes. */
  progress?: ((progress: Progress) => void) | undefined;
  /** Ends the opening. */
  signal?: AbortSignalLike | undefined;
}

export interface OpenOptions extends OpenSettings {
  dataset: DatasetSource;
}

type WithTextIds<O extends OpenSettings> = O & { ids: "string" };

/** A request, or as much of one as the API reads. */
export interface RequestLike {
  url: string | UrlClass;
  method?: string | undefined;
  headers?: HeadersInitLike | undefined;
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
  body: OwnBytes;
}

/**
 * The packs of one dm+d release: every answer from memory, nothing asked of a network.
 *
 * Whatever is given is checked: a wrong type or an unknown option is a `TypeError`, a value outside its bounds a `RangeError`, each
 * with a `reason`. After {@link PackLookup.close} each call is a {@link PackLookupError} with the reason `closed`. Methods
 * may be handed on by themselves, as in `codes.map(packs.gtin)`.
 */
export declare class PackLookup<I extends Id = bigint> implements Iterable<Pack<I>> {
  protected constructor();

  /**
   * Loads the WebAssembly, once for all datasets, and opens a dataset. It never throws, but rejects.
   *
   * @throws {DatasetError} when the dataset can't be read, or is none, of another format, or damaged.
   * @throws {WasmError} when the WebAssembly can't be loaded.
   * @throws {TypeError} when there is no such option, or a value is of the wrong type.
   */
  static open(dataset: DatasetSource, settings: WithTextIds<OpenSettings>): Promise<PackLookup<string>>;
  static open(options: WithTextIds<OpenOptions>): Promise<PackLookup<string>>;
  static open(dataset: DatasetSource, settings?: OpenSettings): Promise<PackLookup>;
  static open(options: OpenOptions): Promise<PackLookup>;

  /** Whether the dataset is still what was written: compares its digest, for those who opened without. */
  verify(this: void): Promise<boolean>;

  /** How many packs there are. */
  readonly size: number;

  /** All packs, in the order of their names; each is read when it is asked for. */
  [Symbol.iterator](): IterableIterator<Pack<I>>;

  /**
   * The pack of the latest use of a GTIN of 13 or 14 digits, or `undefined`.
   * Other packs may have carried it too: {@link PackLookup.uses} tells.
   *
   * @throws {GtinError} when the text is not a GTIN.
   */
  gtin(this: void, code: string): Pack<I> | undefined;

  /**
   * The same record as JSON in UTF-8, byte for byte what the API sends. Its ids are numbers that `JSON.parse` rounds, unless
   * the dataset was opened with `ids: "string"`.
   *
   * @throws {GtinError} when the text is not a GTIN.
   */
  gtinJson(this: void, code: string): Uint8Array | undefined;

  /**
   * For each of many GTINs, in the order asked, the pack of its latest use or the reason why there is none: a code that is none
   * is told, not thrown.
   *
   * @throws {RangeError} when there are more than 10,000, or one has more than 100 characters.
   */
  lookupMany(this: void, codes: readonly string[]): LookedUp<I>[];

  /** The pack with this AMPP code, or `undefined`. */
  pack(this: void, packId: Id): Pack<I> | undefined;

  /**
   * Every period in which a pack carried the GTIN, latest use first.
   *
   * @param options.on Only the periods that hold this day: `YYYY-MM-DD`, or a date, of which the device's day counts.
   * @throws {GtinError} when the text is not a GTIN.
   * @throws {RangeError} when `on` is not a day.
   */
  uses(this: void, code: string, options?: { on?: string | Date | undefined }): Use<I>[];

  /**
   * How unlike the packs are that have carried the GTIN, or `undefined` when no more than one has.
   *
   * @throws {GtinError} when the text is not a GTIN.
   */
  reuse(this: void, code: string): Reuse | undefined;

  /**
   * The status of the pack with this AMPP code, or `undefined` when there is none. It costs the look-up of the code, and
   * reads no record.
   */
  status(this: void, packId: Id): PackStatus | undefined;

  /**
   * The concepts of the pack with this AMPP code, or those from the AMP, VMPP, VMP or VTM with this code upwards; `undefined` when
   * there is none.
   *
   * @throws {PackLookupError} with the reason `no_concepts` when the dataset was made without them.
   */
  concepts(this: void, code: Id | number): Concepts<I> | undefined;

  /**
   * The packs of the AMP, VMPP, VMP or VTM with this code, in the order of their names, or `undefined` when there is none. Of an AMPP
   * code it is the pack itself. It shows what there is, and never says that one may be given for another.
   *
   * @throws {PackLookupError} with the reason `no_concepts` when the dataset was made without them.
   * @throws {RangeError} when an option is outside its bounds.
   */
  packsOf(this: void, code: Id | number, options: PacksOfOptions & { ids: "string" }): Found<string> | undefined;
  packsOf(this: void, code: Id | number, options: PacksOfOptions & { ids: "bigint" }): Found | undefined;
  packsOf(this: void, code: Id | number, options?: PacksOfOptions & { ids?: undefined }): Found<I> | undefined;

  /**
   * Packs by name, by GTIN or by a code of dm+d; with `groupBy` as products, with what they may be narrowed by.
   *
   * @throws {RangeError} when the text has more than 200 characters, or an option is outside its bounds.
   */
  search(this: void, text: string, options: GroupOptions): Grouped<I>;
  search(this: void, text: string, options?: SearchOptions & { groupBy?: undefined }): Found<I>;

  /**
   * How a name that is being typed may go on: its last word finished, or the next word behind a space. Those that
   * find the most packs come first.
   *
   * @param options.limit At most so many, 1 to 100; 8 unless told.
   * @throws {RangeError} when the text has more than 200 characters.
   */
  suggest(this: void, text: string, options?: { limit?: number | undefined }): Suggestion[];

  /**
   * Reads what a scanner or a person gives: digits, GS1 element strings with or without
   * symbology identifier, bracketed text, Digital Link URIs.
   *
   * @param options.today The day (`YYYY-MM-DD`, or a date) from which years of two digits are reckoned; the device's unless told.
   * @throws {ScanError} when it is none of these, or a field of it is wrong.
   * @throws {RangeError} when it has more than 8,000 characters, which no barcode holds.
   */
  scan(this: void, text: string, options?: { today?: string | Date | undefined }): Scan;

  /**
   * Answers a request to the API or for a pack's page as the server would. Ids in JSON are numbers there, which `JSON.parse` rounds,
   * unless the address says `ids=string`.
   */
  fetch(this: void, input: RequestClass | UrlClass | string | RequestLike, init?: { method?: string | undefined; headers?: HeadersInitLike | undefined }): ResponseClass;

  /** The same for servers that have no `Request`: path and query are those of a URL, percent-encoded, the query without its `?`. */
  respond(this: void, request: Asked): Answered;

  /** The service and the dataset behind it. */
  readonly about: About;

  /** Gives back the memory of the dataset. A second call does nothing; any other call is an error from then on. */
  close(this: void): void;

  [Symbol.dispose](): void;
}

declare global {
  // As the language has it, for those whose TypeScript library is older.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}
