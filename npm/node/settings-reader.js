// Finds the settings of `serve` from flags, the environment, and a file. Flags override the
// environment, which overrides the file that the setting `settings` names.
import { readFileSync } from "node:fs";

import { printable, UserError, causeOf } from "./messages.js";
import { KINDS } from "./setting-kinds.js";
import { SETTINGS, settingsByName, flagOf } from "./settings.js";

/**
 * Finds the value of each setting by name, or its default. Throws a `UserError` about a setting
 * that has no effect or no meaning. `flags` are by name.
 */
export function readSettings(flags = {}, environment = process.env) {
  const sources = [fromFlags(flags), fromEnvironment(environment)];
  const file = sources.map((source) => source.get("settings")).find(Boolean);
  if (file) sources.push(fromFile(readValue(settingsByName.get("settings"), file)));
  const given = strongest(sources);
  checkData(given, sources);
  return Object.fromEntries(
    SETTINGS.map((row) => [row.name, readValue(row, given.get(row.name)) ?? row.default]),
  );
}

/** Passes settings on to the server processes, which have the environment of this one. */
export function shareSettings(settings) {
  for (const { name, variable, isShared } of SETTINGS)
    if (isShared && settings[name] !== undefined) process.env[variable] = String(settings[name]);
}

const lastRead = new Map();

/**
 * Finds the value of a setting in the environment of this process, or `undefined`. A variable is
 * read again only if it has changed.
 */
export function settingOf(name) {
  const row = settingsByName.get(name);
  const value = process.env[row.variable];
  const last = lastRead.get(name);
  if (last?.value === value) return last?.read;
  const read = readValue(row, fromEnvironment(process.env).get(name));
  lastRead.set(name, { value, read });
  return read;
}

/** What names the data. A stronger source that names some replaces all of a weaker one. */
const DATA = ["dataset", "release"];

/** Finds the value of each setting from the first source that has it. */
function strongest(sources) {
  const given = new Map();
  for (const source of sources) {
    const isDataNamed = DATA.some((name) => given.has(name));
    for (const [name, entry] of source) {
      const isReplaced = isDataNamed && DATA.includes(name);
      if (!given.has(name) && !isReplaced) given.set(name, entry);
    }
  }
  return given;
}

/** Throws if the settings that name the data contradict each other. */
function checkData(given, sources) {
  const [dataset, release, partial] = [...DATA, "partial"].map((name) => given.get(name));
  if (dataset && release)
    throw new UserError(`${dataset.label} and ${release.label} exclude each other; name one`);
  const isReleaseNamed = sources.some((source) => source.has("release"));
  if (readValue(settingsByName.get("partial"), partial) && !isReleaseNamed)
    throw new UserError(`${partial.label} needs a release; name one with --release`);
  const key = given.get("public_key");
  if (readValue(settingsByName.get("public_key"), key) && !given.has("description"))
    throw new UserError(`${key.label} needs a description; name one with --description`);
}

/** Finds the value of a setting, or `undefined` if there is none. */
function readValue(row, entry) {
  if (entry === undefined) return undefined;
  const { value, label, place } = entry;
  if (value === "")
    throw new UserError(`${label} is empty; name ${row.noun ?? "a value"}, or remove the ${place}`);
  const { read, rule, json } = KINDS[row.kind];
  const hasType = typeof value === "string" || typeof value === json;
  const result = hasType ? read(String(value), row) : undefined;
  if (result !== undefined) return result;
  throw new UserError(`${label} is ${shown(value)}; ${rule(row)}`);
}

const shown = (value) => printable(typeof value === "string" ? value : JSON.stringify(value));

/**
 * A source has by name the `value` as it was written, the `label` that names it in messages, and
 * the `place` from which people can remove it. A switch that is not set is `false`.
 */
function fromFlags(flags) {
  const unknown = Object.keys(flags).find((name) => !settingsByName.has(name));
  if (unknown) throw new UserError(`${flagOf({ name: unknown })} is not a flag of serve`);
  const source = new Map();
  for (const [name, value] of Object.entries(flags))
    if (value !== undefined && value !== false)
      source.set(name, { value, label: flagOf({ name }), place: "flag" });
  return source;
}

function fromEnvironment(environment) {
  const source = new Map();
  for (const { name, variable } of SETTINGS)
    if (environment[variable] !== undefined)
      source.set(name, { value: environment[variable], label: variable, place: "variable" });
  return source;
}

function fromFile(file) {
  const source = new Map();
  for (const [name, value] of Object.entries(readObject(file))) {
    if (!settingsByName.has(name) || name === "settings") throw unknownName(file, name);
    source.set(name, { value, label: `"${name}" in ${file}`, place: "setting" });
  }
  return source;
}

function unknownName(file, name) {
  const names = SETTINGS.map((row) => row.name).filter((one) => one !== "settings");
  return new UserError(
    `"${printable(name)}" in ${file} is not a setting; the settings are ${names.join(", ")}`,
  );
}

function readObject(file) {
  const object = parse(readText(file), file);
  if (typeof object === "object" && object !== null && !Array.isArray(object)) return object;
  throw new UserError(`${file} must be a JSON object with settings by name`);
}

function readText(file) {
  try {
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    throw new UserError(`cannot read the settings in ${file}: ${causeOf(error)}`);
  }
}

function parse(text, file) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`the settings in ${file} are not JSON: ${printable(error.message)}`);
  }
}
