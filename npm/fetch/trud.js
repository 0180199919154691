// TRUD, where dm+d is published: the key of an account, the newest release, and the check of its
// description. TRUD's addresses and some of its responses contain the key, so all output passes
// through `hide`.
import { readFile } from "node:fs/promises";

import { UserError, causeOf } from "../node/messages.js";
import { request, requireStatus, textOf } from "./request.js";

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

const TRUD = "https://isd.digital.nhs.uk";

/** The item number of dm+d at TRUD. */
const ITEM = 24;

/** The maximum size of a list. A list with one release has about 2 KB. */
const LIST_BYTES = 1 << 20;

/** The maximum size of an archive. A published archive has about 17 MB. */
const ARCHIVE_BYTES = 1 << 28;

/**
 * `nhsbsa_dmd_11.2.0_20261116000001.zip`: month, Monday of the month from 0, minor number, day and
 * running number.
 */
const NAME = /^nhsbsa_dmd_(?:[1-9]|1[0-2])\.\d{1,2}\.\d{1,2}_(?:19|20)\d{6}\d{6}\.zip$/;

const SHA256 = /^[0-9a-f]{64}$/i;

/**
 * Finds the origin of TRUD. Tests may use another one, but only on the same machine: no other
 * host may receive a key.
 */
export function trudOrigin(env = process.env) {
  const test = env.PACK_LOOKUP_TEST_TRUD;
  if (!test) return TRUD;
  if (!/^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(test))
    throw new UserError("PACK_LOOKUP_TEST_TRUD is for tests; it must be http://127.0.0.1:PORT");
  return test;
}

const STATUS_MESSAGES = {
  400: "TRUD rejected the key; copy it again from the account page: it changes when you change your e-mail address or password",
  401: "TRUD has disabled API access for this account; enable it on the account page, or contact TRUD",
  404: "this account has no access to dm+d; subscribe to item 24, NHSBSA dm+d, at https://isd.digital.nhs.uk/trud, and accept its licence",
};

/** Finds the newest release: `{ id, name, date, file, size, sha256, url }`. */
export function newestRelease(trud, key) {
  const url = `${trud}/trud/api/v1/keys/${key}/items/${ITEM}/releases?latest`;
  return request(url, {
    headers: { Accept: "application/json" },
    read: async (response, idle) => {
      requireStatus(response, STATUS_MESSAGES);
      const release = releaseOf(parsed(await textOf(response, idle, LIST_BYTES)), trud);
      // The id and the name are printed and stored.
      return { ...release, id: hide(release.id, key), name: hide(release.name, key) };
    },
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError("TRUD's response is not JSON; its site may be down, try again later");
  }
}

function releaseOf(list, trud) {
  const [latest] = Array.isArray(list?.releases) ? list.releases : [];
  if (!latest) throw new UserError("TRUD's response lists no release; try again later");
  const {
    id,
    name,
    releaseDate: date,
    archiveFileName: file,
    archiveFileSizeBytes: size,
    archiveFileSha256: sha256,
    archiveFileUrl: url,
  } = latest;
  const release = { id, name, date, file, size, sha256, url };
  validateRelease(release, trud);
  return { ...release, sha256: sha256.toLowerCase() };
}

/**
 * Validates each field that the download depends on. The URL receives the key, `file` is a path to
 * write, and the digest decides.
 */
function validateRelease(release, trud) {
  const invalid = Object.keys(VALIDATORS).find(
    (field) =>
      typeof release[field] !== expectedType(field) || !VALIDATORS[field](release[field], trud),
  );
  if (invalid !== undefined)
    throw new UserError(`cannot use TRUD's response: ${FAULTS[invalid]}; try again later`);
}

const expectedType = (field) => (field === "size" ? "number" : "string");

const VALIDATORS = {
  id: (id) => id !== "",
  name: () => true,
  date: (date) => /^\d{4}-\d{2}-\d{2}/.test(date),
  file: (file) => NAME.test(file),
  size: (size) => Number.isInteger(size) && size > 0 && size <= ARCHIVE_BYTES,
  sha256: (digest) => SHA256.test(digest),
  url: (url, trud) => URL.canParse(url) && new URL(url).origin === trud,
};

const FAULTS = {
  id: "the release has no id",
  name: "the release has no name",
  date: "the release has no date",
  file: "the archive does not have the name of a dm+d release",
  size: `the archive's size is missing or more than ${ARCHIVE_BYTES / (1 << 20)} MiB`,
  sha256: "the archive has no SHA-256",
  url: "the archive is on another host",
};
