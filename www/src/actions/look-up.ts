// Lookups. Every input ends here, with one request and one answer.
import type { Pack } from "pack-lookup/core";

import { toGtin14 } from "blocks/gtin.js";
import { count, today } from "../common/format.js";
import {
  announcementOf,
  answer,
  type Answer,
  type AnswerSources,
  answerWith,
  dataTextOf,
  signalOf,
  type TimedRequest,
} from "../lookup/answer.js";
import type { CountedBox } from "../lookup/count.js";
import {
  type Printed,
  type Reading,
  readingsOf,
  type Request,
  type SearchReading,
  ungroupDigits,
} from "../lookup/outcome.js";
import { withKept } from "./kept.js";
import { pastAnswer, type PastAnswer } from "../lookup/past-answer.js";
import type { ProductList, SearchResult } from "../lookup/search.js";
import { printBeside } from "../print/model.js";
import type { View } from "../state/page.js";
import type { Host, Store } from "../state/state.js";
import { viewOfScan } from "../state/stock.js";

/** The storage of answers. */
export interface AnswerLog {
  /** Stores an answer in its row or in a new one, and returns the key of the row. */
  record(answer: Answer): string | undefined;
  previousScanAt: AnswerSources["previousScanAt"];
  watchMatches: AnswerSources["watchMatches"];
}

/** A row of the history: the parts that are needed to repeat its request. */
export interface Row extends PastAnswer {
  key?: string;
  request: Request;
}

/**
 * Answers scans and typed codes: it asks the open dataset, records the answer in the history, shows
 * it, and gives the sound. A scan with several readings is one answer with several packs.
 *
 * It knows no element of the page: what it shows is in the store, and `host` makes sounds and moves
 * the view. An answer takes less than a millisecond.
 */
export class LookUp {
  /** The answers of the server, by the keys of their rows. */
  readonly #fromServer = new Map<string, Answer>();
  /** What was announced about the data of the last answer. */
  #saidOfData = "";

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly log: AnswerLog,
  ) {
    // An answer on the screen gets the warnings of a list that comes later.
    store.on("listsChanged", () => store.state.packs && this.dataOpened());
    store.on("notesChanged", (gtins) => this.notesChanged(gtins));
    store.on("repeated", (timed) => this.repeat(timed));
  }

  /**
   * Answers a scan with one or more readings. The person may not look at the screen, so the answer
   * has a sound.
   */
  scanned(timed: TimedRequest, readings: Reading[]): void {
    const several = { is: "several", readings } as const;
    const answer =
      readings.length > 1 ? answerWith(timed, several, this.#sources()) : this.#answerTo(timed);
    this.#show(this.#record(answer), { view: viewOfScan(this.store.state) });
    this.#signal();
    this.host.reveal();
  }

  /** Answers a code that is counted with others. The answer on the screen stays. */
  answerOf(timed: TimedRequest): Answer {
    return this.#answerTo(timed);
  }

  /**
   * Stores the answer of a counted code in its row or in a new one, and returns it with its row.
   */
  record(answer: Answer): Answer {
    return this.#record(answer);
  }

  // A person who types looks at the screen, so the answer gets the focus.

  /** Looks up a code that was typed completely. */
  enter(text: string): void {
    this.#lookUpNow({ by: "code", text });
  }

  /** Shows the packs of a code that is being typed, without storing the answer. */
  preview(text: string): void {
    const previewed = this.#answerTo({ request: { by: "code", text }, at: this.host.now() });
    if (previewed.outcome.is === "pack" || previewed.outcome.is === "reused")
      this.#show(previewed, { whileTyping: true });
  }

  /**
   * Opens a pack from search results. The answer keeps how the search was read, and what was read
   * from the print on the box.
   */
  open(
    { pack_id, name }: Pack,
    { corrections, relaxed = false, isCutOff = false }: SearchReading,
    print?: Printed,
  ): void {
    this.#lookUpNow({
      by: "pack",
      packId: pack_id,
      name,
      corrections,
      relaxed,
      ...(isCutOff && { isCutOff }),
      ...(print && { print }),
    });
    // The person looks at the box and at its picture.
    if (print) this.#signal();
  }

  /** Adds what was read from the print on the box of the current answer, in its row. */
  addPrinted(fields: Printed): void {
    const { answer } = this.store.state;
    if (!answer) return;
    const { at, entry, request } = answer;
    const added = this.#answerTo({
      at,
      request: { ...request, print: { ...request.print, ...fields } },
      ...(entry && { entry }),
    });
    this.#recordAndShow(added);
    this.#replaceInCount(added);
    this.#signal();
  }

  /** Looks up one of two or more codes that were in view together. */
  chooseReading({ text }: Reading): void {
    this.#lookUpNow({ by: "code", text });
  }

  /** Chooses one of the packs that have carried the code. */
  choose({ pack_id }: Pack): void {
    this.#repeat({ chosen: pack_id }, (answer) => {
      this.#recordAndShow(answer);
      this.#replaceInCount(answer);
    });
  }

  /** Shows all packs that have carried the code. */
  back(): void {
    this.#repeat({}, (answer) => this.#show(answer));
  }

  /** Repeats the request of a row in the history, and shows how today's answer differs. */
  reopen(row: Row): void {
    if (!this.store.state.packs) return;
    const { key, request, at } = row;
    this.#show(this.#answerTo({ request, at, previous: row, ...(key && { entry: key }) }));
    this.#focus();
  }

  /** Answers a request again in its row, after the person has made a note about its code. */
  repeat(timed: TimedRequest): void {
    this.#recordAndShow(this.#answerTo(timed));
    this.#focus();
  }

  /** Updates the answer to an unknown code after notes on these codes have changed. */
  notesChanged(gtins: readonly string[]): void {
    const { answer, packs } = this.store.state;
    if (packs && answer?.outcome.is === "unknown" && gtins.includes(toGtin14(answer.outcome.code)))
      this.#refresh(answer);
  }

  /** Moves to the whole answer, from its summary on the picture. */
  showAnswer(): void {
    this.#focus();
  }

  /** Shows the answer to a request again, when the person goes back to it. */
  restore(request: Request): void {
    if (!this.store.state.packs) return;
    this.#show(this.#answerTo({ request, at: this.host.now() }));
    this.#focus();
  }

  clear(view: View = "look-up"): void {
    this.store.set({ answer: undefined, view });
  }

  /** Updates the answer on the page after the data has changed. */
  dataOpened(): void {
    const { answer } = this.store.state;
    if (answer) this.#refresh(answer);
    this.#refreshCount();
    this.#repeatServerAnswers();
  }

  /**
   * Answers again from the device what the server answered, in the same rows of the history. Warns
   * of different answers.
   */
  #repeatServerAnswers(): void {
    let different = 0;
    for (const answer of this.#fromServer.values()) {
      const repeated = this.#refreshed(answer);
      this.log.record(repeated);
      if (repeated.warnings.some(({ kind }) => kind === "changed")) different += 1;
    }
    this.#fromServer.clear();
    if (different > 0)
      this.store.tell(
        "warning",
        `The data on this device changes ${count(different, "answer")} of the server. See the history`,
      );
  }

  #lookUpNow(request: Request): void {
    this.#recordAndShow(this.#answerTo({ request, at: this.host.now() }));
    this.#focus();
  }

  /** Repeats the request of the current answer with another choice. */
  #repeat(choice: { chosen?: string }, then: (answer: Answer) => void): void {
    const { answer } = this.store.state;
    if (answer?.request.by !== "code") return;
    const { at, entry, request } = answer;
    const { text, print } = request;
    then(
      this.#answerTo({
        at,
        request: { by: "code", text, ...(print && { print }), ...choice },
        ...(entry && { entry }),
      }),
    );
    this.#focus();
  }

  #refresh(answer: Answer): void {
    const refreshed = this.#refreshed(answer);
    // The view and the focus stay where they are.
    // A report is about the earlier outcome.
    const isOther = refreshed.outcome.is !== answer.outcome.is;
    this.store.set({
      answer: refreshed,
      ...(isOther && { report: undefined }),
      ...this.#matchingQuery(refreshed),
    });
    const isQuestion = refreshed.outcome.is === "several";
    if (isQuestion || announcementOf(refreshed).text !== announcementOf(answer).text)
      this.host.announce(announcementOf(refreshed));
  }

  /**
   * Finds the answer of the current data. Codes that were in view together are still a question.
   */
  #refreshed(answer: Answer): Answer {
    const { request, at, entry, outcome } = answer;
    const timed = { request, at, ...(entry && { entry }) };
    if (outcome.is !== "several") return this.#answerTo({ ...timed, previous: pastAnswer(answer) });
    const sources = this.#sources();
    const readings = readingsOf(
      sources.packs,
      outcome.readings.map(({ text }) => text),
    );
    return answerWith(timed, { is: "several", readings }, sources);
  }

  /** Shows the choice in the count, too. */
  #replaceInCount(chosen: Answer): void {
    const isSame = ({ answer }: CountedBox) =>
      answer.entry !== undefined && answer.entry === chosen.entry;
    this.store.set({
      counted: this.store.state.counted.map((box) =>
        isSame(box) ? { ...box, answer: chosen } : box,
      ),
    });
  }

  /** Updates the answers of a count, so that it warns of what changed. */
  #refreshCount(): void {
    const { counted } = this.store.state;
    if (counted.length > 0)
      this.store.set({
        counted: counted.map((box) => ({ ...box, answer: this.#refreshed(box.answer) })),
      });
  }

  #answerTo(timed: TimedRequest): Answer {
    return answer(timed, this.#sources());
  }

  #sources(): AnswerSources {
    const { packs, release, server, notes, isKiosk } = this.store.state;
    const common = {
      today: today(new Date(this.host.now())),
      previousScanAt: this.log.previousScanAt,
      watchMatches: this.log.watchMatches,
    };
    // The next person at a shared screen did not make the notes.
    if (packs && release) return { packs, release, notes: isKiosk ? [] : notes.list, ...common };
    if (!server?.answers) throw new Error("no dataset is open");
    return { packs: server.answers, release: server.release, isServer: true, ...common };
  }

  #recordAndShow(answer: Answer): void {
    this.#show(this.#record(answer));
  }

  /** Stores an answer, and returns it with its row. */
  #record(answer: Answer): Answer {
    const entry = this.log.record(answer);
    if (entry && answer.warnings.some(({ kind }) => kind === "by_server"))
      this.#fromServer.set(entry, { ...answer, entry });
    this.host.askToPersist();
    return { ...answer, ...(entry && { entry }) };
  }

  #show(
    answer: Answer,
    { view = "look-up", whileTyping = false }: { view?: View; whileTyping?: boolean } = {},
  ): void {
    // A notice may cover the answer, and is about something earlier.
    const print = printBeside(this.store.state.print, answer);
    this.store.set({
      ...withKept(this.store.state, answer),
      answer,
      view,
      notice: undefined,
      print,
      ...this.#matchingQuery(answer),
    });
    this.#announce(answer, whileTyping);
  }

  /**
   * Announces an answer. What is the same in all answers is said once, and again when it changes.
   */
  #announce(answer: Answer, whileTyping: boolean): void {
    const dataText = dataTextOf(answer);
    const announcement = announcementOf(answer, dataText === this.#saidOfData);
    if (!whileTyping) this.#saidOfData = dataText;
    this.host.announce({ ...announcement, ...(whileTyping && { whileTyping }) });
  }

  /** Clears the search field if its query does not belong to the answer. */
  #matchingQuery({ request, outcome }: Answer): {
    query?: string;
    found?: undefined;
    products?: undefined;
    suggestions?: [];
  } {
    const { query, found, products } = this.store.state;
    const belongs =
      request.by === "code"
        ? ungroupDigits(query).includes(request.text)
        : isListed(found, products, request.packId);
    if (belongs) return {};
    const code = "scan" in outcome && request.by === "code" ? outcome.scan?.gtin : undefined;
    return { query: code ?? "", found: undefined, products: undefined, suggestions: [] };
  }

  #signal(): void {
    const { answer } = this.store.state;
    if (answer) this.host.signal(signalOf(answer));
  }

  #focus(): void {
    this.host.focus("result-name");
  }
}

function isListed(
  found: SearchResult | undefined,
  products: ProductList | undefined,
  packId: string,
): boolean {
  const ids = products
    ? products.rows.flatMap(({ group }) => group.pack_ids)
    : (found?.packs ?? []).map(({ pack_id }) => pack_id);
  return ids.includes(packId);
}
