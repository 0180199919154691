// Looking up: every way that leads to a pack ends here, in one question and one answer.
import type { Correction, Pack } from "pack-lookup/core";

import { answer, answerWith, type Answer, type Asked, type Sources } from "../lookup/answer.js";
import { type CodesDiffer, in14, type Reading, readingsOf } from "../lookup/outcome.js";
import { remembered, type Remembered } from "../lookup/remembered.js";
import type { Request } from "../lookup/request.js";
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

/** The page's way to say what is no answer. */
export interface Notices {
  notify(text: string): void;
  warn(text: string): void;
}

/** A row of the history, as much of it as can be asked again. */
export interface Row extends Remembered {
  key?: string;
  request: Request;
}

/** What came before the data was there. */
type Waiting = { texts: string[]; at: number };

export class LookUp {
  #waiting: Waiting[] = [];

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly memory: Memory,
    private readonly notices: Notices,
  ) {}

  // Scans: nobody may be looking at the screen, so each has its sound

  /** A whole code, from a hand scanner. */
  scanned(text: string): void {
    this.#read({ texts: [text], at: this.host.now() });
  }

  /**
   * Codes that a camera or a picture showed together. One that means nothing here never replaces a pack; more of a box
   * that is still in sight completes its answer.
   */
  seen(texts: string[], isMore = false): void {
    const { packs, answer } = this.store.state;
    const [first] = texts;
    const isNothing = packs && readingsOf(packs, texts).length === 0;
    if (isNothing && answer && first) this.#meansNothing(first);
    else this.#read({ texts, at: this.host.now() }, isMore);
  }

  /** The burst of a hand scanner that lost a part on its way. */
  incomplete(): void {
    this.host.signal("nothing");
    this.notices.warn(INCOMPLETE);
  }

  // Questions of people: they look at the screen, so the answer gets the focus

  /** A code that was typed to its end. */
  enter(text: string): void {
    if (this.store.state.packs) this.#ask({ by: "code", text });
    else this.#wait({ texts: [text], at: this.host.now() });
  }

  /** A code that is being typed: shown with all its packs, but not yet an answer to keep. */
  preview(text: string): void {
    const previewed = this.#answerTo({ request: { by: "code", text }, at: this.host.now() });
    if (previewed.outcome.is === "pack" || previewed.outcome.is === "reused") this.#show(previewed);
  }

  /** A pack that was found by its name. */
  open({ pack_id, name }: Pack, corrections: Correction[]): void {
    this.#ask({ by: "pack", packId: String(pack_id), name, corrections });
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

  /** The data is there, or other data: what is shown is asked again, and what waited is looked up. */
  dataOpened(): void {
    const { answer } = this.store.state;
    if (answer) this.#renew(answer);
    const waiting = this.#waiting.splice(0);
    for (const each of waiting) this.#read(each);
    if (waiting.length > 1) this.notices.notify(`${waiting.length} scans had waited for the data: all are in the history`);
  }

  #read(waiting: Waiting, isMore = false): void {
    const { packs } = this.store.state;
    if (!packs) return this.#wait(waiting);
    const { texts, at } = waiting;
    const readings = readingsOf(packs, texts);
    const text = readings[0]?.text ?? texts[0];
    if (text === undefined) return;
    const row = isMore && readings.length === 1 ? this.#rowOf(readings[0]) : {};
    const asked = { request: { by: "code", text }, at, ...row } as const;
    this.#keep(readings.length > 1 ? this.#differing(asked, { is: "several", readings }) : this.#answerTo(asked));
    this.#signal();
  }

  /** The row of the present answer, where it is about the same code. */
  #rowOf(reading: Reading | undefined): { entry?: string } {
    const { answer } = this.store.state;
    const scan = answer && "scan" in answer.outcome ? answer.outcome.scan : undefined;
    const isSame = scan && reading && in14(scan.gtin) === in14(reading.scan.gtin);
    return isSame && answer?.entry ? { entry: answer.entry } : {};
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.notices.notify("Kept: it is looked up as soon as the data is loaded");
  }

  #meansNothing(text: string): void {
    this.host.signal("nothing");
    this.notices.warn(`That is no pack's code: ${readable(text)}`);
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

  #differing(asked: Asked, outcome: CodesDiffer): Answer {
    return answerWith(asked, outcome, this.#sources());
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
  #field({ request, outcome }: Answer): { query?: string; found?: undefined; suggestions?: [] } {
    const { query, found } = this.store.state;
    const isAsked = request.by === "code" ? withoutSpace(query) === request.text : isListed(found?.packs, request.packId);
    if (isAsked) return {};
    const code = "scan" in outcome && request.by === "code" ? outcome.scan?.gtin : undefined;
    return { query: code ?? "", found: undefined, suggestions: [] };
  }

  #signal(): void {
    const { answer } = this.store.state;
    if (answer) this.host.signal(signalOf(answer));
  }

  #focus(): void {
    this.host.focus("result-name");
  }
}

const INCOMPLETE =
  "That scan did not arrive whole: scan the box again. If it happens each time, look at Caps Lock and at the scanner's keyboard setting";

const withoutSpace = (text: string) => text.replace(/[\s-]/g, "");

const isListed = (packs: Pack[] = [], packId: string) => packs.some(({ pack_id }) => String(pack_id) === packId);

/** What a symbol holds, without its symbology identifier, and no longer than a line. */
const readable = (text: string) => text.replace(/^\][A-Za-z]./, "").slice(0, 60);
