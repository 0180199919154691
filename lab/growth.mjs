// npm run lab -- growth [--built] [--write]: how cost grows with the number of packs, over demonstration data of four sizes.
// `--write` puts the table into lab/reports/growth.md, and the chart beside it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bench } from "./lib/bench.mjs";
import { chart } from "./lib/chart.mjs";
import { prepare, prepareTools } from "./lib/data.mjs";
import { sizes } from "./lib/engines.mjs";
import { measuredOn } from "./lib/machine.mjs";
import { CLASSES } from "./lib/queries.mjs";
import { digits, markdown, megabytes, microseconds, milliseconds, percentile, writeSection } from "./lib/table.mjs";
import { paths, root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";

const SIZES = [2_000, 20_000, 184_331, 1_000_000];
const NAMES = Object.keys(CLASSES).filter((kind) => !["typo", "nothing"].includes(kind));

const LINES = {
  "names, slowest 1 %": ({ times }) => percentile(namesOf(times), 0.99),
  "typos, slowest 1 %": ({ times }) => percentile(times.typo, 0.99),
  "typos, median": ({ times }) => percentile(times.typo, 0.5),
  "names, median": ({ times }) => percentile(namesOf(times), 0.5),
  "AMPP codes, median": ({ times }) => percentile(times.ampp, 0.5),
  "GTINs, median": ({ times }) => percentile(times.gtin, 0.5),
};

main(async (args) => {
  const options = { built: { type: "boolean" }, write: { type: "boolean" }, seconds: { type: "string", default: "5" } };
  const { built, write, seconds } = parseArgs({ args, options }).values;
  await prepareTools(built);
  const measured = [];
  for (const packs of SIZES) measured.push(await measureSize(packs, Number(seconds)));
  writeFileSync(join(paths.build, "growth.json"), JSON.stringify(measured, null, 1));
  const text = `${table(measured)}\n\n${measuredOn("growth", args)}`;
  console.log(`\n${text}\n`);
  if (write) writeDocuments(text, measured);
});

async function measureSize(packs, seconds) {
  const data = await prepare({ packs });
  const { results } = await bench(["ours"], data, { seconds, say });
  // The WebAssembly is the same for all.
  return { packs, importing: data.importing, ...results[0], size: await sizes([data.dataset], data.folder) };
}

const namesOf = (times) => NAMES.flatMap((kind) => times[kind]);

function table(measured) {
  const head = ["packs", "file", "in brotli", "of that for each pack", "import", "import, memory", "bytes → first answer", "wasm memory", ...Object.keys(LINES).toReversed()];
  return markdown(head, measured.map(row));
}

function row(one) {
  const { packs, size, importing, start, memory } = one;
  return [
    packs.toLocaleString("en"), megabytes(size.raw), megabytes(size.brotli), `${digits(size.brotli / packs)} B`,
    `${digits(importing.ms / 1000)} s`, megabytes(importing.peak), milliseconds(start.first_answer_ms), megabytes(memory.wasm),
    ...Object.values(LINES).toReversed().map((time) => microseconds(time(one))),
  ];
}

function writeDocuments(text, measured) {
  writeSection(join(root, "lab", "reports", "growth.md"), "growth", text);
  const drawing = chart({
    title: "Time for one answer by number of packs",
    xs: measured.map(({ packs }) => packs),
    lines: Object.entries(LINES).map(([name, time]) => ({ name, values: measured.map(time) })),
    xLabel: "packs",
    xText: (packs) => Math.round(packs).toLocaleString("en"),
    yLabel: "time for one answer",
    yText: microseconds,
  });
  writeFileSync(join(root, "lab", "reports", "growth.svg"), drawing);
}
