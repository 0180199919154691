// The key of a TRUD account. It stands in the addresses of TRUD and in some of its answers, so whatever is said goes through `hide`.
import { readFile } from "node:fs/promises";
import { Refusal } from "../serve/refusal.js";

/** What one looks like: anything else would only make another address of TRUD's. */
const KEY = /^[0-9A-Za-z_-]{8,128}$/;

/** From the file that is named, or else from the variable. */
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

/** The text with a word in the place of the key, in whatever case it stands. */
export const hide = (text, key) => text.replace(new RegExp(key, "gi"), "[key]");

/** Node itself writes addresses where this variable asks it to, and reads it before any program can take it away. */
export function requireSilence(env = process.env) {
  if (env.NODE_DEBUG) throw new Refusal("NODE_DEBUG is set, with which Node may write addresses that hold the key: fetch without it");
}
