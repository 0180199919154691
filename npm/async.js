// The module with its dataset in a worker, so that the calling thread never blocks. Arguments are
// checked before they are sent. Nothing runs at import: `open` starts the worker.
import { checkedArguments } from "./api/arguments.js";
import { bundled } from "./bundled.js";
import { fetchWith } from "./api/fetch.js";
import { bindMembers } from "./api/members.js";
import { DatasetError, PackLookupError, WasmError } from "./errors.js";
import { compileOnce } from "./lookup-module.js";
import {
  demoOptions,
  openOptions,
  readDataset,
  readHistory,
  requireDescription,
  settingsOf,
} from "./api/open-options.js";
import { addressOf, isBytes } from "./api/byte-source.js";
import { errorOf } from "./worker/messages.js";
import { startWorker } from "./worker/start.js";

export {
  DatasetError,
  GtinError,
  PackLookupError,
  ScanError,
  SignatureError,
  WasmError,
} from "./errors.js";
export { FORMAT } from "./api/open-options.js";

/** The number of packs per message when all packs are iterated. */
const BATCH = 100;

export class PackLookup {
  #connection;
  #size;

  constructor(connection, size) {
    this.#connection = connection;
    this.#size = size;
    for (const [name, checked] of Object.entries(checkedArguments))
      this[name] = async (...args) => this.#connection.call(name, checked(...args));
    bindMembers(this, PackLookup);
  }

  static async open(...args) {
    return args.length === 0 ? this.demo() : this.#openWith(openOptions(...args));
  }

  static async demo(settings) {
    return this.#openWith({ ...demoOptions(settings), dataset: bundled() });
  }

  static async #openWith(options) {
    const { dataset, wasm, signal } = options;
    const openSettings = settingsOf(options);
    const [bytes, history, module] = await Promise.all([
      transferableBytes({ ...options, dataset }),
      readHistory(options),
      compileOnce(wasm, signal),
    ]);
    signal?.throwIfAborted();
    const connection = new WorkerConnection(await startDatasetWorker());
    try {
      return new this(
        connection,
        await callOrAbort(connection, signal, () =>
          connection.call(
            "open",
            [bytes, { ...openSettings, wasm: module, history }],
            [bytes.buffer],
          ),
        ),
      );
    } catch (error) {
      connection.end(closedError);
      // The worker gets bytes without their address, so the URL is added here.
      throw error instanceof DatasetError
        ? Object.assign(error, { url: addressOf(await dataset) })
        : error;
    }
  }

  get size() {
    this.#connection.requireOpen();
    return this.#size;
  }

  /** It is asked for at each access: the age of the data grows while they are open. */
  get about() {
    return this.#connection.call("about", []);
  }

  async fetch(input, init) {
    return fetchWith(this.respond, input, init);
  }

  async *[Symbol.asyncIterator]() {
    for (let first = 0; first < this.size; first += BATCH)
      yield* await this.#connection.call("packsFrom", [first, BATCH]);
  }

  async close() {
    this.#connection.end(closedError);
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.#connection.end(closedError);
  }

  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    this.#connection.end(closedError);
  }
}

const closedError = () => new PackLookupError("the dataset is closed; open it again", "closed");

/**
 * Makes bytes that nothing else refers to. They can be transferred to the worker instead of
 * copied again.
 */
async function transferableBytes(options) {
  const source = await options.dataset;
  const read = await readDataset({ ...options, dataset: source });
  const bytes = isBytes(source) ? new Uint8Array(read) : read;
  await requireDescription(bytes, options);
  return bytes;
}

/** The address is repeated, because bundlers recognise a worker only in the first form. */
const startDatasetWorker = () =>
  startWorker(
    () => new Worker(new URL("./async-worker.js", import.meta.url), { type: "module" }),
    () =>
      new URL(/* @vite-ignore */ /* webpackIgnore: true */ "./async-worker.js", import.meta.url),
  );

/**
 * Waits for the opening. An aborted signal ends the worker, and rejects with the signal's reason.
 */
async function callOrAbort(connection, signal, open) {
  const abort = () => connection.end(() => signal.reason);
  signal?.addEventListener("abort", abort, { once: true });
  // The signal may have aborted while the worker started.
  if (signal?.aborted) abort();
  try {
    return await open();
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** A connection to a worker: sends calls, and matches each result to its call. */
class WorkerConnection {
  #worker;
  #pending = new Map();
  #lastId = 0;
  #hasStarted = false;
  #endReason;

  constructor(worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#receive(data));
    worker.addEventListener("error", (event) => this.end(() => this.#errorOf(event)));
  }

  async call(method, args, transfer = []) {
    this.requireOpen();
    this.#worker.ref?.();
    const id = this.#lastId++;
    this.#worker.postMessage({ id, method, args }, transfer);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  requireOpen() {
    if (this.#endReason) throw this.#endReason();
  }

  /** Ends the worker. The first reason applies to all pending and later calls. */
  end(reason) {
    if (this.#endReason) return;
    this.#endReason = reason;
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(reason());
    this.#pending.clear();
  }

  #receive({ id, result, error }) {
    this.#hasStarted = true;
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    // An idle worker must not keep a Node process alive.
    if (this.#pending.size === 0) this.#worker.unref?.();
    if (error) call?.reject(errorOf(error));
    else call?.resolve(result);
  }

  #errorOf(event) {
    const cause = event instanceof Error ? event : event.error;
    const details = event.message ? ` (${event.message})` : "";
    if (this.#hasStarted)
      return new WasmError(`the worker stopped${details}; open the dataset again`, "stopped", {
        cause,
      });
    return new WasmError(
      `the worker did not start${details}; check that the bundler serves async-worker.js and that worker-src in the Content-Security-Policy allows it`,
      "unavailable",
      { cause },
    );
  }
}
