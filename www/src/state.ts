// The state of the page: one object with everything that it shows, changed in one way, and rendered
// after each change. At the end, the functions of the browser that actions use beside it.
import type { ImportProgress, ImportReport } from "blocks/device/dataset.js";
import type { Offer } from "blocks/device/device-dataset.js";
import type { Release } from "blocks/device/release.js";
import type { OutlinedBox } from "blocks/scanner/scanner.js";
import type { PackLookup, PropertyCounts, Suggestion } from "pack-lookup/core";

import type { ListCheck } from "./code-list/check.js";
import type { ReleaseList } from "./data/release-list.js";
import { today } from "./format.js";
import type { Entry } from "./history/entries.js";
import { PAGE_SIZE } from "./history/page-size.js";
import type { Alternative } from "./lookup/alternatives.js";
import type { Announcement, Answer, Signal } from "./lookup/answer.js";
import type { CountedBox } from "./lookup/count.js";
import type { Kept } from "./lookup/kept.js";
import { UNFILTERED } from "./lookup/query.js";
import type {
  FacetSelection,
  ProductList,
  PropertySelection,
  SearchResult,
} from "./lookup/search.js";
import type { Draft } from "./report/draft.js";
import { NO_NOTES, type NotesState } from "./notes/tying.js";
import type { PrintReaderState, PrintTask } from "./print/model.js";
import type { Columns } from "./stock-take/columns.js";
import type { Table } from "./stock-take/files.js";
import type { Line, LineFilter, LineOrder, StockEvent, StockTake } from "./stock-take/model.js";
import type { WatchList } from "./watch/model.js";
import type { Recognised } from "./watch/recognise.js";
import type { ServerAnswers } from "./server/answers.js";

export type View = "look-up" | "history" | "stock" | "recalls" | "about";

/** The state of the dataset. */
export type DataState =
  | { is: "opening" }
  | { is: "none" }
  | { is: "downloading"; release: Release; received: number; secondsLeft?: number | undefined }
  | { is: "updating"; release: Release }
  | { is: "failed"; reason: string }
  | { is: "ready" };

export type Limit = "no-https" | "too-old" | "not-installed";

/** The state of an import of the user's release. */
export type ImportState =
  | { is: "importing"; name: string; progress?: ImportProgress }
  | { is: "failed"; reason: string }
  | { is: "imported"; report: ImportReport };

/** A question that waits for the data. */
export type Question =
  | { by: "code"; texts: string[] }
  /** `isSubmitted`: the person pressed Enter, and does not type any more. */
  | { by: "name"; text: string; isSubmitted: boolean };

export interface Waiting {
  question: Question;
  /** What will happen to the question. */
  text: string;
}

/** The server's API, which can answer questions before the device has data. */
export interface ServerState {
  /** The release with which it answers. */
  release: Release;
  is: "idle" | "asking" | "failed";
  /** Its answers to the last question. */
  answers?: ServerAnswers | undefined;
}

/** A file with its columns. */
export interface ChosenTable extends Table {
  name: string;
  /** The place of the head, or -1. */
  head: number;
  columns: Partial<Columns>;
}

/** How a scan counted in the open stock-take. */
export interface TakeCount {
  /** The row of the scan in the history. */
  entry: string;
  line: string;
  text: string;
  canUndo: boolean;
}

/** The stock-take on the screen. */
export interface StockState {
  take: StockTake;
  lines: Line[];
  /** The key of the line of the last scan. */
  last?: string | undefined;
  /** The keys of the lines that the person opened. */
  opened: ReadonlySet<string>;
  filter: LineFilter;
  order: LineOrder;
  /** The number of lines that are shown. */
  shown: number;
  /** Whether the comparison with the expected list is shown. */
  isCompared: boolean;
  /** A file whose rows the person checks before they are used. */
  table?: ChosenTable | undefined;
  /** The corrections that can be undone, the last one at the end. */
  undo: { event: StockEvent; text: string }[];
  /** Whether the person was asked to confirm the deletion. */
  isDeleting: boolean;
}

export interface State {
  view: View;
  data: DataState;
  packs?: PackLookup | undefined;
  release?: Release | undefined;
  /** The releases that the server has served, if it lists them. */
  releaseList?: ReleaseList | undefined;
  /** The stored release, if it cannot be opened any more. */
  lost?: Release | undefined;
  offer?: Offer | undefined;
  /** Why the release of the server is refused, where public keys are pinned. */
  refused?: Error | undefined;
  releaseImport?: ImportState | undefined;
  /** The server's release, if this page cannot read its format. */
  unreadable?: Release | undefined;
  /** Whether the device stores the data for the next visit. */
  isStored?: boolean;
  /** Whether the service worker was registered, which serves this page without a network. */
  isPageStored?: boolean;
  /** Whether the service worker controls this page. */
  isControlled: boolean;
  /** Whether the page is on a screen that many people use. */
  isKiosk: boolean;
  /** Whether the browser can share files with other apps. */
  canShare: boolean;
  /** Whether the browser can share texts with other apps. */
  canShareText: boolean;
  /**
   * What this browser does not do for this page, before anything is tried: `no-https`, `too-old`,
   * or `not-installed` in browsers that delete the data of unused pages.
   */
  limits: readonly Limit[];
  /** Whether the person has dismissed the notice on this browser's limits. */
  limitsDismissed: boolean;
  /** The local day, `YYYY-MM-DD`, on which warnings depend. */
  today: string;
  /** Activates the newer version of the page that is waiting. */
  updatePage?: (() => void) | undefined;
  /** The text of the search field. It always belongs to what is shown. */
  query: string;
  currentOnly: boolean;
  /** Whether `query` is only the start of the pasted text. */
  isCutOff: boolean;
  found?: SearchResult | undefined;
  /** What the medicine has instead, if the result is empty. */
  alternatives: Alternative[];
  /** The same packs as products, if they are few enough to be grouped. */
  products?: ProductList | undefined;
  /** The selected values of each facet. */
  selection: FacetSelection;
  /** The selected values of each property. */
  properties: PropertySelection;
  /** The values of each property, while the filters are shown. */
  propertyCounts?: PropertyCounts[] | undefined;
  /** Whether the filters are shown. */
  areFiltersShown: boolean;
  /** The products that the person opened (`true`) or closed (`false`). */
  expanded: ReadonlyMap<string, boolean>;
  /** The completions of the name that is being typed. */
  suggestions: Suggestion[];
  answer?: Answer | undefined;
  /** The report about the answer, while its form is open. */
  report?: Draft | undefined;
  /** What the person had begun about earlier answers. */
  kept: readonly Kept[];
  isCameraOn: boolean;
  /** Whether the camera is on or starting, or did not start in a stock-take. */
  isCameraOpen: boolean;
  /** Whether the camera counts every code in view. */
  isCounting: boolean;
  /** The boxes of the count, in their order. */
  counted: CountedBox[];
  /** The number of codes that are counted when the data has loaded. */
  uncounted: number;
  /** The boxes in view, while every code is counted. */
  inView: OutlinedBox[];
  /** The question that waits for the data. */
  waiting?: Waiting | undefined;
  /** Whether the person chose to send every question to the server while the data loads. */
  areQuestionsSent: boolean;
  /** The server's API, while the device has no data. */
  server?: ServerState | undefined;
  /** The lists of batches to watch, the latest first. */
  watchLists: WatchList[];
  /** What was recognised in a pasted text, until the person has checked it. */
  recognised?: Recognised | undefined;
  /** The text of a recall that a person is pasting or checking. It survives a scan. */
  recallText?: string | undefined;
  /** Why the text could not be read. */
  recallProblem?: string | undefined;
  /** The lists that were deleted and can be restored, the last one at the end. */
  deletedLists: readonly WatchList[];
  /** The list of codes that was checked last, or why it could not be. */
  codeList: { check?: ListCheck; problem?: string };
  /** The stock-takes of this device, the latest first. */
  takes: StockTake[];
  /** The stock-take to which scans are added. */
  openTake?: StockTake | undefined;
  /** How the scan of an answer counted in it. */
  takeCount?: TakeCount | undefined;
  /** The stock-take that is shown. */
  stock?: StockState | undefined;
  /** The newest first. */
  history: Entry[];
  historyCounted: boolean;
  /** The rows that were cleared last, until the page closes. */
  cleared?: Entry[] | undefined;
  /** The number of rows that are shown. */
  historyShown: number;
  /** Whether this browser stores the history. */
  isHistoryStored: boolean;
  /** The person's own notes. */
  notes: NotesState;
  /** The reader of print, if this page has one. */
  printReader?: PrintReaderState | undefined;
  /** The picture whose print is read. */
  print?: PrintTask | undefined;
  /** A short notice. It disappears by itself if what it says is elsewhere on the page. */
  notice?: string | undefined;
}

const DEFAULTS = {
  canShare: false,
  canShareText: false,
  limits: [],
  limitsDismissed: false,
  isKiosk: false,
  areQuestionsSent: false,
  isCounting: false,
};

export function initialState(
  browser: Pick<
    State,
    | "canShare"
    | "canShareText"
    | "limits"
    | "limitsDismissed"
    | "isKiosk"
    | "areQuestionsSent"
    | "isCounting"
  > = DEFAULTS,
): State {
  return {
    ...browser,
    view: "look-up",
    data: { is: "opening" },
    isControlled: false,
    today: today(),
    query: "",
    isCutOff: false,
    currentOnly: false,
    ...UNFILTERED,
    areFiltersShown: false,
    expanded: new Map(),
    suggestions: [],
    alternatives: [],
    isCameraOn: false,
    kept: [],
    isCameraOpen: false,
    codeList: {},
    watchLists: [],
    deletedLists: [],
    takes: [],
    counted: [],
    uncounted: 0,
    inView: [],
    history: [],
    historyCounted: false,
    historyShown: PAGE_SIZE,
    isHistoryStored: true,
    notes: NO_NOTES,
  };
}

/**
 * The state of the page, and who is told about its changes. `store.set({ query })` replaces the
 * named fields and renders the page once. Nothing else changes what is on the screen, so a test sets
 * a state and reads the page.
 *
 * A state is never changed in place. Rendering compares templates, so a change costs what it shows.
 */
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

/** The functions of the browser that actions use beside the state. */
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
