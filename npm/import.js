// Builds datasets from releases of dm+d and from updates, and reports on their quality. Nothing
// runs at import: the first call loads the WebAssembly, and each call has its own worker.
import * as check from "./api/check.js";
import { DatasetError, ImportError, PackLookupError, UpdateError, WasmError } from "./errors.js";
import { isBytes, once, ownFile, viewOf } from "./api/byte-source.js";
import { described, requireDescription } from "./api/open-options.js";
import { moduleOf } from "./wasm/compile.js";
import { startWorker } from "./worker/start.js";

export {
  DatasetError,
  ImportError,
  PackLookupError,
  SignatureError,
  UpdateError,
  WasmError,
} from "./errors.js";

const OPTIONS = ["progress", "signal", "wasm"];

export async function importRelease(release, options) {
  const {
    name = release?.name ?? "release.zip",
    partial = false,
    ...taskOptions
  } = optionsOf(options, ["name", "partial", ...OPTIONS], "importRelease");
  const settings = { name: check.name(name), partial: check.flag(partial, "partial") };
  const bytes = await copyBytes(release, "release");
  return runInWorker(
    ImportError,
    { call: "importRelease", bytes: [bytes], ...settings },
    taskOptions,
  );
}

export async function applyUpdate(dataset, update, options) {
  const names = [...OPTIONS, "description", "publicKeys", "after"];
  const taskOptions = described(optionsOf(options, names, "applyUpdate"));
  const bytes = await Promise.all([copyBytes(dataset, "dataset"), copyBytes(update, "update")]);
  const task = { call: "applyUpdate", bytes, name: "the update" };
  const { dataset: result } = await runInWorker(UpdateError, task, taskOptions);
  await requireDescription(result, taskOptions);
  return result;
}

export async function makeUpdate(before, after, options) {
  const taskOptions = optionsOf(options, ["signal", "wasm"], "makeUpdate");
  const bytes = await Promise.all([copyBytes(before, "dataset"), copyBytes(after, "dataset")]);
  return (
    await runInWorker(UpdateError, { call: "makeUpdate", bytes, name: "the update" }, taskOptions)
  ).update;
}

export async function followHistory(after, options) {
  const { before, history, ...taskOptions } = optionsOf(
    options,
    ["before", "history", "signal", "wasm"],
    "followHistory",
  );
  const optional = [
    [history, "history"],
    [before, "dataset"],
  ].filter(([source]) => source !== undefined);
  const sources = [[after, "dataset"], ...optional];
  const bytes = await Promise.all(sources.map(([source, name]) => copyBytes(source, name)));
  const has = { history: history !== undefined, before: before !== undefined };
  const task = { call: "followHistory", bytes, has, name: "the history" };
  return (await runInWorker(PackLookupError, task, taskOptions)).history;
}

export async function qualityReport(dataset, options) {
  const { since, ...taskOptions } = optionsOf(
    options,
    ["since", "signal", "wasm"],
    "qualityReport",
  );
  const sources = since === undefined ? [dataset] : [dataset, since];
  const bytes = await Promise.all(sources.map((source) => copyBytes(source, "dataset")));
  const { html, csv, json } = await runInWorker(
    WasmError,
    { call: "qualityReport", bytes, name: "the dataset" },
    taskOptions,
  );
  return { html, csv, json };
}

function optionsOf(value, names, method) {
  const options = check.options(value, names, method);
  check.callback(options.progress, "progress");
  options.signal?.throwIfAborted();
  return options;
}

/** Runs a task in a worker. `ErrorClass` is the error class of the call. */
async function runInWorker(ErrorClass, task, { progress, signal, wasm }) {
  const asOwn = (error) => Promise.reject(unavailableAs(ErrorClass, error));
  const module = await compileOnce(wasm, signal).catch(asOwn);
  const worker = await startImporter().catch(asOwn);
  try {
    return await resultOf(worker, ErrorClass, { module, ...task }, { progress, signal });
  } finally {
    worker.terminate();
  }
}

/**
 * Copies the bytes of an argument. Nothing else refers to the copy, so it can be transferred to the
 * worker.
 */
async function copyBytes(source, name) {
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (isBytes(source)) return new Uint8Array(viewOf(source));
  throw check.wrongType(`bad_${name}`, `the ${name}`, "a File, a Blob or bytes", source);
}

/**
 * Builds the error of a call whose importer cannot be loaded. The cause has the reason that only
 * `WasmError` has.
 */
function unavailableAs(ErrorClass, error) {
  if (!(error instanceof WasmError) || ErrorClass === WasmError) return error;
  return new ErrorClass(error.message, "unavailable", { cause: error, url: error.url });
}

const compileOnce = once(async (source) =>
  moduleOf(
    (await source) ??
      ownFile(
        () => new URL("./pack_lookup_importer_bg.wasm", import.meta.url),
        WasmError,
        "pass the file as `wasm`",
      ),
    { exported: "importRelease", label: "the importer" },
  ),
);

/** The address is repeated, because bundlers recognise a worker only in the first form. */
const startImporter = () =>
  startWorker(
    () => new Worker(new URL("./import-worker.js", import.meta.url), { type: "module" }),
    () =>
      new URL(/* @vite-ignore */ /* webpackIgnore: true */ "./import-worker.js", import.meta.url),
  );

function resultOf(worker, ErrorClass, task, { progress, signal }) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const stopped = (event) =>
      reject(
        new ErrorClass(
          event.message ||
            "the importer did not start; check that worker-src in the Content-Security-Policy allows import-worker.js",
          "stopped",
        ),
      );
    const listen = ({ data }) => {
      if (data.progress) report(progress, data.progress, reject);
      else if (data.error) reject(toError(data.error, ErrorClass, task.name));
      else resolve(data);
    };
    signal?.addEventListener("abort", abort, { once: true });
    // The signal may have aborted while the worker started.
    if (signal?.aborted) abort();
    worker.addEventListener("message", listen);
    worker.addEventListener("error", stopped);
    worker.postMessage(
      task,
      task.bytes.map(({ buffer }) => buffer),
    );
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

/** By the name that the WebAssembly gives its errors. Minifiers change the names of the classes. */
const ERRORS = { DatasetError, ImportError, PackLookupError, UpdateError };

/**
 * Builds the error of a worker. An error that the WebAssembly does not explain is probably a lack
 * of memory.
 */
function toError({ name, message, reason }, ErrorClass, file) {
  if (name === "WasmError") return unavailableAs(ErrorClass, new WasmError(message, reason));
  if (Object.hasOwn(ERRORS, name)) return new ERRORS[name](message, reason);
  return new ErrorClass(
    `${file}: the importer stopped: ${message}; it may need more memory`,
    "stopped",
  );
}
