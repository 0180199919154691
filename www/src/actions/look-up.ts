// Looking up: every way that leads to a pack ends here, with one question and one answer.
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

/** What remembers the answers. */
export interface Memory {
  /** Keeps an answer in its row, or in a new one, which it names. */
  record(answer: Answer): string | undefined;
  seenAt: Sources["seenAt"];
}

/** A row of the history, as much of it as can be asked again. */
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

  /** A scan, of which some codes were read. Nobody may be looking at the screen, so its answer has a sound. */
  take(asked: Asked, readings: Reading[]): void {
    const several = { is: "several", readings } as const;
    this.#keep(readings.length > 1 ? answerWith(asked, several, this.#sources()) : this.#answerTo(asked));
    const { answer } = this.store.state;
    if (answer) this.host.signal(signalOf(answer));
  }

  // Whoever asks by hand looks at the screen, so that the answer gets the focus

  /** A code that was typed to its end. */
  enter(text: string): void {
    this.#ask({ by: "code", text });
  }

  /** A code that is being typed: shown with all its packs, but not yet an answer to keep. */
  preview(text: string): void {
    const previewed = this.#answerTo({ request: { by: "code", text }, at: this.host.now() });
    if (previewed.outcome.is === "pack" || previewed.outcome.is === "reused") this.#show(previewed);
  }

  /** Opens a pack from search results. The answer keeps how the search was read. */
  open({ pack_id, name }: Pack, { corrections, relaxed = false }: SearchReading): void {
    this.#ask({ by: "pack", packId: String(pack_id), name, corrections, relaxed });
  }

  /** One of the codes that were in sight together. */
  mean({ text }: Reading): void {
    this.#ask({ by: "code", text });
  }

  /** One of the packs that have carried the code of the answer. */
  choose({ pack_id }: Pack): void {
    this.#askAgain({ chosen: String(pack_id) }, (answer) => this.#keep(answer));
  }

  /** All packs that have carried the code of the answer. */
  back(): void {
    this.#askAgain({}, (answer) => this.#show(answer));
  }

  /** Asks again what the history remembers, and says where today's answer is another one. */
  reopen(row: Row): void {
    if (!this.store.state.packs) return;
    const { key, request, at } = row;
    this.#show(this.#answerTo({ request, at, was: row, ...(key && { entry: key }) }));
    this.#focus();
  }

  clear(): void {
    this.store.set({ answer: undefined, view: "look-up" });
  }

  /** Other data: what is shown is asked again. */
  dataOpened(): void {
    const { answer } = this.store.state;
    if (answer) this.#renew(answer);
  }

  #ask(request: Request): void {
    this.#keep(this.#answerTo({ request, at: this.host.now() }));
    this.#focus();
  }

  /** The question of the present answer, about the same box, with another choice. */
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
    // Wherever somebody is on the page, they stay there.
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

  /** An answer that the history remembers. */
  #keep(answer: Answer): void {
    const entry = this.memory.record(answer);
    this.#show({ ...answer, ...(entry && { entry }) });
  }

  #show(answer: Answer): void {
    this.store.set({ answer, view: "look-up", ...this.#field(answer) });
    this.host.say(spoken(answer));
  }

  /** The field never shows another query than the one that is answered. */
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
