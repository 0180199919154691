// The state of the page: one object, changed in one way, and rendered after each change.
import type { State } from "./state.js";

export class Store {
  #state: State;
  #shown: (state: State) => void = () => {};

  constructor(state: State) {
    this.#state = state;
  }

  get state(): Readonly<State> {
    return this.#state;
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#shown(this.#state);
  }

  /** Registers the renderer, which is called at once and after each change. */
  show(shown: (state: State) => void): void {
    this.#shown = shown;
    shown(this.#state);
  }
}
