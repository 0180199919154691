// FlexSearch: prefix search, with results in the order in which they were added. It has no edit distance.
import FlexSearch from "flexsearch";
import { queryWords, words } from "../lib/words.mjs";
import { Columns, encode } from "./columns.mjs";

export const name = "FlexSearch 0.8";

const makeIndex = () => new FlexSearch.Index({ tokenize: "forward", resolution: 1, encode: words, cache: false });

export async function build(records) {
  const index = makeIndex();
  records.forEach(({ name }, place) => index.add(place, name));
  const parts = [];
  await index.export((key, data) => void parts.push([key, data]));
  return [encode(records), Buffer.from(JSON.stringify(parts))];
}

export async function open([columns, file]) {
  const store = new Columns(columns);
  const index = makeIndex();
  for (const [key, data] of JSON.parse(file.toString())) await index.import(key, data);
  return {
    search: (text) => store.records(index.search(queryWords(text).join(" "), { limit: 20 })),
    ampp: (id) => store.ampp(id),
    gtin: (code) => store.gtin(code),
  };
}
