// What was asked: enough to ask it again, of another release or from the history.
import type { SearchReading } from "./search-warnings.js";

export type Request = CodeRequest | PackRequest;

export interface CodeRequest {
  by: "code";
  /** As a scanner gave it or a person typed it. */
  text: string;
  /** The AMPP code, in digits, of the pack that somebody chose among those that carried the code. */
  chosen?: string;
}

/** A pack that was opened from search results, with how that search was read. */
export interface PackRequest extends SearchReading {
  by: "pack";
  packId: string;
  name: string;
}
