// The state of the page: one object, changed in one way, and rendered after each change.
import type { State } from "./state.js";

export class Store {
  #state: State;
  #render: (state: State) => void = () => {};

  constructor(state: State) {
    this.#state = state;
  }

  get state(): Readonly<State> {
    return this.#state;
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#render(this.#state);
  }

  /** Registers the renderer, which is called at once and after each change. */
  subscribe(render: (state: State) => void): void {
    this.#render = render;
    render(this.#state);
  }
}
