// Reads the zip of a release without the product's code: files as tables, rows as the texts of
// their elements.
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";

const KINDS = ["vtm", "vmp", "amp", "vmpp", "ampp", "ingredient", "lookup", "gtin"];

/** The rows of each file, by its kind: `{ vmp: [{ path, row }], … }`. */
export function readRelease(path) {
  const files = xmlFiles(readFileSync(path));
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      files.filter(({ name }) => isOf(kind, name)).flatMap(({ bytes }) => rowsOf(bytes)),
    ]),
  );
}

const isOf = (kind, name) => new RegExp(`(^|/)f_${kind}\\d_\\d+\\.xml$`, "i").test(name);

function xmlFiles(zip) {
  return Object.entries(unzipSync(zip)).flatMap(([name, bytes]) => {
    if (/\.zip$/i.test(name)) return xmlFiles(bytes);
    return /\.xml$/i.test(name) ? [{ name, bytes }] : [];
  });
}

/**
 * The rows: elements that contain only texts. A record of the GTIN file has groups, which
 * may repeat, in their order.
 */
function rowsOf(bytes) {
  const rows = [];
  const open = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => open.push({ name, text: "", children: [] }));
  parser.on("text", (text) => {
    if (open.length > 0) open.at(-1).text += text;
  });
  parser.on("closetag", () => {
    const element = open.pop();
    const isLeaf = element.children.length === 0;
    open
      .at(-1)
      ?.children.push(isLeaf ? { name: element.name, text: element.text.trim() } : element);
    if (isLeaf || element.name === "GTINDATA") return;
    const path = pathOf(open, element);
    if (element.children.some(({ name }) => name === "GTINDATA"))
      rows.push({ path, groups: element.children });
    else if (element.children.every(({ children }) => children === undefined))
      rows.push({ path, row: flat(element.children) });
  });
  write(parser, bytes);
  return rows;
}

const pathOf = (open, { name }) =>
  [...open.map((element) => element.name), name].slice(1).join("/");

/** The columns of a row. The first of two columns with the same name counts. */
function flat(children) {
  const row = {};
  for (const { name, text } of children) row[name] ??= text;
  return row;
}

/** Parses in chunks: the largest file has more than 100 MB. */
function write(parser, bytes) {
  const decoder = new TextDecoder();
  const CHUNK = 1 << 20;
  for (let at = 0; at < bytes.length; at += CHUNK)
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }));
  parser.write(decoder.decode()).close();
}
