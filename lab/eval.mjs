// npm run lab -- eval [--release FILE] [--packs N] [--only ENGINE,...] [--half tune|report] [--built] [--write]
//
// Measures the relevance of the search beside other engines: the share of queries with a right pack in first place, among the first 5 and 20,
// and the mean reciprocal rank. The queries are in lab/queries. lab/lib/typos.mjs generates typos of names, and lab/lib/box texts from boxes.
// The queries from boxes are in two halves: the search is tuned on one, and `report`, the default, is the other one.
// `--write` writes the tables into lab/reports/evaluation.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepare, prepareTools } from "./lib/data.mjs";
import { HALVES } from "./lib/box/products.mjs";
import { evaluate, makeQueries, SOURCES, timesOf } from "./lib/eval.mjs";
import { markdown, measuredOn, milliseconds, writeSection } from "./lib/figures.mjs";
import { readRecords } from "./lib/records.mjs";
import { paths, root } from "../scripts/common/project.mjs";
import { Failure, main, say } from "../scripts/common/run.mjs";

const ENGINES = ["ours", "sqlite", "sqlite-or", "minisearch", "minisearch-or", "ufuzzy"];

main(async (args) => {
  const { release, packs, only, half, built, write } = readOptions(args);
  if (!HALVES.includes(half)) throw new Failure(`There is no half ${half}, but ${HALVES.join(" and ")}.`);
  await prepareTools(built);
  const data = await prepare({ release, packs: Number(packs) });
  const records = await readRecords(data.records);
  const { queries, left } = makeQueries(records, half);
  const results = [];
  for (const engine of only?.split(",") ?? ENGINES) {
    say(`Asking ${engine} ${queries.length} queries`);
    results.push(await evaluate(engine, queries, data));
  }
  say("Measuring how long they take");
  const times = await timesOf(queries, data);
  writeFileSync(join(paths.build, "eval.json"), JSON.stringify({ half, left, results, times }, null, 1));
  const text = report({ packs: records.length, queries, half, left, results, times }, args);
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "evaluation.md"), "eval", text);
});

function readOptions(args) {
  const options = {
    release: { type: "string" },
    packs: { type: "string", default: "184331" },
    only: { type: "string" },
    half: { type: "string", default: "report" },
    built: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  };
  return parseArgs({ args, options }).values;
}

function report({ packs, queries, half, left, results, times }, args) {
  const kindsOf = (...sources) => [...new Set(queries.filter(({ source }) => sources.includes(source)).map((query) => query.class))];
  const { judged, typos, substances, boxes, lookAlikes } = SOURCES;
  const rows = [
    ...kindsOf(judged, typos, substances, boxes, lookAlikes).map((kind) => row(kind, [kind], results)),
    ...[["judged, all", judged], [`boxes, all (${half} half)`, boxes]].filter(([, source]) => kindsOf(source).length > 0).map(([label, source]) => row(label, kindsOf(source), results)),
  ];
  const confused = (source) => results.map((result) => `${result.name} ${result.confused.filter((one) => one.source === source).length}`).join(", ");
  return [
    markdown(["class", "queries", ...results.map(({ name }) => name)], rows),
    "",
    `Each cell: success@1 / @5 / @20, MRR. Look-alikes with the wrong medicine above the right one: ${confused(judged)}${half === "report" ? `; of the pairs held apart: ${confused(lookAlikes)}` : ""}. ` +
      `A wrong medicine above the right one, or shown without it, in the queries from boxes: ${confused(boxes)}; for medicines that are only to be had by a brand's name: ${confused(substances)}.`,
    "",
    markdown(["read", "queries", "p50", "p99", "worst"], Object.entries(times).map(timesRow)),
    "",
    "Times are those of a search with its best 20 packs in the module, the quickest of five runs each.",
    "",
    `${packs.toLocaleString("en")} packs. Of the queries from boxes (${kindsOf(boxes).join(", ")}) these are the ${half} half. ` +
      `${left} queries ask for packs that this release does not have, and are left out. ${measuredOn("eval", args)}`,
  ].join("\n");
}

const timesRow = ([how, { queries, p50, p99, worst }]) => [how, queries, ...[p50, p99, worst].map(milliseconds)];

function row(label, kinds, results) {
  const all = results.map(({ classes }) => together(kinds.map((kind) => classes[kind])));
  const cell = ({ at1, at5, at20, mrr }) => `${[at1, at5, at20].map((part) => part.toFixed(3)).join(" / ")}, ${mrr.toFixed(3)}`;
  return [label, all[0].queries, ...all.map(cell)];
}

function together(classes) {
  const queries = classes.reduce((sum, one) => sum + one.queries, 0);
  const mean = (key) => classes.reduce((sum, one) => sum + one.queries * one[key], 0) / queries;
  return { queries, at1: mean("at1"), at5: mean("at5"), at20: mean("at20"), mrr: mean("mrr") };
}
