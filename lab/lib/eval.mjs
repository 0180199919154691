// Measures how well engines rank: judged queries, typos generated from real names, and texts typed from a box.
import { Random } from "../../tests/common/random.mjs";
import { makeBoxQueries } from "./box/model.mjs";
import { medicineOf } from "./box/products.mjs";
import { build, child, engineModule } from "./engines.mjs";
import { readJudged, readLookAlikes, readWritten } from "./judged.mjs";
import { productOf } from "./queries.mjs";
import { groupBy } from "./records.mjs";
import { canBeMisspelt, misspell } from "./typos.mjs";
import { fold, tokens, words, wordsOf } from "./words.mjs";

const SEED = 20251122;
const TYPOS = 2500;
const TYPO = "typo";
/** The sources of queries. Each row of the report is of one class, the last rows of one source. */
export const SOURCES = { judged: "judged", typos: "typos", boxes: "boxes", lookAlikes: "look-alikes", substances: "substances" };

/** Returns the queries that the packs of a release can answer, with those of boxes from one half, and the number of other queries. */
export function makeQueries(records, half) {
  const names = records.map(({ name }) => name);
  const different = [...new Set(names.map(productOf))];
  const release = new Release(records);
  const judged = readJudged().map((query) => release.judge(query)).map(from(SOURCES.judged));
  const written = readWritten(half).map((query) => release.judge(query));
  const made = makeBoxQueries(records).filter((query) => query.half === half);
  const lookAlikes = half === "report" ? readLookAlikes().map((query) => release.judge(query)).map(from(SOURCES.lookAlikes)) : [];
  const boxes = byClass([...written, ...made]).map((query) => release.withOthers(query)).map(from(SOURCES.boxes));
  const substances = makeSubstances(records, new Random(SEED)).map(from(SOURCES.substances));
  const all = [...judged, ...makeTypos(names, different).map(from(SOURCES.typos)), ...substances, ...boxes, ...lookAlikes];
  const queries = all.filter(({ right }) => right?.size !== 0);
  return { queries, left: all.length - queries.length };
}

const from = (source) => (query) => ({ ...query, source });
const byClass = (queries) => [...groupBy(queries, (query) => query.class).values()].flat();

/** The words of all names, split once, and the names with each word. Two thousand queries use this index. */
class Release {
  #words = new Map();
  #names = new Map();
  #medicines = new Map();

  constructor(records) {
    for (const record of records) {
      this.#medicines.set(record.name, medicineOf(record));
      this.#words.set(record.name, wordsOf(record.name));
    }
    for (const [name, found] of this.#words) for (const word of new Set(found)) this.#add(word, name);
  }

  #add(word, name) {
    const names = this.#names.get(word);
    if (names) names.push(name);
    else this.#names.set(word, [name]);
  }

  /** Converts rules for words to rules for names, with the names that are `right`. Without a rule, the query must find nothing. */
  judge({ holds, isPartner, ...query }) {
    const ofName = (rule) => rule && ((name) => rule(this.#words.get(name)));
    const isRight = ofName(holds);
    const might = holds?.key ? this.#names.get(holds.key) ?? [] : [...this.#words.keys()];
    return { ...query, isRight, isPartner: ofName(isPartner), right: isRight && new Set(might.filter(isRight)) };
  }

  /** Adds partners to a query from a box: every other medicine, which must not be ranked above the right one. */
  withOthers(query) {
    const right = new Set([...query.right].map((name) => this.#medicines.get(name)));
    return { ...query, isPartner: query.isPartner ?? ((name) => !right.has(this.#medicines.get(name))) };
  }
}

/**
 * Generates queries with one misspelt word of a product; half of them have its strength. Each product is equally likely, and each typo occurs
 * once.
 */
function makeTypos(names, products) {
  const random = new Random(SEED);
  const known = new Set(names.flatMap(words));
  const typos = new Map();
  // A small release has too few words, so a draw may repeat an earlier one.
  for (let draw = 0; draw < 20 * TYPOS && typos.size < TYPOS; draw++) {
    const typo = makeTypo(random, random.pick(products), known);
    if (typo) typos.set(typo.text, typo);
  }
  return [...typos.values()];
}

function makeTypo(random, product, known) {
  const found = tokens(fold(product));
  const meant = found.find(({ kind, text }) => kind === "word" && canBeMisspelt(text))?.text;
  const strength = random.chance(0.5) && found.find(({ kind }) => kind === "quantity")?.text;
  if (!meant) return null;
  const wanted = [meant, strength].filter(Boolean);
  const text = [misspell(random, meant, known), strength].filter(Boolean).join(" ");
  return { class: TYPO, text, meant, isRight: (name) => ((have) => wanted.every((word) => have.includes(word)))(words(name)) };
}

export async function evaluate(engine, queries, data) {
  const { name, madeBy = engine } = await peer(engine);
  const { buildRanked } = await peer(madeBy);
  const files = await build(madeBy, { ...data, maker: buildRanked ? "buildRanked" : "build" });
  const job = { engine: engineModule(engine), files, texts: queries.map(({ text }) => text) };
  const answers = child("rank", job, data.folder);
  return { name, ...score(queries, answers) };
}

/** Returns the times of the queries in the module, by interpretation: `{ queries, p50, p99, worst, text }`, in milliseconds. */
export async function timesOf(queries, data) {
  const files = await build("ours", data);
  return child("time", { engine: engineModule("ours"), files, texts: queries.map(({ text }) => text) }, data.folder);
}

const peer = (engine) => import(`../peers/${engine}.mjs`);

/** Returns by class `{ queries, at1, at5, at20, mrr }` as shares, the misses, and the queries with a partner ranked above the right pack. */
export function score(queries, answers) {
  const byClass = {};
  const misses = [];
  const confused = [];
  queries.forEach((query, i) => {
    const rank = rankOf(query, answers[i]);
    add((byClass[query.class] ??= { queries: 0, at1: 0, at5: 0, at20: 0, mrr: 0 }), rank);
    if (rank > 5) misses.push({ class: query.class, text: query.text, meant: query.meant, first: answers[i][0] ?? null });
    if (query.isPartner && isPartnerFirst(query, answers[i], rank)) confused.push({ source: query.source, class: query.class, text: query.text, first: answers[i][0] });
  });
  for (const sums of Object.values(byClass)) for (const key of ["at1", "at5", "at20", "mrr"]) sums[key] /= sums.queries;
  return { classes: byClass, misses, confused };
}

function add(sums, rank) {
  sums.queries++;
  sums.at1 += rank <= 1;
  sums.at5 += rank <= 5;
  sums.at20 += rank <= 20;
  sums.mrr += 1 / rank;
}

/**
 * Returns the rank of the first right pack from 1 on, or infinity if it is not among the first 20. If nothing should be found, an empty result
 * has rank 1.
 */
function rankOf({ isRight }, names) {
  if (!isRight) return names.length === 0 ? 1 : Infinity;
  const place = names.findIndex(isRight);
  return place < 0 ? Infinity : place + 1;
}

function isPartnerFirst({ isPartner, isRight }, names, rank) {
  const place = names.findIndex((name) => isPartner(name) && !isRight(name));
  return place >= 0 && place + 1 < rank;
}

// Queries for medicines that are sold only under a brand: words of generic names that no pack's own name has. Such a word must find its packs,
// and no other medicine.

/** Returns a query for each of these words, and one with a typo for each that can be misspelt. */
function makeSubstances(records, random) {
  const known = new Set(records.flatMap(({ name }) => words(name)));
  const names = namesBySubstance(records, known);
  const every = new Set([...known, ...names.keys()]);
  const asked = [...names].map(([word, right]) => query("substance", word, word, right));
  const misspelt = [...names].filter(([word]) => canBeMisspelt(word));
  return [...asked, ...misspelt.map(([word, right]) => query("substance-misspelt", misspell(random, word, every), word, right))];
}

function namesBySubstance(records, known) {
  const names = new Map();
  for (const { name, generic_product_name } of records) {
    for (const word of words(generic_product_name).filter((word) => /^[a-z]/.test(word) && !known.has(word))) {
      names.set(word, (names.get(word) ?? new Set()).add(name));
    }
  }
  return names;
}

/** Returns a query. Any other medicine is a partner, also if the right one is not found. */
const query = (kind, text, meant, right) => ({ class: kind, text, meant, right, isRight: (name) => right.has(name), isPartner: (name) => !right.has(name) });
