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

/** What a {@link WedgeListener} may be told. */
export interface WedgeOptions {
  /**
   * A selector of elements whose keys are never read, such as `"[data-no-scan]"`. Password fields and
   * editable rich text are never read.
   */
  exclude?: string | undefined;
}

/**
 * Listens to hand scanners that act as keyboards, with any focus. A burst of keys that no person
 * can type is a scan. A code is removed from the field in which it was typed. Other text in a field
 * stays and is no scan, because programs type as fast as scanners.
 *
 * Use one listener per page. Outside of browsers it is idle.
 */
export declare class WedgeListener extends EventTarget {
  /**
   * Starts to listen.
   *
   * @param target - A document or an element whose keys are read. The default is `document`.
   * @param options - What is not read.
   */
  constructor(target?: EventTarget, options?: WedgeOptions);

  /**
   * Calls a function with each event of a type.
   *
   * @param type - `scan` or `broken`. Handle both: without `broken`, a person believes that a lost
   * scan was counted.
   * @param listener - The function.
   * @param options - As those of `EventTarget`.
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
  addEventListener<Type extends keyof WedgeEvents>(
    type: Type,
    listener: (event: WedgeEvents[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;

  /**
   * Stops calling a function.
   *
   * @param type - The type of the events.
   * @param listener - The function.
   * @param options - As those of `EventTarget`.
   *
   * @example
   * ```js
   * import { WedgeListener } from "pack-lookup/wedge";
   *
   * const wedge = new WedgeListener();
   * const show = ({ detail }) => console.log(detail.text);
   * wedge.addEventListener("scan", show);
   * wedge.removeEventListener("scan", show);
   * ```
   */
  removeEventListener<Type extends keyof WedgeEvents>(
    type: Type,
    listener: (event: WedgeEvents[Type]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;

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
  close(): void;
}
