// npm run lab -- peers [--release FILE] [--packs N] [--only ENGINE,...] [--seconds N] [--built]
// [--write]
//
// Compares size, time and memory of Pack Lookup with those of other engines, on one release in one
// run. Without a release it uses demonstration data of full size. lab/lib/queries.mjs generates the
// queries. `--write` writes the tables into lab/report.md.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { budgets } from "../scripts/build/budgets.mjs";
import { paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { bench } from "./lib/bench.mjs";
import { FULL_SIZE, prepare } from "./lib/data.mjs";
import { CLASSES } from "./lib/queries.mjs";
import {
  count,
  markdown,
  megabytes,
  microseconds,
  milliseconds,
  percentile,
  publish,
  readOptions,
} from "./lib/report.mjs";

const ENGINES = ["ours", "json", "minisearch", "sqlite"];
/**
 * The classes that no pack matches as typed. Engines with typo tolerance then search for similar
 * words, which costs more.
 */
const FUZZY = ["typo", "nothing"];

/** Compares the engines, and prints the tables. */
export async function peers(args) {
  const options = readOptions(args, { release: "", packs: FULL_SIZE, only: "", seconds: 10 });
  const data = await prepare(options);
  const chosen = options.only ? options.only.split(",") : ENGINES;
  const measured = await bench(chosen, data, { seconds: options.seconds, say });
  writeFileSync(join(paths.build, "bench.json"), JSON.stringify(measured, null, 1));
  requireSmall(measured);
  publish("peers", args, [table(measured)], { note: noteOn(measured) });
}

/**
 * Fails if a release of real size is over budget. Small releases compress too little to be checked.
 */
function requireSmall({ packs, results }) {
  const ours = results.find(({ engine }) => engine === "ours");
  if (!ours || packs < FULL_SIZE) return;
  const { brotli } = ours.size;
  if (brotli > packs * budgets.fullPack + budgets.wasm) {
    throw new Failure(
      `Dataset and WebAssembly have ${brotli} bytes in brotli, over the budget of scripts/build/budgets.mjs`,
    );
  }
}

const TITLES =
  " | download, brotli | raw | gzip | bytes → first answer | second start | memory | of which wasm" +
  " | GTIN p50 | AMPP code p50 | names p50 | names p99 | misspelt p50 | misspelt p99";

function table({ results }) {
  const names = Object.keys(CLASSES).filter((kind) => !FUZZY.includes(kind));
  return markdown(
    TITLES,
    results.map((result) => summary(result, names)),
  );
}

function noteOn({ packs, queries }) {
  const counts = Object.keys(CLASSES).map((kind) => `${queries[kind]} ${CLASSES[kind]}`);
  const codes = `${queries.gtin} GTINs and ${queries.ampp} AMPP codes, four in five of them known`;
  return (
    `${count(packs)} packs; ${counts.join(", ")}; ${codes}, timed twenty at a time. ` +
    "*Second start* is in the same process, with compiled code."
  );
}

function summary({ name, findsTypos, size, start, memory, times }, names) {
  const nameTimes = names.flatMap((kind) => times[kind]);
  const misspelt = [0.5, 0.99].map((part) => microseconds(percentile(times.typo, part)));
  return [
    name,
    megabytes(size.brotli),
    megabytes(size.raw),
    megabytes(size.gzip),
    milliseconds(start.first),
    milliseconds(start.again),
    megabytes(memory.rss),
    memory.wasm ? megabytes(memory.wasm) : "–",
    microseconds(percentile(times.gtin, 0.5)),
    microseconds(percentile(times.ampp, 0.5)),
    microseconds(percentile(nameTimes, 0.5)),
    microseconds(percentile(nameTimes, 0.99)),
    ...(findsTypos ? misspelt : ["–", "–"]),
  ];
}
