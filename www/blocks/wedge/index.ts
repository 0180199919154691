// `pack-lookup/wedge`: listens to hand scanners that act as keyboards, with any focus.
import { TypedTarget } from "../typed-target.js";
import { SILENCE_MS, Wedge } from "./wedge.js";

export interface WedgeEvents {
  /** A complete code, as the scanner sent it. */
  scan: CustomEvent<{ text: string }>;
  /**
   * A scan of which a part may be missing, or that may be two codes. The person has to scan again.
   */
  broken: CustomEvent<null>;
}

/** A field, and its value before the burst. */
interface FieldBefore {
  field: HTMLInputElement;
  value: string;
}

/**
 * Listens to the keys of a document or an element. It dispatches `scan` with a complete code, and
 * `broken` for a scan of which a part may be missing. A burst that went into a field is removed
 * from it.
 */
export class WedgeListener extends TypedTarget<WedgeEvents> {
  #wedge = new Wedge();
  #before: FieldBefore | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #closing = new AbortController();

  /** Outside of browsers there are no keys, so the listener is idle. */
  constructor(target: EventTarget | undefined = globalThis.document) {
    super();
    const press = (event: Event) => this.#press(event as KeyboardEvent);
    target?.addEventListener("keydown", press, { capture: true, signal: this.#closing.signal });
  }

  /** Stops listening. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#silence);
  }

  #press(event: KeyboardEvent): void {
    const scan = this.#wedge.press(event);
    if (this.#wedge.length === 1) this.#before = fieldOf(event);
    if (event.ctrlKey && (this.#wedge.isScanning || event.key === "]")) event.preventDefault();
    this.#awaitSilence();
    if (!scan) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#before) restore(this.#before);
    if ("text" in scan)
      this.dispatchEvent(new CustomEvent("scan", { detail: { text: scan.text } }));
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

/** Returns the field that gets a key, also if it is in a shadow tree. */
function fieldOf(event: KeyboardEvent): FieldBefore | undefined {
  const [target] = event.composedPath();
  return target instanceof HTMLInputElement ? { field: target, value: target.value } : undefined;
}

function restore({ field, value }: FieldBefore): void {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
