// npm run lab -- scan [--tuned] [--few] [--pictures] [--films] [--built] [--write]
//
// Measures how many of the hard frames the page's decoder reads, with one strategy and with all in rotation, and what each costs. The strategies were
// chosen on the frames with odd numbers: the even ones are measured, or with `--tuned` the odd ones. `--few` takes a third of them. `--pictures`
// reads each frame as a still picture too. `--films` measures the time from a code in view to its pack on the screen instead, in Chromium.
// `--write` writes the tables into lab/reports/scan.md.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";
import { frames, NO_CODE } from "../tests/page/hard-frames/frames.mjs";
import { ALL_STRATEGIES, read, ROUND } from "./lib/hard.mjs";
import { digits, markdown, measuredOn, percentile, writeSection } from "./lib/figures.mjs";

main(async (args) => {
  const options = { tuned: { type: "boolean" }, few: { type: "boolean" }, pictures: { type: "boolean" }, films: { type: "boolean" }, built: { type: "boolean" }, write: { type: "boolean" } };
  const { tuned, few, pictures, films, built, write } = parseArgs({ args, options }).values;
  const tables = films ? (await import("./lib/scan-films.mjs")).measured(built) : measured(tuned ? 1 : 0, few ? 6 : 2, pictures);
  const text = `${await tables}\n\n${measuredOn("scan", args)}`;
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "scan.md"), films ? "films" : "frames", text);
});

async function measured(remainder, of, pictures) {
  const chosen = frames.filter(({ number }) => number % of === remainder);
  const results = [];
  for (const frame of chosen) {
    results.push(await read(frame, pictures));
    if (results.length % 20 === 0) say(`${results.length} of ${chosen.length} frames`);
  }
  const coded = results.filter(({ frame }) => frame.condition !== NO_CODE);
  return [by("condition", coded, results), by("bcid", coded, results), costs(results), soon(coded)].filter(Boolean).join("\n\n");
}

const NAMES = { condition: "condition", bcid: "symbology" };
const LOOKS = { plain: "one strategy", held: "all in rotation", picture: "as a picture" };

function by(property, coded, all) {
  const looks = Object.keys(LOOKS).filter((look) => coded.some((result) => result[look]));
  const counts = (results) => [results.length, ...looks.map((look) => results.filter((result) => result[look] === "right").length)];
  const groups = [...new Set(coded.map(({ frame }) => frame[property]))];
  const rows = groups.map((group) => [group, ...counts(coded.filter(({ frame }) => frame[property] === group))]);
  const without = all.filter(({ frame }) => frame.condition === NO_CODE);
  const wrong = (of) => looks.map((look) => of.filter((result) => result[look] === "wrong").length);
  const end = [
    ["**all**", ...counts(coded).map((count) => `**${count}**`)],
    ["read wrong", coded.length, ...wrong(coded)],
    ["read where there is no code", without.length, ...wrong(without)],
  ];
  const head = [NAMES[property], "frames", ...looks.map((look) => LOOKS[look])];
  return markdown(head, property === "condition" ? [...rows, ...end] : rows);
}

function costs(results) {
  const times = results.flatMap(({ times }) => times);
  const median = (region, strategy) => {
    const ms = times.filter((time) => time.region === region && time.strategy === strategy).map((time) => time.ms);
    return ms.length ? digits(percentile(ms, 0.5)) : "";
  };
  return markdown(["strategy", "ms within the guide", "ms of the whole"], ALL_STRATEGIES.map((strategy) => [strategy, median("guide", strategy), median("visible", strategy)]));
}

function soon(coded) {
  const read = coded.filter(({ held }) => held === "right").map(({ frames }) => frames);
  const at = (frames) => read.filter((count) => count <= frames).length;
  const steps = [1, 2, 4, 6, 8, ROUND].filter((step, index, all) => step <= ROUND && all.indexOf(step) === index);
  return markdown(["read by the frame", ...steps.map(String)], [["in rotation", ...steps.map(at)]]);
}

