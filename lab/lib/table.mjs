// Figures as people read them, and tables in Markdown.
import { readFileSync, writeFileSync } from "node:fs";
import { Failure } from "../../scripts/common/run.mjs";

/// The value below which this part of the values lies.
export function percentile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

/// Two significant digits, or all before the point.
export const digits = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(2))));

export const microseconds = (value) => (value >= 1000 ? `${digits(value / 1000)} ms` : `${digits(value)} µs`);
export const milliseconds = (value) => `${digits(value)} ms`;
export const megabytes = (bytes) => (bytes < 1e8 ? `${(bytes / 1e6).toPrecision(3)} MB` : `${digits(bytes / 1e6)} MB`);
export const percent = (part, whole) => `${Math.floor((1000 * part) / whole) / 10} %`;

/// The first column is text, the others are figures.
export function markdown(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = `|---|${"--:|".repeat(head.length - 1)}`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/// Puts a text between `<!-- name -->` and `<!-- /name -->` of a file.
export function writeSection(file, name, text) {
  const whole = readFileSync(file, "utf8");
  const section = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!section.test(whole)) throw new Failure(`${file} has no <!-- ${name} --> … <!-- /${name} -->`);
  writeFileSync(file, whole.replace(section, (_, begin, end) => `${begin}${text}\n${end}`));
}
