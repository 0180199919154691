// One process per processor core. Threads would share memory, but Node cannot share a listening
// socket between threads: one thread would relay every connection. `node:cluster` shares the socket
// between processes, and a process that dies affects no other.
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { limits } from "../node/limits.js";
import { log, LOGGED_EXIT, causeOf, UserError } from "../node/messages.js";
import { Metrics } from "./metrics.js";
import { extend } from "./published.js";

/** The pause before a dead process is replaced, against a loop of processes that die at once. */
const RESTART_PAUSE_MS = 1_000;

/** The server processes, all with the same dataset. */
export class ProcessPool {
  #address;
  #dataset;
  /** The previous dataset. Pages may still download it. */
  #previous;
  /** The next dataset, while it is sent to the processes. */
  #next;
  /** The messages about the page, for processes that start later. */
  #additions = [];
  #since = Date.now();
  /** The last file that was not taken over. */
  #refusal;
  #isStopping = false;
  #listening = new Set();
  #metrics;

  /** `metrics` get what the processes count. */
  constructor(address, dataset, metrics = new Metrics()) {
    this.#address = address;
    this.#dataset = dataset;
    this.#metrics = metrics;
  }

  /** The dataset that is served. */
  get dataset() {
    return this.#dataset;
  }

  /** The number of processes that run. */
  get size() {
    return this.#listening.size;
  }

  /** Starts the processes, and resolves when all of them listen. */
  start(count) {
    const exec = fileURLToPath(new URL("./server-process.js", import.meta.url));
    // Datasets are sent in structured clone format, as bytes.
    cluster.setupPrimary({ exec, args: [], execArgv: [], serialization: "advanced" });
    return Promise.all(Array.from({ length: count }, () => this.#fork()));
  }

  #fork() {
    const worker = cluster.fork();
    const listening = new Promise((resolve, reject) => {
      worker.once("listening", resolve);
      worker.on("message", ({ listens, failed, report }) => {
        if (listens) this.#sendDataset(worker);
        if (failed) reject(listenError(this.#address, failed));
        if (report) this.#metrics.report(worker, report);
      });
      worker.once("exit", (code, signal) => {
        this.#metrics.end(worker);
        reject(notReady(code, signal));
      });
    });
    listening.then(
      () => worker.once("exit", (code, signal) => this.#restart(code, signal)),
      () => {},
    );
    return listening;
  }

  /**
   * Sends the dataset to a process that listens to messages. Messages that arrive earlier are lost.
   */
  #sendDataset(worker) {
    this.#listening.add(worker);
    worker.once("exit", () => this.#listening.delete(worker));
    send(worker, {
      task: "start",
      dataset: this.#dataset,
      previous: this.#previous,
      next: this.#next,
      address: this.#address,
      since: this.#since,
      refusal: this.#refusal,
    });
    for (const addition of this.#additions) send(worker, addition);
  }

  #restart(code, signal) {
    this.#reportEnd(code, describeEnd(code, signal));
    this.#replace();
  }

  /** Logs and counts the end of a process that was not asked to stop. */
  #reportEnd(code, message) {
    if (this.#isStopping) return;
    if (code !== LOGGED_EXIT) log("error", message);
    this.#metrics.counts.fail("process");
  }

  async #replace() {
    if (this.#isStopping) return;
    await this.#fork().catch(({ message, cause }) => {
      this.#reportEnd(cause?.code, cause?.message ?? message);
      setTimeout(() => this.#replace(), RESTART_PAUSE_MS);
    });
  }

  /**
   * Replaces the dataset. Returns the previous one, or `undefined` if both are the same. All
   * processes get the dataset before any announces it: the next request of a client may reach
   * another process.
   */
  async replaceDataset(dataset) {
    const previous = this.#dataset;
    if (previous.sha256 === dataset.sha256) return undefined;
    this.#next = dataset;
    await Promise.all([...this.#listening].map((worker) => prepareDataset(worker, dataset)));
    [this.#previous, this.#dataset, this.#next] = [previous, dataset, undefined];
    this.#broadcast({ task: "swap" });
    return previous;
  }

  /** Adds brotli or an update to a dataset, unless that dataset is no longer served. */
  add(sha256, additions) {
    if (this.#dataset.sha256 !== sha256) return;
    extend(this.#dataset, additions);
    this.#broadcast({ task: "add", sha256, additions });
  }

  /** Adds brotli to a file of the page. */
  addToPage(path, br) {
    const addition = { task: "addToPage", path, br };
    this.#additions.push(addition);
    this.#broadcast(addition);
  }

  /** Tells all processes of a file that was not taken over. */
  refused(refusal) {
    this.#refusal = refusal;
    this.#broadcast({ task: "refused", refusal });
  }

  #broadcast(message) {
    for (const worker of this.#listening) send(worker, message);
  }

  /**
   * Stops all processes. Resolves when they have ended, by themselves or because they took too
   * long.
   */
  async stop() {
    this.#isStopping = true;
    const ended = workers().map(endOfWorker);
    this.#broadcast({ task: "stop" });
    // A process that is still loading serves no request.
    killAll(workers().filter((worker) => !this.#listening.has(worker)));
    const timer = setTimeout(() => killAll(workers()), limits.stopMs);
    await Promise.all(ended);
    clearTimeout(timer);
  }
}

function workers() {
  return Object.values(cluster.workers).filter((worker) => !worker.isDead());
}

function endOfWorker(worker) {
  return new Promise((resolve) => worker.once("exit", resolve));
}

function describeEnd(code, signal) {
  return `a process failed (${signal ?? `exit code ${code}`})`;
}

/** Builds the error of a process that ended before it listened. */
function notReady(code, signal) {
  const error = new UserError(
    "a server process stopped before it was ready; start the server again, and check the free memory if it recurs",
  );
  return Object.assign(error, { cause: { code, message: describeEnd(code, signal) } });
}

function killAll(workers) {
  for (const worker of workers) worker.process.kill("SIGKILL");
}

/**
 * Sends a message. A process that has just died cannot receive it; without a callback, that error
 * would kill the parent.
 */
function send(worker, message) {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** Resolves when a process has the dataset, or has ended. */
function prepareDataset(worker, dataset) {
  return new Promise((resolve) => {
    function listen({ prepared }) {
      if (prepared !== dataset.sha256) return;
      worker.off("message", listen);
      resolve();
    }

    worker.on("message", listen);
    worker.once("exit", resolve);
    send(worker, { task: "prepare", dataset });
  });
}

/** Builds the error of an address on which this machine cannot listen. */
export function listenError({ host, port }, error) {
  return new UserError(
    `cannot listen on ${host}:${port}: ${causeOf(error)}; choose another address with --host and --port`,
  );
}
