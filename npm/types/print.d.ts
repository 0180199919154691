import type { Pack, WasmSource, Source } from "./core.js";
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
  /** A large line, or one with a strength, was read differently each time. */
  | "unsure_line"
  /** The edge of the picture cuts a large line, or one with a strength. */
  | "cut_line"
  /** Several strengths were read: perhaps two boxes are in view. */
  | "several_strengths"
  /** Several pack sizes were read: perhaps two boxes are in view. */
  | "several_sizes"
  /** Several product licences were read: two boxes are in view. */
  | "several_boxes"
  /** The text is longer than the search accepts. Its end is missing. */
  | "cut_question"
  /**
   * The question finds a pack whose medicine lacks the name: it may be that of a company. From
   * {@link checkedQuestion}.
   */
  | "company_name";

/** A part of a question, to be asked if the whole question finds nothing. */
export interface PrintAlternative {
  text: string;
  /**
   * `one_box`: the lines of one of two boxes in view. `one_route`: one of two routes that the box
   * names. `cut_words`: without the words of small lines that the edge of the picture cuts.
   * `unmatched_words`: without small lines that no pack has, from {@link matchedParts}.
   */
  doubt: "one_box" | "one_route" | "cut_words" | "unmatched_words";
  /** The lines of `text`, and the name in them, if `doubt` is `one_box`. */
  parts?: PrintPart[];
  name?: string;
}

/** A line of a question. */
export interface PrintPart {
  text: string;
  /**
   * Whether a search that finds nothing may omit the line: it is small, and states no strength,
   * size, form, route, release or negation.
   */
  optional: boolean;
}

/** What the print on a box may ask the search. */
export interface PrintQuestion {
  text: string;
  /** The lines of `text`. */
  parts: PrintPart[];
  /** Absent unless two readings agree. */
  name?: string;
  /** Absent unless two readings agree. */
  strength?: string;
  /** Why the question may be wrong. */
  doubts: PrintDoubt[];
  alternatives: PrintAlternative[];
}

/**
 * What the print on a box seems to say. Each value can be wrong: show it beside the picture, and
 * let a person confirm it.
 */
export interface PrintedBox {
  lines: PrintedLine[];
  /**
   * A question for `search`. Without `name` or `strength`, or with doubts, it is not safe to use:
   * show what was read, and ask.
   */
  question: PrintQuestion;
  /** The expiry date, `YYYY-MM` or `YYYY-MM-DD`. Two readings agree on it, and it exists. */
  expiry?: string;
  /**
   * The batch. Readings of two frames agree on it, but it has no check of its own: a person must
   * confirm it.
   */
  batch?: string;
  /** The number of the product licence, such as `PL 20075/0123`. */
  licence?: string;
}

/** A reader with workers of its own: two, if the device has two processors. */
export interface PrintReader {
  /**
   * Reads a picture.
   *
   * @param picture - A picture file, which the worker opens, or RGBA pixels, as `ImageData`, which
   * are copied. Only browsers open files.
   * @param options - `today` is the day by which an expiry date is plausible, by default the local
   * day. `guide` is set if the picture shows little
   *   more than the expiry date and the batch.
   * @throws {@link PrintError} `not_a_picture` if the browser cannot open the file, `stopped` if a
   * worker stopped, or `closed` after `close`.
   *
   * @example
   * ```ts
   * const { question, expiry, batch } = await reader.read(imageData);
   * const answers = await packsOf(question, (text) => packs.search(text).packs);
   * for (const { doubt, packs } of answers) compare(packs, [...question.doubts, doubt]);
   * ```
   */
  read(
    this: void,
    picture: Blob | { data: Uint8ClampedArray | Uint8Array; width: number; height: number },
    options?: { today?: string; guide?: boolean },
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
  wasm?: WasmSource;
  detection?: Source;
  recognition?: Source;
  signal?: AbortSignalLike;
}): Promise<PrintReader>;

/**
 * Asks a search for the packs of a question: the whole question, or its alternatives if it finds
 * none, or else its {@link matchedParts}. If two boxes are in view, each of them is asked for
 * alone. An answer with a pack whose medicine lacks the name is omitted. Without a name and a
 * strength nothing is asked. Let a person compare the packs with the box: print never opens one.
 *
 * @param search - Returns the packs of a text.
 * @returns An entry for each text that found packs, with the doubt of an alternative.
 *
 * @example
 * ```ts
 * const [first] = await packsOf(question, async (text) => (await packs.search(text)).packs);
 * ```
 */
export declare function packsOf<P extends Pick<Pack, "name" | "generic_product_name">>(
  question: PrintQuestion,
  search: (text: string) => P[] | Promise<P[]>,
): Promise<{ text: string; doubt?: PrintAlternative["doubt"]; packs: P[] }[]>;

/**
 * Returns the question without its name, and with the doubt `company_name` instead, if a pack that
 * it finds lacks the name in its medicine: the name of the medicine may be outside of the picture,
 * and `Accord 30 mg tablets` would find any of them. {@link packsOf} returns no such answer.
 *
 * @param search - Returns the packs of a text.
 *
 * @example
 * ```ts
 * const { name, doubts } = await checkedQuestion(question, async (text) => (await packs.search(text)).packs);
 * ```
 */
export declare function checkedQuestion<P extends Pick<Pack, "name" | "generic_product_name">>(
  question: PrintQuestion,
  search: (text: string) => P[] | Promise<P[]>,
): Promise<PrintQuestion>;

/**
 * Returns the question without the small lines that find nothing by themselves, if the whole
 * question finds nothing: a box has more words than the register has of its pack. A line that finds
 * packs stays: a generic name that contradicts a misread brand must not be lost. The medicine of
 * each pack that is found then has the name. If two boxes are in view, each of them is a question
 * of its own. {@link packsOf} asks for these parts at last.
 *
 * @param search - Returns the packs of a text.
 *
 * @example
 * ```ts
 * const parts = await matchedParts(question, async (text) => (await packs.search(text)).packs);
 * for (const { text } of parts) console.log(text); // offer to search for it
 * ```
 */
export declare function matchedParts<P extends Pick<Pack, "name" | "generic_product_name">>(
  question: PrintQuestion,
  search: (text: string) => P[] | Promise<P[]>,
): Promise<PrintAlternative[]>;

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
