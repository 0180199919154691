// The dataset on this device, the releases that are offered or imported, and the server that answers
// until there is a dataset.
import type { ImportProgress, ImportReport } from "blocks/device/dataset.js";
import type { PackLookup } from "pack-lookup/core";

import type { ReleaseList } from "../data/releases.js";
import type { ServerAnswers } from "../server/answers.js";
import type { Offer, Release } from "blocks/device/types.js";

/** The state of the dataset. */
export type DataState =
  | { is: "opening" }
  | { is: "none" }
  | { is: "downloading"; release: Release; received: number; secondsLeft?: number | undefined }
  | { is: "updating"; release: Release }
  | { is: "failed"; reason: string }
  | { is: "ready" };

/** The state of an import of the user's release. */
type ImportState =
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

export interface DataSlice {
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
  /** The question that waits for the data. */
  waiting?: Waiting | undefined;
  /** Whether the person chose to send every question to the server while the data loads. */
  areQuestionsSent: boolean;
  /** The server's API, while the device has no data. */
  server?: ServerState | undefined;
}

export const initialData = {
  data: { is: "opening" },
  areQuestionsSent: false,
} satisfies DataSlice;
