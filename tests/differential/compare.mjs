// Sends the same requests to every host, and reports how each response differs from the native core.
import { isDeepStrictEqual } from "node:util";
import { native } from "./hosts.mjs";
import { conditionOf, makeRequests } from "./requests.mjs";

const OF_THE_CONNECTION = {
  connection: "says whether the connection is kept",
  date: "a server with a clock has to send it (RFC 9110 section 6.6.1)",
  "keep-alive": "says for how long the connection is kept",
};

/** The headers that a platform adds to the core's response, each with the reason. */
const ADDED = {
  worker: { ...OF_THE_CONNECTION, "transfer-encoding": "wrangler's development server looks through HTML, and sends it on in chunks" },
  serve: OF_THE_CONNECTION,
  node: {},
  chromium: {},
};

const BATCH = 2000;

/** Sends the requests to all `hosts`, by name. Returns the differences, at most `most`. */
export async function compare(hosts, { requests: count, seed, most = 20, onProgress = () => {} }) {
  const differences = [];
  const requests = makeRequests(count, seed);
  for (let start = 0; start < count && differences.length < most; start += BATCH) {
    const batch = await withConditions(requests.slice(start, start + BATCH));
    const expected = await native.ask(batch);
    for (const [name, host] of Object.entries(hosts)) differences.push(...differencesOf(name, batch, expected, await host.ask(batch)));
    onProgress(start + batch.length);
  }
  return differences.slice(0, most);
}

/** Adds conditional requests. An entity tag is known only after the unconditional response. */
async function withConditions(requests) {
  const plain = await native.ask(requests);
  return requests.map((request, place) => ({ ...request, ifNoneMatch: conditionOf(request.condition, plain[place].headers.etag) }));
}

/** The headers that a platform may omit. A chunked response has no length. */
const LEFT_OUT = { worker: ["content-length"], serve: [], node: [], chromium: [] };

const differencesOf = (host, requests, expected, seen) =>
  requests.flatMap((request, place) => {
    const here = withoutAdded(host, seen[place], expected[place]);
    return isDeepStrictEqual(here, expected[place]) ? [] : [{ host, request, expected: expected[place], seen: here }];
  });

function withoutAdded(host, { headers, ...answer }, expected) {
  const leftOut = LEFT_OUT[host].filter((name) => name in expected.headers).map((name) => [name, expected.headers[name]]);
  const own = Object.entries(headers).filter(([name]) => !(name in ADDED[host]));
  return { ...answer, headers: { ...Object.fromEntries(leftOut), ...Object.fromEntries(own) } };
}

/** Describes a difference in a few lines. */
export function describe({ host, request, expected, seen }) {
  const names = [...new Set([...Object.keys(expected.headers), ...Object.keys(seen.headers)])].filter((name) => expected.headers[name] !== seen.headers[name]);
  const parts = [["status", expected.status, seen.status], ...names.map((name) => [name, expected.headers[name], seen.headers[name]]), ["body", expected.body, seen.body]];
  const lines = parts.filter(([, here, there]) => here !== there).map(([name, here, there]) => `  ${name}: ${shown(here)}, in ${host}: ${shown(there)}`);
  return [`${host}: ${request.method} ${shown(request.target)}${request.ifNoneMatch ? ` If-None-Match: ${shown(request.ifNoneMatch)}` : ""}`, ...lines].join("\n");
}

const shown = (value) => JSON.stringify(value)?.slice(0, 300) ?? "nothing";
