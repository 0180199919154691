// The key of a TRUD account. TRUD's addresses and some of its responses contain it, so all output passes through `hide`.
import { readFile } from "node:fs/promises";
import { Refusal } from "../serve/refusal.js";

/** The characters of a key. Any other character would change the address at TRUD. */
const KEY = /^[0-9A-Za-z_-]{8,128}$/;

/** Reads the key from the named file, or from the variable `TRUD_API_KEY`. */
export async function readKey({ keyFile, env = process.env }) {
  const text = keyFile === undefined ? env.TRUD_API_KEY : await textOf(keyFile);
  if (!text?.trim()) throw new Refusal(whyNone(keyFile));
  const key = text.trim();
  if (!KEY.test(key)) throw new Refusal("the key has characters that no key of TRUD has; only the key belongs there, without quotes or a name before it");
  return key;
}

function textOf(file) {
  return readFile(file, "utf8").catch(({ code }) => {
    throw new Refusal(`the file of the key can't be read (${code})`);
  });
}

const whyNone = (keyFile) =>
  keyFile === undefined
    ? "fetch needs the key of a TRUD account: name a file that holds it, --key-file FILE, or put it into the variable TRUD_API_KEY"
    : "the file of the key is empty";

/** Replaces the key in a text, in upper or lower case. */
export const hide = (text, key) => text.replace(new RegExp(key, "gi"), "[key]");

/** Rejects `NODE_DEBUG`, which makes Node write addresses with the key. Node reads it at start, so a program cannot unset it. */
export function requireSilence(env = process.env) {
  if (env.NODE_DEBUG) throw new Refusal("NODE_DEBUG is set, with which Node may write addresses that hold the key: fetch without it");
}
