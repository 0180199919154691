import type { Found, Grouped, Pack, TextPart, WasmSource, Source } from "./core.js";
import type { AbortSignalLike } from "./platform.js";

export { PrintError } from "./errors.js";

/**
 * A line of text in a picture: a rectangle, which may be rotated. Lengths are in pixels of the
 * picture.
 */
export interface PrintedLine {
  /** The centre. */
  x: number;
  y: number;
  /** The direction of the text, a unit vector. */
  dx: number;
  dy: number;
  /** The length along the text. */
  width: number;
  /** The length across the text. */
  height: number;
  /** How sure the reader is that this is text, from 0 to 1. */
  score: number;
  /**
   * What the line seems to say. A line that matters is read up to five times, and a date up to ten
   * times, in other ways.
   */
  readings: PrintReading[];
  /** Whether a second look read the line, of which only the name of a company counts. */
  isSmallPrint?: boolean | undefined;
}

/** One reading of a line. */
export interface PrintReading {
  text: string;
  /** The blur of the line before it was read, in pixels of a line that is 48 pixels high. */
  softness: number;
  /** The part of the line's height that was read. In a lower frame the characters are larger. */
  frame: number;
  /** Whether the strokes of embossed print were filled before. */
  relief: boolean;
  /** The lowest confidence of a character, from 0 to 1. A wrong character may have a high one. */
  lowest: number;
  /** The mean confidence of all characters, from 0 to 1. */
  mean: number;
}

/** Why a question may be wrong. */
export type PrintDoubt =
  /** Without a dataset nobody knows which words are a medicine. */
  | "no_data"
  /** No pack has the name and the strength that were read. */
  | "no_pack"
  /** The tallest words are no name in this release: they may be misread, or a medicine that it lacks. */
  | "unknown_name"
  /** A large line says something of a medicine that no pack has with the others. */
  | "contradicting_line"
  /** A large line, or one with a strength, was read differently each time. */
  | "unsure_line"
  /** The edge of the picture cuts a large line, or one with a strength. */
  | "cut_line"
  /** Several strengths were read: perhaps two boxes are in view. */
  | "several_strengths"
  /** Several pack sizes were read: perhaps two boxes are in view. */
  | "several_sizes"
  | "several_forms"
  /**
   * Two product licences were read, or two names that no pack has together: two boxes are in view. The
   * expiry date and the batch may be those of either.
   */
  | "several_boxes"
  /** The text is longer than the search accepts. Its end is missing. */
  | "cut_question";

/** The question of one of two boxes in view. */
export interface PrintAlternative {
  text: string;
  name: string;
  strength: string;
  doubt: "one_box";
}

/** What the print on a box may ask the search. */
export interface PrintQuestion {
  /**
   * The lines that packs have together, in the order of the box. With the doubts `no_data`,
   * `no_pack` or `unknown_name` it is what was read.
   */
  text: string;
  /** Absent unless two readings agree. */
  name?: string | undefined;
  /** Absent unless two readings agree. */
  strength?: string | undefined;
  /** Whether one product alone has the name, so that its packs may be shown without a strength. */
  isOneProduct?: boolean | undefined;
  /**
   * The supplier whose packs are shown first, as names of packs have it. The box seems to have its
   * name, of which some letters may be misread. Absent if five suppliers or fewer have these packs.
   */
  supplier?: string | undefined;
  /** Whether more suppliers have these packs, and no name of them was read. */
  lacksSupplier?: boolean | undefined;
  /** Why the question may be wrong. */
  doubts: PrintDoubt[];
  /** The question of each of two boxes in view. */
  alternatives: PrintAlternative[];
}

/**
 * What the print on a box seems to say. Each value can be wrong: show it beside the picture, and
 * let a person confirm it.
 */
export interface PrintedBox {
  lines: PrintedLine[];
  /** The expiry date, `YYYY-MM` or `YYYY-MM-DD`. Two readings agree on it, and it exists. */
  expiry?: string | undefined;
  /**
   * The batch. Readings of two frames agree on it, but it has no check of its own: a person must
   * confirm it.
   */
  batch?: string | undefined;
  /** The number of the product licence, such as `PL 20075/0123`. */
  licence?: string | undefined;
}

/** A reader with workers of its own: two, if the device has two processors. */
export interface PrintReader {
  /**
   * Reads a picture.
   *
   * @param picture - A picture as a `Blob`, such as a `File`, which the worker opens; or RGBA pixels,
   * such as `ImageData`, which are copied. Only browsers open a `Blob`: in Node, pass the pixels.
   * @param options - `today` is the day by which an expiry date is plausible, by default the local
   * day. `guide` is set if the picture shows little more than the expiry date and the batch.
   * `smallPrintOf` is the box that was read in the same picture: it is returned with its small print,
   * which a second, larger look reads.
   * @throws {@link PrintError} `not_a_picture` if the browser cannot open the file, `stopped` if a
   * worker stopped, or `closed` after `close`.
   *
   * @example
   * ```ts
   * const box = await reader.read(imageData);
   * const question = await questionOf(box, packs);
   * const answers = await packsOf(question, (text) => packs.search(text).packs);
   * for (const { doubt, packs } of answers) compare(packs, [...question.doubts, doubt]);
   * ```
   */
  read(
    this: void,
    picture: Blob | { data: Uint8ClampedArray | Uint8Array; width: number; height: number },
    options?: {
      today?: string | undefined;
      guide?: boolean | undefined;
      smallPrintOf?: PrintedBox | undefined;
    },
  ): Promise<PrintedBox>;

  /**
   * Ends the workers, and gives their memory back. Pictures that are being read are rejected.
   *
   * @example
   * ```ts
   * reader.close();
   * ```
   */
  close(this: void): void;
}

/**
 * Loads the networks in workers.
 *
 * @param options - The sources of the WebAssembly and of both models, by default the files beside
 * the module, and a signal that cancels the wait. The
 *   files may be compressed with gzip.
 * @throws {@link PrintError} `unavailable` if a file cannot be read.
 *
 * @example
 * ```ts
 * const reader = await openPrintReader();
 * const { expiry } = await reader.read(imageData, { guide: true });
 * ```
 */
export declare function openPrintReader(options?: {
  wasm?: WasmSource | undefined;
  detection?: Source | undefined;
  recognition?: Source | undefined;
  signal?: AbortSignalLike | undefined;
}): Promise<PrintReader>;

/** What {@link questionOf} asks of an open dataset: that of each module has both. */
export interface AskedPacks {
  describe: (text: string) => TextPart[] | Promise<TextPart[]>;
  search: {
    (
      text: string,
      options: { groupBy: "product"; limit: number },
    ): AskedProducts | Promise<AskedProducts>;
    (text: string, options: { limit: number }): AskedResult | Promise<AskedResult>;
  };
}

/** What {@link questionOf} uses of a search. */
export type AskedResult = Pick<Found, "total" | "corrections">;

/** What {@link questionOf} uses of a grouped search. */
export type AskedProducts = Pick<Grouped, "products" | "corrections" | "facets">;

/**
 * Makes a question for the search from the lines of a box. A line counts only if the parser of the
 * search knows all of it. The name and the strength must be on some pack together; each other line
 * is added while packs remain, in the order of the box. Nothing is corrected.
 *
 * @param packs - The open dataset. Without one, the question is what was read, with the doubt
 * `no_data`.
 * @returns The question. Without `name` or `strength`, or with doubts, it is not safe to use: show
 * what was read, and ask. If it `lacksSupplier`, read the small print, and ask again.
 *
 * @example
 * ```ts
 * const question = await questionOf(await reader.read(imageData), packs);
 * question.text; // "Amlodipine 5 mg Tablets 28 tablets"
 * ```
 */
export declare function questionOf(
  box: Pick<PrintedBox, "lines">,
  packs: AskedPacks | undefined,
): Promise<PrintQuestion>;

/**
 * Asks a search for the packs of a question, those of its supplier first. If two boxes are in view,
 * each of them is asked for alone. Without a name and a strength that some pack has, nothing is
 * asked: the search would guess. A name that one product alone has needs no strength. Let a person compare the packs with the box: print never opens one.
 *
 * @param search - Returns the packs of a text.
 * @returns An entry for each text that found packs, with the doubt of an alternative.
 *
 * @example
 * ```ts
 * const [first] = await packsOf(question, (text) => packs.search(text).packs);
 * ```
 */
export declare function packsOf<P extends Pick<Pack, "pack_id">>(
  question: PrintQuestion,
  search: (text: string) => P[] | Promise<P[]>,
): Promise<{ text: string; doubt?: PrintAlternative["doubt"] | undefined; packs: P[] }[]>;

/**
 * Groups packs by product and supplier, in the order of each product's first pack. A blister strip
 * shows no pack size, so a list of packs may have nothing but the sizes of one product.
 *
 * @returns `product` is the name of its packs without the size.
 *
 * @example
 * ```ts
 * for (const { product, packs: sizes } of productsOf(found)) offer(product, sizes.map(({ name }) => name.slice(product.length + 1)));
 * ```
 */
export declare function productsOf<
  P extends Pick<Pack, "name" | "generic_pack_name" | "generic_product_name">,
>(packs: P[]): { product: string; packs: P[] }[];
