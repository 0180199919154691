// All that the page shows comes from here.
import type { Found, PackLookup, Suggestion } from "pack-lookup/core";

import type { Release } from "./data/release.js";
import type { Entry } from "./history/entries.js";
import { PAGE_SIZE } from "./history/list.js";
import type { Answer } from "./lookup/answer.js";
import type { Feedback } from "./scan/feedback.js";
import type { CameraState } from "./scan/session.js";

export type View = "look-up" | "history" | "about";

/** How the dataset stands. */
export type DataState =
  | { is: "opening" }
  | { is: "downloading"; release: Release; received: number }
  | { is: "failed"; reason: string }
  | { is: "ready" };

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
  /** A newer release that the server has. */
  offer?: Release | undefined;
  /** A newer version of the page waits for this. */
  updatePage?: (() => void) | undefined;
  /** What stands in the field: always what was asked for what is shown. */
  query: string;
  currentOnly: boolean;
  found?: Found | undefined;
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
    query: "",
    currentOnly: false,
    suggestions: [],
    camera: { is: "off" },
    feedback,
    history: [],
    historyCounted: false,
    historyShown: PAGE_SIZE,
    historyKept: true,
  };
}
