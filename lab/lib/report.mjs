// The options of measurements, the formats of their results, and the tables in the report.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../scripts/common/project.mjs";
import { Failure } from "../../scripts/common/run.mjs";
import { groupBy } from "./records.mjs";

/** All measurements have these options. */
const COMMON = { built: false, write: false };

/**
 * The options of a measurement. The default of an option shows its type: a flag, a number, a
 * text, or a list.
 */
export function readOptions(args, own = {}) {
  const defaults = { ...COMMON, ...own };
  const options = {};
  for (const [name, value] of Object.entries(defaults)) {
    const type = typeof value === "boolean" ? "boolean" : "string";
    options[name] = { type, multiple: Array.isArray(value) };
  }
  const read = { ...defaults, ...parseArgs({ args, options }).values };
  for (const name of Object.keys(defaults).filter((name) => typeof defaults[name] === "number")) {
    if (!Number.isFinite(Number(read[name])))
      throw new Failure(`--${name} needs a number, not ${read[name]}`);
    read[name] = Number(read[name]);
  }
  return read;
}

/** The percentile: the value below which `part` of the values are. */
export function percentile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

/** Formats a number with two significant digits, or all digits before the point. */
export function digits(value) {
  return value >= 100
    ? Math.round(value).toLocaleString("en")
    : String(Number(value.toPrecision(2)));
}

export function microseconds(value) {
  return value >= 1000 ? `${digits(value / 1000)} ms` : `${digits(value)} µs`;
}
export const milliseconds = (value) => `${digits(value)} ms`;
export function megabytes(bytes) {
  return bytes < 1e8 ? `${(bytes / 1e6).toPrecision(3)} MB` : `${digits(bytes / 1e6)} MB`;
}
export const percent = (part, whole) => `${Math.floor((1000 * part) / whole) / 10} %`;

/**
 * A Markdown table. The titles are separated by ` | `. The first column is text, the others
 * are numbers.
 */
export function markdown(titles, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = `|---|${"--:|".repeat(titles.split(" | ").length - 1)}`;
  return [`| ${titles} |`, rule, ...rows.map(line)].join("\n");
}

/** A row for each group of results with the same key. */
export function rowsBy(results, key, rowOf) {
  return Array.from(groupBy(results, key), ([name, some]) => rowOf(name, some));
}

export const count = (number) => number.toLocaleString("en");

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` in a file. */
function writeSection(file, name, text) {
  const whole = readFileSync(file, "utf8");
  const section = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!section.test(whole))
    throw new Failure(`${file} does not have <!-- ${name} --> … <!-- /${name} -->`);
  writeFileSync(
    file,
    whole.replace(section, (_, begin, end) => `${begin}${text}\n${end}`),
  );
}

function machineText() {
  const cores = `${cpus().length} cores (${cpus()[0].model.trim()})`;
  const [node] = process.versions.node.split(".");
  return `${cores}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${node}`;
}
const today = () => new Date().toISOString().slice(0, 10);
/** The load average of the last minute. */
export const load = () => loadavg()[0].toFixed(1);

/**
 * The command that repeats a measurement, without paths, which differ by machine, and
 * without options that do not affect the figures.
 */
function commandLine(name, args) {
  const shown = args
    .filter((arg) => !["--built", "--write", "--verbose"].includes(arg))
    .map((arg) => (isAbsolute(arg) || existsSync(arg) ? basename(arg) : arg));
  return ["npm run lab --", name, ...shown].join(" ");
}

/** The sentence below each table: the command, the day and the machine. */
function measuredOn(name, args) {
  return `Made by \`${commandLine(name, args)}\` on ${today()}: ${machineText()}, load ${load()}.`;
}

/**
 * Prints the tables of a measurement, and a last line with `note`, the command, the day and the
 * machine. With `--write`, it also replaces a section of the report.
 */
export function publish(name, args, tables, { note = "", section = name } = {}) {
  const text = [...tables, `${note} ${measuredOn(name, args)}`.trim()].join("\n\n");
  console.log(`\n${text}\n`);
  if (args.includes("--write")) writeSection(join(root, "lab", "report.md"), section, text);
}
