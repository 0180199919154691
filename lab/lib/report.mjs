// Formats measurements, and writes tables into the report.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { root } from "../../scripts/common/project.mjs";
import { Failure } from "../../scripts/common/run.mjs";

/** Returns the percentile: the value below which `part` of the values are. */
export function percentile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

/** Formats a number with two significant digits, or all digits before the point. */
export const digits = (value) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(2)));

export const microseconds = (value) =>
  value >= 1000 ? `${digits(value / 1000)} ms` : `${digits(value)} µs`;
export const milliseconds = (value) => `${digits(value)} ms`;
export const megabytes = (bytes) =>
  bytes < 1e8 ? `${(bytes / 1e6).toPrecision(3)} MB` : `${digits(bytes / 1e6)} MB`;
export const percent = (part, whole) => `${Math.floor((1000 * part) / whole) / 10} %`;

/** Returns a Markdown table. The first column is text, the others are numbers. */
export function markdown(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = `|---|${"--:|".repeat(head.length - 1)}`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

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

const machineText = () =>
  `${cpus().length} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node.split(".")[0]}`;
const today = () => new Date().toISOString().slice(0, 10);
/** Returns the load average of the last minute. */
export const load = () => loadavg()[0].toFixed(1);

/** Options that do not affect the figures. */
const OMITTED_OPTIONS = ["--built", "--write"];

/** Returns the command that repeats a measurement, without paths, which differ by machine. */
function commandLine(name, args) {
  const shown = args
    .filter((arg) => !OMITTED_OPTIONS.includes(arg))
    .map((arg) => (isAbsolute(arg) || existsSync(arg) ? basename(arg) : arg));
  return ["npm run lab --", name, ...shown].join(" ");
}

/** Returns the sentence below each table: the command, the day and the machine. */
export const measuredOn = (name, args) =>
  `Made by \`${commandLine(name, args)}\` on ${today()}: ${machineText()}, load ${load()}.`;

/**
 * Returns the fastest of several calls in milliseconds. Other work of the machine only adds to a
 * time.
 */
export const fastestOf = (call, runs) =>
  Math.min(...Array.from({ length: runs }, () => time(call)));

function time(call) {
  const begin = performance.now();
  call();
  return performance.now() - begin;
}

/** Prints a measurement. With `isWritten`, also replaces the section `name` of the report. */
export function publish(text, { section, isWritten }) {
  console.log(`\n${text}\n`);
  if (isWritten) writeSection(join(root, "lab", "report.md"), section, text);
}
