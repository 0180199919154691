// The count of every code in view: each box is looked up, has its own row in the history, and
// is in the list below the picture.
import type { CountedCode, OutlinedCode } from "blocks/scanner/types.js";
import type { PackScanner } from "blocks/scanner/element.js";

import type { Answer } from "../lookup/answer.js";
import {
  countAnnouncement,
  type CountedBox,
  hasMoreElements,
  sameBox,
  signalOfAll,
  totalOf,
} from "../lookup/count.js";
import type { Request } from "../lookup/outcome.js";
import { pastAnswer } from "../lookup/past-answer.js";
import { saveCounting } from "../common/settings.js";
import type { Host, Store } from "../state/state.js";
import { viewOfScan } from "../state/stock.js";
import type { LookUp } from "./look-up.js";

/** Boxes that are counted within this time, in milliseconds, have one sound. */
export const SIGNAL_AFTER_MS = 300;
/** The count is announced when no box was counted for this time, in milliseconds. */
export const ANNOUNCE_AFTER_MS = 1500;
/** The count is announced at least this often, in milliseconds, while boxes are counted. */
export const ANNOUNCE_WITHIN_MS = 6000;

type Code = CountedCode & { at: number };

/** A function that runs later, unless the returned function is called before. */
export type Later = (ms: number, action: () => void) => () => void;

export class Count {
  /** The codes that arrived before the data. */
  #waiting: Code[] = [];
  readonly #sound: Batch;
  readonly #voice: Batch;

  constructor(
    private readonly store: Store,
    private readonly host: Pick<Host, "now" | "signal" | "announce">,
    private readonly lookUp: Pick<LookUp, "answerOf" | "record" | "reopen" | "clear">,
    private readonly scanner: () => Pick<PackScanner, "startCount">,
    later: Later,
  ) {
    this.#sound = new Batch(later, SIGNAL_AFTER_MS, SIGNAL_AFTER_MS, (answers) =>
      this.host.signal(signalOfAll(answers)),
    );
    this.#voice = new Batch(later, ANNOUNCE_AFTER_MS, ANNOUNCE_WITHIN_MS, (answers) =>
      this.#announce(answers),
    );
  }

  /**
   * Switches the counting on or off. The answer to an earlier scan disappears, because it is about
   * none of the boxes.
   */
  setCounting(isCounting: boolean): void {
    saveCounting(isCounting);
    this.store.set({ isCounting, inView: [] });
    if (isCounting) this.lookUp.clear(viewOfScan(this.store.state));
  }

  /** Empties the count. The rows of the history stay. */
  clear(): void {
    this.#waiting = [];
    this.scanner().startCount();
    this.store.set({ counted: [], uncounted: 0, inView: [] });
  }

  startAgain(): void {
    this.clear();
    this.host.announce({ text: "New count started", isWarning: false });
  }

  /**
   * Reports whether a text has a serial number. Without data nobody knows, so a matrix code is
   * treated as if it had one.
   */
  isSerialised(text: string): boolean {
    const { packs } = this.store.state;
    try {
      return packs ? packs.scan(text).serial !== undefined : /^\][dQJ]/.test(text);
    } catch {
      return false;
    }
  }

  /** Counts boxes, and outlines all in view. */
  tracked(counted: readonly CountedCode[], inView: OutlinedCode[]): void {
    this.store.set({ inView });
    const at = this.host.now();
    this.#take(counted.map((code) => ({ ...code, at })));
  }

  /** Counts the codes that waited. */
  dataOpened(): void {
    const waiting = this.#waiting.splice(0);
    this.store.set({ uncounted: 0 });
    this.#take(waiting);
  }

  /** Shows the answer of a box. */
  open(answer: Answer): void {
    const { entry, request, at } = answer;
    this.lookUp.reopen({ ...pastAnswer(answer), request, at, ...(entry && { key: entry }) });
  }

  #take(codes: Code[]): void {
    if (codes.length === 0) return;
    if (this.store.state.packs) for (const code of codes) this.#count(code);
    else this.#wait(codes);
  }

  #wait(codes: Code[]): void {
    this.#waiting.push(...codes);
    this.store.set({ uncounted: this.#waiting.length });
  }

  #count({ id, text, format, at }: Code): void {
    const { counted } = this.store.state;
    const answer = this.lookUp.answerOf({ request: { by: "code", text }, at });
    const box = sameBox(counted, format, answer);
    if (box)
      return this.#complete(box, {
        ids: [...box.ids, id],
        formats: [...box.formats, format],
        answer,
      });
    const recorded = this.lookUp.record(answer);
    this.store.set({ counted: [...counted, { ids: [id], formats: [format], answer: recorded }] });
    this.#report(recorded);
  }

  /** Adds another code to a box. If it shows more of the box, the row of the box is completed. */
  #complete(box: CountedBox, { answer: { request }, ...completed }: CountedBox): void {
    const answer = this.#better(box.answer, request);
    this.store.set({
      counted: this.store.state.counted.map((one) =>
        one === box ? { ...completed, answer } : one,
      ),
    });
    if (answer.warnings.length > box.answer.warnings.length) this.#report(answer);
  }

  #better(before: Answer, request: Request): Answer {
    const { at, entry } = before;
    const answer = this.lookUp.answerOf({ request, at, ...(entry && { entry }) });
    return hasMoreElements(answer, before) ? this.lookUp.record(answer) : before;
  }

  #report(answer: Answer): void {
    this.#sound.add(answer);
    this.#voice.add(answer);
  }

  #announce(answers: Answer[]): void {
    this.host.announce(countAnnouncement(answers, totalOf(this.store.state.counted)));
  }
}

/**
 * Collects answers until none was added for a time, or until the first one has waited for a longer
 * time.
 */
class Batch {
  #answers: Answer[] = [];
  #cancel: (() => void)[] = [];

  constructor(
    private readonly later: Later,
    private readonly quietMs: number,
    private readonly longestMs: number,
    private readonly report: (answers: Answer[]) => void,
  ) {}

  add(answer: Answer): void {
    this.#answers.push(answer);
    const [longest = this.later(this.longestMs, () => this.#end()), quiet] = this.#cancel;
    quiet?.();
    this.#cancel = [longest, this.later(this.quietMs, () => this.#end())];
  }

  #end(): void {
    for (const cancel of this.#cancel.splice(0)) cancel();
    this.report(this.#answers.splice(0));
  }
}
