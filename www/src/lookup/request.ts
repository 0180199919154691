// A request: enough to repeat it with another release or from the history.
import type { SearchReading } from "./search-warnings.js";

export type Request = CodeRequest | PackRequest;

export interface CodeRequest {
  by: "code";
  /** The text as scanned or typed. */
  text: string;
  /** The AMPP code, in digits, of the pack that the person chose among several. */
  chosen?: string;
}

/** A pack that was opened from search results, with how that search was read. */
export interface PackRequest extends SearchReading {
  by: "pack";
  packId: string;
  name: string;
}
