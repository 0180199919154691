// npm run lab -- peers [--release FILE] [--packs N] [--only ENGINE,...] [--seconds N] [--built]
// [--write]
//
// Compares size, time, memory and right answers of Pack Lookup with those of other engines, on one
// release in one run. Without a release it uses demonstration data of full size. lab/lib/oracle.mjs
// judges the answers, and lab/lib/queries.mjs generates the queries.
//
// npm run lab -- concepts [--release FILE] [--packs N] [--built] [--write]
//
// Times lookups by codes of dm+d concepts in the module, and compares them with lookups of a pack's
// record.
//
// `--write` writes the tables into lab/report.md.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { budgets } from "../scripts/build/budgets.mjs";
import { paths, root } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { bench } from "./lib/bench.mjs";
import { FULL_SIZE, prepare, prepareTools } from "./lib/data.mjs";
import { CLASSES } from "./lib/queries.mjs";
import {
  digits,
  markdown,
  measuredOn,
  megabytes,
  microseconds,
  milliseconds,
  percent,
  percentile,
  publish,
} from "./lib/report.mjs";

const ENGINES = ["ours", "json", "minisearch", "sqlite"];
/**
 * The classes that no pack matches as typed. Engines with typo tolerance then search for similar
 * words, which costs more.
 */
const FUZZY = ["typo", "nothing"];

/** Compares the engines, and prints the tables. */
export async function peers(args) {
  const { release, packs, only, seconds, built, write } = peersOptions(args);
  await prepareTools(built);
  const chosen = only?.split(",") ?? ENGINES;
  const data = await prepare({ release, packs: Number(packs) });
  const measured = {
    importing: data.importing,
    ...(await bench(chosen, data, { seconds: Number(seconds), say })),
  };
  const text = peersReport(measured, args);
  writeFileSync(join(paths.build, "bench.json"), JSON.stringify(measured, null, 1));
  requireSmall(measured);
  publish(text, { section: "bench", isWritten: write });
}

function peersOptions(args) {
  const options = {
    release: { type: "string" },
    packs: { type: "string", default: String(FULL_SIZE) },
    only: { type: "string" },
    seconds: { type: "string", default: "10" },
    built: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  };
  return parseArgs({ args, options }).values;
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

function peersReport({ packs, queries, results, importing }, args) {
  const names = Object.keys(CLASSES).filter((kind) => !FUZZY.includes(kind));
  const counts = Object.keys(CLASSES)
    .map((kind) => `${queries[kind]} ${CLASSES[kind]}`)
    .join(", ");
  return [
    markdown(
      [
        "",
        "download, brotli",
        "raw",
        "gzip",
        "bytes → first answer",
        "second start",
        "memory",
        "of which wasm",
        "GTIN p50",
        "AMPP code p50",
        "names p50",
        "names p99",
        "typos or nothing p50",
        "typos or nothing p99",
        "right: names",
        "right: codes",
        "typos found",
      ],
      results.map((result) => summary(result, names)),
    ),
    "",
    `${packs.toLocaleString("en")} packs; ${counts}; ${queries.gtin} GTINs and ${queries.ampp} AMPP codes, four in five of them known, timed twenty at a time. *Second start* is in the same process, with compiled code. The import took ${digits(importing.ms / 1000)} s and ${megabytes(importing.peak)}. ${measuredOn("peers", args)}`,
    "",
    "Each class of queries, p50 / p95 / p99:",
    "",
    markdown(
      ["", ...results.map(({ name }) => name)],
      Object.keys(queries).map((kind) => classRow(kind, results)),
    ),
  ].join("\n");
}

function summary({ name, size, start, memory, times, right }, names) {
  const nameTimes = names.flatMap((kind) => times[kind]);
  const fuzzy = FUZZY.flatMap((kind) => times[kind]);
  const typos = isFindingTypos(right)
    ? [0.5, 0.99].map((part) => microseconds(percentile(fuzzy, part)))
    : ["–", "–"];
  return [
    name,
    megabytes(size.brotli),
    megabytes(size.raw),
    megabytes(size.gzip),
    milliseconds(start.first_answer_ms),
    milliseconds(start.again_ms),
    megabytes(memory.rss),
    memory.wasm ? megabytes(memory.wasm) : "–",
    microseconds(percentile(times.gtin, 0.5)),
    microseconds(percentile(times.ampp, 0.5)),
    microseconds(percentile(nameTimes, 0.5)),
    microseconds(percentile(nameTimes, 0.99)),
    ...typos,
    share([...names, "nothing"], right),
    share(["gtin", "ampp"], right),
    share(["typo"], right),
  ];
}

/**
 * Returns whether an engine finds typos. An engine without typo tolerance still finds words of
 * which only the end is missing.
 */
const isFindingTypos = ({ typo }) => typo.wrong.length < typo.judged / 2;

function share(kinds, right) {
  const judged = kinds.reduce((sum, kind) => sum + right[kind].judged, 0);
  const wrong = kinds.reduce((sum, kind) => sum + right[kind].wrong.length, 0);
  return percent(judged - wrong, judged);
}

function classRow(kind, results) {
  const cell = ({ times }) =>
    [0.5, 0.95, 0.99].map((part) => microseconds(percentile(times[kind], part))).join(" / ");
  return [CLASSES[kind] ?? (kind === "gtin" ? "GTINs" : "AMPP codes"), ...results.map(cell)];
}

// Lookups by codes of concepts.

const ROUNDS = 15;
/** The maximum number of codes of each kind, spread over the release. */
const CODES = 1500;
/** An offset after the last pack of any concept. */
const AFTER_LAST_PACK = 1_000_000;
/** A GTIN without a pack: the cost of a response without a result. */
const NO_PACK = "05000000000005";
const KINDS = ["amp", "vmpp", "vmp", "vtm"];

/** Times lookups by codes of concepts, and prints the table. */
export async function concepts(args) {
  const { release, packs, built, write } = conceptsOptions(args);
  await prepareTools(built);
  const { dataset } = await prepare({ release, packs: Number(packs) });
  const { PackLookup } = await import(pathToFileURL(join(root, "npm", "core.js")).href);
  const lookup = await PackLookup.open(dataset);
  const text = conceptsReport(lookup, codesOf(lookup), args);
  publish(text, { section: "concepts", isWritten: write });
}

function conceptsOptions(args) {
  const flag = { type: "boolean", default: false };
  const options = {
    release: { type: "string" },
    packs: { type: "string", default: "20000" },
    built: flag,
    write: flag,
  };
  return parseArgs({ args, options }).values;
}

/** Returns GTINs, codes of packs, and codes of each kind of concept. */
function codesOf(lookup) {
  const step = Math.max(1, Math.floor(lookup.size / CODES));
  const all = [...lookup].filter(
    ({ gtin_codes: rows }, place) => place % step === 0 && rows.length > 0,
  );
  const concepts = all.map(({ pack_id: id }) => lookup.concepts(id));
  const parents = (kind) =>
    [...new Set(concepts.flatMap((of) => of?.[kind]?.id ?? []))].map(String);
  return {
    gtin: all.map(({ gtin_codes: rows }) => rows[0].gtin),
    ampp: all.map(({ pack_id: id }) => String(id)),
    ...Object.fromEntries(KINDS.map((kind) => [kind, parents(kind)])),
  };
}

function conceptsReport(lookup, codes, args) {
  const api = (path, query = "") => lookup.respond({ path, query });
  const records = [
    ["a GTIN: the record", codes.gtin, (code) => lookup.gtin(code)],
    [
      "a GTIN: the record, then its concepts by its code",
      codes.gtin,
      (code) => lookup.concepts(lookup.gtin(code).pack_id),
    ],
    ["a GTIN: the HTTP response", codes.gtin, (code) => api(`/api/gtin/${code}`)],
    [
      "a GTIN: the HTTP response, with concepts",
      codes.gtin,
      (code) => api(`/api/gtin/${code}`, "include=dmd"),
    ],
    ["an AMPP code: the record", codes.ampp, (code) => lookup.pack(code)],
  ];
  const unknown = [
    "an unknown GTIN: an empty result",
    Array(CODES).fill(NO_PACK),
    (code) => lookup.search(code),
  ];
  const packs = KINDS.filter((kind) => codes[kind].length > 0).flatMap((kind) => [
    [
      `${article(kind)} code: the number of packs`,
      codes[kind],
      (code) => lookup.packsOf(code, { limit: 1, offset: AFTER_LAST_PACK }),
    ],
    [
      `${article(kind)} code: the first pack too`,
      codes[kind],
      (code) => lookup.packsOf(code, { limit: 1 }),
    ],
  ]);
  const rows = [...records, unknown, ...packs].map(([name, some, lookUp]) => [
    name,
    some.length.toLocaleString("en"),
    microseconds(medianTime(some, lookUp)),
  ]);
  const note = `${lookup.size.toLocaleString("en")} packs; time per code, the median of ${ROUNDS} rounds over all codes. ${measuredOn("concepts", args)}`;
  return `${markdown(["code: result", "codes", "time"], rows)}\n\n${note}`;
}

const article = (kind) => `${kind === "amp" ? "an" : "a"} ${kind.toUpperCase()}`;

/** Returns the median time per code, in microseconds. */
function medianTime(codes, lookUp) {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    for (const code of codes) lookUp(code);
    return ((performance.now() - begin) / codes.length) * 1000;
  });
  return percentile(rounds, 0.5);
}
