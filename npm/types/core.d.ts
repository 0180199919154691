import type { ScanReason } from "./errors.js";
import type {
  AbortSignalLike,
  BlobLike,
  BodyLike,
  HeadersInitLike,
  OwnBytes,
  RequestClass,
  ResponseClass,
  StreamClass,
  UrlClass,
  WasmModuleClass,
} from "./platform.js";

export {
  DatasetError,
  GtinError,
  PackLookupError,
  ScanError,
  SignatureError,
  WasmError,
} from "./errors.js";
export type { DatasetReason, ScanReason, SignatureReason, WasmReason } from "./errors.js";

/**
 * A dm+d code, exact in both types. A `string` survives `JSON.stringify`. A `bigint` is a number.
 */
export type Id = bigint | string;

/** A pack of a medicine or device (a dm+d AMPP), with the fields that the HTTP API returns. */
export interface Pack<I extends Id = string> {
  /** The AMPP code: 16 to 18 digits, more than a `number` holds exactly. */
  pack_id: I;
  /** The product, the supplier in parentheses, the size, and the sub-pack if there is one. */
  name: string;
  /** The name of the VMPP: product and size without a supplier. */
  generic_pack_name: string;
  /** The name of the VMP: product without size and supplier. */
  generic_product_name: string;
  /** The path of the pack's page, such as `/med/ampp/ampp/…`. */
  url: string;
  /** The abbreviated name, or `null` if the release has no such name. */
  short_name: string | null;
  /** How the pack is divided, such as `2 x 14 tablets`, or `null`. */
  subpack: string | null;
  /** `POM`, `P`, `GSL`, or the text of the release. */
  legal_category: string;
  /** The flag text of the release. Present only if the pack has a `discontinued_date`. */
  discontinued?: string;
  /**
   * The day (`YYYY-MM-DD`) on which the pack was discontinued, or `null`. {@link PackStatus} also
   * covers packs without a recorded day.
   */
  discontinued_date: string | null;
  /**
   * Every GTIN that the pack has carried, with its period. Empty if dm+d does not record a GTIN.
   */
  gtin_codes: GtinEntry[];
  /** The NHS indicative prices. */
  prices: Prices;
  /** `1` if the release marks the pack as invalid. */
  invalid: 1 | null;
  /** The packs inside a combination pack. Empty for any other pack. */
  comb_content: Component<I>[];
}

/** A GTIN of a pack, and the period in which the pack carries it. */
export interface GtinEntry {
  /** 13 or 14 digits, as the release records them. */
  gtin: string;
  /** The first day of the period, `YYYY-MM-DD`, included. */
  start_date: string;
  /** The last day of the period, `YYYY-MM-DD`, included. `null` while the period is open. */
  end_date: string | null;
}

/** NHS indicative prices in pence, or `null` without a price in the release. */
export interface Prices {
  /** The current price in pence. */
  price: number | null;
  /** The previous price in pence. */
  price_prev: number | null;
}

/** A pack inside a combination pack. */
export interface Component<I extends Id = string> {
  /** The AMPP code of the inner pack. */
  pack_id: I;
  /** The name of the inner pack. */
  name: string;
}

/**
 * One result of {@link PackLookup.lookupMany}: the pack of a code, or the reason why it does not
 * have one. `code` is the input without surrounding spaces.
 */
export type LookedUp<I extends Id = string> =
  | {
      code: string;
      /**
       * The number of packs that have carried the GTIN. If it is more than 1, the code does not
       * identify the pack.
       */
      packs: number;
      /** How these packs differ, if there are two or more. */
      reuse?: Reuse;
      /**
       * The last day on which a pack carried the GTIN, if it was before the release: no pack carries it
       * any more.
       */
      ended?: string;
      /** The pack of the GTIN's latest use. */
      pack: Pack<I>;
      /** The status of `pack`. */
      status: PackStatus;
      reason?: undefined;
      message?: undefined;
    }
  | {
      code: string;
      /**
       * A stable code. `wrong_check_digit` is an unknown GTIN with a wrong check digit: it may be
       * mistyped.
       */
      reason: "not_digits" | "bad_length" | "unknown_gtin" | "wrong_check_digit";
      /** A sentence for people. */
      message: string;
      pack?: undefined;
      packs?: undefined;
      reuse?: undefined;
      ended?: undefined;
      status?: undefined;
    };

/** One period in which a pack carried a GTIN. */
export interface Use<I extends Id = string> extends GtinEntry {
  /** The record of the pack. */
  pack: Pack<I>;
  /** The status of `pack`. */
  status: PackStatus;
}

/**
 * The status of a pack. Unlike a record, it also covers a pack that was discontinued on an
 * unrecorded day. A pack can be both discontinued and invalid.
 */
export interface PackStatus {
  /** Whether the pack is neither discontinued nor invalid. */
  current: boolean;
  /** Whether the pack is discontinued. */
  discontinued: boolean;
  /** The day (`YYYY-MM-DD`). `null` if the pack is not discontinued, or the day is not recorded. */
  discontinued_date: string | null;
  /** Whether the release marks the pack as invalid. */
  invalid: boolean;
}

/**
 * How much the packs of a re-used GTIN differ. The grade compares dm+d concepts, never names:
 * - `different-medicines`: another therapeutic moiety or other substances
 * - `different-strength-or-form`: the same substances in another virtual product
 * - `same-product`: only the size or the supplier differs
 * - `unknown`: the data are insufficient. Warn as for different medicines.
 */
export type Reuse =
  | "different-medicines"
  | "different-strength-or-form"
  | "same-product"
  | "unknown";

/**
 * A dm+d concept or entry with a code. The name is absent if the release has no name for the code.
 */
export interface Coded<I extends Id = string> {
  /** The code: 6 to 18 digits. */
  id: I;
  /** The name. */
  name?: string;
}

/**
 * An AMP: a product as one supplier sells it. In this and in all concepts, a field is absent if the
 * release has no value.
 */
export interface Amp<I extends Id = string> extends Coded<I> {
  /** The company that supplies the product. */
  supplier?: Coded<I>;
  /** The authority that licensed the product, as text. */
  licensing_authority?: string;
  /** How the availability is restricted, as text. */
  availability_restriction?: string;
  /** The flavour, as text. */
  flavour?: string;
  /** Whether the release marks it as invalid: do not use it any more. */
  invalid: boolean;
  /** Whether the product is a parallel import. */
  parallel_import: boolean;
  /** Whether the European Medicines Agency has the product under additional monitoring (▼). */
  additional_monitoring: boolean;
  /**
   * The product's own BNF code. Present only if the dataset was built with the supplementary
   * release.
   */
  bnf?: string;
}

/** A VMPP: a pack size of a product, independent of the supplier. */
export interface Vmpp<I extends Id = string> extends Coded<I> {
  /** Whether the release marks it as invalid: do not use it any more. */
  invalid: boolean;
  /** The amount of the product in the pack, in `unit`. */
  quantity?: number;
  /** The unit of `quantity`, such as `tablet`. */
  unit?: string;
  /** The Drug Tariff category under which the pack is reimbursed. */
  drug_tariff_category?: string;
}

/** A VTM: the substance or substances with the effect. */
export interface Vtm<I extends Id = string> extends Coded<I> {
  /** The code that it had before. Look-ups by that code also find it. */
  previous_id?: I;
  /** Whether the release marks it as invalid: do not use it any more. */
  invalid: boolean;
}

/** A substance in a product, and its strength. */
export interface Ingredient<I extends Id = string> extends Coded<I> {
  /**
   * The strength: `{ value: 40, unit: "mg", denominator_value: 1, denominator_unit: "ml" }` is 40
   * mg in 1 ml.
   */
  strength?: {
    value?: number;
    unit?: string;
    denominator_value?: number;
    denominator_unit?: string;
  };
  /** What the strength refers to, as text: the substance itself, or its base. */
  basis?: string;
  /**
   * The base to which the strength refers: 40 mg of tobramycin sulfate with the base tobramycin is
   * 40 mg of tobramycin.
   */
  base?: Coded<I>;
}

/** A VMP: a medicine in one strength and form, independent of the supplier. */
export interface Vmp<I extends Id = string> extends Coded<I> {
  /** The code that it had before. Look-ups by that code also find it. */
  previous_id?: I;
  /** The name that it had before. */
  previous_name?: string;
  /** Whether the release marks it as invalid: do not use it any more. */
  invalid: boolean;
  /** The dose forms: usually one, two or more for a kit. */
  forms?: Coded<I>[];
  /** The routes of administration. */
  routes?: Coded<I>[];
  /** The substances. */
  ingredients?: Ingredient<I>[];
  /** The schedule of controlled drugs, as text. If the release has two or more, all of them. */
  controlled_drug_category?: string;
  /** Whether the product may be prescribed by this name, as text. */
  prescribing_status?: string;
  /** Whether the release marks the product as sugar free. */
  sugar_free: boolean;
  /** Whether the release marks the product as gluten free. */
  gluten_free: boolean;
  /** Whether the release marks the product as preservative free. */
  preservative_free: boolean;
  /** Whether the release marks the product as CFC free. */
  cfc_free: boolean;
  /**
   * One dose: `form` is discrete or continuous, `size` is in `unit`, `unit_of_dose` is such as
   * `tablet`.
   */
  unit_dose?: { form?: string; size?: number; unit?: string; unit_of_dose?: string };
  /** The release's text on whether any product of this VMP is available. */
  non_availability?: string;
  /**
   * The BNF code, up to 8 digits. Present only if the dataset was built with the supplementary
   * release, which is not an officially endorsed dm+d product.
   */
  bnf?: string;
  /** The ATC code, from the same supplementary release. */
  atc?: string;
}

/**
 * The dm+d concepts above a pack, or a concept and the concepts above it. They describe products.
 * They never mean that one pack may replace another.
 */
export interface Concepts<I extends Id = string> {
  /** The product as it is sold. */
  amp?: Amp<I>;
  /** The virtual pack. */
  vmpp?: Vmpp<I>;
  /** The virtual product. */
  vmp?: Vmp<I>;
  /** The virtual therapeutic moiety: the substance or substances with the effect. */
  vtm?: Vtm<I>;
  /**
   * The schedules of the NHS prescription regulations (SI 2004/629) that list the pack, with their
   * meaning. They are not the schedules of controlled drugs. Absent for a concept's code.
   */
  schedules?: string[];
  /**
   * Notes on who may prescribe a pack and where, such as `ACBS` or `Dental formulary`. Absent for a
   * concept's code.
   */
  prescribing_notes?: string[];
  /**
   * Notes on how a pharmacy is paid for the pack, such as `Broken bulk` or `Special container`.
   * Absent for a concept's code.
   */
  reimbursement_notes?: string[];
}

/**
 * How the search interpreted a query:
 * - `gtin`: a GTIN, or a barcode that contains one
 * - `ampp_id`: the AMPP code of a pack
 * - `amp`, `vmpp`, `vmp`, `vtm`: the code of a concept in the dataset
 * - `atc`, `bnf`: a classification code; only in datasets that were built with the supplementary
 *   release
 * - `name`: any other text
 * - `filters`: no text, but filters
 */
export type QueryKind =
  | "gtin"
  | "ampp_id"
  | "amp"
  | "vmpp"
  | "vmp"
  | "vtm"
  | "atc"
  | "bnf"
  | "name"
  | "filters";

/** How the search interpreted a query, and the reason for an empty result. */
interface Interpreted {
  /** The kind of the query. */
  kind: QueryKind;
  /**
   * How the search read words that no pack matches as typed: as other words, or ignored. Usually
   * empty.
   */
  corrections: Correction[];
  /**
   * Whether this is a partial match, for example of the whole text of a box. `corrections` lists
   * the ignored words. The search never ignores a medicine, strength, route, release characteristic
   * or exclusion. The medicine may be only in `generic_product_name`.
   */
  relaxed: boolean;
  /**
   * What the medicine has instead, if no pack has a strength, route, form or release of the query.
   * `packs` or `groups` is then empty.
   */
  available: Available;
  /**
   * The part of a name that is the reason for an empty result. `null` if the search does not know a
   * reason, as for a code or an unknown word.
   */
  no_match: NoMatch | null;
  /** Facts to show with the answer. They are not doubts. */
  notices: Notice[];
}

/** Search results: one page of packs. */
export interface Found<I extends Id = string> extends Interpreted {
  /** The number of matching packs on all pages. */
  total: number;
  /** The number of packs that would match without `filters`. */
  unfiltered: number;
  /**
   * The requested page of packs. For a GTIN the latest use comes first. For a name the order is
   * `sort`.
   */
  packs: Pack<I>[];
  /** The status of each pack of `packs`, in the same order. */
  statuses: PackStatus[];
}

/** Search results grouped by generic product, and devices by their titles. */
export interface Grouped<I extends Id = string> extends Interpreted {
  /** The number of matching packs before facet filters. */
  total: number;
  /** The number of packs that would match without `filters`. */
  unfiltered: number;
  /** The number of matching packs after facet filters, in all groups. */
  chosen: number;
  /**
   * Whether more than 3,000 packs match. `groups` and `facets` are then empty and the search
   * ignores facet filters, because counts would not be exact. A search without `groupBy` returns
   * all of these packs page by page.
   */
  more: boolean;
  /** The number of groups on all pages. */
  products: number;
  /**
   * The requested page of groups, in the order of each group's first pack. Imports and specials
   * come last.
   */
  groups: Group<I>[];
  /** The values that can narrow the packs. */
  facets: Facets;
}

/**
 * The packs of one generic product, or of one device. Imports and specials are separate groups.
 */
export interface Group<I extends Id = string> {
  /** The generic product, or the title of a device: the name up to the supplier in parentheses. */
  product: string;
  /** The titles of packs with another name, such as brands. At most 64. */
  brands: string[];
  /** Whether the product has substances that the query does not name. Such groups come last. */
  further: boolean;
  /**
   * `import` if the supplier's parentheses contain `Imported`, `special` if they contain `Special
   * Order`. A parallel import of a licensed medicine is `supplier`: its name has the importer like
   * any other supplier.
   */
  origin: "supplier" | "import" | "special";
  /** The number of packs in the group that match the query and the facet filters. */
  packs: number;
  /** The number of suppliers of these packs. */
  suppliers: number;
  /** The distinct pack sizes, small numbers first: `["28 tablet", "100 tablet"]`. */
  sizes: string[];
  /** The AMPP codes of all packs of the group, in the order of `sort`. */
  pack_ids: I[];
}

/**
 * The values of matching packs for each facet, the most frequent first. A facet lists at most 50
 * values, plus the selected ones. A product without a strength in its generic name, such as a
 * dressing, has neither a strength nor a form here.
 */
export interface Facets {
  /** Strengths, such as `500mg` and `120mg/5ml`. */
  strength: FacetValue[];
  /**
   * The rest of the generic name after the strength, such as `tablets` and `oral suspension sugar
   * free`.
   */
  form: FacetValue[];
  /** Supplier names. */
  supplier: FacetValue[];
}

/** One value of a facet. */
export interface FacetValue {
  /** The text to pass as a filter. */
  value: string;
  /**
   * The number of packs that remain if this is the only selected value of its facet. Selections of
   * other facets apply.
   */
  packs: number;
}

/** A word that no pack matches as typed, and how the search read it. Show it with the packs. */
export interface Correction {
  /** The word as typed, or two or more words with spaces between them. */
  from: string;
  /**
   * What the search read, in lower case: at most eight words that are in the packs. A split word
   * has a space. A number that is the size of a pack is `pack size 28`. Empty if the search ignored
   * the word.
   */
  to: string[];
}

/**
 * What the named medicine has instead of what the query states. A list is empty unless no pack has
 * the strength, route, form or release that the query states.
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
   * - `ambiguous-abbreviation`: `text` is an abbreviation of more than one medicine or route
   * - `unreadable-exclusion`: `text` excludes something that no name has, so the search does not
   *   know packs without it
   * - `only-exclusions`: the query only excludes, and names nothing to find
   * - `unreadable-quantity`: `text` joins numbers to an unreadable quantity
   * - `unreadable-route`: `text` states a route that the search does not recognise
   * - `similar-medicines`: `text` is misspelt, and equally near to two or more medicines, which
   *   `corrections` lists
   * - `several-medicines`: no pack has all of these medicines, which `text` separates by commas
   */
  reason:
    | "medicine-not-in-release"
    | "ambiguous-abbreviation"
    | "unreadable-exclusion"
    | "only-exclusions"
    | "unreadable-quantity"
    | "unreadable-route"
    | "similar-medicines"
    | "several-medicines";
  /** The part of the query, as typed. */
  text: string;
}

/** What a reader of an answer should know, although the search read every word as typed. */
export interface Notice {
  /**
   * A stable code:
   * - `former-name`: `from` is the former name of a medicine, whose current names are `to`
   * - `other-name`: `from` is another name of a medicine, as of another country
   * - `some-with-further-substances`: some packs, which come last by relevance, have substances that
   *   the query does not name
   * - `all-with-further-substances`: all packs do
   */
  notice:
    | "former-name"
    | "other-name"
    | "some-with-further-substances"
    | "all-with-further-substances";
  /** The part of the query, as typed, or an empty text. */
  from: string;
  /** The current names, in lower case. Empty if the notice is about the packs. */
  to: string[];
}

/**
 * The contents of a barcode. Batch, serial number and expiry date are present only if the barcode
 * has them.
 */
export interface Scan {
  /** The GTIN in 13 digits, or in 14 if its first digit is not 0. */
  gtin: string;
  /** The batch or lot number, AI 10. */
  batch?: string;
  /** The serial number, AI 21. */
  serial?: string;
  /** The last day (`YYYY-MM-DD`) on which the pack may be used, AI 17. */
  expiry?: string;
  /** The kind of barcode, such as `GS1 DataMatrix`, if the text has a symbology identifier. */
  symbology?: string;
  /** All element strings of the barcode, in their order. Empty for a plain number. */
  elements: ElementString[];
  /** Doubts about the code. Show them to the person who scanned it. */
  warnings: ScanWarning[];
}

/** One element string of a GS1 barcode. */
export interface ElementString {
  /** The application identifier, such as `17`. */
  ai: string;
  /** The GS1 data title, such as `USE BY or EXPIRY`. */
  title: string;
  /** The value, as in the barcode. */
  value: string;
}

/** The contents of a barcode, or why a text is not one. */
export type ScanOutcome =
  | { scan: Scan; reason?: undefined; message?: undefined }
  | {
      scan?: undefined;
      /** A stable code, as in {@link ScanError}. */
      reason: ScanReason;
      /** A sentence for people. */
      message: string;
    };

/** A doubt about a readable barcode. */
export interface ScanWarning {
  /** A stable code. */
  reason: "expired" | "wrong_check_digit" | "separator_lost" | "not_marked_as_gs1";
  /** A sentence for people. */
  message: string;
  /** For `wrong_check_digit`: the GTIN with the correct check digit. */
  corrected?: string;
}

/**
 * A defect of a release: a missing file, files of different weeks, or two files of one kind.
 * - `no_gtin_file`: the dataset has no barcodes
 * - `no_lookup_file`: legal categories and flags have their published meanings
 * - `no_vmp_file`: names of generic packs replace names of generic products
 * - `no_vmpp_file`: names of packs replace generic names
 * - `mixed_weeks`: records that belong together may be missing or wrong
 * - `two_files_of_a_kind`: the import read only one of two files
 * - `no_vtm_file`, `no_amp_file`: these concepts are missing
 * - `no_ingredient_file`: names of substances are missing
 */
export type Gap =
  | "no_gtin_file"
  | "no_lookup_file"
  | "no_vmp_file"
  | "no_vmpp_file"
  | "mixed_weeks"
  | "two_files_of_a_kind"
  | "no_vtm_file"
  | "no_amp_file"
  | "no_ingredient_file";

/** The service and its dataset, as `/api/about` returns them. */
export interface About {
  /** Always `pack-lookup`. */
  name: string;
  /** The version of this package. */
  version: string;
  /** The dataset that is open. */
  dataset: {
    /**
     * The name of the dm+d release, such as `8.2.0`, or its date if the zip did not have its
     * published name.
     */
    release: string;
    /** The day of the release, `YYYY-MM-DD`. */
    date: string;
    /** Whole days since `date`, by the calendar in UTC. */
    age_days?: number;
    /** The Monday (`YYYY-MM-DD`) on which the next release was or is expected. */
    next_expected?: string;
    /**
     * The day (`YYYY-MM-DD`) on which this service first served the release. Present only if the
     * host records it.
     */
    served_first?: string;
    /** The number of packs. */
    packs: number;
    /** The number of GTIN entries of all packs. */
    gtin_rows: number;
    /** The SHA-256 of the content, in lower-case hexadecimal. */
    digest: string;
    /** Whether this is demonstration data: made-up packs. */
    demo: boolean;
    /** The defects of the release. Empty for a complete release. */
    gaps: Gap[];
  };
  /** The licence of the data. Name it where you show the data. */
  licence: { name: string; url: string };
  /** The sentence that the licence requires. */
  attribution: string;
  /**
   * A sentence that you must show to people. Present if the data are demonstration data, incomplete
   * or old: see `oldAfterDays` of {@link OpenSettings}.
   */
  warning?: string;
}

/** A handle to a file, as `showOpenFilePicker` gives it. */
export interface FileHandleLike {
  readonly kind: "file";
  readonly getFile: () => Promise<BlobLike>;
}

/**
 * A source of bytes. A `string` is a URL, and in Node also a path. A stream is a web stream:
 * `Readable.toWeb` makes one of a stream of Node.
 */
export type Source =
  | string
  | UrlClass
  | RequestClass
  | ResponseClass
  | BlobLike
  | FileHandleLike
  | StreamClass
  | ArrayBufferLike
  | ArrayBufferView;

/** A source of a dataset, as it is or in gzip. */
export type DatasetSource = Source | PromiseLike<Source>;

/** A source of the WebAssembly: bytes or a compiled module. */
export type WasmSource = Source | WasmModuleClass | PromiseLike<Source | WasmModuleClass>;

/** Options of {@link PackLookup.search}. */
export interface SearchOptions {
  /** The maximum number of packs, 1 to 100. The default is 20. */
  limit?: number | undefined;
  /** The number of results to skip, 0 to 999,999,999. The default is 0. */
  offset?: number | undefined;
  /**
   * Whether to omit discontinued and invalid packs. The default is `false`. It applies to names,
   * concepts and classes. A GTIN, a barcode or an AMPP code always returns every pack.
   */
  current?: boolean | undefined;
  /**
   * The order of the returned packs. It also decides which packs of a name are on the first page.
   * `relevance`, the default, puts the best matches first and current packs before others. `name`
   * ignores the status. In either order, the pages together contain all matching packs.
   */
  sort?: "name" | "relevance" | undefined;
  /**
   * The properties that packs must have. They only remove packs from the answer, even for a GTIN.
   * With filters the text may be empty: the filters then find the packs.
   */
  filters?: Filters | undefined;
}

/**
 * Properties that packs must have. A pack must have one of the values of each given property. A
 * value is the text of the release, such as `POM`, or its key, such as `pom`;
 * {@link PackLookup.filters} lists both. `absent` is the value of packs for which the release does
 * not have the property. It differs from `false`, which means that the release does not mark them.
 */
export interface Filters {
  /** Legal category. */
  legal_category?: string | readonly string[] | undefined;
  /** Supplier, import or special. */
  origin?: string | readonly string[] | undefined;
  /** Availability restriction. */
  availability?: string | readonly string[] | undefined;
  /** Availability of actual products. */
  non_availability?: string | readonly string[] | undefined;
  /** Drug Tariff category. */
  tariff?: string | readonly string[] | undefined;
  /** Prescribing status. */
  prescribing_status?: string | readonly string[] | undefined;
  /** Controlled drug category. */
  controlled_drug?: string | readonly string[] | undefined;
  /** Licensing authority. */
  licensing?: string | readonly string[] | undefined;
  /** Parallel import. */
  parallel_import?: boolean | string | readonly string[] | undefined;
  /** Additional monitoring. */
  additional_monitoring?: boolean | string | readonly string[] | undefined;
  /** Sugar free. */
  sugar_free?: boolean | string | readonly string[] | undefined;
  /** Gluten free. */
  gluten_free?: boolean | string | readonly string[] | undefined;
  /** Preservative free. */
  preservative_free?: boolean | string | readonly string[] | undefined;
  /** CFC free. */
  cfc_free?: boolean | string | readonly string[] | undefined;
  /** Not to be prescribed on the NHS (schedule 1). */
  nhs_schedule_1?: boolean | string | readonly string[] | undefined;
  /** Selected list scheme (schedule 2). */
  nhs_schedule_2?: boolean | string | readonly string[] | undefined;
  /** ACBS. */
  acbs?: boolean | string | readonly string[] | undefined;
  /** Personally administered. */
  personally_administered?: boolean | string | readonly string[] | undefined;
  /** FP10 MDA. */
  fp10_mda?: boolean | string | readonly string[] | undefined;
  /** Hospital only. */
  hospital?: boolean | string | readonly string[] | undefined;
  /** Nurse formulary. */
  nurse_formulary?: boolean | string | readonly string[] | undefined;
  /** Nurse extended formulary. */
  extended_nurse_formulary?: boolean | string | readonly string[] | undefined;
  /** Dental formulary. */
  dental_formulary?: boolean | string | readonly string[] | undefined;
  /** Special container. */
  special_container?: string | readonly string[] | undefined;
  /** Discount not deducted. */
  discount_not_deducted?: string | readonly string[] | undefined;
  /** Broken bulk. */
  broken_bulk?: boolean | string | readonly string[] | undefined;
}

/** Options of {@link PackLookup.filters}. */
export interface FiltersOptions {
  /** Whether to count only current packs, as in {@link SearchOptions}. The default is `false`. */
  current?: boolean | undefined;
  /** The properties that the packs must have. */
  filters?: Filters | undefined;
}

/** The packs of a query by their properties. */
export interface FilterCounts {
  /** The number of packs that match the query and the filters. */
  total: number;
  /** The number of packs that would match without the filters. */
  unfiltered: number;
  /** The properties that some of these packs have. */
  properties: PropertyCounts[];
}

/** A property of packs, with its values. */
export interface PropertyCounts {
  /** The name of the filter. */
  property: keyof Filters;
  /** The name for people. */
  title: string;
  /** The fields of a release that have it. */
  source: string;
  /** The values, the ones of most packs first. */
  values: PropertyValue[];
}

/** A value of a property. */
export interface PropertyValue {
  /** The key, for a filter. */
  value: string;
  /** The text of the release. */
  name: string;
  /**
   * The number of packs that choosing only this value would leave: the filters on all other
   * properties apply.
   */
  packs: number;
}

/** Options of {@link PackLookup.packsOf}. */
export interface PacksOfOptions {
  /** The maximum number of packs, 1 to 100. The default is 20. */
  limit?: number | undefined;
  /** The number of results to skip, 0 to 999,999,999. The default is 0. */
  offset?: number | undefined;
  /** Whether to omit discontinued and invalid packs. The default is `false`. */
  current?: boolean | undefined;
}

/** Options of a search that groups packs by product. */
export interface GroupOptions extends SearchOptions {
  /** Groups the packs by product. `limit` and `offset` then count groups, not packs. */
  groupBy: "product";
  /**
   * Only packs with this strength, or with one of these: a `value` of `facets.strength`. At most
   * 50.
   */
  strength?: string | readonly string[] | undefined;
  /** Only packs with this form, or with one of these: a `value` of `facets.form`. At most 50. */
  form?: string | readonly string[] | undefined;
  /**
   * Only packs of this supplier, or of one of these: a `value` of `facets.supplier`. At most 50.
   */
  supplier?: string | readonly string[] | undefined;
}

/** A part of a text, from `describe`. */
export interface TextPart {
  /** The part, in lower case and with the usual spelling of units. */
  text: string;
  /**
   * What it is. An `attribute` describes a product, such as `sugar free`; a `doubt` is an
   * abbreviation with two or more meanings; `word` is another word of names; the search may ignore
   * `noise`.
   */
  role:
    | "medicine"
    | "strength"
    | "form"
    | "route"
    | "release"
    | "attribute"
    | "exclusion"
    | "salt"
    | "doubt"
    | "word"
    | "supplier"
    | "size"
    | "unknown"
    | "noise";
  /** Whether the search read it as written: each word is known, correctly spelt and finished. */
  known: boolean;
}

/** A completion of a query: its last word finished, or followed by another word. */
export interface Suggestion {
  /** The text to search for. */
  text: string;
  /** The number of packs whose product name has the added word and all words before it. */
  packs: number;
}

/** The progress of a download, in bytes. */
export interface Progress {
  /** The bytes received so far. */
  received: number;
  /** The bytes in total. Absent if the size is not known. */
  size?: number;
}

/** The name of a type of codes. */
export type IdType = "string" | "bigint";

/** The type of codes in the records of a dataset that is opened with `ids: N`. */
export type IdOf<N extends IdType | undefined> = N extends "bigint" ? bigint : string;

/** Options of {@link PackLookup.open}, without the source of the dataset. */
export interface OpenSettings {
  /**
   * The source of the WebAssembly. The default is the file next to the module. Only the first
   * `open` loads it. Later calls ignore the setting.
   */
  wasm?: WasmSource | undefined;
  /**
   * Whether to compare the dataset's digest before use. The default is `true`, which takes about 40
   * ms for a whole release. Pass `false` only if you have compared a digest of these bytes, or call
   * {@link PackLookup.verify} later. Until then one flipped bit can mean another pack.
   */
  verify?: boolean | undefined;
  /**
   * The type of codes in records. The default is `string`. A `bigint` sorts as a number, but
   * `JSON.stringify` rejects it.
   *
   * The JSON of `fetch`, `respond` and `gtinJson` has numbers, as the HTTP interface does.
   * `JSON.parse` rounds them. With `ids: "string"` the JSON also has strings.
   */
  ids?: IdType | undefined;
  /**
   * What changed until the release of the dataset, as `pack-lookup changes --append` or `serve
   * --history` makes it. {@link PackLookup.changes} needs it.
   */
  history?: DatasetSource | undefined;
  /**
   * The age of the release in days from which on `about.warning` and every response of `respond` say
   * that the data are old: 14 by default, from 1 to 99,999.
   */
  oldAfterDays?: number | undefined;
  /**
   * The path under which clients reach `fetch` and `respond`, such as `/dmd` behind a proxy: links
   * start with it, and requests may. By default, there is none.
   */
  basePath?: string | undefined;
  /** Receives the progress during the download of the dataset. */
  progress?: ((progress: Progress) => void) | undefined;
  /** Cancels the opening. */
  signal?: AbortSignalLike | undefined;
}

/** Which dataset to accept, and who must have published it. */
export interface DescriptionOptions {
  /**
   * The description of the dataset, the `dataset.json` of who publishes it: an object, a URL, in
   * Node also a path, or any other source. Another dataset is an error.
   */
  description?: string | object | undefined;
  /**
   * The public keys of who publishes the dataset: base64 of the 32 bytes of an Ed25519 key, or PEM.
   * One of them must have signed the description.
   */
  publicKeys?: string | string[] | undefined;
  /** The last `signature.sequence` that you accepted. A lower one is an error. */
  after?: number | undefined;
}

/** Settings of {@link PackLookup.open}, for a dataset from outside. */
export interface DatasetSettings extends OpenSettings, DescriptionOptions {}

/** Options of {@link PackLookup.open}. */
export interface OpenOptions extends DatasetSettings {
  /** The source of the dataset. */
  dataset: DatasetSource;
}

/** What changed in a code. `docs/changes.md` explains each kind. */
export type ChangeKind =
  | "new"
  | "removed"
  | "discontinued"
  | "reinstated"
  | "invalid"
  | "valid"
  | "renamed"
  | "replaces"
  | "price"
  | "gtin_added"
  | "gtin_ended"
  | "gtin_resumed"
  | "gtin_removed"
  | "gtin_moved"
  | "gtin_reused";

/** Options of {@link PackLookup.changes}. */
export interface ChangesOptions {
  /** Only changes of releases of this day or later: `YYYY-MM-DD`, or a `Date`. */
  since?: string | Date | undefined;
  /** Only these kinds of changes. */
  kind?: ChangeKind | readonly ChangeKind[] | undefined;
  /**
   * Only these dm+d codes or GTINs, also as the earlier code or as the other pack. At most 100.
   */
  code?: Id | readonly Id[] | undefined;
  /** The maximum number of changes, 1 to 1000. The default is 100. */
  limit?: number | undefined;
  /** The number of changes to skip. The default is 0. */
  offset?: number | undefined;
}

/** What a person must know about a code. `docs/code-lists.md` explains each finding. */
export type Finding =
  | "not_a_code"
  | "rounded_number"
  | "unknown_gtin"
  | "unknown_code"
  | "wrong_check_digit"
  | "no_concepts"
  | "removed"
  | "replaced"
  | "reused"
  | "moved"
  | "invalid"
  | "discontinued"
  | "ended"
  | "no_current_pack"
  | "zeros_lost";

/** What became of the codes of a list. */
export interface CheckedList<I extends Id = string> {
  /** The release of the check. */
  release: string;
  /** The requested day. */
  since: string | null;
  /**
   * Whether the history has all changes since the requested day. Without a history it is false.
   */
  complete: boolean;
  /** How many codes have each status. */
  counts: Partial<Record<Finding | "current", number>>;
  /** The codes, in the order of the list. */
  codes: CheckedCode<I>[];
  /** The newer codes that are not in the list. */
  additions: AddedCode<I>[];
}

/** What became of a code. */
export interface CheckedCode<I extends Id = string> {
  /** The code as written in the list. */
  code: string;
  /** What it is the code of. */
  kind: "gtin" | "ampp" | "amp" | "vmpp" | "vmp" | "vtm" | null;
  /** The most serious finding, or `current`. */
  status: Finding | "current";
  /** All findings, the most serious first. */
  findings: {
    finding: Finding;
    /** A sentence for people. */
    text: string;
    /** The day on which it happened. */
    date?: string;
    /** The code that replaces it, or the other pack of the GTIN. */
    other_code?: I;
    other_name?: string;
    /** How the packs of a re-used GTIN differ. */
    reuse?: Reuse;
  }[];
  /** The current name, or the last one. Empty if it is not known. */
  name: string;
  /** The pack of a GTIN's latest use. */
  pack_id?: I;
}

/** A new code that is not in the list. */
export interface AddedCode<I extends Id = string> {
  /** The day of the first release with it. */
  date: string;
  /** What it is the code of. */
  kind: "gtin" | "ampp" | "amp" | "vmpp" | "vmp" | "vtm";
  /** The dm+d code. For a GTIN it is the code of its pack. */
  code: I;
  /** The GTIN, if it is one. */
  gtin?: string;
  /** The name. */
  name: string;
  /** The virtual product to which it and codes of the list belong. */
  vmp?: I;
}

/** A page of changes. */
export interface Changes<I extends Id = string> {
  /** The release before the first changes that the history has. */
  before: { release: string; date: string };
  /** The release of the dataset. */
  after: { release: string; date: string };
  /** The requested day. */
  since: string | null;
  /** Whether the history has all changes since the requested day. Tell people if not. */
  complete: boolean;
  /** The number of requested changes, on all pages. */
  total: number;
  /** The changes of this page. */
  changes: Change<I>[];
}

/** A change of a code. `kind` decides which of the last fields are present. */
export interface Change<I extends Id = string> {
  /** The name of the first release with the change. */
  release: string;
  /** The day of that release. */
  date: string;
  /** What changed. */
  kind: ChangeKind;
  /** The kind of concept that has the code. */
  concept: "ampp" | "amp" | "vmpp" | "vmp" | "vtm";
  /** The code. */
  code: I;
  /** The current or last name of the code. Empty if it is not known. */
  name: string;
  /** The earlier name. */
  name_before?: string;
  /** The later name. */
  name_after?: string;
  /** The earlier price in pence. */
  price_before?: number | null;
  /** The later price in pence. */
  price_after?: number | null;
  /** The day on which the pack was discontinued, if it is recorded. */
  discontinued_date?: string | null;
  /** The GTIN, as it is recorded. */
  gtin?: string;
  /** The last day of the GTIN on the pack. */
  end_date?: string;
  /** The earlier code, or the other pack with the GTIN. */
  other_code?: I;
  /** The name of the other code. Empty if it is not known. */
  other_name?: string;
}

/** What {@link PackLookup.fetch} reads in addition to a URL. */
export interface RequestInitLike {
  /** The HTTP method. The default is `GET`. */
  method?: string | undefined;
  /** The headers. The module reads only the headers on which an answer depends. */
  headers?: HeadersInitLike | undefined;
  /** The body, of any kind that `fetch` of the platform accepts. */
  body?: BodyLike | null | undefined;
  /** Cancels the request before it is answered. */
  signal?: AbortSignalLike | null | undefined;
}

/** The parts of a `Request` that the API reads. */
export interface RequestLike extends RequestInitLike {
  /** The URL, absolute or relative. The module reads only its path and query. */
  url: string | UrlClass;
}

/** The format version of the datasets that this module reads: the number in their header. */
export declare const FORMAT: number;

/** An HTTP request: the parts on which the response depends. */
export interface Asked {
  /** The HTTP method. The default is `GET`. */
  method?: string | undefined;
  /** The path, percent-encoded, such as `/api/about`. */
  path: string;
  /** The query, percent-encoded, without its `?`. The default is empty. */
  query?: string | undefined;
  /** The header `If-None-Match`. */
  ifNoneMatch?: string | undefined;
  /**
   * The origin under which clients reach the server, such as `https://example.org`. Links in FHIR
   * resources and of the resolver are absolute with it, and relative without it.
   */
  origin?: string | undefined;
  /** The header `Accept`, which FHIR, the resolver and the feed of changes read. */
  accept?: string | undefined;
  /** The header `Prefer`, which only FHIR reads. */
  prefer?: string | undefined;
  /** The header `Content-Type`, which FHIR and `/api/check-list` read. */
  contentType?: string | undefined;
  /** The body, which FHIR and `/api/check-list` read. */
  body?: string | Uint8Array | undefined;
}

/** An HTTP response. */
export interface Answered {
  /** The status code. */
  status: number;
  /** The headers, as pairs of name and value. */
  headers: [string, string][];
  /** The body. Empty if the response has no body. */
  body: OwnBytes;
}

/**
 * The packs of one dm+d release, in memory. Only `open` uses a network, to load the files.
 *
 * The methods check their arguments. A wrong type or an unknown option is a `TypeError`, and a
 * value out of range a `RangeError`. After {@link PackLookup.close}, every method throws a
 * {@link PackLookupError} with the reason `closed`. If the WebAssembly traps, the method throws a
 * {@link WasmError} with the reason `stopped`. Open the dataset again.
 *
 * Methods are bound to their object: `codes.map(packs.gtin)` works.
 *
 * @example
 * ```js
 * import { PackLookup } from "pack-lookup";
 *
 * const packs = await PackLookup.open();
 * packs.gtin("09521234567899")?.name; // "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets"
 * packs.close();
 * ```
 */
export declare class PackLookup<I extends Id = string> implements Iterable<Pack<I>> {
  protected constructor();

  /**
   * Opens a dataset. The first call loads the WebAssembly, which all datasets share. Errors always
   * reject the promise. The call itself never throws.
   *
   * @param dataset - A URL, in Node also a path, a `Request`, `Response`, `Blob`, file handle,
   * stream or bytes, or a promise of one of them. The call does not change bytes. Any other value
   * is an error, including `undefined`.
   * @param settings - How to open it. Alternatively, one object has the dataset and the settings.
   * @returns The open dataset. Call {@link PackLookup.close} to free its memory.
   * @throws {@link DatasetError} `unavailable` if the source cannot be read; `not_a_dataset`,
   * `newer_format`, `older_format`, `torn` or
   * `damaged` if its bytes cannot be used.
   * @throws {@link SignatureError} if the dataset is not the one of `description`, or none of
   * `publicKeys` signed the description.
   * @throws {@link WasmError} `unavailable`, `not_wasm` or `forbidden` if the WebAssembly cannot be
   * loaded.
   * @throws `TypeError` if an option is unknown or has the wrong type, `RangeError` if `ids` is
   * another word.
   * @throws The reason of `signal` if it is aborted.
   *
   * @example
   * ```js
   * import { readFile } from "node:fs/promises";
   * import { PackLookup } from "pack-lookup/core";
   *
   * const file = new URL(import.meta.resolve("pack-lookup/packs.bin"));
   * const packs = await PackLookup.open(await readFile(file));
   * packs.gtin("09521234567899")?.pack_id; // "900000011000001106"
   * ```
   */
  static open<N extends IdType | undefined = undefined>(
    dataset: DatasetSource,
    settings?: DatasetSettings & { ids?: N },
  ): Promise<PackLookup<IdOf<N>>>;
  static open<N extends IdType | undefined = undefined>(
    options: OpenOptions & { ids?: N },
  ): Promise<PackLookup<IdOf<N>>>;

  /**
   * Compares the dataset with its digest. Call it if you opened the dataset with `verify: false`.
   *
   * @returns Whether the dataset is unchanged since it was written.
   * @throws {@link PackLookupError} `closed` after {@link PackLookup.close}.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.demo({ verify: false });
   * await packs.verify(); // true
   * ```
   */
  verify(this: void): Promise<boolean>;

  /**
   * The number of packs.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.size; // 2000
   * ```
   */
  readonly size: number;

  /**
   * Iterates over all packs, in the order of their names. Each step reads one record.
   *
   * @returns The packs.
   * @throws {@link PackLookupError} `closed` after {@link PackLookup.close}.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * [...packs].length === packs.size; // true
   * ```
   */
  [Symbol.iterator](): IterableIterator<Pack<I>>;

  /**
   * Finds the pack of a GTIN's latest use. Other packs may also have carried the GTIN:
   * {@link PackLookup.uses} returns all of them.
   *
   * @param code - A GTIN of 13 or 14 digits. Surrounding spaces are ignored.
   * @returns The pack, or `undefined` if no pack has carried the GTIN.
   * @throws {@link GtinError} `not_digits` or `bad_length` if the text is not a GTIN. A wrong check
   * digit is not an error.
   * @throws `RangeError` if the text has more than 100 characters.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.gtin("09521234567899")?.generic_product_name; // "Amlodipine 5mg tablets"
   * packs.gtin("9521234567899")?.pack_id;               // "900000011000001106"
   * ```
   */
  gtin(this: void, code: string): Pack<I> | undefined;

  /**
   * Writes the record of {@link PackLookup.gtin} as JSON, byte for byte as the HTTP API sends it.
   *
   * @param code - A GTIN of 13 or 14 digits. Surrounding spaces are ignored.
   * @returns The JSON in UTF-8, or `undefined`. Its ids are numbers, which `JSON.parse` rounds,
   * unless you opened the dataset with `ids: "string"`.
   * @throws {@link GtinError} `not_digits` or `bad_length` if the text is not a GTIN.
   * @throws `RangeError` if the text has more than 100 characters.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.demo({ ids: "string" });
   * const json = packs.gtinJson("09521234567899");
   * JSON.parse(new TextDecoder().decode(json)).pack_id; // "900000011000001106"
   * ```
   */
  gtinJson(this: void, code: string): OwnBytes | undefined;

  /**
   * Looks up many GTINs. An invalid code does not affect the others: its entry has the reason.
   *
   * @param codes - At most 10,000 GTINs of at most 100 characters: an array or another iterable.
   * @returns One entry per code, in the same order: the pack of the latest use, or the reason why
   * the code does not have one.
   * @throws `TypeError` if `codes` is not an iterable of texts.
   * @throws `RangeError` if there are too many codes, or one is too long.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * const [first, second] = packs.lookupMany(["09521234567899", "123"]);
   * first?.pack?.subpack; // "2 x 14 tablets"
   * second?.reason;       // "bad_length"
   * ```
   */
  lookupMany(this: void, codes: Iterable<string>): LookedUp<I>[];

  /**
   * Finds the pack with an AMPP code.
   *
   * @param packId - The AMPP code: digits or a `bigint`. A `number` is a `TypeError`, because it
   * cannot hold the code exactly.
   * @returns The pack, or `undefined` if the dataset does not have the code.
   * @throws `TypeError` if `packId` is a `number`, `RangeError` if it has more than 100 characters.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.pack("900000011000001106")?.subpack; // "2 x 14 tablets"
   * packs.pack("1");                           // undefined
   * ```
   */
  pack(this: void, packId: Id): Pack<I> | undefined;

  /**
   * Lists every period in which a pack carried a GTIN, the latest use first. If there is more than
   * one pack, show people all of them.
   *
   * @param code - A GTIN of 13 or 14 digits. Surrounding spaces are ignored.
   * @param options - `on` keeps only the periods that contain this day: `YYYY-MM-DD`, or a `Date`,
   * of which the local day counts.
   * @returns The uses. Empty if no pack has carried the GTIN.
   * @throws {@link GtinError} `not_digits` or `bad_length` if the text is not a GTIN.
   * @throws `RangeError` if `on` is not a day of the calendar.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.uses("09521234567899").map(({ start_date }) => start_date);   // ["2019-03-07", "2013-01-24"]
   * packs.uses("09521234567899", { on: "2015-06-01" })[0]?.end_date;    // "2019-03-06"
   * ```
   */
  uses(this: void, code: string, options?: { on?: string | Date | undefined }): Use<I>[];

  /**
   * Grades how much the packs that have carried a GTIN differ.
   *
   * @param code - A GTIN of 13 or 14 digits. Surrounding spaces are ignored.
   * @returns The grade, or `undefined` if fewer than two packs have carried the GTIN.
   * @throws {@link GtinError} `not_digits` or `bad_length` if the text is not a GTIN.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.reuse("9521001000017");  // "different-medicines"
   * packs.reuse("09521234567899"); // undefined
   * ```
   */
  reuse(this: void, code: string): Reuse | undefined;

  /**
   * Says what became of the codes of a list: any mixture of GTINs and dm+d codes, including codes
   * that a spreadsheet has spoiled. With the history of the dataset, it also has newer codes of the
   * same products that are not in the list.
   *
   * @param codes - At most 10,000 codes, as written in the list. A `number` must hold all digits.
   * @param options - `since` is the day on which the list was made: `YYYY-MM-DD`, or a `Date`.
   * @returns What became of each code, in the order of the list.
   * @throws `TypeError` if `codes` is not an iterable or has other values, `RangeError` if it has
   * too many, or `since` is not a day.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * const { codes, counts } = packs.checkList(["9521001000017", "9.52E+12"]);
   * codes[0]?.status;              // "reused"
   * codes[1]?.findings[0]?.finding; // "rounded_number"
   * counts.current;                // undefined
   * ```
   */
  checkList(
    this: void,
    codes: Iterable<Id | number>,
    options?: { since?: string | Date | undefined },
  ): CheckedList<I>;

  /**
   * Lists what changed from release to release, in the order of releases. Open the dataset with its
   * history first.
   *
   * @param options - Which changes, and paging. Without it, the first 100 known changes.
   * @returns One page of changes.
   * @throws {@link PackLookupError} `no_history` if you opened the dataset without its history;
   * `bad_changed_code` if a code is neither a dm+d code nor a GTIN.
   * @throws `RangeError` if an option is out of range, `TypeError` if one is unknown.
   *
   * @example
   * ```js
   * import { readFile } from "node:fs/promises";
   * import { PackLookup } from "pack-lookup";
   * import { followHistory } from "pack-lookup/import";
   *
   * const dataset = await readFile(new URL(import.meta.resolve("pack-lookup/packs.bin")));
   * const packs = await PackLookup.open(dataset, { history: await followHistory(dataset) });
   * const { complete, changes } = packs.changes({ since: "2025-01-01", kind: "price" });
   * complete;       // false
   * changes.length; // 0
   * ```
   */
  changes(this: void, options?: ChangesOptions): Changes<I>;

  /**
   * Reads the status of a pack. It costs less than {@link PackLookup.pack}, because it does not
   * read the record.
   *
   * @param packId - The AMPP code: digits or a `bigint`.
   * @returns The status, or `undefined` if the dataset does not have the code.
   * @throws `TypeError` if `packId` is a `number`, `RangeError` if it has more than 100 characters.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.status("900000011000001106")?.current; // true
   * ```
   */
  status(this: void, packId: Id): PackStatus | undefined;

  /**
   * Finds the dm+d concepts of a pack, or a concept and the concepts above it.
   *
   * @param code - An AMPP, AMP, VMPP, VMP or VTM code. A `number` must hold all digits.
   * @returns The concepts, or `undefined` if the dataset does not have the code.
   * @throws {@link PackLookupError} `no_concepts` if the dataset was built without concepts.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * const { vmp, vtm } = packs.concepts("900000011000001106") ?? {};
   * vtm?.name;                                 // "Amlodipine"
   * vmp?.ingredients?.map((one) => one.strength); // [{ value: 5, unit: "mg" }]
   * ```
   */
  concepts(this: void, code: Id | number): Concepts<I> | undefined;

  /**
   * Lists the packs of a concept, in the order of their names. For an AMPP code this is the pack
   * itself. The result does not mean that one pack may replace another.
   *
   * @param code - An AMPP, AMP, VMPP, VMP or VTM code. A `number` must hold all digits.
   * @param options - Paging.
   * @returns One page of packs, or `undefined` if the dataset does not have the code.
   * @throws {@link PackLookupError} `no_concepts` if the dataset was built without concepts.
   * @throws `RangeError` if an option is out of range.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * const { vmp } = packs.concepts("900000011000001106");
   * packs.packsOf(vmp.id, { limit: 5, current: true })?.kind; // "vmp"
   * ```
   */
  packsOf(this: void, code: Id | number, options?: PacksOfOptions): Found<I> | undefined;

  /**
   * Searches packs by name, by the text of a box, by GTIN or barcode, or by a dm+d code.
   *
   * @param text - The query, at most 200 characters. An empty text finds every pack.
   * @param options - Paging, order and filters. With `groupBy` the result has products and facets
   * instead of packs.
   * @returns One page of packs, or of products.
   * @throws `RangeError` if the text is too long, or an option is out of range.
   * @throws `TypeError` if an option is unknown. Facet filters are options only with `groupBy`.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.search("amlod 5", { limit: 20, current: true }).total; // 6
   * packs.search("amlodpine 5mg").corrections;                   // [{ from: "amlodpine", to: ["amlodipine"] }]
   *
   * const { groups, facets } = packs.search("amlod", { groupBy: "product", strength: "10mg" });
   * groups[0]?.product;       // "Amlodipine 10mg tablets"
   * facets.strength[0]?.value; // "5mg"
   * ```
   */
  search(this: void, text: string, options: GroupOptions): Grouped<I>;
  search(this: void, text: string, options?: SearchOptions & { groupBy?: undefined }): Found<I>;

  /**
   * Counts the packs of a query by their properties: legal category, Drug Tariff category, sugar
   * free, and others. `filters` of {@link PackLookup.search} accepts these values.
   *
   * @param text - The query as for {@link PackLookup.search}. Without it, the call counts all
   * packs.
   * @param options - See {@link FiltersOptions}.
   * @returns The values of each property, with the number of packs of each.
   * @throws {@link PackLookupError} if no pack has the value of a filter (`unknown_value`), or the
   * dataset does not have concepts (`no_concepts`).
   * @throws `TypeError` or `RangeError` if an argument is invalid.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * const { properties } = packs.filters("paracetamol", { filters: { legal_category: "P" } });
   * properties[0]?.title; // "Legal category"
   * packs.search("paracetamol", { filters: { sugar_free: true } }).unfiltered; // 22
   * ```
   */
  filters(this: void, text?: string, options?: FiltersOptions): FilterCounts;

  /**
   * Completes a name while a person types it: the last word finished, or the next word after a
   * space. The completions with the most packs come first.
   *
   * @param text - The text so far, at most 200 characters.
   * @param options - `limit` is the maximum number of completions, 1 to 100. The default is 8.
   * @returns The completions.
   * @throws `RangeError` if the text is too long, or `limit` is out of range.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.suggest("amlod", { limit: 1 }); // [{ text: "amlodipine", packs: 22 }]
   * ```
   */
  suggest(this: void, text: string, options?: { limit?: number | undefined }): Suggestion[];

  /**
   * Says what each part of a text is, as the search reads it: a line of a prescription, an order or
   * a box. It does not search.
   *
   * @param text - At most 200 characters.
   * @returns The parts, in the order of the text.
   * @throws `RangeError` if the text is too long.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * const parts = packs.describe("Amlodipine 5 mg tablets x28");
   * parts.map(({ role }) => role); // ["medicine", "strength", "form", "size"]
   * ```
   */
  describe(this: void, text: string): TextPart[];

  /**
   * Parses the text of a scanner or a person: digits, GS1 element strings with or without a
   * symbology identifier, bracketed text, or a GS1 Digital Link. `pack-lookup/gs1` has the same
   * function without a dataset.
   *
   * @param text - The text, at most 8,000 characters.
   * @param options - `today` decides whether the pack has expired, and the century of years with two
   * digits: `YYYY-MM-DD` or a `Date`. The default is the local day.
   * @returns The contents of the barcode.
   * @throws {@link ScanError} if the text is not a barcode with a GTIN, or an element is invalid.
   * @throws `RangeError` if the text is too long, or `today` is not a day of the
   * calendar.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * const { gtin, expiry, batch } = packs.scan("]d201095212345678991729063010AB12");
   * [gtin, expiry, batch]; // ["9521234567899", "2029-06-30", "AB12"]
   * ```
   */
  scan(this: void, text: string, options?: { today?: string | Date | undefined }): Scan;

  /**
   * Parses a text as {@link PackLookup.scan} does, but returns the reason if it is not a barcode
   * with a GTIN.
   *
   * @param text - The text, at most 8,000 characters.
   * @param options - `today`, as for {@link PackLookup.scan}.
   * @returns The contents of the barcode as `scan`, or a `reason` and a `message`.
   * @throws `RangeError` if `today` is not a day of the calendar.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.tryScan("(01)09521234567899(10)AB12").scan?.batch; // "AB12"
   * packs.tryScan("amlodipine").reason;                      // "not_a_code"
   * ```
   */
  tryScan(this: void, text: string, options?: { today?: string | Date | undefined }): ScanOutcome;

  /**
   * Answers a request as the HTTP server does, without a network: the API, FHIR, and the pages of
   * packs. It returns a promise, as `fetch` of the platform does. {@link PackLookup.respond}
   * answers at once.
   *
   * Ids in the JSON are numbers, which `JSON.parse` rounds, unless you opened the dataset with
   * `ids: "string"`, or the query has `ids=string`.
   *
   * @param input - A `Request`, a URL, or an object with `url`, `method`, `headers` and `body`. A
   * relative URL is sufficient. The call ignores the host.
   * @param init - `method`, `headers`, `body` and `signal` override the values of `input`. FHIR and
   * `/api/check-list` read a body.
   * @returns The response.
   * @throws `TypeError` if the URL is invalid or the body cannot be read, `RangeError` if the URL
   * has more than 16,384 characters. The reason of `signal` if it is aborted.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * const response = await packs.fetch("/api/gtin/09521234567899?ids=string");
   * response.status;                  // 200
   * (await response.json()).pack_id;  // "900000011000001106"
   * ```
   */
  fetch(
    this: void,
    input: RequestClass | UrlClass | string | RequestLike,
    init?: RequestInitLike,
  ): Promise<ResponseClass>;

  /**
   * Answers a request with plain values, for servers without `Request` and `Response`.
   *
   * @param request - Path and query are percent-encoded. Each part has at most 16,384 characters.
   * @returns The response.
   * @throws `TypeError` if a part is not a text, `RangeError` if it is too long.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.respond({ path: "/api/search", query: "q=amlod&limit=1" }).status; // 200
   * ```
   */
  respond(this: void, request: Asked): Answered;

  /**
   * The service and its dataset. Each access computes it again.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.about.dataset.demo; // true
   * ```
   */
  readonly about: About;

  /**
   * Frees the memory of the dataset. A second call does nothing. Any other method then throws a
   * {@link PackLookupError} with the reason `closed`.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs.close();
   * try {
   *   packs.gtin("09521234567899");
   * } catch (error) {
   *   console.log(error.reason); // prints closed
   * }
   * ```
   */
  close(this: void): void;

  /**
   * Calls {@link PackLookup.close}. A `using` declaration calls it at the end of its block.
   *
   * @example
   * ```js
   * import { PackLookup } from "pack-lookup";
   *
   * const packs = await PackLookup.open();
   * packs[Symbol.dispose]?.();
   * ```
   */
  [Symbol.dispose](): void;
}

declare global {
  // Declared as in the language, for TypeScript libraries that lack it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}
