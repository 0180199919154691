// One request to TRUD, repeated where that may help. No error of the platform leaves here: they tell addresses, and those hold the key.
import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "../serve/refusal.js";

/** What TRUD's own clients found worth repeating, and others that come from what stands before a site. */
const REPEATED = new Set([408, 429, 500, 502, 503, 504]);

const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
/** Whoever is told to come back later than this is better told so. */
const LONGEST_PAUSE_MS = 60_000;
/** Nothing came for so long: it is cut off. */
const SILENCE_MS = 60_000;
const REDIRECTIONS = 3;

/** Something that may be otherwise next time; `after` is how long TRUD asked to wait. */
export class Passing extends Refusal {
  constructor(message, after) {
    super(message);
    this.after = after;
  }
}

/** Does `once` until it succeeds, or fails for good. `say` is told why there is a pause. */
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

/** Calls `read` with the response to one request, of whatever status; `read` must take the body by `chunksOf`, or not at all. */
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

/** Only where the first address leads to the same host: another one would be told the key. */
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

/** So `fetch` tells of connections; a disk, for one, has no cause. */
const isBroken = (error, silence) => silence.signal.aborted || (error instanceof TypeError && error.cause !== undefined);

/** Of an error only its code is said: its message may have the address. */
function whyBroken(error, silence) {
  if (silence.signal.aborted) return `TRUD sent nothing for ${SILENCE_MS / 1000} s`;
  const { code } = error.cause;
  return typeof code === "string" ? `the connection to TRUD failed (${code})` : "the connection to TRUD failed";
}

/** Ends a request when nothing came for long. */
class Silence {
  #controller = new AbortController();
  #timer = setTimeout(() => this.#controller.abort(), SILENCE_MS);
  signal = this.#controller.signal;

  keepOff = () => this.#timer.refresh();
  end = () => clearTimeout(this.#timer);
}

export async function* chunksOf(response, silence) {
  for await (const chunk of response.body ?? []) {
    silence.keepOff();
    yield chunk;
  }
}

/** Of an answer that should be short. */
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

/** Throws what the status of an answer means for everybody who asks TRUD; `meanings` has its sentence for some. */
export function requireStatus({ status, headers }, meanings) {
  if (Object.hasOwn(meanings, status)) throw new Refusal(meanings[status]);
  if (REPEATED.has(status)) throw new Passing(`TRUD answers with status ${status}${status === 429 ? ", too many requests" : ""}`, retryAfter(headers));
  if (status < 200 || status > 299) throw new Refusal(`TRUD answers with status ${status}, which nobody expected`);
}

/** In milliseconds; the header has seconds or a date. */
function retryAfter(headers) {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
