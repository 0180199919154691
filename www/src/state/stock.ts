// The stock-takes of this device, and what of one is on the screen, which decides where a scan is
// shown.
import type { Columns } from "../stock-take/columns.js";
import type { Table } from "../stock-take/files.js";
import type { Line, LineFilter, LineOrder, StockEvent, StockTake } from "../stock-take/model.js";
import type { LookUpSlice } from "./lookup.js";
import type { PageSlice, View } from "./page.js";

/** A file with its columns. */
export interface ChosenTable extends Table {
  name: string;
  /** The place of the head, or -1. */
  head: number;
  columns: Partial<Columns>;
}

/** How a scan counted in the open stock-take. */
interface TakeCount {
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

export interface StockSlice {
  /** The stock-takes of this device, the latest first. */
  takes: StockTake[];
  /** Whether the stock-takes of this device could be read. */
  areTakesRead: boolean;
  /** The stock-take to which scans are added. */
  openTake?: StockTake | undefined;
  /** How the scan of an answer counted in it. */
  takeCount?: TakeCount | undefined;
  /** The stock-take that is shown. */
  stock?: StockState | undefined;
}

export const initialStock = { takes: [], areTakesRead: true } satisfies StockSlice;

/** The parts of the state that decide what of a stock-take is shown. */
type Shown = Pick<PageSlice, "view" | "isKiosk"> & Pick<StockSlice, "openTake" | "stock">;

/** Reports whether the stock-take is shown to which scans are added. */
export const isOpenTakeShown = ({ view, openTake, stock, isKiosk }: Shown): boolean =>
  view === "stock" && !isKiosk && openTake !== undefined && stock?.take.id === openTake.id;

/** Reports whether the camera is shown in a stock-take. */
export const isCameraInTake = (state: Shown & Pick<LookUpSlice, "isCameraOpen">): boolean =>
  state.isCameraOpen && isOpenTakeShown(state);

/** Finds the view in which a scan is shown: a stock-take stays on the screen while it counts. */
export const viewOfScan = (state: Shown): View => (isOpenTakeShown(state) ? "stock" : "look-up");
