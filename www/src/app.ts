// The page's behaviour: every action, and what it changes.
import type { Pack } from "pack-lookup/core";
import { render } from "lit-html";

import type { Actions } from "./actions.js";
import { announce, warn } from "./announce.js";
import { install, openKept, type OpenRelease } from "./data/dataset.js";
import { offeredRelease } from "./data/download.js";
import type { Release } from "./data/release.js";
import * as entries from "./history/entries.js";
import { saveFile, toCsv, toJson } from "./history/export.js";
import { choose, looksLikeCode, lookUp, type Outcome, packFound, withoutGrouping } from "./lookup/outcome.js";
import { spoken } from "./lookup/spoken.js";
import { today } from "./lookup/words.js";
import { Decoder } from "./scan/decoder.js";
import { rememberedFeedback, rememberFeedback, signal } from "./scan/feedback.js";
import { imageOf } from "./scan/frame.js";
import { Session } from "./scan/session.js";
import type { State } from "./state.js";
import { title } from "./view/hits.js";
import { page } from "./view/page.js";

const PAGE_SIZE = 20;
/** As many as fit above the list on a phone. */
const SUGGESTIONS = 5;
const NOTICE_MS = 8000;

export class App implements Actions {
  #state: State = {
    view: "look-up",
    data: { is: "opening" },
    query: "",
    suggestions: [],
    currentOnly: false,
    camera: { is: "off" },
    feedback: rememberedFeedback(),
    history: [],
    historyCounted: false,
  };
  readonly #root: HTMLElement;
  readonly #video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
  readonly #decoder = new Decoder();
  readonly #session: Session;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  /** A scan that came before the data was there. */
  #waiting: string | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#session = new Session(
      this.#video,
      this.#decoder,
      (symbol) => this.scanned(symbol.text),
      (camera) => this.#set({ camera }),
    );
  }

  async start(): Promise<void> {
    this.#set({});
    await Promise.all([this.#loadHistory(), this.#openData()]);
  }

  // What scanners and people give

  /** A whole code, from a camera, a hand scanner or a picture. */
  scanned(text: string): void {
    const { packs } = this.#state;
    if (!packs) {
      this.#waiting = text;
      return this.#notify("Kept: it is looked up as soon as the data is loaded");
    }
    this.#show(lookUp(packs, text), { signals: true });
  }

  type(query: string): void {
    this.#set({ query, outcome: undefined });
    this.#search(PAGE_SIZE);
  }

  complete(query: string): void {
    this.type(`${query} `);
    document.getElementById("query")?.focus();
  }

  submit(): void {
    const { packs, query, found } = this.#state;
    const text = withoutGrouping(query);
    if (!packs || !text) return;
    const outcome = lookUp(packs, text);
    const [only, ...others] = found?.packs ?? [];
    if (outcome.is !== "unreadable") this.#show(outcome);
    else if (only && others.length === 0) this.open(only);
    else if (!only && looksLikeCode(text)) this.#show(outcome);
    else document.getElementById("hits-title")?.focus();
  }

  filter(currentOnly: boolean): void {
    this.#set({ currentOnly });
    this.#search(PAGE_SIZE);
  }

  more(): void {
    this.#search((this.#state.found?.packs.length ?? 0) + PAGE_SIZE);
  }

  lookUpCode(code: string): void {
    const { packs } = this.#state;
    if (packs) this.#show(lookUp(packs, code));
  }

  open(pack: Pack): void {
    const { packs } = this.#state;
    if (packs) this.#show(packFound(packs, pack));
  }

  choose(...[reused, choice]: Parameters<Actions["choose"]>): void {
    const { packs } = this.#state;
    if (packs) this.#show(choose(packs, reused, choice), { replaces: true });
  }

  back(...[reused]: Parameters<Actions["back"]>): void {
    this.#set({ outcome: reused });
    this.#focusResult();
  }

  searchByName(): void {
    this.#set({ outcome: undefined, found: undefined, query: "" });
    document.getElementById("query")?.focus();
  }

  clearOutcome(): void {
    this.#set({ view: "look-up", outcome: undefined, found: undefined, query: "" });
  }

  #search(limit: number): void {
    const { packs, query, currentOnly } = this.#state;
    const text = withoutGrouping(query);
    const found = packs && text ? packs.search(text, { limit, current: currentOnly, sort: "relevance" }) : undefined;
    const suggestions = packs && found?.kind === "name" ? packs.suggest(query, { limit: SUGGESTIONS }) : [];
    this.#set({ found, suggestions });
    if (found) announce(title(found));
  }

  #show(outcome: Outcome, { signals = false, replaces = false } = {}): void {
    this.#set({ outcome, view: "look-up" });
    const { text, isWarning } = spoken(outcome, today());
    (isWarning ? warn : announce)(text);
    if (signals) signal(this.#state.feedback, isWarning);
    else this.#focusResult();
    void this.#record(outcome, replaces);
  }

  #focusResult(): void {
    document.getElementById("result-name")?.focus();
  }

  // Camera and pictures

  startCamera(): void {
    void this.#session.start();
  }

  stopCamera(): void {
    this.#session.stop();
  }

  chooseCamera(deviceId: string): void {
    void this.#session.choose(deviceId);
  }

  light(on: boolean): void {
    void this.#session.light(on);
  }

  async readImage(file: Blob): Promise<void> {
    try {
      const [symbol] = await this.#decoder.decode(await imageOf(file));
      if (symbol) this.scanned(symbol.text);
      else this.#notify("No barcode was found in the picture. Try one that is sharper or closer");
    } catch {
      this.#notify("This file can't be read as a picture");
    }
  }

  setFeedback(feedback: State["feedback"]): void {
    rememberFeedback(feedback);
    this.#set({ feedback });
  }

  // Data

  async #openData(): Promise<void> {
    const kept = await openKept();
    if (!kept) return this.#firstDownload();
    this.#use(kept);
    const offer = await offeredRelease().catch(() => undefined);
    if (offer && offer.sha256 !== kept.release.sha256) this.#set({ offer });
  }

  async #firstDownload(): Promise<void> {
    try {
      await this.#install(await offeredRelease());
    } catch (error) {
      this.#fail(error);
    }
  }

  download(): void {
    const { offer } = this.#state;
    void (offer ? this.#install(offer) : this.#firstDownload());
  }

  async #install(release: Release): Promise<void> {
    const progress = (received: number) => this.#set({ data: { is: "downloading", release, received } });
    try {
      progress(0);
      this.#use(await install(release, progress));
    } catch (error) {
      this.#fail(error);
    }
  }

  #use({ release, packs }: OpenRelease): void {
    this.#state.packs?.close();
    this.#set({ packs, release, data: { is: "ready" }, offer: undefined });
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.scanned(waiting);
    else this.#search(PAGE_SIZE);
  }

  #fail(error: unknown): void {
    const reason = navigator.onLine ? `${(error as Error).message}.` : "There is no network.";
    this.#set({ data: { is: "failed", reason } });
  }

  dismissOffer(): void {
    this.#set({ offer: undefined });
  }

  pageUpdateReady(updatePage: () => void): void {
    this.#set({ updatePage });
  }

  // History

  async #loadHistory(): Promise<void> {
    // Private windows may refuse a database: the page then does without.
    this.#set({ history: await entries.allEntries().catch(() => []) });
  }

  async #record(outcome: Outcome, replaces: boolean): Promise<void> {
    const entry = entries.entryOf(outcome, Date.now());
    if (!entry) return;
    const { history } = this.#state;
    const [last, ...rest] = history;
    // The choice among the packs of a re-used code completes the scan, it is not another one.
    if (replaces && last?.code === entry.code) await this.#keep({ ...entry, ...(last.id && { id: last.id }) }, rest);
    else await this.#keep(entry, history);
  }

  async #keep(entry: entries.Entry, others: entries.Entry[]): Promise<void> {
    this.#set({ history: [entry, ...others] });
    const kept = entry.id ? entries.putEntries([entry]).then(() => entry) : entries.addEntry(entry);
    const withId = await kept.catch(() => entry);
    this.#set({ history: this.#state.history.map((one) => (one === entry ? withId : one)) });
  }

  reopen(entry: entries.Entry): void {
    const { packs } = this.#state;
    if (!packs) return;
    const [pack] = entry.packId ? packs.search(entry.packId).packs : [];
    if (pack) this.#reopen({ ...packFound(packs, pack), ...scanOf(entry) });
    else if (entry.code) this.#reopen(lookUp(packs, entry.code));
  }

  #reopen(outcome: Outcome): void {
    this.#set({ outcome, view: "look-up" });
    this.#focusResult();
  }

  showCounts(historyCounted: boolean): void {
    this.#set({ historyCounted });
  }

  exportHistory(format: "csv" | "json"): void {
    const name = `packs-${today()}.${format}`;
    if (format === "csv") saveFile(name, "text/csv", toCsv(this.#state.history));
    else saveFile(name, "application/json", toJson(this.#state.history));
  }

  async clearHistory(): Promise<void> {
    const { history } = this.#state;
    this.#set({ history: [] });
    await entries.clearEntries().catch(() => undefined);
    this.#notify("History cleared", () => {
      this.#set({ history });
      void entries.putEntries(history);
    });
  }

  // The page itself

  go(view: State["view"]): void {
    this.#set({ view });
    document.getElementById(`${view}-title`)?.focus();
    scrollTo(0, 0);
  }

  async copy(text: string, said: string): Promise<void> {
    await navigator.clipboard.writeText(text).then(
      () => this.#notify(said),
      () => this.#notify("This browser did not allow copying"),
    );
  }

  dismissNotice(): void {
    this.#set({ notice: undefined });
  }

  #notify(text: string, undo?: () => void): void {
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => this.dismissNotice(), NOTICE_MS);
    this.#set({ notice: { text, ...(undo && { undo }) } });
  }

  #set(change: Partial<State>): void {
    Object.assign(this.#state, change);
    this.#render();
  }

  #render(): void {
    render(page(this.#state, this, this.#video), this.#root);
  }
}

/** What the box said, as the history remembers it. */
function scanOf({ code, batch, serial, expiry }: entries.Entry): Pick<Extract<Outcome, { is: "pack" }>, "scan"> {
  if (!code) return {};
  const box = { ...(batch && { batch }), ...(serial && { serial }), ...(expiry && { expiry }) };
  return { scan: { gtin: code, elements: [], warnings: [], ...box } };
}
