// An answer as an announcement for screen readers, and as a signal for people who look at the box.
import type { Answer } from "./answer.js";
import type { Doubt } from "./doubts.js";
import type { Outcome } from "./outcome.js";
import { statusText } from "./status.js";
import { count } from "../words.js";

export interface Spoken {
  text: string;
  isWarning: boolean;
}

/** Returns the announcement. Warnings about the box and the code come first; those about the data come last, because they repeat with each scan. */
export function spoken({ outcome, doubts }: Answer): Spoken {
  const ofData = ({ about }: Doubt) => about === "data";
  const first = doubts.filter((doubt) => !ofData(doubt)).map(saidAs);
  const last = doubts.filter(ofData).map(saidAs);
  return { text: [...first, sentence(outcome), ...last].filter(Boolean).join(". "), isWarning: signalOf({ outcome, doubts }) !== "plain" };
}

function saidAs({ about, text }: Doubt): string {
  return about === "code" ? `Warning: ${text}` : text;
}

function sentence(outcome: Outcome): string {
  switch (outcome.is) {
    case "pack":
      return `${outcome.pack.name}. ${statusText(outcome.status).text}`;
    case "reused":
      return "";
    case "several":
      return `${count(outcome.readings.length, "different code")} in sight. Choose the one that you mean`;
    case "unknown":
      return `No pack has the code ${outcome.code}`;
    case "unreadable":
      return `This code can't be used. ${outcome.reason}`;
    case "gone":
      return `This release no longer has ${outcome.name}`;
  }
}

/** The sound and vibration of an answer. */
export type Signal = "plain" | "code" | "box" | "data" | "nothing";

/** Returns the most urgent signal: first a box that must not be used, then an unknown code, then a possible other medicine. */
export function signalOf({ outcome, doubts }: Pick<Answer, "outcome" | "doubts">): Signal {
  const isAbout = (about: Doubt["about"]) => doubts.some((doubt) => doubt.about === about);
  if (isAbout("box")) return "box";
  if (["unknown", "unreadable", "gone"].includes(outcome.is)) return "nothing";
  if (isAbout("code") || outcome.is === "several" || isOutOfUse(outcome)) return "code";
  return isAbout("data") ? "data" : "plain";
}

function isOutOfUse(outcome: Outcome): boolean {
  return outcome.is === "pack" && !outcome.status.current;
}
