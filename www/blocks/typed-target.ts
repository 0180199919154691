/** Listeners to events with the types of a map of events, such as `scan`. */
export interface TypedListeners<Events> {
  /**
   * Calls a function with each event of a type.
   *
   * @param type - The type of the events.
   * @param listener - The function.
   * @param options - The options of `EventTarget`.
   *
   * @example
   * ```js
   * import { WedgeListener } from "pack-lookup/wedge";
   *
   * const wedge = new WedgeListener();
   * wedge.addEventListener("scan", ({ detail }) => console.log(detail.text));
   * ```
   */
  addEventListener<Type extends keyof Events & string>(
    type: Type,
    listener: (event: Events[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /**
   * Stops calling a function.
   *
   * @param type - The type of the events.
   * @param listener - The function.
   * @param options - The options of `EventTarget`.
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
  removeEventListener<Type extends keyof Events & string>(
    type: Type,
    listener: (event: Events[Type]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** An `EventTarget` with the types of its events. */
export const TypedTarget = EventTarget as new <Events>() => TypedListeners<Events> & EventTarget;
