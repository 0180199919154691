// A server that behaves like TRUD (by its API page and its clients' experience), with keys in
// addresses and in error messages.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

export const KEY = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c";

/** A release of these bytes, as TRUD lists it. */
export function releaseOf(file, bytes, changes = {}) {
  return { id: file, name: "Release 11.2.0", releaseDate: "2026-11-16", file, bytes, ...changes };
}

/**
 * Starts the server. `account` and `releases` may be changed while it runs. Each request takes its
 * next fault of `faults`, `{ on: "list" | "archive", … }`. `requests` has the requests, without the
 * key.
 */
export async function startTrud(t, releases = []) {
  const trud = { releases, account: "subscribed", faults: [], requests: [] };
  const server = createServer((request, response) => answer(trud, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  trud.origin = `http://127.0.0.1:${server.address().port}`;
  return trud;
}

function answer(trud, request, response) {
  const { pathname, search } = new URL(request.url, trud.origin);
  trud.requests.push({
    path: (pathname + search).replace(KEY, "KEY"),
    range: request.headers.range,
  });
  const [, key, rest] = /^\/trud\/api\/v1\/keys\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
  const on = rest === "items/24/releases" ? "list" : "archive";
  const fault = faultFor(trud, on);
  if (fault?.silent) return;
  if (fault?.destroy) return response.destroy();
  if (fault?.status)
    return fail(
      response,
      fault.status,
      fault.text ?? `status ${fault.status} for ${key}`,
      fault.headers,
    );
  const keyError = keyErrorOf(trud, key, rest);
  if (keyError) return fail(response, ...keyError);
  if (on === "list") return sendList(trud, key, response, fault);
  return sendArchive(trud, rest.split("/").at(-1), { request, response, fault });
}

function faultFor(trud, on) {
  const at = trud.faults.findIndex((fault) => fault.on === on);
  return at === -1 ? undefined : trud.faults.splice(at, 1)[0];
}

function keyErrorOf({ account }, key, rest) {
  if (rest === undefined || key !== KEY) return [400, "Invalid API key."];
  if (account === "disabled") return [401, "API access is disabled for the requesting account."];
  if (account !== "subscribed")
    return [404, `No releases found for API key ${key.toUpperCase()} and item 24.`];
  return undefined;
}

function fail(response, httpStatus, message, headers = {}) {
  response.writeHead(httpStatus, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify({ apiVersion: "1", httpStatus, message }));
}

function sendList({ releases, origin }, key, response, { body } = {}) {
  const list = {
    apiVersion: "1",
    releases: releases.slice(0, 1).map((release) => listed(release, key, origin)),
    httpStatus: 200,
    message: "OK",
  };
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(body ?? JSON.stringify(list));
}

function listed({ id, name, releaseDate, file, bytes, ...others }, key, origin) {
  const sha256 = createHash("sha256").update(bytes).digest("hex").toUpperCase();
  const address = (folder, name) => `${origin}/trud/api/v1/keys/${key}/${folder}/items/24/${name}`;
  return {
    id,
    name,
    releaseDate,
    archiveFileUrl: address("content", file),
    archiveFileName: file,
    archiveFileSizeBytes: bytes.length,
    archiveFileSha256: sha256,
    archiveFileLastModifiedTimestamp: `${releaseDate}T05:00:00Z`,
    checksumFileUrl: address("checksums", `${file}.xml`),
    checksumFileName: `${file}.xml`,
    checksumFileSizeBytes: 188,
    signatureFileUrl: address("signatures", `${file}.sig`),
    signatureFileName: `${file}.sig`,
    signatureFileSizeBytes: 72,
    publicKeyFileUrl: address("public-keys", "trud-public-key-2013-04-01.pgp"),
    publicKeyFileName: "trud-public-key-2013-04-01.pgp",
    publicKeyFileSizeBytes: 1736,
    publicKeyId: 11,
    ...others,
  };
}

/**
 * Sends an archive with a fault:
 * - `cut` ends the connection after this number of bytes
 * - `whole` ignores ranges
 * - `flip` changes a byte
 * - `more` adds bytes
 * - `chunked` omits the length
 * - `range` announces another range than it sends
 */
function sendArchive({ releases }, name, { request, response, fault = {} }) {
  const release = releases.find(({ file }) => file === name);
  if (!release) return fail(response, 404, `No file ${name} for ${request.url}`);
  const start = fault.whole ? 0 : startOf(request);
  if (start >= release.bytes.length) return fail(response, 416, "Range not satisfiable");
  const bytes = Buffer.concat([release.bytes.subarray(start), Buffer.alloc(fault.more ?? 0)]);
  if (fault.flip !== undefined) bytes[fault.flip] ^= 1;
  const range = start > 0 && {
    "Content-Range":
      fault.range ?? `bytes ${start}-${release.bytes.length - 1}/${release.bytes.length}`,
  };
  response.writeHead(start > 0 ? 206 : 200, {
    "Content-Type": "application/zip",
    ...(!fault.chunked && { "Content-Length": bytes.length }),
    ...range,
  });
  if (fault.stall) return response.write(bytes.subarray(0, fault.stall));
  if (fault.cut === undefined) return response.end(bytes);
  // On a busy machine, the client needs time to read the bytes before the end.
  response.write(bytes.subarray(0, fault.cut), () => setTimeout(() => response.destroy(), 250));
}

/** The first byte of the range that a request asks for. */
function startOf({ headers }) {
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
}
