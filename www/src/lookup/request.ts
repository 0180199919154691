// What was asked: enough to ask it again, of another release or from the history.
import type { Correction } from "pack-lookup/core";

export type Request = CodeRequest | PackRequest;

export interface CodeRequest {
  by: "code";
  /** As a scanner gave it or a person typed it. */
  text: string;
  /** The AMPP code, in digits, of the pack that somebody chose among those that carried the code. */
  chosen?: string;
}

/** A pack that was picked from a list of names. */
export interface PackRequest {
  by: "pack";
  packId: string;
  name: string;
  /** Words of the search that were taken for others. */
  corrections: Correction[];
}
