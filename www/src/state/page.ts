// The page itself: which view it shows, what this browser can do, and what the person is told.
import { today } from "../common/format.js";

/**
 * The number of rows that are shown at once. A page with 20,000 rows would take seconds to render.
 */
export const ROWS_SHOWN = 100;

export type View = "look-up" | "history" | "stock" | "recalls" | "about";

export type Limit = "no-https" | "too-old" | "not-installed";

export interface PageSlice {
  view: View;
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
  /** A short notice. It disappears by itself if what it says is elsewhere on the page. */
  notice?: string | undefined;
}

export const initialPage = (): PageSlice => ({
  view: "look-up",
  isControlled: false,
  isKiosk: false,
  canShare: false,
  canShareText: false,
  limits: [],
  limitsDismissed: false,
  today: today(),
});
