// SQLite in WebAssembly with FTS5: normalised tables, and an index of words and prefixes. It has no
// edit distance. The variant `or` has the highest recall: any of the words by prefix, ranked by
// bm25.
import sqlite3InitModule from "@sqlite.org/sqlite-wasm";
import { readFileSync } from "node:fs";
import { latestUses, url } from "../lib/records.mjs";
import { queryWords, words } from "../lib/words.mjs";

export const name = "SQLite 3.53 wasm, FTS5";

const SCHEMA = (detail) => `
  CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT);
  CREATE TABLE pack (
    place INTEGER PRIMARY KEY, pack_id INTEGER, name TEXT, generic_pack_name INTEGER, generic_product_name INTEGER,
    short_name TEXT, subpack TEXT, legal_category INTEGER, discontinued INTEGER, discontinued_date TEXT,
    price INTEGER, price_prev INTEGER, invalid INTEGER);
  CREATE TABLE gtin (place INTEGER, gtin TEXT, start_date TEXT, end_date TEXT);
  CREATE TABLE latest (gtin14 INTEGER PRIMARY KEY, place INTEGER);
  CREATE TABLE part (place INTEGER, pack_id TEXT, name TEXT);
  CREATE VIRTUAL TABLE words USING fts5(
    name, content='', ${detail}, prefix='1 2 3', tokenize="unicode61 tokenchars '.%'");`;

const INDICES = `
  CREATE INDEX pack_by_id ON pack (pack_id);
  CREATE INDEX gtin_by_place ON gtin (place);
  CREATE INDEX part_by_place ON part (place);
  INSERT INTO words (words) VALUES ('optimize');
  VACUUM;`;

const RECORD = `
  SELECT cast(pack_id AS TEXT), name, p.text, q.text, short_name, subpack, l.text, d.text, discontinued_date,
         price, price_prev, invalid
  FROM pack LEFT JOIN text p ON p.id = generic_pack_name LEFT JOIN text q ON q.id = generic_product_name
  LEFT JOIN text l ON l.id = legal_category LEFT JOIN text d ON d.id = discontinued WHERE place = ?`;

/** Builds the smallest file, for results in name order. Ranked searches need the data of bm25. */
export const build = (records) => buildFile(records, "detail=none, columnsize=0");
export const buildRanked = (records) => buildFile(records, "detail=full");

async function buildFile(records, detail) {
  const sqlite = await sqlite3InitModule();
  const db = new sqlite.oo1.DB(":memory:");
  db.exec(SCHEMA(detail));
  db.transaction(() => insertAll(db, records));
  db.exec(INDICES);
  return [Buffer.from(sqlite.capi.sqlite3_js_db_export(db)), wasmFile()];
}

/** Returns the WebAssembly of the engine, which must be downloaded too. */
const wasmFile = () =>
  readFileSync(new URL(import.meta.resolve("@sqlite.org/sqlite-wasm/sqlite3.wasm")));

function insertAll(db, records) {
  const texts = new Texts(db);
  const into = (table, count) =>
    db.prepare(`INSERT INTO ${table} VALUES (${Array(count).fill("?").join(", ")})`);
  const [pack, gtin, part, latest] = [
    into("pack", 13),
    into("gtin", 4),
    into("part", 3),
    into("latest", 2),
  ];
  const name = db.prepare("INSERT INTO words (rowid, name) VALUES (?, ?)");
  records.forEach((record, place) => {
    run(pack, packRow(record, place, texts));
    run(name, [place, words(record.name).join(" ")]);
    for (const entry of record.gtin_codes)
      run(gtin, [place, entry.gtin, entry.start_date, entry.end_date]);
    for (const child of record.comb_content) run(part, [place, child.pack_id, child.name]);
  });
  for (const [code, place] of latestUses(records)) run(latest, [Number(code), place]);
  for (const statement of [pack, gtin, part, latest, name, texts.statement]) statement.finalize();
}

const packRow = (record, place, texts) => [
  place,
  BigInt(record.pack_id),
  record.name,
  texts.id(record.generic_pack_name),
  texts.id(record.generic_product_name),
  record.short_name,
  record.subpack,
  texts.id(record.legal_category),
  texts.id(record.discontinued),
  record.discontinued_date,
  record.prices.price,
  record.prices.price_prev,
  record.invalid,
];

const run = (statement, values) => statement.bind(values).stepReset();

class Texts {
  #ids = new Map();

  constructor(db) {
    this.statement = db.prepare("INSERT INTO text VALUES (?, ?)");
  }

  id(text) {
    if (text === undefined) return null;
    if (!this.#ids.has(text)) {
      this.#ids.set(text, this.#ids.size + 1);
      run(this.statement, [this.#ids.size, text]);
    }
    return this.#ids.get(text);
  }
}

export const open = (files) => openWith(files, " ");

export const or = { name: "FTS5, OR", open: (files) => openWith(files, " OR ") };

/** Opens the file. `operator` joins the words of a ranked query. */
async function openWith([file, wasmBinary], operator) {
  const sqlite = await sqlite3InitModule({ wasmBinary });
  const db = openFile(sqlite, file);
  const prepare = preparer(db);
  const statements = {
    search: prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid LIMIT 20"),
    rankedSearch: prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 20"),
    gtin: prepare("SELECT place FROM latest WHERE gtin14 = ?"),
    ampp: prepare("SELECT place FROM pack WHERE pack_id = ?"),
  };
  const record = recordReader(prepare);
  const records = (statement, value) => statement(value).map(([place]) => record(place));
  return {
    search: (text) => records(statements.search, match(text)),
    rankedSearch: (text) => records(statements.rankedSearch, match(text, operator)),
    gtin: (code) => records(statements.gtin, Number(code))[0],
    ampp: (id) => records(statements.ampp, BigInt(id))[0],
    close: () => db.close(),
  };
}

const match = (text, operator = " ") =>
  queryWords(text)
    .map((word) => `"${word}"*`)
    .join(operator);

function openFile(sqlite, file) {
  const db = new sqlite.oo1.DB(":memory:");
  const pointer = sqlite.wasm.allocFromTypedArray(
    new Uint8Array(file.buffer, file.byteOffset, file.length),
  );
  const flags =
    sqlite.capi.SQLITE_DESERIALIZE_FREEONCLOSE | sqlite.capi.SQLITE_DESERIALIZE_READONLY;
  db.checkRc(
    sqlite.capi.sqlite3_deserialize(db.pointer, "main", pointer, file.length, file.length, flags),
  );
  return db;
}

/** Returns a function that prepares a statement, as a function from a value to its rows. */
const preparer = (db) => (sql) => {
  const statement = db.prepare(sql);
  return (value) => {
    const rows = [];
    statement.bind(1, value);
    while (statement.step()) rows.push(statement.get([]));
    statement.reset();
    return rows;
  };
};

function recordReader(prepare) {
  const pack = prepare(RECORD);
  const gtins = prepare("SELECT gtin, start_date, end_date FROM gtin WHERE place = ?");
  const parts = prepare("SELECT pack_id, name FROM part WHERE place = ?");
  return (place) => toRecord(pack(place)[0], gtins(place), parts(place));
}

function toRecord(row, gtins, parts) {
  const [
    pack_id,
    name,
    generic_pack_name,
    generic_product_name,
    short_name,
    subpack,
    legal_category,
  ] = row;
  const [discontinued, discontinued_date, price, price_prev, invalid] = row.slice(7);
  return {
    pack_id,
    name,
    generic_pack_name,
    generic_product_name,
    url: url(name, pack_id),
    short_name,
    subpack,
    legal_category,
    ...(discontinued && { discontinued }),
    discontinued_date,
    gtin_codes: gtins.map(([gtin, start_date, end_date]) => ({ gtin, start_date, end_date })),
    prices: { price, price_prev },
    invalid,
    comb_content: parts.map(([pack_id, name]) => ({ pack_id, name })),
  };
}
