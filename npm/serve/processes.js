// A process for each core. Threads would share memory, but Node has no way for them to share a listening socket: each connection
// would go through one thread. `node:cluster` shares it between processes, and one that dies takes no other with it.
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { limits } from "./limits.js";
import { extend } from "./published.js";
import { Refusal } from "./refusal.js";

/** A process that dies at once would be replaced without end, and nothing else be done. */
const PAUSE_MS = 1_000;

export class Processes {
  #address;
  #dataset;
  /** Pages may still be fetching it. */
  #before;
  /** Only while the processes get it. */
  #next;
  #since = Date.now();
  #isStopping = false;
  #hearing = new Set();

  constructor(address, dataset) {
    this.#address = address;
    this.#dataset = dataset;
  }

  /** Resolves when all of them listen. */
  start(count) {
    const exec = fileURLToPath(new URL("./process.js", import.meta.url));
    // Datasets go to the processes as they are in memory.
    cluster.setupPrimary({ exec, args: [], execArgv: [], serialization: "advanced" });
    return Promise.all(Array.from({ length: count }, () => this.#fork()));
  }

  #fork() {
    const worker = cluster.fork();
    const listening = new Promise((resolve, reject) => {
      worker.once("listening", resolve);
      worker.on("message", ({ hears, failed }) => {
        if (hears) this.#hand(worker);
        if (failed) reject(cantListen(this.#address, failed));
      });
      worker.once("exit", () => reject(new Refusal("a process ended before it could serve")));
    });
    listening.then(() => worker.once("exit", () => this.#replace()), () => {});
    return listening;
  }

  /** What is sent to a process before it listens to messages is lost. */
  #hand(worker) {
    this.#hearing.add(worker);
    worker.once("exit", () => this.#hearing.delete(worker));
    tell(worker, { task: "start", dataset: this.#dataset, before: this.#before, next: this.#next, address: this.#address, since: this.#since });
  }

  async #replace() {
    if (this.#isStopping) return;
    await this.#fork().catch(() => setTimeout(() => this.#replace(), PAUSE_MS));
  }

  /** The one that was served until now, or nothing where it is the same. No process tells of a dataset before all have it: the next request of
   * whoever was told may go to any of them. */
  async take(dataset) {
    const before = this.#dataset;
    if (before.sha256 === dataset.sha256) return undefined;
    this.#next = dataset;
    await Promise.all([...this.#hearing].map((worker) => bring(worker, dataset)));
    [this.#before, this.#dataset, this.#next] = [before, dataset, undefined];
    this.#tell({ task: "turn" });
    return before;
  }

  /** What was made of a dataset, which may have gone since. */
  add(sha256, made) {
    if (this.#dataset.sha256 !== sha256) return;
    extend(this.#dataset, made);
    this.#tell({ task: "add", sha256, made });
  }

  #tell(message) {
    for (const worker of this.#hearing) tell(worker, message);
  }

  /** Resolves when all of them have ended: by themselves, or because they took too long. */
  async stop() {
    this.#isStopping = true;
    const ended = workers().map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
    this.#tell({ task: "stop" });
    // One that still loads serves nobody.
    workers().filter((worker) => !this.#hearing.has(worker)).forEach(end);
    const kill = setTimeout(() => workers().forEach(end), limits.stopMs);
    await Promise.all(ended);
    clearTimeout(kill);
  }
}

const workers = () => Object.values(cluster.workers).filter((worker) => !worker.isDead());

const end = (worker) => worker.process.kill("SIGKILL");

/** One that has died in this moment hears nothing. Without somebody to be told, that would end the parent. */
const tell = (worker, message) => worker.isConnected() && worker.send(message, () => {});

/** Resolves when it has the dataset, or is no more. */
function bring(worker, dataset) {
  return new Promise((resolve) => {
    const hear = ({ has }) => has === dataset.sha256 && resolve(worker.off("message", hear));
    worker.on("message", hear);
    worker.once("exit", resolve);
    tell(worker, { task: "bring", dataset });
  });
}

const cantListen = ({ host, port }, code) => new Refusal(`${host}:${port} can't be listened on (${code})`);
