// The formats of the attribute `formats`, by the names that the decoder has for them.
import { FORMATS } from "./decode-strategies.js";

const BY_NAME = new Map(FORMATS.map((format) => [format.toLowerCase(), format]));

/**
 * Returns the named formats, or `undefined` for all. Case and hyphens do not matter. Throws for an
 * unknown name, which would silently read less.
 */
export function formatsIn(names: string | null): string[] | undefined {
  const chosen = (names ?? "").split(/\s+/).filter((name) => name !== "");
  return chosen.length > 0 ? chosen.map(formatOf) : undefined;
}

function formatOf(name: string): string {
  const format = BY_NAME.get(name.toLowerCase().replaceAll("-", ""));
  if (format === undefined)
    throw new TypeError(
      `unknown format ${name}. The formats are: ${[...BY_NAME.keys()].join(", ")}`,
    );
  return format;
}
