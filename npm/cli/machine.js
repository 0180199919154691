// The functions of this machine that the command line's WebAssembly calls. Errors are those of Node, with their `code`.
import { closeSync, fstatSync, fsyncSync, openSync, readdirSync, readSync, renameSync, statSync, unlinkSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const STANDARD_INPUT = 0;

/** Files that were created, and neither renamed nor removed. */
const unfinished = new Set();

/** The implementation of `System` (`src/command_line/system.rs`) with Node. */
export const machine = {
  isFolder,
  list: (folder) => readdirSync(folder),
  open: (path) => openSync(path, "r"),
  create,
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

function create(path) {
  const file = openSync(path, "w");
  unfinished.add(path);
  return file;
}

/** Reads at a position. Pipes have no positions, so the next bytes are read. */
function read(file, into, at) {
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
  for (let printed = 0; printed < bytes.length; ) printed += printSome(stream, bytes.subarray(printed));
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

/** Returns the result, or `undefined` if the task throws. */
function attempt(task) {
  try {
    return task();
  } catch {
    return undefined;
  }
}
