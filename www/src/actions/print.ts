// Reads the print on a box in a picture. A person asks for it, chooses among the results, and
// confirms a batch.
import type { PackScanner } from "blocks/scanner/element.js";
import type { AskedPacks, PrintedBox, PrintError } from "pack-lookup/print";
import { questionOf } from "pack-lookup/print/question.js";

import { size } from "../common/format.js";
import {
  confirmedBatch,
  differenceOf,
  doubtsOf,
  expiryOf,
  isEmpty,
  lacksFields,
  type PrintStep,
  type PrintTask,
  type ReadBox,
} from "../print/model.js";
import type { Pictures, PrintSource } from "../print/reader.js";
import type { Host, State, Store } from "../state/state.js";
import type { LookUp } from "./look-up.js";
import type { Search } from "./search.js";

/** The camera of the page. */
type PrintCamera = Pick<PackScanner, "start" | "stop" | "state" | "takePicture">;

const NO_PICTURE = "The camera has no picture yet. Try again";
const NOT_OPENED = "This browser cannot open the file as a picture. Try another file";
const NOTHING_READ =
  "No print could be read. Hold the box closer and straight, in good light, and try again";
const NO_FIELDS =
  "No expiry date and no batch could be read. Show only these lines, closer and in good light, and try again";
const NOT_STARTED = "The print reader stopped. Try again, or reload the page";

export class Print {
  #abort = new AbortController();
  #picture: Blob | undefined;
  #shown: string | undefined;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly source: PrintSource | undefined,
    private readonly pictures: Pictures,
    private readonly camera: () => PrintCamera,
    private readonly targets: {
      search: Pick<Search, "paste" | "fill" | "prepare" | "find">;
      lookUp: Pick<LookUp, "addPrinted">;
    },
  ) {}

  async start(): Promise<void> {
    if (!this.source) return;
    const { bytes } = this.source;
    this.store.set({
      printReader: { bytes, isKept: await this.source.isKept().catch(() => false) },
    });
  }

  /** Offers to read the print on a picture without a barcode. Returns whether this page can. */
  noBarcode(picture: Blob): boolean {
    if (!this.store.state.printReader) return false;
    this.#show(picture, { about: "box" }, { is: "offered" });
    this.host.announce({
      text: "No barcode found in the picture. You can read the print",
      isWarning: true,
    });
    this.host.focus("print-title");
    return true;
  }

  /** Reads the print on the picture that is shown. The first use asks before the download. */
  read(): Promise<void> {
    if (this.store.state.printReader?.isKept) return this.#read();
    this.#step({ is: "asking" });
    this.host.focus("print-title");
    return Promise.resolve();
  }

  /** Reads the print on a box in a picture. */
  readBox(picture: Blob): Promise<void> {
    this.#show(picture, { about: "box" }, { is: "reading" });
    return this.read();
  }

  /** Reads the print in the camera's view. */
  async readView(): Promise<void> {
    const picture = await this.camera().takePicture("picture");
    if (picture) await this.readBox(picture);
    else this.store.tell("warning", NO_PICTURE);
  }

  /** Starts the camera for the expiry date and the batch of the box on the screen. */
  aim(): void {
    const { answer } = this.store.state;
    if (!answer?.entry || !lacksFields(answer)) return;
    this.#abort.abort();
    this.store.set({ print: { about: "fields", entry: answer.entry, step: { is: "aiming" } } });
    if (this.camera().state.is !== "on") void this.camera().start();
    this.host.focus("aim");
    // The picture is at the top, and the button on the card below it.
    this.host.scrollToTop();
  }

  /** Reads the expiry date and the batch inside the guide of the camera. */
  async readGuide(): Promise<void> {
    const picture = await this.camera().takePicture("guide");
    if (picture) await this.readFields(picture);
    else this.store.tell("warning", NO_PICTURE);
  }

  /** Reads the expiry date and the batch of the box on the screen in a picture. */
  async readFields(picture: Blob): Promise<void> {
    const { answer } = this.store.state;
    if (!answer?.entry || !lacksFields(answer)) return;
    this.#show(picture, { about: "fields", entry: answer.entry }, { is: "reading" });
    await this.read();
  }

  /** Downloads the reader, then reads the picture. */
  async download(): Promise<void> {
    if (!this.source || !this.#task) return;
    const { signal } = this.#abort;
    if (!this.host.isOnline()) return this.#fail(this.#offlineText(), true);
    this.#step({ is: "downloading", share: 0 });
    this.host.focus("print-title");
    try {
      await this.source.download(
        (share) => !signal.aborted && this.#step({ is: "downloading", share }),
        signal,
      );
    } catch (error) {
      const reason = this.host.isOnline()
        ? `The print reader did not load: ${(error as Error).message}. Try again`
        : this.#offlineText();
      if (!signal.aborted) this.#fail(reason, true);
      return;
    }
    this.#setKept(true);
    if (!signal.aborted) await this.#read();
  }

  /** Stops what is under way, and closes the panel. */
  close(): void {
    this.store.set({ print: undefined });
    this.host.focus(this.store.state.answer ? "result-name" : "query");
  }

  /** Deletes the reader from this device. */
  async remove(): Promise<void> {
    this.source?.close();
    await this.source?.remove();
    this.#setKept(false);
    this.host.announce({
      text: "The print reader is not on this device any more",
      isWarning: false,
    });
    this.host.focus("about-title");
  }

  /** Searches for the text in the field, which the person has compared with the picture. */
  search(): void {
    this.targets.search.paste(this.store.state.query);
    this.host.focus("hits-title");
  }

  /** Searches for a part of what was read: one of two boxes, or one of two routes. */
  searchPart(text: string): void {
    this.targets.search.paste(text);
    this.host.focus("print-title");
  }

  /** Shows all results instead of the first ones. */
  showList(): void {
    this.#set({ isListShown: true });
    this.targets.search.paste(this.store.state.query);
    this.host.focus("hits-title");
  }

  /** Adds a batch that the person has compared with the box. */
  confirmBatch(text: string): void {
    if (this.#task?.batch === undefined) return;
    const batch = confirmedBatch(text);
    if (!batch)
      return this.host.announce({ text: "Enter the batch as it is on the box", isWarning: true });
    this.#set({ batch: undefined });
    this.targets.lookUp.addPrinted({ batch });
    this.host.focus("result-name");
  }

  discardBatch(): void {
    this.#set({ batch: undefined });
    this.host.focus("result-name");
  }

  /** Stops the reading of a picture that is not shown any more, and frees the picture. */
  changed({ print }: State): void {
    if (print?.picture === this.#shown) return;
    if (this.#shown !== undefined) this.pictures.hide(this.#shown);
    this.#shown = print?.picture;
    if (print) return;
    this.#abort.abort();
    this.#picture = undefined;
  }

  #show(picture: Blob, task: Pick<PrintTask, "about" | "entry">, step: PrintStep): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#picture = picture;
    this.store.set({
      view: "look-up",
      notice: undefined,
      print: { ...task, picture: this.pictures.show(picture), step },
    });
  }

  async #read(): Promise<void> {
    const task = this.#task;
    if (!this.source || !task || !this.#picture) return;
    const { signal } = this.#abort;
    this.#step({ is: "reading" });
    this.host.announce({ text: "Reading the print", isWarning: false });
    if (task.about === "box") void this.targets.search.prepare();
    const box = await this.source
      .read(this.#picture, { guide: task.about === "fields", signal })
      .catch(reasonOf);
    if (signal.aborted) return;
    if (box === "not_a_picture") return this.#fail(NOT_OPENED);
    if (typeof box === "string") return this.#stopped(this.source, signal);
    if (task.about === "fields") this.#showFields(box);
    else await this.#showBox(box, signal);
  }

  /**
   * Reports that the reader stopped, or asks again for the download: browsers delete files if the
   * storage is full.
   */
  async #stopped(source: PrintSource, signal: AbortSignal): Promise<void> {
    this.#setKept(await source.isKept().catch(() => false));
    if (signal.aborted) return;
    if (this.store.state.printReader?.isKept) this.#fail(NOT_STARTED, true);
    else await this.read();
  }

  /**
   * Shows what the print seems to say. Only a reading without doubts is searched for; any other is
   * put into the field.
   */
  async #showBox(read: PrintedBox, signal: AbortSignal): Promise<void> {
    const box = await this.#withSupplier(await this.#asking(read), signal);
    if (signal.aborted) return;
    if (isEmpty(box)) return this.#fail(NOTHING_READ);
    const doubts = doubtsOf(box);
    const { text, supplier } = box.question;
    const ofSupplier = supplier && this.targets.search.find(`${text} ${supplier}`);
    await this.#inTasks(signal, [
      () => this.#stopCamera(),
      () => this.targets.search.fill(text),
      () =>
        this.#set({
          step: { is: "read", box, ...(ofSupplier && { ofSupplier }) },
          batch: box.batch,
        }),
      () => this.host.signal("code"),
      () => doubts.length === 0 && this.targets.search.paste(text),
      () =>
        this.host.announce({
          text: announcement(box, doubts, this.store.state.found?.total ?? 0),
          isWarning: true,
        }),
      () => this.host.focus("print-title"),
    ]);
  }

  /** Makes a box with what it may ask the search. */
  async #asking(read: PrintedBox): Promise<ReadBox> {
    return { ...read, question: await questionOf(read, this.#asked()) };
  }

  /**
   * Reads the small print, if more suppliers have the packs than a person compares. It only decides
   * which packs are first, so a reader that stops does not count as a failure.
   */
  async #withSupplier(box: ReadBox, signal: AbortSignal): Promise<ReadBox> {
    if (!box.question.lacksSupplier || doubtsOf(box).length > 0) return box;
    if (signal.aborted || !this.source || !this.#picture) return box;
    const read = await this.source
      .read(this.#picture, { smallPrintOf: box, signal })
      .catch(() => undefined);
    return read ? this.#asking(read) : box;
  }

  /** Finds the data of the page, each question in a separate task. */
  #asked(): AskedPacks | undefined {
    const { packs } = this.store.state;
    if (!packs) return undefined;
    const { nextTask } = this.host;
    // One function for both kinds of search.
    const search = (text: string, options: { limit: number; groupBy?: undefined }) =>
      nextTask().then(() => packs.search(text, options));
    return {
      describe: (text) => nextTask().then(() => packs.describe(text)),
      search: search as unknown as AskedPacks["search"],
    };
  }

  /**
   * Runs each step in a separate task, until the person ends the reading. Together they would
   * block a slow processor for too long.
   */
  async #inTasks(signal: AbortSignal, steps: (() => unknown)[]): Promise<void> {
    for (const step of steps) {
      if (signal.aborted) return;
      await step();
      await this.host.nextTask();
    }
  }

  #stopCamera(): void {
    if (this.camera().state.is === "on") this.camera().stop();
  }

  /** Adds the expiry date to the box on the screen, and asks for the batch. */
  #showFields(box: PrintedBox): void {
    if (!box.expiry && !box.batch) return this.#fail(NO_FIELDS);
    const { answer } = this.store.state;
    const scan = answer && "scan" in answer.outcome ? answer.outcome.scan : undefined;
    const difference = differenceOf(box, scan ?? {});
    if (difference) return this.#fail(difference);
    this.#set({ step: { is: "fields" }, batch: scan?.batch ? undefined : box.batch });
    if (box.expiry) this.targets.lookUp.addPrinted(expiryOf(box));
    if (this.#task?.batch === undefined) return;
    this.host.announce({ text: `Confirm the batch ${this.#task.batch}`, isWarning: true });
    this.host.focus("print-title");
  }

  #fail(reason: string, canRetry = false): void {
    this.#step({ is: "failed", reason, canRetry });
    this.host.signal("nothing");
    this.host.announce({ text: reason, isWarning: true });
    this.host.focus("print-title");
  }

  #offlineText(): string {
    return `Reading print needs a download of ${size(this.source?.bytes ?? 0)} once, and you are offline. Go online, and try again`;
  }

  #setKept(isKept: boolean): void {
    const { printReader } = this.store.state;
    if (printReader) this.store.set({ printReader: { ...printReader, isKept } });
  }

  #step(step: PrintStep): void {
    this.#set({ step });
  }

  #set(change: Partial<PrintTask>): void {
    const task = this.#task;
    if (task) this.store.set({ print: { ...task, ...change } });
  }

  get #task(): PrintTask | undefined {
    return this.store.state.print;
  }
}

const reasonOf = (error: unknown): string => (error as Partial<PrintError>).reason ?? "stopped";

function announcement(
  { question: { text, name, strength } }: ReadBox,
  doubts: string[],
  packs: number,
): string {
  const seen = `The print seems to say ${[name, strength].filter(Boolean).join(" ")}`;
  if (doubts.length === 0 && packs === 0)
    return `${seen}. No pack has this name and strength. Correct the text in the field by the box`;
  if (doubts.length === 0) return `${seen}. Compare the packs with the box, and choose one`;
  return `Check the name and strength. ${doubts.join(". ")}. Read: ${text}`;
}
