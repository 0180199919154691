// Text that is pasted into the field: usually several lines from a box.

/** The maximum length of a query, in characters. */
export const LONGEST = 200;

export interface Fitted {
  text: string;
  /** Whether the text was longer and was truncated. */
  isCut: boolean;
}

/** Returns the text on one line, with spaces for line breaks and no word cut in half. A single-line field would join the lines without a space. */
export function fitted(pasted: string): Fitted {
  const text = pasted.replace(/\s+/g, " ");
  if (text.length <= LONGEST) return { text, isCut: false };
  const cut = text.slice(0, LONGEST + 1).lastIndexOf(" ");
  return { text: text.slice(0, cut > 0 ? cut : LONGEST), isCut: true };
}

/** Returns whether a field would distort a pasted text. */
export const needsFitting = (pasted: string): boolean => /[\r\n]/.test(pasted.trim()) || pasted.length > LONGEST;
