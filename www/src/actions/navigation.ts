// The browser's Back and Forward: each list, pack and view has an address.
import { addressOf, isPlace, type Place, placeAt, placeOf, titleOf } from "./address.js";
import type { Request } from "../lookup/outcome.js";
import type { State, Store } from "../state/state.js";
import type { LookUp } from "./look-up.js";
import type { Page } from "./page.js";
import type { Search } from "./search.js";
import type { StockTakes } from "./stock-takes.js";

/** The addresses of the browser's window. */
export interface Addresses {
  /** Finds the current address, and the request that was stored with it. */
  current(): { address: string; request?: Request | undefined };
  /** Shows an address: as a new entry, or in place of the current one. */
  show(address: string, request: Request | undefined, isNew: boolean): void;
  setTitle(title: string): void;
  /** Calls a function when the person goes back or forward, or enters an address. */
  onMove(callback: () => void): void;
}

export class Navigation {
  #shown: Place;
  /** Whether the address of the first visit still waits for the data. */
  #isWaiting = true;

  constructor(
    private readonly store: Store,
    private readonly addresses: Addresses,
    private readonly targets: {
      lookUp: LookUp;
      search: Search;
      page: Page;
      stockTakes: Pick<StockTakes, "showById" | "leave">;
    },
  ) {
    this.#shown = placeAt(addresses.current().address);
    addresses.onMove(() => this.#restore());
  }

  /** Updates address and title after a change of the state. */
  changed(state: State): void {
    this.addresses.setTitle(titleOf(state));
    const place = placeOf(state);
    const address = addressOf(place);
    // The address of the first visit stays until the data is there, or the person does something
    // else.
    if (address === addressOf(this.#shown) || (this.#isWaiting && place.is === "look-up")) return;
    this.#isWaiting = false;
    // At a shared screen, Back must not lead to what others looked up.
    const isNew = !state.isKiosk && !isTyping(this.#shown, place, state);
    this.#shown = place;
    this.addresses.show(address, state.answer?.request, isNew);
  }

  /** Shows the place of the address with which the page was opened. */
  dataOpened(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    const { answer, query } = this.store.state;
    if (!answer && !query) this.#restore();
  }

  #restore(): void {
    const { address, request } = this.addresses.current();
    if (!isPlace(address)) return;
    const place = placeAt(address);
    this.#shown = place;
    const { lookUp, search, page, stockTakes } = this.targets;
    switch (place.is) {
      case "search":
        return search.show(place.query);
      case "pack":
        return lookUp.restore(
          request ?? { by: "pack", packId: place.id, name: `Pack ${place.id}`, corrections: [] },
        );
      case "code":
        return lookUp.restore(request ?? { by: "code", text: place.code });
      case "look-up":
        return search.clear();
      case "take":
        page.go("stock");
        return void stockTakes.showById(place.id);
      case "stock":
        stockTakes.leave();
        return page.go("stock");
      default:
        return page.go(place.is);
    }
  }
}

/**
 * Reports whether a place is another state of the text that is being typed. It replaces the
 * address, so that Back does not go through all letters.
 */
function isTyping(before: Place, { is }: Place, { answer }: State): boolean {
  return (
    before.is === "search" &&
    (is === "search" || (answer !== undefined && answer.entry === undefined))
  );
}
