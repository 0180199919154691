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
   * What the line seems to say. The reader reads an important line up to five times, and a date up
   * to ten times, in different ways.
   */
  readings: PrintReading[];
  /** Whether a second look read the line. Only the name of a company counts in such a line. */
  isSmallPrint?: boolean | undefined;
}

/** One reading of a line. */
export interface PrintReading {
  text: string;
  /** The blur of the line before the reading, in pixels of a line that is 48 pixels high. */
  softness: number;
  /**
   * The part of the line's height that the reader read. In a lower frame the characters are larger.
   */
  frame: number;
  /** Whether the reader filled the strokes of embossed print before. */
  relief: boolean;
  /** The lowest confidence of a character, from 0 to 1. A wrong character may have a high one. */
  lowest: number;
  /** The mean confidence of all characters, from 0 to 1. */
  mean: number;
}

/** Why a question may be wrong. */
export type PrintDoubt =
  /** Without a dataset, the reader does not know which words are a medicine. */
  | "no_data"
  /** No pack has both the name and the strength. */
  | "no_pack"
  /**
   * The tallest words are not a name in this release. They may be misread, or a medicine that it
   * lacks.
   */
  | "unknown_name"
  /** A large line says something about a medicine that no pack has with the other lines. */
  | "contradicting_line"
  /** Each reading of a large line, or of a line with a strength, differs. */
  | "unsure_line"
  /** The edge of the picture cuts a large line, or a line with a strength. */
  | "cut_line"
  /** The reader found two or more strengths: perhaps two boxes are in view. */
  | "several_strengths"
  /** The reader found two or more pack sizes: perhaps two boxes are in view. */
  | "several_sizes"
  | "several_forms"
  /**
   * The reader found two product licences, or two names that no pack has together: two boxes are in
   * view. The expiry date and the batch may belong to either box.
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
   * `no_pack` or `unknown_name` it is the text of the box.
   */
  text: string;
  /** Absent unless two readings agree. */
  name?: string | undefined;
  /** Absent unless two readings agree. */
  strength?: string | undefined;
  /** Whether only one product has the name, so that you may show its packs without a strength. */
  isOneProduct?: boolean | undefined;
  /**
   * The supplier whose packs come first, as names of packs have it. The box seems to have its name,
   * with perhaps some misread letters. Absent if five suppliers or fewer have these packs.
   */
  supplier?: string | undefined;
  /** Whether more suppliers have these packs, and the reader did not find a name of them. */
  lacksSupplier?: boolean | undefined;
  /** Why the question may be wrong. */
  doubts: PrintDoubt[];
  /** The question of each of two boxes in view. */
  alternatives: PrintAlternative[];
}

/**
 * What the print on a box seems to say. Each value can be wrong: show it next to the picture, and
 * let a person confirm it.
 */
export interface PrintedBox {
  lines: PrintedLine[];
  /** The expiry date, `YYYY-MM` or `YYYY-MM-DD`. Two readings agree on it, and it exists. */
  expiry?: string | undefined;
  /**
   * The batch. Readings of two frames agree on it, but it does not have a check digit: a person
   * must confirm it.
   */
  batch?: string | undefined;
  /** The number of the product licence, such as `PL 20075/0123`. */
  licence?: string | undefined;
}

/** A reader with its own workers: two, if the device has two processors. */
export interface PrintReader {
  /**
   * Reads a picture.
   *
   * @param picture - A picture as a `Blob`, such as a `File`, which the worker opens. Or RGBA
   * pixels, such as `ImageData`, which the call copies. Only browsers open a `Blob`: in Node, pass
   * the pixels.
   * @param options - `today` is the day by which an expiry date is plausible, by default the local
   * day. Set `guide` if the picture shows little more than the expiry date and the batch.
   * `smallPrintOf` is the earlier result for the same picture: the call returns it with its small
   * print, which a second, larger look reads.
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
   * Ends the workers, and frees their memory. Readings in progress reject.
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
 * @param options - The sources of the WebAssembly and of both models, by default the files next to
 * the module, and a signal that cancels the wait. The files may be in gzip.
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

/**
 * What {@link questionOf} asks of an open dataset. The dataset of each module has both methods.
 */
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
 * search knows all of it. Some pack must have the name and the strength together. The function adds
 * each other line while packs remain, in the order of the box. It never corrects a word.
 *
 * @param packs - The open dataset. Without one, the question is the text of the box, with the doubt
 * `no_data`.
 * @returns The question. Without `name` or `strength`, or with doubts, it is not safe to use: show
 * the text, and ask. If it `lacksSupplier`, read the small print, and ask again.
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
 * Asks a search for the packs of a question, the packs of its supplier first. If two boxes are in
 * view, it asks for each of them separately. It does not ask without a name and a strength that
 * some pack has, because the search would guess. A name that only one product has does not need a
 * strength. Let a person compare the packs with the box: never open a pack from print.
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
 * does not show a pack size, so a list of packs may have only the sizes of one product.
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
