// What is pasted into the field: the text of a box, mostly of several lines.

/** As many letters as a search takes. */
export const LONGEST = 200;

export interface Fitted {
  text: string;
  /** Whether it was longer than this. */
  isCut: boolean;
}

/** In one line, with a space where a line ended, and no word in half. Single-line fields would glue the lines together. */
export function fitted(pasted: string): Fitted {
  const text = pasted.replace(/\s+/g, " ");
  if (text.length <= LONGEST) return { text, isCut: false };
  const cut = text.slice(0, LONGEST + 1).lastIndexOf(" ");
  return { text: text.slice(0, cut > 0 ? cut : LONGEST), isCut: true };
}

/** Whether a field would take it otherwise than it is meant. */
export const needsFitting = (pasted: string): boolean => /[\r\n]/.test(pasted.trim()) || pasted.length > LONGEST;
