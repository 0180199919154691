// A request and its response: their id, and what is counted and logged of them.
import { randomBytes } from "node:crypto";
import { log } from "../node/log.js";
import { routeOf } from "./routes.js";

/**
 * Ids have a random part for each process, and a number. A random id for each request would take a
 * 25th of the time of a lookup.
 */
const PROCESS = randomBytes(8).toString("hex");
let requests = 0;

/** A request that is not answered yet. */
export class Exchange {
  /** Sent with the response. An id that the client sent could be part of an attack on the log. */
  id = `${PROCESS}-${++requests}`;
  #began;
  #counts;
  #isFile;
  #isReported = false;

  /**
   * `target` has the path of the request. `counts` is `undefined` if nothing is counted, and
   * `isFile` returns whether the page has a file at a path.
   */
  constructor({ request, response, target, counts, isFile }) {
    this.request = request;
    this.response = response;
    this.target = target;
    this.#counts = counts;
    this.#began = counts && performance.now();
    this.#isFile = isFile;
  }

  get route() {
    return routeOf(this.target.path, this.#isFile);
  }

  /** Logs and counts a failure, once for each request. */
  fail(kind, message) {
    if (this.#isReported) return;
    this.#isReported = true;
    log("error", message, this);
    this.#counts?.fail(kind);
  }

  /** Counts the response. `status` is `aborted` if the client left before it. */
  end(status) {
    this.#counts?.add(this.route, status, (performance.now() - this.#began) / 1_000);
  }
}
