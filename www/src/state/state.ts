// The state of the page: one object with everything that it shows, changed in one way, and rendered
// after each change. Each subject declares its slice in a file next to this one.
import type { Entry } from "../history/entries.js";
import type { Announcement, Signal, TimedRequest } from "../lookup/answer.js";
import type { SearchResult } from "../lookup/search.js";
import type { ServerAnswers } from "../server/answers.js";
import { type DataSlice, initialData, type Question } from "./data.js";
import { initialLookUp, type LookUpSlice, initialSearch, type SearchSlice } from "./lookup.js";
import { initialPage, type PageSlice } from "./page.js";
import { initialRecords, type RecordsSlice } from "./records.js";
import { initialStock, type StockSlice } from "./stock.js";

export interface State
  extends PageSlice,
    DataSlice,
    SearchSlice,
    LookUpSlice,
    StockSlice,
    RecordsSlice {}

/** Builds the state before anything is loaded. `known` has what this browser is known to do. */
export const initialState = (known: Partial<State> = {}): State => ({
  ...initialPage(),
  ...initialData,
  ...initialSearch(),
  ...initialLookUp,
  ...initialStock,
  ...initialRecords,
  ...known,
});

/** What parts of the page tell the others, with its detail. */
interface PageEvents {
  /** A text that is nowhere else on the page. It is shown until the person hides it. */
  warning: string;
  /** A text that says what is elsewhere on the page. It is shown for some seconds. */
  notice: string;
  /** A dataset is open, also in place of another one. */
  dataOpened: undefined;
  /** An answer has a row in the history. */
  recorded: Entry;
  /** There are other lists of batches to watch. */
  listsChanged: undefined;
  /** Notes of these GTINs have changed. */
  notesChanged: readonly string[];
  /** A request is to be answered again, in its row of the history. */
  repeated: TimedRequest;
  /** The person starts again: without a query and an answer. */
  restarted: undefined;
  /** The server has answered codes that were scanned or typed. */
  serverAnswered: { question: Question & { by: "code" }; answers: ServerAnswers };
  /** The server has found packs by name. */
  serverFound: SearchResult;
}

/** The arguments of an event behind its name. */
type DetailOf<Name extends keyof PageEvents> = PageEvents[Name] extends undefined
  ? []
  : [detail: PageEvents[Name]];

type Listeners = { [Name in keyof PageEvents]?: ((detail: PageEvents[Name]) => void)[] };

/**
 * The state of the page, and who is told about its changes and events. `store.set({ query })`
 * replaces the named fields and renders the page once. Nothing else changes what is on the screen,
 * so a test sets a state and reads the page.
 *
 * A state is never changed in place. Rendering compares templates, so a change costs what it shows.
 */
export class Store {
  #state: State;
  #render: (state: State) => void = () => {};
  readonly #listeners: Listeners = {};

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

  /** Calls a function with each event of a name, in the order of registration. */
  on<Name extends keyof PageEvents>(name: Name, listener: (detail: PageEvents[Name]) => void) {
    const listeners: Listeners = this.#listeners;
    listeners[name] = [...(listeners[name] ?? []), listener] as Listeners[Name];
  }

  /** Tells the other parts of the page about an event, with its detail if it has one. */
  tell<Name extends keyof PageEvents>(name: Name, ...[detail]: DetailOf<Name>): void {
    for (const listener of this.#listeners[name] ?? []) listener(detail as PageEvents[Name]);
  }

  /** Registers the renderer, which is called at once and after each change. */
  subscribe(render: (state: State) => void): void {
    this.#render = render;
    render(this.#state);
  }
}

/** The functions of the browser that actions use in addition to the state. */
export interface Host {
  now(): number;
  /** Announces a text to people who use a screen reader. */
  announce(announcement: Announcement): void;
  signal(signal: Signal): void;
  /** Moves the focus to the element with this id, after the state is rendered. */
  focus(id: string): void;
  scrollToTop(): void;
  /**
   * Scrolls to the answer of a scan, or to the camera's picture, which shows it in short. The focus
   * stays where it is.
   */
  reveal(): void;
  save(name: string, type: string, content: BlobPart): void;
  copy(text: string): Promise<void>;
  print(): void;
  /** Shares a file with other apps. Rejects if the person cancels. */
  share(name: string, type: string, content: BlobPart): Promise<void>;
  /** Shares a text with other apps. Rejects if the person cancels. */
  shareText(text: string): Promise<void>;
  /**
   * Asks the browser to keep data and history, once. Some browsers ask the person, so it is called
   * after the first answer that is worth keeping.
   */
  askToPersist(): void;
  isOnline(): boolean;
  /**
   * Lets the browser show what was set, and respond to the person. What follows is another task.
   */
  nextTask(): Promise<void>;
  /**
   * Fills the screen with the page, or shows the browser around it again. Not every browser can.
   */
  setFullScreen(isFull: boolean): void;
}
