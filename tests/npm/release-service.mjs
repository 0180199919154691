// A service for the folder to which `release-run.mjs` deploys: its files, and the API with its
// dataset.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { PackLookup } from "../../npm/core.js";

/** Serves the folder. `faults` maps a path to a status that replaces its content. */
export async function serviceIn(t, folder) {
  mkdirSync(join(folder, "sites"), { recursive: true });
  const faults = new Map();
  const server = createServer((request, response) => answer({ folder, faults }, request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, faults };
}

async function answer({ folder, faults }, request, response) {
  const path = new URL(request.url, "http://localhost").pathname;
  if (faults.has(path)) return response.writeHead(faults.get(path)).end();
  const current = join(folder, "sites", "current");
  if (!existsSync(current)) return response.writeHead(404).end();
  const site = join(folder, "sites", readFileSync(current, "utf8"));
  if (path.startsWith("/api/")) return answerFrom(join(site, "packs.bin"), request, response);
  const file = join(site, path === "/" ? "index.html" : path);
  return existsSync(file) ? response.end(readFileSync(file)) : response.writeHead(404).end();
}

async function answerFrom(dataset, request, response) {
  const packs = await PackLookup.open({ dataset: readFileSync(dataset) });
  const answered = await packs.fetch(new URL(request.url, "http://localhost").href);
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
  packs.close();
}
