// Requests to TRUD, with retries. Errors of the platform contain addresses with the key, so they
// are never rethrown.
import { setTimeout as wait } from "node:timers/promises";
import { causeOf, UserError } from "../node/messages.js";

/** The status codes that TRUD's own clients retry, and codes of gateways. */
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1_000;
/** If TRUD asks for a longer pause, the command stops and reports it. */
const LONGEST_PAUSE_MS = 60_000;
/** A request without a byte for this time is aborted. */
const IDLE_MS = 60_000;
const MAX_REDIRECTS = 3;

/**
 * A failure that may succeed on a retry. `after` is the pause in milliseconds that TRUD asked for.
 */
export class TransientError extends UserError {
  constructor(message, after) {
    super(message);
    this.after = after;
  }
}

/**
 * Calls `task` until it succeeds or fails permanently. Calls `say` with the reason of each pause.
 */
export async function retry(task, { say = () => {}, pause = wait } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new UserError(`${error.message}; tried ${MAX_ATTEMPTS} times, run fetch again later`);
      const milliseconds = pauseBefore(attempt, error);
      say(`${error.message}; trying again in ${Math.ceil(milliseconds / 1000)} s`);
      await pause(milliseconds);
    }
  }
}

function pauseBefore(attempt, { after, message }) {
  if (after > LONGEST_PAUSE_MS)
    throw new UserError(
      `${message}; TRUD asks for a pause of ${Math.ceil(after / 1000)} s, run fetch again after it`,
    );
  return after ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
}

/**
 * Calls `read` with the response, of any status. `read` must take the body by `chunksOf`, or ignore
 * it.
 */
export async function request(url, { headers, read }) {
  const idle = new IdleTimeout();
  try {
    return await read(
      await followRedirects(url, { headers, signal: idle.signal }, MAX_REDIRECTS),
      idle,
    );
  } catch (error) {
    throw isConnectionError(error, idle)
      ? new TransientError(connectionMessage(error, idle))
      : error;
  } finally {
    idle.stop();
  }
}

/** Follows redirects within the same origin. Another host would receive the key. */
async function followRedirects(url, options, redirects) {
  const response = await fetch(url, { ...options, redirect: "manual" });
  const to = response.status >= 300 && response.status < 400 && response.headers.get("location");
  if (!to) return response;
  await response.body?.cancel();
  const next = new URL(to, url);
  if (next.origin !== new URL(url).origin)
    throw new UserError(
      "TRUD redirected to another host; not followed, to protect the key; try again later",
    );
  if (redirects === 0) throw new UserError("TRUD redirected too many times; try again later");
  return followRedirects(next, options, redirects - 1);
}

/**
 * `fetch` reports a failed connection as a `TypeError` with a cause. Errors of the disk have no
 * cause.
 */
const isConnectionError = (error, idle) =>
  idle.signal.aborted || (error instanceof TypeError && error.cause !== undefined);

/** Uses only the code of the error: its message may contain the address. */
function connectionMessage(error, idle) {
  if (idle.signal.aborted) return `TRUD sent nothing for ${IDLE_MS / 1000} s`;
  const { cause } = error;
  return typeof cause.code === "string"
    ? `cannot connect to TRUD: ${causeOf(cause)}`
    : "cannot connect to TRUD";
}

/** Aborts a request after `IDLE_MS` without data. */
class IdleTimeout {
  #controller = new AbortController();
  #timer = setTimeout(() => this.#controller.abort(), IDLE_MS);
  signal = this.#controller.signal;

  restart = () => this.#timer.refresh();
  stop = () => clearTimeout(this.#timer);
}

/** Yields the chunks of a response, and restarts the timeout with each. */
export async function* chunksOf(response, idle) {
  for await (const chunk of response.body ?? []) {
    idle.restart();
    yield chunk;
  }
}

/** Reads the body as text. Rejects a body that is longer than `maxBytes`. */
export async function textOf(response, idle, maxBytes) {
  const chunks = [];
  let length = 0;
  for await (const chunk of chunksOf(response, idle)) {
    length += chunk.length;
    if (length > maxBytes)
      throw new UserError("TRUD's response is too long for a list of releases; try again later");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Throws if the status is an error. `messages` has the messages of some codes for this request. */
export function requireStatus({ status, headers }, messages) {
  if (Object.hasOwn(messages, status)) throw new UserError(messages[status]);
  if (RETRIED.has(status))
    throw new TransientError(
      `TRUD responded with status ${status}${status === 429 ? ", too many requests" : ""}`,
      retryAfter(headers),
    );
  if (status < 200 || status > 299)
    throw new UserError(`TRUD responded with unexpected status ${status}; try again later`);
}

/** Computes the pause in milliseconds. The header has seconds or a date. */
function retryAfter(headers) {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
