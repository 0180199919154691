// The simplest solution: the records as JSON, a Map, and a filter over the names.
import { gtin14, latestUses } from "../lib/records.mjs";
import { fold, queryWords } from "../lib/words.mjs";

export const name = "JSON, Map and filter";

export const build = async (records) => [Buffer.from(JSON.stringify(records))];

export async function open([file]) {
  const records = JSON.parse(file.toString());
  const names = records.map((record) => fold(record.name));
  const byId = new Map(records.map((record) => [record.pack_id, record]));
  let latest;
  return {
    search: (text) => filter(records, names, queryWords(text)),
    ampp: (id) => byId.get(id),
    gtin: (code) => records[(latest ??= latestUses(records)).get(gtin14(code))],
  };
}

function filter(records, names, words) {
  const found = [];
  for (let i = 0; i < names.length && found.length < 20; i++) {
    if (words.every((word) => names[i].includes(word))) found.push(records[i]);
  }
  return found;
}
