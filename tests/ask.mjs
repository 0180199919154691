// HTTP requests that are sent exactly as written.
import { request } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request to a process that dies is never answered, so each has a timeout. */
const LONGEST_MS = 60_000;

/** Sends a request. Unlike `fetch`, `http.request` does not normalise the target, follow redirects or decode the body. */
export function ask(options) {
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, signal: AbortSignal.timeout(LONGEST_MS), ...options }, async (response) => {
      const bytes = await buffer(response).catch(reject);
      resolve({ status: response.statusCode, headers: response.headers, bytes, body: String(bytes) });
    });
    sent.on("error", reject).end();
  });
}
