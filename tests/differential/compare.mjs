// Sends the same requests to every host, and reports how each response differs from the native core.
import { isDeepStrictEqual } from "node:util";
import { native } from "./hosts.mjs";
import { conditionOf, makeRequests } from "./requests.mjs";

const CONNECTION_HEADERS = {
  connection: "says whether the connection is kept",
  date: "a server with a clock has to send it (RFC 9110 section 6.6.1)",
  "keep-alive": "says for how long the connection is kept",
};

/** The headers that a platform adds to the core's response, each with the reason. */
const ADDED_HEADERS = {
  worker: { ...CONNECTION_HEADERS, "transfer-encoding": "wrangler's development server parses HTML, and forwards it in chunks" },
  serve: CONNECTION_HEADERS,
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
  return requests.map((request, index) => ({ ...request, ifNoneMatch: conditionOf(request.condition, plain[index].headers.etag) }));
}

/** The headers that a platform may omit. A chunked response has no length. */
const OMITTED = { worker: ["content-length"], serve: [], node: [], chromium: [] };

const differencesOf = (host, requests, expected, responses) =>
  requests.flatMap((request, index) => {
    const actual = withCoreHeaders(host, responses[index], expected[index]);
    return isDeepStrictEqual(actual, expected[index]) ? [] : [{ host, request, expected: expected[index], actual }];
  });

function withCoreHeaders(host, { headers, ...answer }, expected) {
  const omitted = OMITTED[host].filter((name) => name in expected.headers).map((name) => [name, expected.headers[name]]);
  const kept = Object.entries(headers).filter(([name]) => !(name in ADDED_HEADERS[host]));
  return { ...answer, headers: { ...Object.fromEntries(omitted), ...Object.fromEntries(kept) } };
}

/** Describes a difference in a few lines. */
export function describe({ host, request, expected, actual }) {
  const names = [...new Set([...Object.keys(expected.headers), ...Object.keys(actual.headers)])].filter((name) => expected.headers[name] !== actual.headers[name]);
  const parts = [["status", expected.status, actual.status], ...names.map((name) => [name, expected.headers[name], actual.headers[name]]), ["body", expected.body, actual.body]];
  const lines = parts.filter(([, ofCore, ofHost]) => ofCore !== ofHost).map(([name, ofCore, ofHost]) => `  ${name}: ${shown(ofCore)}, in ${host}: ${shown(ofHost)}`);
  return [`${host}: ${request.method} ${shown(request.target)}${request.ifNoneMatch ? ` If-None-Match: ${shown(request.ifNoneMatch)}` : ""}`, ...lines].join("\n");
}

const shown = (value) => JSON.stringify(value)?.slice(0, 300) ?? "nothing";
