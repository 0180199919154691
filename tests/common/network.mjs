// HTTP requests that are sent exactly as written, and free ports.
import { request } from "node:http";
import { createServer } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request to a process that dies is never answered, so each has a timeout. */
const TIMEOUT_MS = 60_000;

/**
 * Sends a request. Unlike `fetch`, `http.request` does not normalise the target, follow redirects
 * or decode the body.
 */
export function sendRequest({ body, ...options }) {
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), ...options },
      async (response) => {
        const bytes = await buffer(response).catch(reject);
        resolve({
          status: response.statusCode,
          headers: response.headers,
          bytes,
          body: String(bytes),
        });
      },
    );
    sent.on("error", reject).end(body);
  });
}

/** A free port of this machine. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
