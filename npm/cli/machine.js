// This machine as the command line's WebAssembly sees it. What goes wrong is thrown as Node throws it, with its `code`.
import { closeSync, fstatSync, fsyncSync, openSync, readdirSync, readSync, renameSync, statSync, unlinkSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const STANDARD_INPUT = 0;

/** Files that were created and have neither got their name nor been removed. */
const unfinished = new Set();

export const machine = {
  isFolder,
  /** The names in a folder. */
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
  /** The day, in UTC. */
  today: () => new Date().toISOString().slice(0, 10),
  processId: process.pid,
  bundledDataset: fileURLToPath(new URL("../packs.bin", import.meta.url)),
};

/** Removes what a command that stopped in its middle left. */
export function forgetUnfinished() {
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

/** Pipes have no places to read at, only what comes next. */
function read(file, into, at) {
  try {
    return readSync(file, into, 0, into.length, at);
  } catch (error) {
    if (error.code !== "ESPIPE") throw error;
    return readNext(file, into);
  }
}

/** Waits for it. That there is no more is an error on Windows. */
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

/** All of it: a pipe takes what it has room for. */
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

/** Until whoever reads the pipe may have made room. */
function pause() {
  const milliseconds = 2;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Nothing where it fails. */
function attempt(task) {
  try {
    return task();
  } catch {
    return undefined;
  }
}
