// The answer on the screen, what a person has begun about it, and the camera with its count.
import type { OutlinedCode } from "blocks/scanner/types.js";

import type { ListCheck } from "../code-list/check.js";
import type { Answer } from "../lookup/answer.js";
import type { CountedBox } from "../lookup/count.js";
import type { Kept } from "./kept.js";
import type { PrintReaderState, PrintTask } from "../print/model.js";
import type { Draft } from "../report/draft.js";

export interface LookUpSlice {
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
  inView: OutlinedCode[];
  /** The list of codes that was checked last, or why it could not be. */
  codeList: { check?: ListCheck; problem?: string };
  /** The reader of print, if this page has one. */
  printReader?: PrintReaderState | undefined;
  /** The picture whose print is read. */
  print?: PrintTask | undefined;
}

export const initialLookUp = {
  kept: [],
  isCameraOn: false,
  isCameraOpen: false,
  isCounting: false,
  counted: [],
  uncounted: 0,
  inView: [],
  codeList: {},
} satisfies LookUpSlice;
