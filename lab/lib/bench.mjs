// One benchmark run: all engines on one dataset with the same queries. The oracle decides which answers are right.
import { build, measure, sizes } from "./engines.mjs";
import { Oracle } from "./oracle.mjs";
import { makeQueries } from "./queries.mjs";
import { gtin14, latestUses, readRecords } from "./records.mjs";
import { fold, words } from "./words.mjs";

const STARTS = 5;

/** Returns the results by engine. `data` is `{ dataset, records, folder }`, as `prepare` returns it. */
export async function bench(engines, data, { seconds, say }) {
  const records = await readRecords(data.records);
  const judge = new Judge(records);
  const results = [];
  for (const engine of engines) {
    say(`Measuring ${engine}`);
    results.push({ engine, ...(await benchOne(engine, data, judge, seconds)) });
  }
  return { packs: records.length, queries: countByClass(judge.queries), results };
}

async function benchOne(engine, data, judge, seconds) {
  const { name } = await import(`../peers/${engine}.mjs`);
  const files = await build(engine, data);
  const job = { files, queries: judge.queries, seconds };
  const { times, answers, memory } = measure(engine, job, data.folder);
  const starts = Array.from({ length: STARTS }, () => measure(engine, { ...job, startOnly: true }, data.folder).start);
  return { name, size: await sizes(files, data.folder), start: medians(starts), memory, times, right: judge.right(answers) };
}

/** Returns the median of each time separately. */
function medians(starts) {
  const middle = (key) => starts.map((start) => start[key]).toSorted((a, b) => a - b)[starts.length >> 1];
  return Object.fromEntries(Object.keys(starts[0]).map((key) => [key, middle(key)]));
}

function countByClass({ names, gtins, ids }) {
  const counts = {};
  for (const query of names) counts[query.class] = (counts[query.class] ?? 0) + 1;
  return { ...counts, gtin: gtins.length, ampp: ids.length };
}

/** The queries, and which answers to them are right. */
class Judge {
  #oracle;
  #names;
  #latest;
  #records;

  constructor(records) {
    this.queries = makeQueries(records);
    this.#records = records;
    this.#names = new Map(records.map(({ pack_id, name }) => [pack_id, name]));
    this.#latest = latestUses(records);
    this.#oracle = new Oracle(records);
  }

  /** Returns by class the number of judged queries, and the queries with a wrong answer. */
  right({ names, gtins, ids }) {
    const byClass = {};
    const note = (kind, isRight, text) => {
      byClass[kind] ??= { judged: 0, wrong: [] };
      byClass[kind].judged++;
      if (!isRight) byClass[kind].wrong.push(text);
    };
    this.queries.names.forEach((query, i) => {
      const verdict = this.#verdict(query, names[i]);
      if (verdict !== null) note(query.class, verdict, query.text);
    });
    this.queries.gtins.forEach((code, i) => note("gtin", gtins[i] === this.#latestId(code), code));
    this.queries.ids.forEach((id, i) => note("ampp", ids[i] === (this.#names.has(id) ? id : null), id));
    return byClass;
  }

  #verdict(query, ids) {
    if (query.class === "nothing") return ids.length === 0;
    if (query.class === "typo") return ids.some((id) => this.#isMeant(query.meant, id));
    return this.#oracle.judge(query.text, ids);
  }

  /** Returns whether a misspelt query is answered: a pack with the intended word is among the results. */
  #isMeant(word, id) {
    return words(fold(this.#names.get(id))).includes(word);
  }

  #latestId(code) {
    return this.#records[this.#latest.get(gtin14(code))]?.pack_id ?? null;
  }
}
