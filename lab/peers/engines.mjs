// The compared engines. Each is loaded with its own library only, so that the others cost no
// memory: `loadEngine("ours")`.
import { fileURLToPath } from "node:url";
import { Failure } from "../../scripts/common/run.mjs";
import { gtin14, latestUses, url } from "../lib/records.mjs";
import { fold, queryWords, words } from "../lib/words.mjs";

const LOADERS = {
  ours: async () => packLookup((await import("../../npm/core.js")).PackLookup),
  json: async () => json,
  minisearch: async () => miniSearch((await import("minisearch")).default),
  sqlite: () => import("./sqlite.mjs"),
};

/**
 * Returns an engine by its name: `{ name, build, open }`. `sqlite-or` is the variant `or` of
 * `sqlite`, which reads the same files. `ours` has `files` instead of `build`.
 */
export async function loadEngine(engine) {
  const [name, variant] = engine.split("-");
  if (!Object.hasOwn(LOADERS, name))
    throw new Failure(
      `There is no engine ${engine}. The engines are ${Object.keys(LOADERS).join(", ")}`,
    );
  const loaded = await LOADERS[name]();
  return variant ? { ...loaded, ...loaded[variant] } : loaded;
}

/** Pack Lookup: the published module, without bundled data. */
function packLookup(PackLookup) {
  const wasm = fileURLToPath(new URL("../../npm/pack_lookup_bg.wasm", import.meta.url));
  return {
    name: "Pack Lookup",
    findsTypos: true,
    /** Returns the files, which exist already. */
    files: (dataset) => [dataset, wasm],
    async open([dataset, wasm]) {
      const packs = await PackLookup.open({ dataset, wasm });
      return {
        search: (text) => packs.search(text).packs,
        rankedSearch: (text) => packs.search(text, { sort: "relevance" }).packs,
        ampp: (id) => packs.search(id).packs[0],
        gtin: (code) => packs.gtinJson(code),
        close: () => packs.close(),
      };
    },
  };
}

/** The simplest solution: the records as JSON, a Map, and a filter over the names. */
const json = {
  name: "JSON, Map and filter",
  build: async (records) => [Buffer.from(JSON.stringify(records))],
  async open([file]) {
    const records = JSON.parse(file.toString());
    const names = records.map((record) => fold(record.name));
    const byId = new Map(records.map((record) => [record.pack_id, record]));
    let latest;
    return {
      search: (text) => filter(records, names, queryWords(text)),
      ampp: (id) => byId.get(id),
      gtin: (code) => records[(latest ??= latestUses(records)).get(gtin14(code))],
    };
  },
};

function filter(records, names, words) {
  const found = [];
  for (let i = 0; i < names.length && found.length < 20; i++) {
    if (words.every((word) => names[i].includes(word))) found.push(records[i]);
  }
  return found;
}

const isWord = (term) => !/^\d/.test(term);
const MINISEARCH = { fields: ["name"], tokenize: words, processTerm: (word) => word };
const EXACT = { tokenize: queryWords, prefix: true, combineWith: "AND" };
const FUZZY = { ...EXACT, fuzzy: 0.2 };
/** Numbers must match exactly, because another number is another strength. */
const ANY = { ...EXACT, combineWith: "OR", prefix: isWord, fuzzy: (term) => isWord(term) && 0.2 };

/**
 * MiniSearch: all words by prefix. If nothing matches, words within its default edit distance. The
 * variant `or` has the highest recall: any of the words, by prefix or within the edit distance.
 */
function miniSearch(MiniSearch) {
  /** Opens the files. `ranking` has the options of ranked searches. */
  async function openWith([columns, file], ranking) {
    const store = new Columns(columns);
    const index = MiniSearch.loadJSON(file.toString(), MINISEARCH);
    const places = (text, options) => index.search(text, options).map(({ id }) => id);
    const exactOrFuzzy = (text) =>
      ((found) => (found.length ? found : places(text, FUZZY)))(places(text, EXACT));
    return {
      search: (text) =>
        store.records(
          exactOrFuzzy(text)
            .sort((a, b) => a - b)
            .slice(0, 20),
        ),
      rankedSearch: (text) =>
        places(text, ranking)
          .slice(0, 20)
          .map((place) => store.record(place)),
      ...lookups(store),
    };
  }
  return {
    name: "MiniSearch 7",
    findsTypos: true,
    async build(records) {
      const index = new MiniSearch(MINISEARCH);
      index.addAll(records.map(({ name }, id) => ({ id, name })));
      return [encode(records), Buffer.from(JSON.stringify(index))];
    },
    open: (files) => openWith(files, FUZZY),
    or: { name: "MiniSearch 7, OR", open: (files) => openWith(files, ANY) },
  };
}

const lookups = (store) => ({ ampp: (id) => store.ampp(id), gtin: (code) => store.gtin(code) });

// The records as a careful developer would ship them beside an index without a store of its own:
// JSON by column, with repeated texts stored once and derived fields omitted.

/** Fields whose texts occur in many packs. */
const REPEATED = ["generic_pack_name", "generic_product_name", "legal_category", "discontinued"];
const PLAIN = ["pack_id", "name", "short_name", "subpack", "discontinued_date", "invalid"];

function encode(records) {
  const column = (field) => records.map((record) => record[field]);
  const plain = Object.fromEntries(PLAIN.map((field) => [field, column(field)]));
  const repeated = Object.fromEntries(REPEATED.map((field) => [field, dictionary(column(field))]));
  const gtins = records.map(({ gtin_codes }) =>
    gtin_codes.map((entry) => [entry.gtin, entry.start_date, entry.end_date]),
  );
  const prices = records.map(({ prices }) => [prices.price, prices.price_prev]);
  return Buffer.from(JSON.stringify({ plain, repeated, gtins, prices, parts: parts(records) }));
}

function dictionary(column) {
  const places = new Map();
  for (const value of column) if (!places.has(value)) places.set(value, places.size);
  return { texts: [...places.keys()], values: column.map((value) => places.get(value)) };
}

const parts = (records) =>
  Object.fromEntries(
    records.flatMap(({ comb_content }, i) => (comb_content.length ? [[i, comb_content]] : [])),
  );

class Columns {
  #columns;
  #places;
  #latest;

  constructor(file) {
    this.#columns = JSON.parse(file.toString());
  }

  get names() {
    return this.#columns.plain.name;
  }

  records(places) {
    return places.map((place) => this.record(place));
  }

  record(place) {
    const { plain, repeated, gtins, prices, parts } = this.#columns;
    const text = (field) => repeated[field].texts[repeated[field].values[place]];
    const [price, price_prev] = prices[place];
    const discontinued = text("discontinued");
    return {
      pack_id: plain.pack_id[place],
      name: plain.name[place],
      generic_pack_name: text("generic_pack_name"),
      generic_product_name: text("generic_product_name"),
      url: url(plain.name[place], plain.pack_id[place]),
      short_name: plain.short_name[place],
      subpack: plain.subpack[place],
      legal_category: text("legal_category"),
      ...(discontinued && { discontinued }),
      discontinued_date: plain.discontinued_date[place],
      gtin_codes: gtins[place].map(([gtin, start_date, end_date]) => ({
        gtin,
        start_date,
        end_date,
      })),
      prices: { price, price_prev },
      invalid: plain.invalid[place],
      comb_content: parts[place] ?? [],
    };
  }

  ampp(id) {
    this.#places ??= new Map(this.#columns.plain.pack_id.map((id, place) => [id, place]));
    return this.#found(this.#places.get(id));
  }

  gtin(code) {
    this.#latest ??= latestUses(this.names.map((_, place) => this.record(place)));
    return this.#found(this.#latest.get(gtin14(code)));
  }

  #found(place) {
    return place === undefined ? undefined : this.record(place);
  }
}
