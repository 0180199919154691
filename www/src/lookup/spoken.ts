// An outcome in a sentence, for those who hear the page.
import { expiryStatus, packStatus } from "./status.js";
import type { Outcome } from "./outcome.js";
import { count } from "./words.js";

export interface Spoken {
  text: string;
  isWarning: boolean;
}

export function spoken(outcome: Outcome, today: string): Spoken {
  const box = expired(outcome, today);
  const sentence = sentences(outcome);
  return { text: [box, sentence.text].filter(Boolean).join(". "), isWarning: sentence.isWarning || box !== undefined };
}

/** The most urgent thing that a box can say comes first. */
function expired(outcome: Outcome, today: string): string | undefined {
  const expiry = "scan" in outcome ? outcome.scan?.expiry : undefined;
  const status = expiry === undefined ? undefined : expiryStatus(expiry, today);
  return status?.tone === "danger" ? status.text : undefined;
}

function sentences(outcome: Outcome): Spoken {
  switch (outcome.is) {
    case "pack": {
      const status = packStatus(outcome.pack);
      return { text: `${outcome.pack.name}. ${status.text}`, isWarning: status.tone !== "plain" };
    }
    case "reused":
      return { text: `Warning: this code has been used for ${count(outcome.choices.length, "pack")}. Check the name on the box`, isWarning: true };
    case "unknown":
      return { text: `No pack has the code ${outcome.code}`, isWarning: true };
    case "unreadable":
      return { text: `This code can't be used. ${outcome.reason}`, isWarning: true };
  }
}
