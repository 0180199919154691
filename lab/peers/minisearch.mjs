// MiniSearch: all words by prefix. If nothing matches, words within its default edit distance. The variant `or` has the highest recall: any of
// the words, by prefix or within the edit distance.
import MiniSearch from "minisearch";
import { queryWords, words } from "../lib/words.mjs";
import { Columns, encode } from "./columns.mjs";

export const name = "MiniSearch 7";

const options = { fields: ["name"], tokenize: words, processTerm: (word) => word };
const exact = { tokenize: queryWords, prefix: true, combineWith: "AND" };
const fuzzy = { ...exact, fuzzy: 0.2 };

export async function build(records) {
  const index = new MiniSearch(options);
  index.addAll(records.map(({ name }, id) => ({ id, name })));
  return [encode(records), Buffer.from(JSON.stringify(index))];
}

export const open = (files) => openWith(files, fuzzy);

const isWord = (term) => !/^\d/.test(term);
/** Numbers must match exactly, because another number is another strength. */
const any = { ...exact, combineWith: "OR", prefix: isWord, fuzzy: (term) => isWord(term) && 0.2 };

export const or = { name: "MiniSearch 7, OR", open: (files) => openWith(files, any) };

/** Opens the files. `ranking` has the options of ranked searches. */
async function openWith([columns, file], ranking) {
  const store = new Columns(columns);
  const index = MiniSearch.loadJSON(file.toString(), options);
  const places = (text, options) => index.search(text, options).map(({ id }) => id);
  const exactOrFuzzy = (text) => ((found) => (found.length ? found : places(text, fuzzy)))(places(text, exact));
  return {
    search: (text) => store.records(exactOrFuzzy(text).sort((a, b) => a - b).slice(0, 20)),
    rankedSearch: (text) => places(text, ranking).slice(0, 20).map((place) => store.record(place)),
    ampp: (id) => store.ampp(id),
    gtin: (code) => store.gtin(code),
  };
}
