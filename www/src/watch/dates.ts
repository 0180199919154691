// Dates in the text of a recall.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
/** A year of four digits, or of two if nothing follows that would make it another number. */
const YEAR = "(20\\d{2}|\\d{2})(?!\\d|[/.-]\\d)";

/** The notations of dates, with the places of year, month and day among their groups. */
const NOTATIONS: [RegExp, { year: number; month: number; day?: number }][] = [
  [/(?<![\d/.-])(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/i, { year: 1, month: 2, day: 3 }],
  [
    new RegExp(`(?<![\\d/.-])${DAY}[\\s/.-]*(?:of )?${MONTH}[\\s,/.'’-]*${YEAR}`, "i"),
    { day: 1, month: 2, year: 3 },
  ],
  [new RegExp(`\\b${MONTH}\\s+${DAY},?\\s+(20\\d{2})(?!\\d)`, "i"), { month: 1, day: 2, year: 3 }],
  [
    new RegExp(`(?<![\\d/.-])(\\d{1,2})[/.-](\\d{1,2})[/.-]${YEAR}`, "i"),
    { day: 1, month: 2, year: 3 },
  ],
  [new RegExp(`\\b${MONTH}[\\s,/.'’-]*${YEAR}`, "i"), { month: 1, year: 2 }],
  [/(?<![\d/.-])(20\d{2})[-/.](\d{1,2})(?![\d/.-])/i, { year: 1, month: 2 }],
  [new RegExp(`(?<![\\d/.-])(\\d{1,2})[/.-]${YEAR}`, "i"), { month: 1, year: 2 }],
  // With spaces: `31 12 2027`, `31 / 12 / 2027`, `06 2027`, `08 / 2027`.
  [
    /(?<![\d/.-]\s?)(\d{1,2})(?:\s|\s[/.-]\s)(\d{1,2})(?:\s|\s[/.-]\s)(20\d{2})(?!\d)/,
    { day: 1, month: 2, year: 3 },
  ],
  [/(?<![\d/.-]\s?)(0[1-9]|1[0-2])(?:\s|\s[/.-]\s)(20\d{2})(?!\d)/, { month: 1, year: 2 }],
];

/**
 * Finds the first date of a text: `YYYY-MM-DD`, or `YYYY-MM` without a day. British dates have
 * the day first. `undefined` for a date that does not exist.
 */
export function dateIn(text: string): string | undefined {
  let first: { at: number; date: string | undefined } | undefined;
  for (const [pattern, places] of NOTATIONS) {
    const found = pattern.exec(text);
    if (!found || (first && first.at <= found.index)) continue;
    const day = places.day === undefined ? undefined : found[places.day];
    first = { at: found.index, date: dateOf(found[places.year]!, found[places.month]!, day) };
  }
  return first?.date;
}

/** Reports whether a text is nothing but a date. */
export const isDate = (text: string): boolean =>
  NOTATIONS.some(([pattern]) => {
    const found = pattern.exec(text);
    return found !== null && text.replace(found[0], "").trim() === "";
  });

function dateOf(yearText: string, monthText: string, dayText: string | undefined) {
  const year = Number(yearText.length === 2 ? `20${yearText}` : yearText);
  const named = MONTHS.indexOf(monthText.slice(0, 3).toLowerCase()) + 1;
  const month = named || Number(monthText);
  if (month < 1 || month > 12) return undefined;
  const start = `${year}-${String(month).padStart(2, "0")}`;
  if (dayText === undefined) return start;
  const day = Number(dayText);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day >= 1 && day <= last ? `${start}-${String(day).padStart(2, "0")}` : undefined;
}
