// uFuzzy: no index, but a regular expression over all names, with one error per word if nothing matches.
import uFuzzy from "@leeoniya/ufuzzy";
import { Columns, encode } from "./columns.mjs";

export const name = "uFuzzy 1";

export const build = async (records) => [encode(records)];

export async function open([columns]) {
  const store = new Columns(columns);
  const exact = new uFuzzy({ intraMode: 0, interLft: 1 });
  const fuzzy = new uFuzzy({ intraMode: 1, interLft: 1 });
  const outOfOrder = 5;
  const find = (engine, text, threshold) => engine.search(store.names, text, outOfOrder, threshold);
  const places = (text) => firstFound(() => find(exact, text, 0)[0], () => find(fuzzy, text, 0)[0]);
  const rankedPlaces = (text) => firstFound(() => best(find(exact, text, Infinity)), () => best(find(fuzzy, text, Infinity)));
  return {
    search: (text) => store.records([...places(text)].sort((a, b) => a - b).slice(0, 20)),
    rankedSearch: (text) => store.records(rankedPlaces(text).slice(0, 20)),
    ampp: (id) => store.ampp(id),
    gtin: (code) => store.gtin(code),
  };
}

function firstFound(...searches) {
  for (const search of searches) {
    const found = search();
    if (found?.length) return found;
  }
  return [];
}

const best = ([places, info, order]) => (order ? order.map((i) => info.idx[i]) : places);
