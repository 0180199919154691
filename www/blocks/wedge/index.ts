// `pack-lookup/wedge`: listens to hand scanners that act as keyboards, with any focus.
import { TypedTarget } from "../typed-target.js";
import { hasCode } from "./keys.js";
import { type Scan, SILENCE_MS, Wedge } from "./wedge.js";

/** The events of a {@link WedgeListener}. */
export interface WedgeEvents {
  /** A complete code, as the scanner sent it: symbology identifier, text and group separators. */
  scan: CustomEvent<{ text: string }>;
  /**
   * A scan of which a part may be missing, or that may be two codes. Ask the person to scan again,
   * and look nothing up.
   */
  broken: CustomEvent<null>;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A field, and its value before the burst. */
interface FieldBefore {
  field: TextField;
  value: string;
}

/** What a {@link WedgeListener} may be told. */
export interface WedgeOptions {
  /**
   * A selector of elements whose keys are never read, such as `"[data-no-scan]"`. Password fields
   * and editable rich text are never read.
   */
  exclude?: string | undefined;
}

/** A password may look like a code, and a rich text cannot be restored. */
const NEVER_READ = "input[type=password], [contenteditable]:not([contenteditable=false])";

/**
 * Listens to hand scanners that act as keyboards, with any focus. A burst of keys that no person
 * can type is a scan. A code is removed from the field in which it was typed. Other text in a field
 * stays and is not a scan, because programs type as fast as scanners.
 *
 * Use one listener per page. Outside of browsers it is idle.
 *
 * @example
 * ```js
 * import { WedgeListener } from "pack-lookup/wedge";
 *
 * const wedge = new WedgeListener();
 * wedge.addEventListener("scan", ({ detail }) => console.log(detail.text));
 * wedge.addEventListener("broken", () => console.log("Scan the box again"));
 * ```
 */
export class WedgeListener extends TypedTarget<WedgeEvents> {
  #wedge = new Wedge();
  #before: FieldBefore | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #closing = new AbortController();
  #excluded = NEVER_READ;

  /**
   * Starts to listen.
   *
   * @param target - A document or an element whose keys are read. The default is `document`.
   * @param options - What is not read.
   */
  constructor(target: EventTarget | undefined = globalThis.document, options: WedgeOptions = {}) {
    super();
    if (options.exclude) this.#excluded += `, ${options.exclude}`;
    const press = (event: Event) => this.#press(event as KeyboardEvent);
    target?.addEventListener("keydown", press, { capture: true, signal: this.#closing.signal });
  }

  /**
   * Stops listening.
   *
   * @example
   * ```js
   * import { WedgeListener } from "pack-lookup/wedge";
   *
   * const wedge = new WedgeListener();
   * wedge.close();
   * ```
   */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#silence);
  }

  #press(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    if (target instanceof Element && target.closest(this.#excluded)) return;
    const scan = this.#wedge.press(event);
    if (this.#wedge.length === 1) this.#before = fieldOf(target);
    if (event.ctrlKey && (this.#wedge.isScanning || event.key === "]")) event.preventDefault();
    this.#awaitSilence();
    if (!scan || (this.#before && isWords(scan))) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#before) restore(this.#before);
    if ("text" in scan) this.dispatchEvent(new CustomEvent("scan", { detail: scan }));
    else this.#reportBroken();
  }

  #awaitSilence(): void {
    clearTimeout(this.#silence);
    if (this.#wedge.length > 0) this.#silence = setTimeout(() => this.#endBySilence(), SILENCE_MS);
  }

  #endBySilence(): void {
    // Keys that went into a field stay visible, like typed text.
    if (this.#wedge.silence() && !this.#before) this.#reportBroken();
  }

  #reportBroken(): void {
    this.dispatchEvent(new CustomEvent("broken"));
  }
}

/** Reports whether a burst in a field is text, which belongs to the field. */
const isWords = (scan: Scan): boolean => "text" in scan && !hasCode(scan.text);

/** Finds the field that gets a key, also if it is in a shadow tree. */
function fieldOf(target: EventTarget | undefined): FieldBefore | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField ? { field: target, value: target.value } : undefined;
}

/**
 * Sets a value as the browser does. A framework may have replaced the property of the field, to
 * tell what a person types from what a program sets: React would put the scan back.
 */
function restore({ field, value }: FieldBefore): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  own?.set?.call(field, value);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
