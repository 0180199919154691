// Serves `/metrics` on its own address, so that it is never reachable where the service is.
import { once } from "node:events";
import { createServer } from "node:http";
import { causeOf, UserError } from "../node/messages.js";
import { limits } from "../node/limits.js";
import { addressOf } from "../node/setting-kinds.js";

const PATH = "/metrics";

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/**
 * Serves the `text` of metrics at an address such as `127.0.0.1:9464`. Returns the server's address
 * and `close`.
 */
export async function serveMetrics(address, text) {
  const server = createServer(
    { headersTimeout: limits.requestMs, requestTimeout: limits.requestMs },
    (request, response) => answer(request, response, text),
  );
  server.maxConnections = limits.metricsConnections;
  server.setTimeout(limits.idleMs);
  try {
    await once(server.listen(addressOf(address)), "listening");
  } catch (error) {
    throw new UserError(
      `cannot listen on ${address}: ${causeOf(error)}; choose another address with --metrics`,
    );
  }
  const { address: host, port } = server.address();
  return { address: { host, port }, close: () => close(server) };
}

function answer({ method, url }, response, text) {
  if (url.split("?")[0] !== PATH) return send(response, 404, "not found\n");
  if (method !== "GET" && method !== "HEAD")
    return send(response, 405, "use GET\n", { Allow: "GET, HEAD" });
  return send(response, 200, text(), {
    "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  });
}

/** Sends a text. Node omits the body of an answer to HEAD. */
function send(response, status, body, headers) {
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  response.writeHead(status, { ...HEADERS, ...type, ...headers }).end(body);
}

function close(server) {
  server.close();
  server.closeAllConnections();
}
