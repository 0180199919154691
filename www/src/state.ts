// All that the page shows comes from here.
import type { Found, PackLookup, Suggestion } from "pack-lookup/core";

import type { ImportProgress, ImportReport } from "./data/own.js";
import type { Release, Standing, Update } from "./data/release.js";
import type { Served } from "./data/served.js";
import type { Entry } from "./history/entries.js";
import { PAGE_SIZE } from "./history/list.js";
import type { Answer } from "./lookup/answer.js";
import { type Choices, type Listed, NO_CHOICES } from "./lookup/products.js";
import type { Feedback } from "./scan/feedback.js";
import type { CameraState } from "./scan/session.js";
import { today } from "./words.js";

export type View = "look-up" | "history" | "about";

/** How the dataset stands. */
export type DataState =
  | { is: "opening" }
  | { is: "none" }
  | { is: "downloading"; release: Release; received: number }
  | { is: "updating"; release: Release }
  | { is: "failed"; reason: string }
  | { is: "ready" };

/** Whether a release is on its way. */
export const isArriving = ({ is }: DataState): boolean => is === "downloading" || is === "updating";

/** A release that the server has, and how it stands to the one here. */
export interface Offer {
  release: Release;
  is: Standing;
  /** With which it will come, in place of the whole. */
  update?: Update | undefined;
}

/** How a release stands that somebody brought. */
export type OwnState =
  | { is: "importing"; name: string; progress?: ImportProgress }
  | { is: "failed"; reason: string }
  | { is: "imported"; report: ImportReport };

/** A short word on what just happened, with a way back where there is one. */
export interface Notice {
  text: string;
  undo?: () => void;
}

export interface State {
  view: View;
  data: DataState;
  packs?: PackLookup | undefined;
  release?: Release | undefined;
  /** What the server served since when, where it tells. */
  served?: Served | undefined;
  /** The release that was kept here, where it can't be opened any more. */
  lost?: Release | undefined;
  offer?: Offer | undefined;
  own?: OwnState | undefined;
  /** What the server has in a format that this page can't read. */
  unreadable?: Release | undefined;
  /** Whether the device keeps the data for the next visit. */
  isKept?: boolean;
  /** Whether the service worker was set up, which brings this page without a network. */
  isPageKept?: boolean;
  /** Whether the service worker is in charge of this page. */
  isControlled: boolean;
  /** Whether somebody has read what this browser can't do. */
  limitsSeen: boolean;
  /** The day on the device's calendar, `YYYY-MM-DD`: what is shown depends on it. */
  today: string;
  /** A newer version of the page waits for this. */
  updatePage?: (() => void) | undefined;
  /** What stands in the field: always what was asked for what is shown. */
  query: string;
  currentOnly: boolean;
  found?: Found | undefined;
  /** The same packs as products, where they are so few that they are grouped. */
  products?: Listed | undefined;
  /** By what the list is narrowed. */
  choices: Choices;
  /** The products that somebody opened or closed, and which of it. */
  opened: ReadonlyMap<string, boolean>;
  /** How the name that is being typed may go on. */
  suggestions: Suggestion[];
  answer?: Answer | undefined;
  camera: CameraState;
  feedback: Feedback;
  /** The newest first. */
  history: Entry[];
  historyCounted: boolean;
  /** How many rows of it are shown. */
  historyShown: number;
  /** Whether this browser keeps it. */
  historyKept: boolean;
  notice?: Notice | undefined;
}

export function initialState(feedback: Feedback): State {
  return {
    view: "look-up",
    data: { is: "opening" },
    isControlled: false,
    limitsSeen: false,
    today: today(),
    query: "",
    currentOnly: false,
    choices: NO_CHOICES,
    opened: new Map(),
    suggestions: [],
    camera: { is: "off" },
    feedback,
    history: [],
    historyCounted: false,
    historyShown: PAGE_SIZE,
    historyKept: true,
  };
}
