// The module with its dataset in a worker, so that the calling thread never blocks. Arguments are checked before they are sent. Nothing runs at
// import: `open` starts the worker.
import { checkedArguments, responseOf } from "./api/arguments.js";
import { bundled } from "./api/bundled.js";
import * as check from "./api/check.js";
import { DatasetError, PackLookupError, WasmError } from "./errors.js";
import { compileOnce } from "./wasm/lookup-module.js";
import { openOptions, readDataset, settingsOf } from "./api/open-options.js";
import { addressOf, isBytes } from "./api/byte-source.js";
import { errorOf } from "./worker/error-transfer.js";
import { startWorker } from "./worker/start.js";

export { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";
export { FORMAT } from "./api/open-options.js";

/** The number of packs per message when all packs are iterated. */
const BATCH = 100;

export class PackLookup {
  #connection;
  #about;

  constructor(connection, about) {
    this.#connection = connection;
    this.#about = about;
    for (const [name, checked] of Object.entries(checkedArguments)) this[name] = async (...given) => this.#connection.ask(name, checked(...given));
    for (const name of ["fetch", "close"]) this[name] = this[name].bind(this);
  }

  static async open(source, more) {
    const options = openOptions(source, more);
    const { dataset = bundled(), wasm, signal } = options;
    const settings = settingsOf(options);
    const [bytes, module] = await Promise.all([ownDataset({ ...options, dataset }), compileOnce(wasm, signal)]);
    signal?.throwIfAborted();
    const connection = new WorkerConnection(await startReader());
    try {
      return new this(connection, await untilAborted(connection, signal, () => connection.ask("open", [bytes, { ...settings, wasm: module }], [bytes.buffer])));
    } catch (error) {
      connection.end(closed);
      // The worker gets bytes without their address, so the URL is added here.
      throw error instanceof DatasetError ? Object.assign(error, { url: addressOf(await dataset) }) : error;
    }
  }

  get size() {
    return this.about.dataset.packs;
  }

  get about() {
    this.#connection.requireOpen();
    return this.#about;
  }

  async fetch(input, init) {
    const request = check.request(input, init);
    return responseOf(request, await this.respond(request));
  }

  async *[Symbol.asyncIterator]() {
    for (let first = 0; first < this.size; first += BATCH) yield* await this.#connection.ask("some", [first, BATCH]);
  }

  async close() {
    this.#connection.end(closed);
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.#connection.end(closed);
  }

  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    this.#connection.end(closed);
  }
}

const closed = () => new PackLookupError("this dataset was closed", "closed");

/** Returns bytes that nothing else refers to. They can be transferred to the worker instead of copied again. */
async function ownDataset(options) {
  const source = await options.dataset;
  const bytes = await readDataset({ ...options, dataset: source });
  return isBytes(source) ? new Uint8Array(bytes) : bytes;
}

/** The address is repeated, because bundlers recognise a worker only in the first form. */
const startReader = () =>
  startWorker(
    () => new Worker(new URL("./async-worker.js", import.meta.url), { type: "module" }),
    () => new URL(/* @vite-ignore */ /* webpackIgnore: true */ "./async-worker.js", import.meta.url),
  );

/** Waits for the opening. An aborted signal ends the worker, and rejects with the signal's reason. */
async function untilAborted(connection, signal, opening) {
  const abort = () => connection.end(() => signal.reason);
  signal?.addEventListener("abort", abort, { once: true });
  // The signal may have aborted while the worker started.
  if (signal?.aborted) abort();
  try {
    return await opening();
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** A connection to a worker: sends calls, and matches each response to its call. */
class WorkerConnection {
  #worker;
  #waiting = new Map();
  #lastId = 0;
  #hasAnswered = false;
  #endReason;

  constructor(worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#receive(data));
    worker.addEventListener("error", (event) => this.end(() => this.#fault(event)));
  }

  async ask(call, values, transfer = []) {
    this.requireOpen();
    this.#worker.ref?.();
    const id = this.#lastId++;
    this.#worker.postMessage({ id, call, values }, transfer);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  requireOpen() {
    if (this.#endReason) throw this.#endReason();
  }

  /** Ends the worker. The first reason applies to all pending and later calls. */
  end(reason) {
    if (this.#endReason) return;
    this.#endReason = reason;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason());
    this.#waiting.clear();
  }

  #receive({ id, answer, error }) {
    this.#hasAnswered = true;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    // An idle worker must not keep a Node process alive.
    if (this.#waiting.size === 0) this.#worker.unref?.();
    if (error) waiting?.reject(errorOf(error));
    else waiting?.resolve(answer);
  }

  #fault(event) {
    const cause = event instanceof Error ? event : event.error;
    const more = event.message ? ` (${event.message})` : "";
    if (this.#hasAnswered) return new WasmError(`the worker stopped${more}: open again`, "stopped", { cause });
    return new WasmError(`the worker did not start${more}: \`async-worker.js\` is not where the bundler looks, or worker-src forbids it`, "unavailable", { cause });
  }
}
