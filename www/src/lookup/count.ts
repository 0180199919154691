// A count of all boxes in view: the answers of all, grouped by product, with every warning.
import { toGtin14 } from "blocks/gtin.js";
import { count } from "../common/format.js";
import {
  type Announcement,
  type Answer,
  type Signal,
  signalOf,
  statusesOf,
  summaryOf,
} from "./answer.js";
import type { Outcome } from "./outcome.js";
import type { Status, Tone } from "./pack.js";

/** A box, or a code that is not a pack code. */
export interface CountedBox {
  /** The numbers of its codes on the picture. A box may have bars and a matrix code. */
  ids: number[];
  /** The formats of its codes. */
  formats: string[];
  answer: Answer;
}

/** The boxes of one product. */
export interface CountGroup {
  title: string;
  detail: string;
  /** The number of boxes. 0 for a code that is not a pack code. */
  count: number;
  /** Each distinct warning, with the number of boxes that have it. */
  warnings: (Status & { count: number })[];
  tone: Tone;
  /** The answer of the box that was counted last. */
  newest: Answer;
}

/**
 * Reports whether an answer is about a pack, so that it counts. A text without a GTIN may be on
 * anything.
 */
export const isPack = ({ outcome }: Answer): boolean => outcome.is !== "unreadable";

/** Counts the boxes. */
export const totalOf = (boxes: readonly CountedBox[]): number =>
  boxes.filter(({ answer }) => isPack(answer)).length;

/**
 * Finds the counted box to which another code of the same GTIN belongs: one that has no code of
 * this format yet. A box often has bars next to a matrix code, and two boxes of one product may
 * show one of each. When in doubt, a box is not counted twice.
 */
export function sameBox(
  boxes: readonly CountedBox[],
  format: string,
  { outcome }: Answer,
): CountedBox | undefined {
  const gtin = gtinOf(outcome);
  return gtin === undefined
    ? undefined
    : boxes.find(
        ({ answer, formats }) => gtinOf(answer.outcome) === gtin && !formats.includes(format),
      );
}

function gtinOf(outcome: Outcome): string | undefined {
  const scan = "scan" in outcome ? outcome.scan : undefined;
  return scan && toGtin14(scan.gtin);
}

/** Reports whether the first answer shows more of the box, such as its batch. */
export const hasMoreElements = (one: Answer, other: Answer): boolean =>
  elementsOf(one.outcome) > elementsOf(other.outcome);

const elementsOf = (outcome: Outcome): number =>
  "scan" in outcome ? (outcome.scan?.elements.length ?? 0) : 0;

/** Finds the groups: first those with the worst warnings, then the newest. */
export function groupsOf(boxes: readonly CountedBox[]): CountGroup[] {
  const answers = new Map<string, Answer[]>();
  for (const { answer } of boxes)
    answers.set(keyOf(answer), [answer, ...(answers.get(keyOf(answer)) ?? [])]);
  return [...answers.values()]
    .reverse()
    .map(groupOf)
    .sort((one, other) => ORDER[one.tone] - ORDER[other.tone]);
}

const ORDER: Record<Tone, number> = { danger: 0, caution: 1, plain: 2 };

/** Builds the key of a product. A re-used or unknown code is a separate product. */
function keyOf({ outcome }: Answer): string {
  if (outcome.is === "pack") return outcome.pack.pack_id;
  return `${outcome.is} ${gtinOf(outcome) ?? ("text" in outcome ? outcome.text : "")}`;
}

function groupOf(answers: Answer[]): CountGroup {
  const newest = answers[0]!;
  const { title, detail } = summaryOf(newest);
  const tones = answers.map(toneOf);
  const tone = tones.sort((one, other) => ORDER[one] - ORDER[other])[0]!;
  return {
    title,
    detail,
    count: answers.filter(isPack).length,
    warnings: warningsOf(answers),
    tone,
    newest,
  };
}

function warningsOf(answers: Answer[]): CountGroup["warnings"] {
  const warnings = new Map<string, Status & { count: number }>();
  for (const answer of answers) {
    for (const { tone, text } of boxStatuses(answer))
      warnings.set(text, { tone, text, count: (warnings.get(text)?.count ?? 0) + 1 });
  }
  return [...warnings.values()].sort((one, other) => ORDER[one.tone] - ORDER[other.tone]);
}

/**
 * Finds the most serious tone of a box. Warnings about the data apply to all boxes, so they do
 * not mark one.
 */
export const toneOf = ({ outcome, warnings }: Answer): Tone =>
  summaryOf({ outcome, warnings: warnings.filter(({ about }) => about !== "data") }).tone;

/**
 * Builds the warnings about a box and its code. Those about the data are the same for all boxes.
 */
const boxStatuses = ({ outcome, warnings }: Answer): Status[] =>
  statusesOf({ outcome, warnings: warnings.filter(({ about }) => about !== "data") });

/** Builds the warnings about the data of all boxes, each once. */
export const dataWarningsOf = (boxes: readonly CountedBox[]): string[] => [
  ...new Set(
    boxes.flatMap(({ answer }) =>
      answer.warnings.filter(({ about }) => about === "data").map(({ text }) => text),
    ),
  ),
];

/** From the most urgent. */
const URGENCY: readonly Signal[] = ["box", "nothing", "code", "data", "plain"];

/** Finds the most urgent signal of some answers. */
export function signalOfAll(answers: readonly Answer[]): Signal {
  const signals = answers.map(signalOf);
  return URGENCY.find((signal) => signals.includes(signal)) ?? "plain";
}

/** Builds the announcement of newly counted boxes, with the warnings of each. */
export function countAnnouncement(newest: readonly Answer[], total: number): Announcement {
  const added = newest.filter(isPack).length;
  const more =
    added === total
      ? `${count(added, "pack")} counted`
      : `${added} more ${added === 1 ? "pack" : "packs"} counted, ${total} in all`;
  const warned = groupsOf(newest.map((answer) => ({ ids: [], formats: [], answer }))).filter(
    ({ tone }) => tone !== "plain",
  );
  const warnings = warned.map(({ title, warnings }) =>
    [title, ...warnings.map(({ text }) => text)].join(". "),
  );
  return {
    text: [...(added > 0 ? [more] : []), ...warnings].join(". "),
    isWarning: warned.length > 0,
  };
}
