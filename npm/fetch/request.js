// Requests to TRUD, with retries. Errors of the platform contain addresses with the key, so they are never rethrown.
import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "../serve/refusal.js";

/** The status codes that TRUD's own clients retry, and codes of gateways. */
const REPEATED = new Set([408, 429, 500, 502, 503, 504]);

const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
/** If TRUD asks for a longer pause, the command stops and reports it. */
const LONGEST_PAUSE_MS = 60_000;
/** A request without a byte for this time is aborted. */
const SILENCE_MS = 60_000;
const REDIRECTIONS = 3;

/** A failure that may succeed on a retry. `after` is the pause in milliseconds that TRUD asked for. */
export class Passing extends Refusal {
  constructor(message, after) {
    super(message);
    this.after = after;
  }
}

/** Calls `once` until it succeeds or fails permanently. Calls `say` with the reason of each pause. */
export async function repeatedly(once, { say = () => {}, pause = wait } = {}) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof Passing) || tried === TRIES) throw error;
      const milliseconds = pauseBefore(tried, error);
      say(`${error.message}; once more in ${Math.ceil(milliseconds / 1000)} s`);
      await pause(milliseconds);
    }
  }
}

function pauseBefore(tried, { after, message }) {
  if (after > LONGEST_PAUSE_MS) throw new Refusal(`${message}, and asks for ${Math.ceil(after / 1000)} s before it is asked again`);
  return after ?? FIRST_PAUSE_MS * 2 ** (tried - 1);
}

/** Calls `read` with the response, of any status. `read` must take the body by `chunksOf`, or ignore it. */
export async function request(url, { headers, read }) {
  const silence = new Silence();
  try {
    return await read(await followed(url, { headers, signal: silence.signal }, REDIRECTIONS), silence);
  } catch (error) {
    throw isBroken(error, silence) ? new Passing(whyBroken(error, silence)) : error;
  } finally {
    silence.end();
  }
}

/** Follows redirections within the same origin. Another host would receive the key. */
async function followed(url, options, redirections) {
  const response = await fetch(url, { ...options, redirect: "manual" });
  const to = response.status >= 300 && response.status < 400 && response.headers.get("location");
  if (!to) return response;
  await response.body?.cancel();
  const next = new URL(to, url);
  if (next.origin !== new URL(url).origin) throw new Refusal("TRUD sends on to another host, which is not followed: it would be told the key");
  if (redirections === 0) throw new Refusal("TRUD sends from address to address without an end");
  return followed(next, options, redirections - 1);
}

/** `fetch` reports a failed connection as a `TypeError` with a cause. Errors of the disk have no cause. */
const isBroken = (error, silence) => silence.signal.aborted || (error instanceof TypeError && error.cause !== undefined);

/** Returns the error's code only: its message may contain the address. */
function whyBroken(error, silence) {
  if (silence.signal.aborted) return `TRUD sent nothing for ${SILENCE_MS / 1000} s`;
  const { code } = error.cause;
  return typeof code === "string" ? `the connection to TRUD failed (${code})` : "the connection to TRUD failed";
}

/** Aborts a request after `SILENCE_MS` without data. */
class Silence {
  #controller = new AbortController();
  #timer = setTimeout(() => this.#controller.abort(), SILENCE_MS);
  signal = this.#controller.signal;

  keepOff = () => this.#timer.refresh();
  end = () => clearTimeout(this.#timer);
}

/** Yields the chunks of a response, and restarts the timeout with each. */
export async function* chunksOf(response, silence) {
  for await (const chunk of response.body ?? []) {
    silence.keepOff();
    yield chunk;
  }
}

/** Returns the body as text. Rejects a body that is longer than `most` bytes. */
export async function textOf(response, silence, most) {
  const chunks = [];
  let length = 0;
  for await (const chunk of chunksOf(response, silence)) {
    length += chunk.length;
    if (length > most) throw new Refusal("TRUD's answer is longer than any list of releases");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Throws if the status is an error. `meanings` has the messages of some codes for this request. */
export function requireStatus({ status, headers }, meanings) {
  if (Object.hasOwn(meanings, status)) throw new Refusal(meanings[status]);
  if (REPEATED.has(status)) throw new Passing(`TRUD answers with status ${status}${status === 429 ? ", too many requests" : ""}`, retryAfter(headers));
  if (status < 200 || status > 299) throw new Refusal(`TRUD answers with status ${status}, which nobody expected`);
}

/** Returns the pause in milliseconds. The header has seconds or a date. */
function retryAfter(headers) {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
