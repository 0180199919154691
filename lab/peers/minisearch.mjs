// MiniSearch: all words by prefix. If nothing matches, words within its default edit distance.
import MiniSearch from "minisearch";
import { queryWords, words } from "../lib/words.mjs";
import { Columns, encode } from "./columns.mjs";

export const name = "MiniSearch 7";

const options = { fields: ["name"], tokenize: words, processTerm: (word) => word };
export const exact = { tokenize: queryWords, prefix: true, combineWith: "AND" };
const fuzzy = { ...exact, fuzzy: 0.2 };

export async function build(records) {
  const index = new MiniSearch(options);
  index.addAll(records.map(({ name }, id) => ({ id, name })));
  return [encode(records), Buffer.from(JSON.stringify(index))];
}

export const open = (files) => openWith(files, fuzzy);

/** Opens the files. `ranking` is the function that finds the best packs. */
export async function openWith([columns, file], ranking) {
  const store = new Columns(columns);
  const index = MiniSearch.loadJSON(file.toString(), options);
  const places = (text, how) => index.search(text, how).map(({ id }) => id);
  const found = (text) => ((exactly) => (exactly.length ? exactly : places(text, fuzzy)))(places(text, exact));
  return {
    search: (text) => store.records(found(text).sort((a, b) => a - b).slice(0, 20)),
    ranked: (text) => places(text, ranking).slice(0, 20).map((place) => store.record(place)),
    ampp: (id) => store.ampp(id),
    gtin: (code) => store.gtin(code),
  };
}
