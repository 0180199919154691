// The key of a TRUD account. TRUD's addresses and some of its responses contain it, so all output
// passes through `hide`.
import { readFile } from "node:fs/promises";
import { causeOf, UserError } from "../node/messages.js";

/** The characters of a key. Any other character would change the address at TRUD. */
const KEY = /^[0-9A-Za-z_-]{8,128}$/;

/** Reads the key from the named file, or from the variable `TRUD_API_KEY`. */
export async function readKey({ keyFile, env = process.env }) {
  const text = keyFile === undefined ? env.TRUD_API_KEY : await readText(keyFile);
  if (!text?.trim()) throw new UserError(missingKeyMessage(keyFile));
  const key = text.trim();
  if (!KEY.test(key))
    throw new UserError(
      "the TRUD key has invalid characters; give only the key, without quotes or a name",
    );
  return key;
}

function readText(file) {
  return readFile(file, "utf8").catch((error) => {
    throw new UserError(`cannot read the key file ${file}: ${causeOf(error)}`);
  });
}

const missingKeyMessage = (keyFile) =>
  keyFile === undefined
    ? "no TRUD key: pass --key-file FILE, or set the variable TRUD_API_KEY"
    : "the key file is empty; write the TRUD key into it";

/** Replaces the key in a text, in upper or lower case. */
export const hide = (text, key) => text.replace(new RegExp(key, "gi"), "[key]");

/**
 * Rejects `NODE_DEBUG`, which makes Node write addresses with the key. Node reads it at start, so a
 * program cannot unset it.
 */
export function requireNoDebugOutput(env = process.env) {
  if (env.NODE_DEBUG)
    throw new UserError(
      "NODE_DEBUG is set and could print the TRUD key; unset it and run fetch again",
    );
}
