// Requests that arrive as they are written.
import { request } from "node:http";
import { buffer } from "node:stream/consumers";

/** What is not answered by then never is: what went to a process that was dying. */
const LONGEST_MS = 60_000;

/** Unlike `fetch`, `http.request` leaves the target alone, follows no redirects and decodes nothing. */
export function ask(options) {
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, signal: AbortSignal.timeout(LONGEST_MS), ...options }, async (response) => {
      const bytes = await buffer(response).catch(reject);
      resolve({ status: response.statusCode, headers: response.headers, bytes, body: String(bytes) });
    });
    sent.on("error", reject).end();
  });
}
