// All that the page shows comes from here.
import type { Found, PackLookup, Suggestion } from "pack-lookup/core";

import type { Release } from "./data/release.js";
import type { Entry } from "./history/entries.js";
import type { Outcome } from "./lookup/outcome.js";
import type { Feedback } from "./scan/feedback.js";
import type { CameraState } from "./scan/session.js";

export type View = "look-up" | "history" | "about";

/** How the dataset stands. */
export type DataState =
  | { is: "opening" }
  | { is: "downloading"; release: Release; received: number }
  | { is: "failed"; reason: string }
  | { is: "ready" };

export interface State {
  view: View;
  data: DataState;
  packs?: PackLookup | undefined;
  release?: Release | undefined;
  /** A newer release that the server has. */
  offer?: Release | undefined;
  /** A newer version of the page waits for this. */
  updatePage?: (() => void) | undefined;
  query: string;
  currentOnly: boolean;
  found?: Found | undefined;
  /** How the name that is being typed may go on. */
  suggestions: Suggestion[];
  outcome?: Outcome | undefined;
  camera: CameraState;
  feedback: Feedback;
  history: Entry[];
  historyCounted: boolean;
  /** A short word on what just happened, with a way back where there is one. */
  notice?: { text: string; undo?: () => void } | undefined;
}
