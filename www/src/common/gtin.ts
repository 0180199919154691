// GTINs as people, scanners and tables write them.

/** The form in which GTINs are compared: 14 digits. */
export const toGtin14 = (gtin: string): string => gtin.padStart(14, "0");

/** Returns a code without the spaces and hyphens that people write in it. */
export const withoutSeparators = (code: string): string => code.replace(/[\s-]/g, "");
