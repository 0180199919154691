// An `EventTarget` with the types of its events.

interface TypedListeners<Events> {
  addEventListener<Type extends keyof Events & string>(
    type: Type,
    listener: (event: Events[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Type extends keyof Events & string>(
    type: Type,
    listener: (event: Events[Type]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
}

export const TypedTarget = EventTarget as new <Events>() => TypedListeners<Events> & EventTarget;
