// The history as a spreadsheet file (Office Open XML), in which every cell says that it is a text: no program that
// opens it has to guess, as all do with CSV.
import { strToU8, zipSync } from "fflate";

import type { Entry } from "./entries.js";
import { COLUMNS } from "./export.js";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** What every such file has beside its sheet. */
const FRAME = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
    <Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
    <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships">
    <Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">
    <Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">
    <sheets><sheet name="Packs" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  // Style 1 is "text", 2 the same in bold. The first two fills are fixed by the format.
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}">
    <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
    <fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
    <borders count="1"><border/></borders>
    <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
    <cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
      <xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
      <xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
};

const BODY_STYLE = 1;
const HEAD_STYLE = 2;

/** Twenty thousand rows are to be there at once: they are tables of much the same, small enough at the fastest level. */
const FASTEST = 1;

export function toXlsx(entries: Entry[]): Uint8Array<ArrayBuffer> {
  const parts = Object.entries({ ...FRAME, "xl/worksheets/sheet1.xml": sheet(entries) });
  return zipSync(Object.fromEntries(parts.map(([path, xml]) => [path, strToU8(HEAD + xml)])), { level: FASTEST });
}

function sheet(entries: Entry[]): string {
  const head = row(COLUMNS.map(({ name }) => name), 1, HEAD_STYLE);
  const rows = entries.map((entry, index) => row(COLUMNS.map((column) => column.of(entry)), index + 2, BODY_STYLE));
  const all = `A1:${letter(COLUMNS.length - 1)}${entries.length + 1}`;
  // The last line spares Excel its green corners: a code that looks like a number is meant to be a text.
  return `<worksheet xmlns="${MAIN}">
    <sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
    <cols><col min="1" max="${COLUMNS.length}" width="24" customWidth="1"/></cols>
    <sheetData>${head}${rows.join("")}</sheetData>
    <ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function row(texts: string[], number: number, style: number): string {
  const cells = texts.map((text, column) => (text ? cell(text, `${letter(column)}${number}`, style) : ""));
  return `<row r="${number}">${cells.join("")}</row>`;
}

function cell(text: string, place: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const letter = (column: number) => String.fromCharCode(65 + column);

/** XML has no control characters: the format writes them by number, and an underscore that looks like one as well. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(/[\x00-\x1f\ufffe\uffff]/g, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character]!);
}
