// The functions of this machine that the command line's WebAssembly calls. Errors are named as in
// Node, with their `code`.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import { inNode } from "../signature.js";

const STANDARD_INPUT = 0;

/** The maximum length of a pipe, or of a device as the standard input. They may never end. */
const MAX_STREAM_BYTES = 250_000_000;

/** The maximum number of links from one to the next, as in Linux. */
const MAX_LINKS = 40;

/** Files that were created, and neither renamed nor removed. */
const unfinished = new Set();

/** The implementation of `System` (`src/command_line/system.rs`) with Node. */
export const machine = {
  isFolder,
  list: (folder) => readdirSync(folder),
  open,
  outputPath,
  create,
  createFolder,
  size: (file) => fstatSync(file).size,
  read,
  input: (into) => readNext(STANDARD_INPUT, into),
  write: (file, bytes, at) => writeSync(file, bytes, 0, bytes.length, at),
  sync: (file) => fsyncSync(file),
  close: (file) => closeSync(file),
  rename,
  remove,
  print,
  isTerminal: (stream) => isatty(stream),
  variable: (name) => process.env[name],
  /** The day in UTC, `YYYY-MM-DD`. */
  today: () => new Date().toISOString().slice(0, 10),
  verifySignature: (key, statement, signature) => inNode.verify(signature, statement, key),
  processId: process.pid,
  bundledDataset: fileURLToPath(new URL("../packs.bin", import.meta.url)),
};

/** Removes the unfinished files of a command that failed. */
export function removeUnfinished() {
  for (const path of unfinished) attempt(() => unlinkSync(path));
  unfinished.clear();
}

function isFolder(path) {
  return attempt(() => statSync(path).isDirectory()) ?? false;
}

/** Opens a file for reading. A device may never end, so it is read only as the standard input. */
function open(path) {
  const status = statSync(path);
  if (isDevice(status) && !isStandardInput(status)) throw new Error("it is not a regular file");
  return openSync(path, "r");
}

const isDevice = (status) => status.isCharacterDevice() || status.isBlockDevice();

function isStandardInput({ dev, ino }) {
  const input = attempt(() => fstatSync(STANDARD_INPUT));
  return input?.dev === dev && input.ino === ino;
}

function create(path) {
  const file = openSync(path, "w");
  unfinished.add(path);
  return file;
}

function createFolder(path) {
  if (!isFolder(path)) mkdirSync(path);
}

/**
 * Resolves the path of an output file, with links followed. A rename would replace a device or a
 * FIFO, so it throws for these.
 */
function outputPath(path) {
  let target = path;
  for (let links = 0; links < MAX_LINKS && isLink(target); links += 1)
    target = resolve(dirname(target), readlinkSync(target));
  const status = attempt(() => statSync(path));
  // The rename reports a folder.
  const isReplaceable = status === undefined || status.isFile() || status.isDirectory();
  if (isLink(target) || !isReplaceable)
    throw new Error("it is not a regular file: write to another path");
  return target;
}

const isLink = (path) => attempt(() => lstatSync(path).isSymbolicLink()) ?? false;

/** Reads at a position. Pipes have no positions, so the next bytes are read. */
function read(file, into, at) {
  if (at >= MAX_STREAM_BYTES && !fstatSync(file).isFile())
    throw new Error(`it has more than ${MAX_STREAM_BYTES.toLocaleString("en")} bytes`);
  try {
    return readSync(file, into, 0, into.length, at);
  } catch (error) {
    if (error.code !== "ESPIPE") throw error;
    return readNext(file, into);
  }
}

/** Waits for the next bytes. Windows reports the end of a pipe as an error. */
function readNext(file, into) {
  for (;;) {
    try {
      return readSync(file, into, 0, into.length, null);
    } catch (error) {
      if (error.code === "EOF") return 0;
      if (error.code !== "EAGAIN") throw error;
      pause();
    }
  }
}

function rename(from, to) {
  renameSync(from, to);
  unfinished.delete(from);
}

function remove(path) {
  unlinkSync(path);
  unfinished.delete(path);
}

/** Prints all bytes. A pipe accepts only what fits into its buffer. */
function print(stream, bytes) {
  for (let printed = 0; printed < bytes.length; )
    printed += printSome(stream, bytes.subarray(printed));
}

function printSome(stream, bytes) {
  try {
    return writeSync(stream, bytes);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
    pause();
    return 0;
  }
}

/** Waits until the reader of a pipe may have freed its buffer. */
function pause() {
  const milliseconds = 2;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Runs a task, or returns `undefined` if it throws. */
function attempt(task) {
  try {
    return task();
  } catch {
    return undefined;
  }
}
