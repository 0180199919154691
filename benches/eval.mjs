// npm run eval [-- --release FILE] [--packs N] [--only ENGINE,...] [--built] [--write]: how well Pack Lookup ranks, beside
// what one might use instead. Judged queries are in benches/eval/judged.tsv, benches/lib/typos.mjs makes the typos.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepare, prepareTools } from "./lib/data.mjs";
import { evaluate, makeQueries, TYPO } from "./lib/eval.mjs";
import { measuredOn } from "./lib/machine.mjs";
import { readRecords } from "./lib/records.mjs";
import { markdown, writeSection } from "./lib/table.mjs";
import { paths, root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";

const ENGINES = ["ours", "sqlite", "minisearch", "ufuzzy"];

main(async (args) => {
  const { release, packs, only, built, write } = readOptions(args);
  prepareTools(built);
  const data = await prepare({ release, packs: Number(packs) });
  const names = (await readRecords(data.records)).map(({ name }) => name);
  const { queries, left } = makeQueries(names);
  const results = [];
  for (const engine of only?.split(",") ?? ENGINES) {
    say(`Asking ${engine} ${queries.length} queries`);
    results.push(await evaluate(engine, queries, data));
  }
  writeFileSync(join(paths.build, "eval.json"), JSON.stringify({ left, results }, null, 1));
  const text = report({ packs: names.length, queries, left, results }, args);
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "docs", "evaluation.md"), "eval", text);
});

function readOptions(args) {
  const options = {
    release: { type: "string" },
    packs: { type: "string", default: "184331" },
    only: { type: "string" },
    built: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  };
  return parseArgs({ args, options }).values;
}

function report({ packs, queries, left, results }, args) {
  const kinds = [...new Set(queries.map((query) => query.class))];
  const rows = [...kinds.map((kind) => row(kind, [kind], results)), row("judged, all", kinds.filter((kind) => kind !== TYPO), results)];
  return [
    markdown(["class", "queries", ...results.map(({ name }) => name)], rows),
    "",
    "Each cell: success@1 / @5 / @20, MRR. Look-alikes with the wrong medicine above the right one: " +
      results.map(({ name, confused }) => `${name} ${confused.length}`).join(", ") + ".",
    "",
    `${packs.toLocaleString("en")} packs. ${left} of the judged queries ask for packs that this release does not have, and are left out. ${measuredOn("eval", args)}`,
  ].join("\n");
}

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
