// Builds datasets from releases of dm+d and from updates. Nothing runs at import: the first call loads the WebAssembly, and each call has its
// own worker.
import * as check from "./api/check.js";
import { ImportError, PackLookupError, UpdateError, WasmError } from "./errors.js";
import { isBytes, once, read, viewOf } from "./api/byte-source.js";
import { startWorker } from "./worker/start.js";

export { ImportError, UpdateError } from "./errors.js";

const OPTIONS = ["progress", "signal", "wasm"];

export async function importRelease(release, options) {
  const { name = release?.name ?? "release.zip", partial = false, ...more } = optionsOf(options, ["name", "partial", ...OPTIONS], "importRelease");
  const settings = { name: check.name(name), partial: check.flag(partial, "partial") };
  const bytes = await ownBytes(release, "importRelease needs a release: a File, a Blob or bytes");
  return inWorker(ImportError, { call: "importRelease", bytes: [bytes], ...settings }, more);
}

export async function applyUpdate(dataset, update, options) {
  const given = optionsOf(options, OPTIONS, "applyUpdate");
  const needs = "applyUpdate needs a dataset and an update: Blobs or bytes";
  const bytes = await Promise.all([ownBytes(dataset, needs), ownBytes(update, needs)]);
  return (await inWorker(UpdateError, { call: "applyUpdate", bytes, name: "the update" }, given)).dataset;
}

export async function makeUpdate(before, after, options) {
  const given = optionsOf(options, ["signal", "wasm"], "makeUpdate");
  const needs = "makeUpdate needs two datasets: Blobs or bytes";
  const bytes = await Promise.all([ownBytes(before, needs), ownBytes(after, needs)]);
  return (await inWorker(UpdateError, { call: "makeUpdate", bytes, name: "the update" }, given)).update;
}

function optionsOf(given, known, of) {
  const options = check.options(given, known, of);
  check.callback(options.progress, "progress");
  options.signal?.throwIfAborted();
  return options;
}

/** Runs a task in a worker. `Failure` is the error class of the call. */
async function inWorker(Failure, task, { progress, signal, wasm }) {
  const module = await compileOnce(wasm, signal).catch((error) => {
    throw error instanceof Unavailable ? new Failure(error.message, "unavailable", error) : error;
  });
  const worker = await startImporter().catch((error) => {
    throw error instanceof WasmError ? new Failure(error.message, "unavailable", error) : error;
  });
  try {
    return await answerOf(worker, Failure, { module, ...task }, { progress, signal });
  } finally {
    worker.terminate();
  }
}

/** Returns bytes that nothing else refers to. They can be transferred to the worker instead of copied again. */
async function ownBytes(source, needs) {
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (isBytes(source)) return new Uint8Array(viewOf(source));
  throw new TypeError(needs);
}

class Unavailable extends PackLookupError {}

const compileOnce = once(async (wasm = new URL("./pack_lookup_importer_bg.wasm", import.meta.url)) => {
  if (wasm instanceof WebAssembly.Module) return wasm;
  return WebAssembly.compile(await read(wasm, { Failure: Unavailable, what: "the importer" }));
});

/** The address is repeated, because bundlers recognise a worker only in the first form. */
const startImporter = () =>
  startWorker(
    () => new Worker(new URL("./import-worker.js", import.meta.url), { type: "module" }),
    () => new URL(/* @vite-ignore */ /* webpackIgnore: true */ "./import-worker.js", import.meta.url),
  );

function answerOf(worker, Failure, task, { progress, signal }) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const stopped = (event) => reject(new Failure(event.message || "the importer did not start", "stopped"));
    const listen = ({ data }) => {
      if (data.progress) report(progress, data.progress, reject);
      else if (data.error) reject(errorOf(data.error, Failure, task.name));
      else resolve(data);
    };
    signal?.addEventListener("abort", abort, { once: true });
    // The signal may have aborted while the worker started.
    if (signal?.aborted) abort();
    worker.addEventListener("message", listen);
    worker.addEventListener("error", stopped);
    worker.postMessage(task, task.bytes.map(({ buffer }) => buffer));
  });
}

/** Reports progress. An error of the listener rejects the call: nothing else would handle it. */
function report(progress, state, reject) {
  try {
    progress?.(state);
  } catch (error) {
    reject(error);
  }
}

/** Returns the error of a worker. An error that the WebAssembly does not explain is probably a lack of memory. */
function errorOf({ name, message, reason }, Failure, what) {
  if (name === Failure.name) return new Failure(message, reason);
  return new Failure(`${what}: the importer stopped, perhaps for want of memory (${message})`, "stopped");
}
