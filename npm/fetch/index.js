// `pack-lookup fetch`: downloads the newest release of dm+d from TRUD, unless it is already
// present.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../node/files.js";
import { causeOf, printable, UserError } from "../node/messages.js";
import { digestOf, download } from "./archive.js";
import { hide, readKey, requireNoDebugOutput, newestRelease, trudOrigin } from "./trud.js";
import { retry } from "./request.js";

/**
 * The record of the last download, in the same folder. Two archives can have the same name; it has
 * the release id.
 */
const RECORD = "trud.json";

/**
 * Fetches as the command line does: messages on the standard error, and the path of the release on
 * the standard output.
 */
export async function fetchCommand(options) {
  const { path } = await fetchRelease({
    ...options,
    say: (text) => process.stderr.write(`${text}\n`),
    progress: progressBar(process.stderr),
  });
  process.stdout.write(`${path}\n`);
}

/**
 * Resolves to `{ path, isNew, release }`. Rejects with a `UserError` without a cause, whose message
 * never contains the key.
 */
export async function fetchRelease({ keyFile, output = ".", env = process.env, ...listeners }) {
  requireNoDebugOutput(env);
  const key = await readKey({ keyFile, env });
  const { say = () => {} } = listeners;
  const hidden = { ...listeners, say: (text) => say(hide(text, key)) };
  return fetchWith(key, { trud: trudOrigin(env), folder: output, ...hidden }).catch((error) => {
    throw new UserError(hide(messageOf(error, output), key));
  });
}

/**
 * Builds the message of an error. Other errors than ours are of the disk, which have a code, or
 * defects here.
 */
function messageOf(error, folder) {
  if (error instanceof UserError) return error.message;
  return error.code === undefined
    ? `fetch stopped: ${error.message}; run fetch again`
    : `cannot write to ${folder}: ${causeOf(error)}; choose another folder`;
}

async function fetchWith(key, { trud, folder, say, progress = () => () => {}, pause }) {
  const retries = { say, pause };
  const { url, ...release } = await retry(() => newestRelease(trud, key), retries);
  const path = join(folder, release.file);
  const [record, digest] = [await readRecord(folder), await digestOf(path)];
  say(describe(release));
  if (digest === release.sha256) return alreadyPresent(release, { record, folder, path, say });
  say(reasonToFetch(release, record, digest));
  // The folder is created only when there is a file for it.
  await makeFolder(folder);
  const onProgress = progress(release);
  await retry(() => download({ ...release, url }, folder, onProgress), retries);
  await writeRecord(release, folder);
  say(`${path}: ${release.size} bytes, SHA-256 matches TRUD's`);
  return { path, isNew: true, release };
}

/** The release name is untrusted text. */
const describe = ({ name, date, file }) =>
  `The newest release at TRUD is ${printable(name).slice(0, 100)} of ${date.slice(0, 10)}, ${file}`;

async function alreadyPresent(release, { record, folder, path, say }) {
  if (record?.id !== release.id || record?.sha256 !== release.sha256)
    await writeRecord(release, folder);
  say("Already up to date: the SHA-256 matches TRUD's");
  return { path, isNew: false, release };
}

function reasonToFetch({ id, sha256 }, record, digest) {
  if (record?.id === id && record.sha256 !== sha256)
    return "Downloading it again: TRUD republished it with the same id and a different SHA-256";
  return digest === undefined
    ? "Downloading it"
    : "Downloading it: the local file with this name differs";
}

/**
 * Reads the record, or `undefined` if it is missing or unreadable. Only messages depend on it.
 */
async function readRecord(folder) {
  try {
    return JSON.parse(await readFile(join(folder, RECORD), "utf8"));
  } catch {
    return undefined;
  }
}

async function writeRecord({ id, name, date, file, size, sha256 }, folder) {
  const path = join(folder, RECORD);
  await writeFile(
    `${path}.partial`,
    `${JSON.stringify({ id, name, date, file, size, sha256 }, null, 2)}\n`,
  );
  await rename(`${path}.partial`, path);
}

// A progress bar on one line, as the other commands have it. It is written only to a terminal.
const WIDTH = 30;

/**
 * Makes a function that takes a release and returns a listener for the number of bytes so far.
 */
function progressBar(stream) {
  return (release) => (stream.isTTY ? writeProgress(stream, release) : () => {});
}

function writeProgress(stream, { file, size }) {
  let shown;
  return (bytes) => {
    const percent = Math.floor((bytes * 100) / size);
    if (percent === shown) return;
    shown = percent;
    const filled = Math.floor((percent * WIDTH) / 100);
    const line = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    stream.write(
      `\r${line} ${String(percent).padStart(3)} %  downloading ${file}${bytes === size ? "\n" : ""}`,
    );
  };
}
