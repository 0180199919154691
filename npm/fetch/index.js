// `pack-lookup fetch`: downloads the newest release of dm+d from TRUD, unless it is already present.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../serve/refusal.js";
import { digestOf, download } from "./archive.js";
import { hide, readKey, requireSilence } from "./key.js";
import { bar } from "./progress.js";
import { repeatedly } from "./request.js";
import { newest, trudAt } from "./trud.js";

/** The record of the last download, in the same folder. Two archives can have the same name; it has the release id. */
const RECORD = "trud.json";

/** Fetches as the command line does: messages on the standard error, and the path of the release on the standard output. */
export async function fetchAndTell(options) {
  const { path } = await fetchRelease({ ...options, say: (text) => process.stderr.write(`${text}\n`), progress: bar(process.stderr) });
  process.stdout.write(`${path}\n`);
}

/** Resolves to `{ path, isNew, release }`. Rejects with a `Refusal` without a cause, whose message never contains the key. */
export async function fetchRelease({ keyFile, output = ".", env = process.env, ...told }) {
  requireSilence(env);
  const key = await readKey({ keyFile, env });
  const { say = () => {} } = told;
  const hidden = { ...told, say: (text) => say(hide(text, key)) };
  return fetchWith(key, { trud: trudAt(env), folder: output, ...hidden }).catch((error) => {
    throw new Refusal(hide(sentenceOf(error), key));
  });
}

/** Returns the message of an error. Other errors than ours are of the disk, which have a code, or defects here. */
function sentenceOf(error) {
  if (error instanceof Refusal) return error.message;
  return error.code === undefined ? `fetch stopped: ${error.message}` : `the release can't be written (${error.code})`;
}

async function fetchWith(key, { trud, folder, say, progress = () => () => {}, pause }) {
  const patience = { say, pause };
  const { url, ...release } = await repeatedly(() => newest(trud, key), patience);
  const path = join(folder, release.file);
  const [before, there] = [await readRecord(folder), await digestOf(path)];
  say(describe(release));
  if (there === release.sha256) return isHere(release, { before, folder, path, say });
  say(whyFetched(release, before, there));
  // The folder is created only when there is a file for it.
  await mkdir(folder, { recursive: true });
  const tell = progress(release);
  await repeatedly(() => download({ ...release, url }, folder, tell), patience);
  await writeRecord(release, folder);
  say(`${path}: ${release.size} bytes, SHA-256 as TRUD lists it`);
  return { path, isNew: true, release };
}

const describe = ({ name, date, file }) => `The newest release at TRUD is ${printable(name)} of ${date.slice(0, 10)}, ${file}`;

/** Replaces control characters, which could control the terminal. The release name is untrusted text. */
const printable = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd").slice(0, 100);

async function isHere(release, { before, folder, path, say }) {
  if (before?.id !== release.id || before?.sha256 !== release.sha256) await writeRecord(release, folder);
  say("Nothing new: it is here, and has the SHA-256 that TRUD lists");
  return { path, isNew: false, release };
}

function whyFetched({ id, sha256 }, before, there) {
  if (before?.id === id && before.sha256 !== sha256) return "It was issued again: the id is the same, the SHA-256 is another";
  return there === undefined ? "It is not here yet" : "What is here under its name is something else";
}

/** Returns the record, or `undefined` if it is missing or unreadable. Only messages depend on it. */
async function readRecord(folder) {
  try {
    return JSON.parse(await readFile(join(folder, RECORD), "utf8"));
  } catch {
    return undefined;
  }
}

async function writeRecord({ id, name, date, file, size, sha256 }, folder) {
  const path = join(folder, RECORD);
  await writeFile(`${path}.partial`, `${JSON.stringify({ id, name, date, file, size, sha256 }, null, 2)}\n`);
  await rename(`${path}.partial`, path);
}
