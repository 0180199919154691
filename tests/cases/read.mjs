// Reads the case files. ../README.md says how they work.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const DEFAULTS_FILE = "always.json";
const at = (name) => new URL(name, import.meta.url);

/** A file of this folder as bytes. */
export const readBytes = (name) => readFileSync(at(name));

/** Lists the case files of a folder, or the one file of this name. */
export function filesIn(name) {
  if (name.endsWith(".json")) return [name];
  const files = readdirSync(at(name)).filter((file) => file.endsWith(".json") && file !== DEFAULTS_FILE);
  return files.sort().map((file) => `${name}/${file}`);
}

/**
 * The cases of files and folders. Each has a `title` with its file, and the expectations
 * that it shares with others.
 */
export const readCases = (...names) => names.flatMap(filesIn).flatMap((file) => casesOf(file, parse));

/** Like `readCases`, but integers that a float cannot hold become bigints. */
export const readExactCases = (...names) => names.flatMap(filesIn).flatMap((file) => casesOf(file, parseExact));

function casesOf(file, parse) {
  const { always, cases } = parse(file);
  const shared = file.replace(/[^/]+$/, DEFAULTS_FILE);
  const all = merge(existsSync(at(shared)) ? parse(shared).always : {}, always);
  return cases.map((one) => ({ ...withDefaults(one, all), title: `${file.slice(0, -".json".length)}: ${one.name}` }));
}

const parse = (file) => JSON.parse(readBytes(file));

export const exact = (_key, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;

const parseExact = (file) => JSON.parse(readBytes(file), exact);

/** Adds the shared expectations to a case, or to each of its steps. */
function withDefaults(one, defaults) {
  if (one.steps) return { ...one, steps: one.steps.map((step) => withDefaults(step, defaults)) };
  return { ...one, expect: merge(defaults, one.expect) };
}

/** Merges expectations. The values of the case win. Headers are merged one by one. */
function merge(defaults = {}, expect = {}) {
  const merged = { ...defaults, ...expect };
  if (defaults.headers) merged.headers = { ...defaults.headers, ...expect.headers };
  return merged;
}

/** The files of a release case, with those of the release that it is based on. */
export function filesOfRelease({ based_on, files = {} }) {
  const all = { ...(based_on ? filesOfRelease(releaseNamed(based_on)) : {}), ...files };
  return texts(Object.entries(all).filter(([, content]) => content !== null));
}

const releaseNamed = (name) => readCases("releases").find((one) => one.name === name);
const texts = (entries) => Object.fromEntries(entries.map(([name, content]) => [name, textOf(content)]));

/**
 * The content of a file: a string, the joined strings of a list, or a zip for an object.
 */
function textOf(content) {
  if (Array.isArray(content)) return content.join("");
  return typeof content === "string" ? content : texts(Object.entries(content));
}

/** The texts of the release with this name. */
export const filesOfReleaseNamed = (name) => filesOfRelease(releaseNamed(name));
