// A request and its response: their id, and what is counted and logged of them. A server process
// counts requests by route, status and duration, and its parent adds what all of them have sent.
import { randomBytes } from "node:crypto";

import { log } from "../node/messages.js";
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

/** The upper limits of the durations of a histogram, in seconds. */
export const DURATIONS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Counts by route, and of failures by kind. */
export class RequestCounts {
  /**
   * By route: `statuses`, the counts by status; `durations`, with one for those above all limits.
   */
  routes = new Map();
  /** Requests that Node rejected before they could be read, by status. */
  rejected = new Map();
  failures = new Map();

  /** Counts a request that was answered. */
  add(route, status, seconds) {
    const counts = this.#of(route);
    increase(counts.statuses, status);
    counts.durations[indexOf(seconds)] += 1;
    counts.seconds += seconds;
  }

  reject(status) {
    increase(this.rejected, status);
  }

  fail(kind) {
    increase(this.failures, kind);
  }

  /** Adds other counts. They may come from another process, so they are plain data. */
  merge({ routes, rejected, failures }) {
    for (const [route, counts] of routes) mergeRoute(this.#of(route), counts);
    for (const [status, count] of rejected) increase(this.rejected, status, count);
    for (const [kind, count] of failures) increase(this.failures, kind, count);
  }

  /** Takes all counts as plain data, and begins again. */
  take() {
    const { routes, rejected, failures } = this;
    for (const name of ["routes", "rejected", "failures"]) this[name] = new Map();
    return { routes, rejected, failures };
  }

  #of(route) {
    let counts = this.routes.get(route);
    if (counts === undefined) {
      const durations = new Array(DURATIONS.length + 1).fill(0);
      counts = { statuses: new Map(), durations, seconds: 0 };
      this.routes.set(route, counts);
    }
    return counts;
  }
}

function mergeRoute(counts, { statuses, durations, seconds }) {
  for (const [status, count] of statuses) increase(counts.statuses, status, count);
  for (const [index, count] of durations.entries()) counts.durations[index] += count;
  counts.seconds += seconds;
}

const increase = (counts, key, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);

function indexOf(seconds) {
  const index = DURATIONS.findIndex((limit) => seconds <= limit);
  return index < 0 ? DURATIONS.length : index;
}
