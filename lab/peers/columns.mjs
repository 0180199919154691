// The records as a careful developer would ship them beside an index without a store of its own:
// JSON by column, with repeated texts stored once and derived fields omitted.
import { gtin14, latestUses } from "../lib/records.mjs";

/** Fields whose texts occur in many packs. */
const REPEATED = ["generic_pack_name", "generic_product_name", "legal_category", "discontinued"];
const PLAIN = ["pack_id", "name", "short_name", "subpack", "discontinued_date", "invalid"];

export function encode(records) {
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
  const place = (value) => places.get(value) ?? (places.set(value, places.size), places.size - 1);
  const values = column.map(place);
  return { texts: [...places.keys()], values };
}

const parts = (records) =>
  Object.fromEntries(
    records.flatMap(({ comb_content }, i) => (comb_content.length ? [[i, comb_content]] : [])),
  );

export class Columns {
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

const slug = (name) =>
  name
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/[-\s]+/g, "-");
export const url = (name, id) => `/med/ampp/ampp/${slug(name)}-${id}`;
