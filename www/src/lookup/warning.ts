// The type of a warning. It is apart from the warnings, so that their modules do not import each other.
import type { DataWarningKind } from "../data/data-warnings.js";

/** The subject of a warning: the box in the hand, the medicine of the code, or the data. */
export type WarningSubject = "box" | "code" | "data";

export interface Warning {
  /** A stable code. Rows of the history store it. */
  kind: Kind;
  about: WarningSubject;
  tone: "caution" | "danger";
  text: string;
}

type Kind =
  | "expired"
  | "serial_again"
  | "reused"
  | "chosen"
  | "ended"
  | "not_begun"
  | "corrected"
  | "ignored"
  | "ignored_name"
  | "partial_match"
  | "changed"
  | "digit_missing"
  | "wrong_check_digit"
  | "separator_lost"
  | "not_marked_as_gs1"
  | DataWarningKind;
