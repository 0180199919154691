// npm run lab -- eval [--release FILE] [--packs N] [--half tune|report] [--built] [--write]
//
// Measures the relevance of the search: the share of queries with a right pack in first place,
// among the first 5 and 20, and the mean reciprocal rank. The queries are in
// lab/queries. lab/lib/misspell.mjs generates typos of names, and lab/lib/boxes texts from boxes.
// The queries from boxes are in two halves: the search is tuned on one, and `report`, the default,
// is the other one. `--write` writes the tables into lab/report.md.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { Random } from "../tests/common/random.mjs";
import { makeBoxQueries } from "./lib/boxes/model.mjs";
import { HALVES, medicineOf } from "./lib/boxes/products.mjs";
import { FULL_SIZE, openDataset, prepare } from "./lib/data.mjs";
import { canBeMisspelt, misspell } from "./lib/misspell.mjs";
import { productOf, readJudged, readLookAlikes, readWritten } from "./lib/queries.mjs";
import { fold, groupBy, readRecords, tokens, words, wordsOf } from "./lib/records.mjs";
import { count, markdown, publish, readOptions } from "./lib/report.mjs";

/** Runs the evaluation, and prints its tables. */
export async function evaluateSearch(args) {
  const own = { release: "", packs: FULL_SIZE, half: "report" };
  const { half, ...options } = readOptions(args, own);
  if (!HALVES.includes(half))
    throw new Failure(`Unknown half ${half}. The halves are: ${HALVES.join(", ")}`);
  const data = await prepare(options);
  const records = await readRecords(data.records);
  const { queries, omitted } = makeQueries(records, half);
  const lookup = await openDataset(data.dataset);
  say(`Sending ${queries.length} queries`);
  const scores = score(
    queries,
    queries.map(({ text }) => bestOf(lookup, text)),
  );
  writeFileSync(
    join(paths.build, "eval.json"),
    JSON.stringify({ half, omitted, ...scores }, null, 1),
  );
  publish("eval", args, tables(queries, half, scores), {
    note: `${count(records.length)} packs. ${omitted} queries are omitted, because this release does not have their packs.`,
  });
}

/** The names of the best 20 packs. */
export function bestOf(lookup, text) {
  return lookup.search(text, { sort: "relevance" }).packs.map(({ name }) => name);
}

function tables(queries, half, { classes, confused }) {
  const { judged, typos, substances, boxes, lookAlikes } = SOURCES;
  const kindsOf = (...sources) => {
    const some = queries.filter(({ source }) => sources.includes(source));
    return [...new Set(some.map((query) => query.class))];
  };
  const rows = [];
  for (const kind of kindsOf(judged, typos, substances, boxes, lookAlikes))
    rows.push(row(kind, [classes[kind]]));
  const allOf = (source) => kindsOf(source).map((kind) => classes[kind]);
  rows.push(row("judged, all", allOf(judged)));
  if (kindsOf(boxes).length > 0) rows.push(row(`boxes, all (${half} half)`, allOf(boxes)));
  return [
    markdown("class | queries | success@1 / @5 / @20, MRR", rows),
    markdown(
      "source | a wrong medicine above the right one, or only a wrong one",
      [judged, lookAlikes, boxes, substances].map((source) => [
        source,
        confused.filter((one) => one.source === source).length,
      ]),
    ),
  ];
}

function row(label, some) {
  const { queries, at1, at5, at20, mrr } = weightedMean(some);
  const shares = [at1, at5, at20].map((part) => part.toFixed(3)).join(" / ");
  return [label, queries, `${shares}, ${mrr.toFixed(3)}`];
}

function weightedMean(classes) {
  const queries = classes.reduce((sum, one) => sum + one.queries, 0);
  const mean = (key) => classes.reduce((sum, one) => sum + one.queries * one[key], 0) / queries;
  return { queries, at1: mean("at1"), at5: mean("at5"), at20: mean("at20"), mrr: mean("mrr") };
}

// The queries and their scores.

const SEED = 20251122;
const TYPOS = 2500;
const TYPO = "typo";
/** The sources of queries. Each row of the report is of one class, the last rows of one source. */
export const SOURCES = {
  judged: "judged",
  typos: "typos",
  boxes: "boxes",
  lookAlikes: "look-alikes",
  substances: "substances",
};

/**
 * The queries whose packs the release has, with those from boxes of one half, and the
 * number of omitted queries.
 */
export function makeQueries(records, half) {
  const names = records.map(({ name }) => name);
  const different = [...new Set(names.map(productOf))];
  const release = new Release(records);
  const judged = readJudged()
    .map((query) => release.judge(query))
    .map(withSource(SOURCES.judged));
  const written = readWritten(half).map((query) => release.judge(query));
  const made = makeBoxQueries(records).filter((query) => query.half === half);
  const lookAlikes =
    half === "report"
      ? readLookAlikes()
          .map((query) => release.judge(query))
          .map(withSource(SOURCES.lookAlikes))
      : [];
  const boxes = byClass([...written, ...made])
    .map((query) => release.withPartners(query))
    .map(withSource(SOURCES.boxes));
  const substances = makeSubstances(records, new Random(SEED)).map(withSource(SOURCES.substances));
  const all = [
    ...judged,
    ...makeTypos(records, different).map(withSource(SOURCES.typos)),
    ...substances,
    ...boxes,
    ...lookAlikes,
  ];
  const queries = all.filter(({ right }) => right?.size !== 0);
  return { queries, omitted: all.length - queries.length };
}

const withSource = (source) => (query) => ({ ...query, source });
const byClass = (queries) => [...groupBy(queries, (query) => query.class).values()].flat();

/** A pack answers with its own name, its generic one, or both together. */
const bothNames = ({ name, generic_product_name }) => `${name} ${generic_product_name}`;

/**
 * The words of all names, split once, and the names with each word. Two thousand queries use this
 * index.
 */
class Release {
  #words = new Map();
  #names = new Map();
  #medicines = new Map();

  constructor(records) {
    for (const record of records) {
      this.#medicines.set(record.name, medicineOf(record));
      this.#words.set(record.name, wordsOf(bothNames(record)));
    }
    for (const [name, found] of this.#words)
      for (const word of new Set(found)) this.#add(word, name);
  }

  #add(word, name) {
    const names = this.#names.get(word);
    if (names) names.push(name);
    else this.#names.set(word, [name]);
  }

  /**
   * Converts rules for words to rules for names, with the names that are `right`. Without a rule,
   * the query must find nothing.
   */
  judge({ holds, isPartner, ...query }) {
    const ofName = (rule) => rule && ((name) => rule(this.#words.get(name)));
    const isRight = ofName(holds);
    const candidates = holds?.key ? (this.#names.get(holds.key) ?? []) : [...this.#words.keys()];
    return {
      ...query,
      isRight,
      isPartner: ofName(isPartner),
      right: isRight && new Set(candidates.filter(isRight)),
    };
  }

  /**
   * Adds partners to a query from a box: every other medicine, which must not be ranked above the
   * right one.
   */
  withPartners(query) {
    const right = new Set([...query.right].map((name) => this.#medicines.get(name)));
    return {
      ...query,
      isPartner: query.isPartner ?? ((name) => !right.has(this.#medicines.get(name))),
    };
  }
}

/**
 * Generates queries with one misspelt word of a product; half of them have its strength. Each
 * product is equally likely, and each typo occurs once.
 */
function makeTypos(records, products) {
  const random = new Random(SEED);
  const known = new Set(records.flatMap(({ name }) => words(name)));
  const found = new Map(records.map((record) => [record.name, words(bothNames(record))]));
  const typos = new Map();
  // A small release has too few words, so a draw may repeat an earlier one.
  for (let draw = 0; draw < 20 * TYPOS && typos.size < TYPOS; draw++) {
    const typo = makeTypo(random, random.pick(products), known, found);
    if (typo) typos.set(typo.text, typo);
  }
  return [...typos.values()];
}

function makeTypo(random, product, known, wordsOfNames) {
  const typed = tokens(fold(product));
  const intended = typed.find(({ kind, text }) => kind === "word" && canBeMisspelt(text))?.text;
  const strength = random.chance(0.5) && typed.find(({ kind }) => kind === "quantity")?.text;
  if (!intended) return null;
  const wanted = [intended, strength].filter(Boolean);
  const text = [misspell(random, intended, known), strength].filter(Boolean).join(" ");
  return {
    class: TYPO,
    text,
    intended,
    isRight: (name) => wanted.every((word) => wordsOfNames.get(name).includes(word)),
  };
}

/**
 * Returns by class `{ queries, at1, at5, at20, mrr }` as shares, the misses, and the queries with a
 * partner ranked above the right pack.
 */
export function score(queries, answers) {
  const byClass = {};
  const misses = [];
  const confused = [];
  queries.forEach((query, i) => {
    const rank = rankOf(query, answers[i]);
    add((byClass[query.class] ??= { queries: 0, at1: 0, at5: 0, at20: 0, mrr: 0 }), rank);
    if (rank > 5)
      misses.push({
        class: query.class,
        text: query.text,
        intended: query.intended,
        first: answers[i][0] ?? null,
      });
    if (query.isPartner && isPartnerFirst(query, answers[i], rank))
      confused.push({
        source: query.source,
        class: query.class,
        text: query.text,
        first: answers[i][0],
      });
  });
  for (const sums of Object.values(byClass))
    for (const key of ["at1", "at5", "at20", "mrr"]) sums[key] /= sums.queries;
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
 * The rank of the first right pack from 1 on, or infinity if it is not among the first 20.
 * If nothing should be found, an empty result has rank 1.
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

// Queries for medicines that are sold only under a brand: words of generic names that no pack's own
// name has. Such a word must find its packs, and no other medicine.

/** A query for each of these words, and one with a typo for each that can be misspelt. */
function makeSubstances(records, random) {
  const known = new Set(records.flatMap(({ name }) => words(name)));
  const names = namesBySubstance(records, known);
  const every = new Set([...known, ...names.keys()]);
  const typed = [...names].map(([word, right]) => query("substance", word, word, right));
  const misspelt = [...names].filter(([word]) => canBeMisspelt(word));
  return [
    ...typed,
    ...misspelt.map(([word, right]) =>
      query("substance-misspelt", misspell(random, word, every), word, right),
    ),
  ];
}

function namesBySubstance(records, known) {
  const names = new Map();
  for (const { name, generic_product_name } of records) {
    for (const word of words(generic_product_name).filter(
      (word) => /^[a-z]/.test(word) && !known.has(word),
    )) {
      names.set(word, (names.get(word) ?? new Set()).add(name));
    }
  }
  return names;
}

/** A query. Any other medicine is a partner, also if the right one is not found. */
function query(kind, text, intended, right) {
  return {
    class: kind,
    text,
    intended,
    right,
    isRight: (name) => right.has(name),
    isPartner: (name) => !right.has(name),
  };
}
