// A process for each core. Threads would share memory, but Node has no way for them to share a listening socket: each connection
// would go through one thread. `node:cluster` shares it between processes, and one that dies takes no other with it.
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { limits } from "./limits.js";
import { Refusal } from "./refusal.js";

/** A process that dies at once would be replaced without end, and nothing else be done. */
const PAUSE_MS = 1_000;

export class Processes {
  #address;
  #dataset;
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
    worker.send({ task: "start", dataset: this.#dataset, address: this.#address, since: this.#since });
    if (this.#isStopping) worker.send({ task: "stop" });
  }

  async #replace() {
    if (this.#isStopping) return;
    await this.#fork().catch(() => setTimeout(() => this.#replace(), PAUSE_MS));
  }

  /** Whether it is another one. */
  take(dataset) {
    if (this.#dataset.sha256 === dataset.sha256) return false;
    this.#dataset = dataset;
    this.#tell({ task: "take", dataset });
    return true;
  }

  takeBrotli(sha256, br) {
    if (this.#dataset.sha256 !== sha256) return;
    this.#dataset.encodings.br = br;
    this.#tell({ task: "brotli", sha256, br });
  }

  #tell(message) {
    for (const worker of this.#hearing) if (worker.isConnected()) worker.send(message);
  }

  /** Resolves when all of them have ended: by themselves, or because they took too long. */
  async stop() {
    this.#isStopping = true;
    const ended = workers().map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
    this.#tell({ task: "stop" });
    const kill = setTimeout(() => workers().forEach((worker) => worker.process.kill("SIGKILL")), limits.stopMs);
    await Promise.all(ended);
    clearTimeout(kill);
  }
}

const workers = () => Object.values(cluster.workers);

const cantListen = ({ host, port }, code) => new Refusal(`${host}:${port} can't be listened on (${code})`);
