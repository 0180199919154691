// Where the settings of `serve` come from: flags, the environment, and a file.
import { readFileSync } from "node:fs";
import { causeOf, printable, UserError } from "./messages.js";
import { flagOf, SETTINGS, settingsByName } from "./settings.js";

/**
 * A source has by name the `value` as it was written, the `label` that names it in messages, and
 * the `place` from which people can remove it. A switch that is not set is `false`.
 */
export function fromFlags(flags) {
  const unknown = Object.keys(flags).find((name) => !settingsByName.has(name));
  if (unknown) throw new UserError(`${flagOf({ name: unknown })} is not a flag of serve`);
  const source = new Map();
  for (const [name, value] of Object.entries(flags))
    if (value !== undefined && value !== false)
      source.set(name, { value, label: flagOf({ name }), place: "flag" });
  return source;
}

export function fromEnvironment(environment) {
  const source = new Map();
  for (const { name, variable } of SETTINGS)
    if (environment[variable] !== undefined)
      source.set(name, { value: environment[variable], label: variable, place: "variable" });
  return source;
}

export function fromFile(file) {
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
