// Exports the history as a spreadsheet in which every cell has the type text. Programs need not guess types, as they do with CSV.
import writeExcelFile from "write-excel-file/browser";

import { COLUMNS } from "./columns.js";
import type { Entry } from "./entries.js";

/** The text format of spreadsheets, which keeps digits unchanged. */
const TEXT = { type: String, format: "@" } as const;

export function toXlsx(entries: Entry[]): Promise<Blob> {
  const head = COLUMNS.map(({ name }) => ({ ...TEXT, value: name, fontWeight: "bold" as const }));
  const rows = entries.map((entry) => COLUMNS.map((column) => cell(column.of(entry))));
  const columns = COLUMNS.map(() => ({ width: 24 }));
  return writeExcelFile([head, ...rows], { columns, stickyRowsCount: 1, sheet: "Packs" }).toBlob();
}

function cell(text: string) {
  return text ? { ...TEXT, value: escaped(text) } : null;
}

/** Escapes control characters, which XML cannot contain, as `_xHHHH_`. A text that looks like such an escape is escaped too. */
function escaped(text: string): string {
  const byNumber = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_").replace(/[\x00-\x1f\ufffe\uffff]/g, byNumber);
}
