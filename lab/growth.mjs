// npm run lab -- growth [--seconds N] [--built] [--write]
//
// Measures how cost grows with the number of packs, on demonstration data of four sizes up to a
// million packs. `--write` writes the table into lab/report.md, and the chart into
// growth.svg.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { paths, root } from "../scripts/common/project.mjs";
import { say } from "../scripts/common/run.mjs";
import { bench, sizes } from "./lib/bench.mjs";
import { FULL_SIZE, prepare, prepareTools } from "./lib/data.mjs";
import { CLASSES } from "./lib/queries.mjs";
import {
  digits,
  markdown,
  measuredOn,
  megabytes,
  microseconds,
  milliseconds,
  percentile,
  publish,
} from "./lib/report.mjs";

const SIZES = [2_000, 20_000, FULL_SIZE, 1_000_000];
const NAMES = Object.keys(CLASSES).filter((kind) => !["typo", "nothing"].includes(kind));

const LINES = {
  "names, slowest 1 %": ({ times }) => percentile(namesOf(times), 0.99),
  "typos, slowest 1 %": ({ times }) => percentile(times.typo, 0.99),
  "typos, median": ({ times }) => percentile(times.typo, 0.5),
  "names, median": ({ times }) => percentile(namesOf(times), 0.5),
  "AMPP codes, median": ({ times }) => percentile(times.ampp, 0.5),
  "GTINs, median": ({ times }) => percentile(times.gtin, 0.5),
};

/** Measures datasets of several sizes, and prints the table. */
export async function growth(args) {
  const options = {
    built: { type: "boolean" },
    write: { type: "boolean" },
    seconds: { type: "string", default: "5" },
  };
  const { built, write, seconds } = parseArgs({ args, options }).values;
  await prepareTools(built);
  const measured = [];
  for (const packs of SIZES) measured.push(await measureSize(packs, Number(seconds)));
  writeFileSync(join(paths.build, "growth.json"), JSON.stringify(measured, null, 1));
  publish(`${table(measured)}\n\n${measuredOn("growth", args)}`, {
    section: "growth",
    isWritten: write,
  });
  if (write) writeChart(measured);
}

async function measureSize(packs, seconds) {
  const data = await prepare({ packs });
  const { results } = await bench(["ours"], data, { seconds, say });
  // The WebAssembly has the same size for all.
  return {
    packs,
    importing: data.importing,
    ...results[0],
    size: await sizes([data.dataset], data.folder),
  };
}

const namesOf = (times) => NAMES.flatMap((kind) => times[kind]);

function table(measured) {
  const head = [
    "packs",
    "file",
    "brotli",
    "brotli per pack",
    "import time",
    "import memory",
    "bytes → first answer",
    "wasm memory",
    ...Object.keys(LINES).toReversed(),
  ];
  return markdown(head, measured.map(row));
}

function row(one) {
  const { packs, size, importing, start, memory } = one;
  return [
    packs.toLocaleString("en"),
    megabytes(size.raw),
    megabytes(size.brotli),
    `${digits(size.brotli / packs)} B`,
    `${digits(importing.ms / 1000)} s`,
    megabytes(importing.peak),
    milliseconds(start.first_answer_ms),
    megabytes(memory.wasm),
    ...Object.values(LINES)
      .toReversed()
      .map((time) => microseconds(time(one))),
  ];
}

function writeChart(measured) {
  const drawing = chart({
    title: "Time for one answer by number of packs",
    xs: measured.map(({ packs }) => packs),
    lines: Object.entries(LINES).map(([name, time]) => ({ name, values: measured.map(time) })),
    xLabel: "packs",
    xText: (packs) => Math.round(packs).toLocaleString("en"),
    yLabel: "time for one answer",
    yText: microseconds,
  });
  writeFileSync(join(root, "lab", "growth.svg"), drawing);
}

// The chart: lines on logarithmic axes, as SVG that is readable on light and dark pages.

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { left: 80, right: 190, top: 24, bottom: 56 };
const COLOURS = ["#0b6bcb", "#c2410c", "#15803d", "#7e22ce", "#b45309", "#0e7490"];

/** Returns the chart. `lines` are `{ name, values }`, with one value for each of `xs`. */
function chart({ title, xs, lines, xLabel, xText, yLabel, yText }) {
  const all = lines.flatMap(({ values }) => values);
  const x = scale(Math.min(...xs), Math.max(...xs), MARGIN.left, WIDTH - MARGIN.right);
  const [low, high] = [decade(Math.min(...all), Math.floor), decade(Math.max(...all), Math.ceil)];
  const y = scale(low, high, HEIGHT - MARGIN.bottom, MARGIN.top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${title}</title>`,
    "<style>text { fill: #1f2937 } .axis { stroke: #6b7280; opacity: .35 } @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } }</style>",
    ...decades(low, high).map((value) => yTick(y(value), yText(value))),
    ...xs.map((value) => xTick(x(value), xText(value))),
    `<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${xLabel}</text>`,
    `<text transform="translate(18 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>`,
    ...lines.map((line, i) => polyline(line, xs, x, y, COLOURS[i % COLOURS.length])),
    ...labels(lines, y).map(({ name, at }, i) => label(name, at, COLOURS[i % COLOURS.length])),
    "</svg>",
    "",
  ].join("\n");
}

const decade = (value, round) => 10 ** round(Math.log10(value));
const decades = (low, high) =>
  Array.from({ length: Math.round(Math.log10(high / low)) + 1 }, (_, i) => low * 10 ** i);
const round = (value) => Math.round(value * 10) / 10;

function scale(low, high, from, to) {
  return (value) => round(from + ((to - from) * Math.log(value / low)) / Math.log(high / low));
}

const yTick = (at, text) =>
  `<line class="axis" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at}" y2="${at}"/><text x="${MARGIN.left - 8}" y="${at + 4}" text-anchor="end">${text}</text>`;

const xTick = (at, text) =>
  `<line class="axis" x1="${at}" x2="${at}" y1="${MARGIN.top}" y2="${HEIGHT - MARGIN.bottom}"/><text x="${at}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${text}</text>`;

function polyline({ values }, xs, x, y, colour) {
  const points = values.map((value, i) => [x(xs[i]), y(value)]);
  const dots = points
    .map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`)
    .join("");
  return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}`;
}

/** Returns the names at the ends of their lines, moved apart if they would overlap. */
function labels(lines, y) {
  const placed = lines.map(({ name, values }) => ({ name, at: y(values.at(-1)) }));
  const byHeight = placed.toSorted((a, b) => a.at - b.at);
  byHeight.forEach(
    (one, i) => (one.at = Math.max(one.at, (byHeight[i - 1]?.at ?? -Infinity) + 16)),
  );
  return placed;
}

const label = (name, at, colour) =>
  `<text x="${WIDTH - MARGIN.right + 12}" y="${at + 4}" style="fill: ${colour}">${name}</text>`;
