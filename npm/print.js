// Reads the print on a medicine box in a picture. Nothing runs at import. Each reader has its own
// workers, and their memory is free after `close`.
import * as check from "./api/check.js";
import { isBytes, isFile, ownFile, read } from "./api/byte-source.js";
import { PrintError } from "./errors.js";
import { startWorker } from "./worker/start.js";

export { PrintError } from "./errors.js";
export { packsOf, productsOf } from "./print/packs.js";
export { questionOf } from "./print/question.js";

const FILES = {
  wasm: {
    label: "the print reader",
    address: () => new URL("./pack_lookup_print_bg.wasm.gz", import.meta.url),
  },
  detection: {
    label: "the model that finds lines",
    address: () => new URL("./print/detection.onnx.gz", import.meta.url),
  },
  recognition: {
    label: "the model that reads lines",
    address: () => new URL("./print/recognition.onnx.gz", import.meta.url),
  },
};

export async function openPrintReader(options) {
  const { signal, ...sources } = check.options(
    options,
    [...Object.keys(FILES), "signal"],
    "openPrintReader",
  );
  signal?.throwIfAborted();
  const files = await Promise.all(
    Object.keys(FILES).map((name) => fileFor(name, sources[name], signal)),
  );
  const reader = new PrintReader(await startReaders());
  await reader.load(files, signal);
  return reader.methods;
}

/** A second worker halves the time in which lines are read, if it has its own processor. */
const workerCount = () => Math.min(2, globalThis.navigator?.hardwareConcurrency ?? 1);

/** Starts the workers. If only one starts, it reads all lines. */
async function startReaders() {
  const starts = await Promise.allSettled(Array.from({ length: workerCount() }, startReader));
  const workers = starts.flatMap(({ value }) => value ?? []);
  if (workers.length === 0) throw starts[0].reason;
  return workers;
}

/**
 * Returns `{ name, label, source }` for the worker. It reads addresses and files itself, because
 * megabytes would block the main thread.
 */
async function fileFor(name, source, signal) {
  const { label, address } = FILES[name];
  const given = (await source) ?? ownFile(address, PrintError, `pass the file as \`${name}\``);
  const isWhole = isFile(given) || given instanceof WebAssembly.Module;
  const location = isWhole ? given : addressFor(given);
  return {
    name,
    label,
    source: location ?? (await read(given, { ErrorClass: PrintError, label, signal })),
  };
}

/**
 * Finds the address of a source that has nothing but one, or `undefined`. A worker has another
 * base.
 */
function addressFor(source) {
  if (source instanceof URL) return source.href;
  if (typeof source !== "string") return undefined;
  return globalThis.document === undefined
    ? source
    : new URL(source, globalThis.document.baseURI).href;
}

/** The address is repeated, because bundlers recognise a worker only in the first form. */
const startReader = () =>
  startWorker(
    () => new Worker(new URL("./print-worker.js", import.meta.url), { type: "module" }),
    () =>
      new URL(/* @vite-ignore */ /* webpackIgnore: true */ "./print-worker.js", import.meta.url),
  );

class PrintReader {
  #worker;
  #helpers;
  #waiting = new Map();
  #calls = 0;

  constructor([worker, ...helpers]) {
    [this.#worker, this.#helpers] = [worker, helpers];
    worker.addEventListener("message", ({ data }) => this.#settle(data));
    for (const one of [worker, ...helpers])
      one.addEventListener("error", (event) =>
        this.#stop(event?.message || "the worker did not start"),
      );
  }

  /** What callers get. */
  get methods() {
    return Object.freeze({
      read: (picture, options) => this.#read(picture, options),
      close: () => this.#stop("the reader is closed"),
    });
  }

  /** Ends the worker if it cannot load its files, or if `signal` is aborted before. */
  async load(files, signal) {
    const aborted = new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
    try {
      const ports = this.#helpers.map(portTo);
      await Promise.race([this.#call({ call: "load", files, ports }, ports), aborted]);
    } catch (error) {
      this.#stop("the reader is closed");
      throw error;
    }
  }

  /**
   * The worker opens files. Pixels are copied, because the caller may draw on them while they are
   * read.
   */
  #read(picture, options) {
    const {
      today = localDay(),
      guide = false,
      smallPrintOf,
    } = check.options(options, ["today", "guide", "smallPrintOf"], "read");
    const task =
      smallPrintOf === undefined
        ? { call: "read", options: { today, isGuide: guide } }
        : { call: "readSmallPrint", box: smallPrintOf };
    if (isFile(picture)) return this.#call({ ...task, picture });
    requirePixels(picture);
    const data = new Uint8Array(picture.data);
    return this.#call(
      { ...task, picture: { data, width: picture.width, height: picture.height } },
      [data.buffer],
    );
  }

  #call(task, transfer) {
    if (this.#worker === undefined)
      return Promise.reject(new PrintError("the reader is closed; open another one", "closed"));
    const id = (this.#calls += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...task }, transfer);
    });
  }

  #settle({ id, result, error, reason = "stopped", url }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new PrintError(error, reason, { url }));
  }

  #stop(message) {
    for (const worker of [this.#worker, ...this.#helpers]) worker?.terminate();
    [this.#worker, this.#helpers] = [undefined, []];
    for (const { reject } of this.#waiting.values()) reject(new PrintError(message, "stopped"));
    this.#waiting.clear();
  }
}

function requirePixels(picture) {
  const { data, width, height } = picture ?? {};
  if (!isBytes(data) || !Number.isInteger(width) || !Number.isInteger(height))
    throw check.wrongType(
      "bad_picture",
      "a picture",
      "a file of a browser, or { data, width, height } with the RGBA bytes of its pixels",
      picture,
    );
}

/** Makes a port to a worker that helps another one. */
function portTo(helper) {
  const { port1, port2 } = new MessageChannel();
  helper.postMessage({ call: "help", port: port1 }, [port1]);
  return port2;
}

function localDay() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}
