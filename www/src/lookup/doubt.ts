// The type of a warning about an answer.
import type { DataKind } from "../data/doubts.js";

/** What is in doubt: the box in the hand, which medicine a code means, or the data behind the answer. */
export type About = "box" | "code" | "data";

export interface Doubt {
  /** A stable word for programs. */
  kind: Kind;
  about: About;
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
  | DataKind;
