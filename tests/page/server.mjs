// A static server like the host of the page: files, with the headers of `_headers`.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { headersFor, parseRules } from "../../npm/serve/static-files.js";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * Serves a folder. `answers` maps a path to a function `(request, response) => void` that replaces
 * the file. Every response has the `headers`. `requests` records all requests in full.
 */
export async function serveFolder(folder, answers = {}, headers = {}) {
  const rules = parseRules(await readFile(join(folder, "_headers"), "utf8").catch(() => ""));
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push(recorded(request));
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    for (const [name, value] of [...Object.entries(headers), ...headersFor(rules, path)])
      response.setHeader(name, value);
    if (answers[path]) return answers[path](request, response);
    await sendFile(folder, path, response);
  });
  // By default the server closes a connection after five idle seconds, when a slow browser may be
  // about to use it again.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return { origin: `http://127.0.0.1:${port}`, answers, requests, stop: () => stop(server) };
}

function recorded(request) {
  const { method, url, headers } = request;
  const record = { method, url, headers, body: "" };
  request.on("data", (bytes) => (record.body += bytes.toString("latin1")));
  return record;
}

async function sendFile(folder, path, response) {
  const file = path.endsWith("/") ? `${path}index.html` : path;
  try {
    const bytes = await readFile(join(folder, file));
    response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
    response.setHeader("Content-Length", bytes.length);
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

function stop(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
