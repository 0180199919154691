// Lookups. Every way to a pack ends here, with one request and one answer.
import type { Found, Pack } from "pack-lookup/core";

import { answer, answerWith, type Answer, type Asked, type Sources } from "../lookup/answer.js";
import { type Reading, withoutGrouping } from "../lookup/outcome.js";
import type { Listed } from "../lookup/products.js";
import { remembered, type Remembered } from "../lookup/remembered.js";
import type { Request } from "../lookup/request.js";
import type { SearchReading } from "../lookup/search-warnings.js";
import { signalOf, spoken } from "../lookup/spoken.js";
import type { Store } from "../store.js";
import { today } from "../words.js";
import type { Host } from "./host.js";

/** The storage of answers. */
export interface Memory {
  /** Stores an answer in its row or in a new one, and returns the key of the row. */
  record(answer: Answer): string | undefined;
  seenAt: Sources["seenAt"];
}

/** A row of the history: the parts that are needed to repeat its request. */
export interface Row extends Remembered {
  key?: string;
  request: Request;
}

export class LookUp {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly memory: Memory,
  ) {}

  /** Answers a scan with one or more readings. The person may not look at the screen, so the answer has a sound. */
  take(asked: Asked, readings: Reading[]): void {
    const several = { is: "several", readings } as const;
    this.#keep(readings.length > 1 ? answerWith(asked, several, this.#sources()) : this.#answerTo(asked));
    const { answer } = this.store.state;
    if (answer) this.host.signal(signalOf(answer));
  }

  // A person who types looks at the screen, so the answer gets the focus.

  /** Looks up a code that was typed completely. */
  enter(text: string): void {
    this.#ask({ by: "code", text });
  }

  /** Shows the packs of a code that is being typed, without storing the answer. */
  preview(text: string): void {
    const previewed = this.#answerTo({ request: { by: "code", text }, at: this.host.now() });
    if (previewed.outcome.is === "pack" || previewed.outcome.is === "reused") this.#show(previewed);
  }

  /** Opens a pack from search results. The answer keeps how the search was read. */
  open({ pack_id, name }: Pack, { corrections, relaxed = false }: SearchReading): void {
    this.#ask({ by: "pack", packId: String(pack_id), name, corrections, relaxed });
  }

  /** Looks up one of several codes that were in view together. */
  mean({ text }: Reading): void {
    this.#ask({ by: "code", text });
  }

  /** Chooses one of the packs that have carried the code. */
  choose({ pack_id }: Pack): void {
    this.#askAgain({ chosen: String(pack_id) }, (answer) => this.#keep(answer));
  }

  /** Shows all packs that have carried the code. */
  back(): void {
    this.#askAgain({}, (answer) => this.#show(answer));
  }

  /** Repeats the request of a row in the history, and shows how today's answer differs. */
  reopen(row: Row): void {
    if (!this.store.state.packs) return;
    const { key, request, at } = row;
    this.#show(this.#answerTo({ request, at, was: row, ...(key && { entry: key }) }));
    this.#focus();
  }

  clear(): void {
    this.store.set({ answer: undefined, view: "look-up" });
  }

  /** Renews the answer on the page after the data has changed. */
  dataOpened(): void {
    const { answer } = this.store.state;
    if (answer) this.#renew(answer);
  }

  #ask(request: Request): void {
    this.#keep(this.#answerTo({ request, at: this.host.now() }));
    this.#focus();
  }

  /** Repeats the request of the current answer with another choice. */
  #askAgain(choice: { chosen?: string }, then: (answer: Answer) => void): void {
    const { answer } = this.store.state;
    if (answer?.request.by !== "code") return;
    const { at, entry, request } = answer;
    then(this.#answerTo({ at, request: { by: "code", text: request.text, ...choice }, ...(entry && { entry }) }));
    this.#focus();
  }

  #renew(answer: Answer): void {
    const { request, at, entry, outcome } = answer;
    if (outcome.is === "several") return;
    const renewed = this.#answerTo({ request, at, was: remembered(answer), ...(entry && { entry }) });
    // The view and the focus stay where they are.
    this.store.set({ answer: renewed, ...this.#field(renewed) });
    if (spoken(renewed).text !== spoken(answer).text) this.host.say(spoken(renewed));
  }

  #answerTo(asked: Asked): Answer {
    return answer(asked, this.#sources());
  }

  #sources(): Sources {
    const { packs, release } = this.store.state;
    if (!packs || !release) throw new Error("there is no data to ask");
    return { packs, release, today: today(new Date(this.host.now())), seenAt: this.memory.seenAt };
  }

  /** Stores and shows an answer. */
  #keep(answer: Answer): void {
    const entry = this.memory.record(answer);
    this.#show({ ...answer, ...(entry && { entry }) });
  }

  #show(answer: Answer): void {
    this.store.set({ answer, view: "look-up", ...this.#field(answer) });
    this.host.say(spoken(answer));
  }

  /** Clears the search field if its query does not belong to the answer. */
  #field({ request, outcome }: Answer): { query?: string; found?: undefined; products?: undefined; suggestions?: [] } {
    const { query, found, products } = this.store.state;
    const isAsked = request.by === "code" ? withoutGrouping(query) === request.text : isListed(found, products, request.packId);
    if (isAsked) return {};
    const code = "scan" in outcome && request.by === "code" ? outcome.scan?.gtin : undefined;
    return { query: code ?? "", found: undefined, products: undefined, suggestions: [] };
  }

  #focus(): void {
    this.host.focus("result-name");
  }
}

function isListed(found: Found | undefined, products: Listed | undefined, packId: string): boolean {
  const ids = products ? products.lines.flatMap(({ group }) => group.pack_ids) : (found?.packs ?? []).map(({ pack_id }) => pack_id);
  return ids.some((id) => String(id) === packId);
}
