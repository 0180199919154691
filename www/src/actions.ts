// What people can do, as the views see it.
import type { Pack } from "pack-lookup/core";

import type { Choice, CodeReused } from "./lookup/outcome.js";
import type { Entry } from "./history/entries.js";
import type { Feedback } from "./scan/feedback.js";
import type { View } from "./state.js";

export interface Actions {
  go(view: View): void;
  type(query: string): void;
  /** Takes a suggestion, and stays in the field for the next word. */
  complete(query: string): void;
  submit(): void;
  filter(currentOnly: boolean): void;
  more(): void;
  open(pack: Pack): void;
  choose(reused: CodeReused, choice: Choice): void;
  back(reused: CodeReused): void;
  lookUpCode(code: string): void;
  searchByName(): void;
  copy(text: string, said: string): void;
  clearOutcome(): void;

  startCamera(): void;
  stopCamera(): void;
  chooseCamera(deviceId: string): void;
  light(on: boolean): void;
  readImage(file: Blob): void;
  setFeedback(feedback: Feedback): void;

  download(): void;
  dismissOffer(): void;
  dismissNotice(): void;

  reopen(entry: Entry): void;
  showCounts(counted: boolean): void;
  exportHistory(format: "csv" | "json"): void;
  clearHistory(): void;
}
