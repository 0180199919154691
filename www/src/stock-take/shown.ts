// What of a stock-take is on the screen, which decides where a scan is shown.
import type { State, View } from "../state.js";

/** Returns whether the stock-take is shown to which scans are added. */
export const isOpenTakeShown = ({ view, openTake, stock, isKiosk }: State): boolean =>
  view === "stock" && !isKiosk && openTake !== undefined && stock?.take.id === openTake.id;

/** Returns whether the camera is shown in a stock-take. */
export const isCameraInTake = (state: State): boolean =>
  state.isCameraOpen && isOpenTakeShown(state);

/** Returns the view in which a scan is shown: a stock-take stays on the screen while it counts. */
export const viewOfScan = (state: State): View => (isOpenTakeShown(state) ? "stock" : "look-up");
