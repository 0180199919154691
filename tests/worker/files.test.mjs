// Compares the page's files from the Worker and from `pack-lookup serve`: the same files with the
// same headers. Then tests the download of the dataset from both: each client gets the smallest
// encoding that it accepts, and the bytes are always the same.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { paths } from "../../scripts/common/project.mjs";
import { startServing } from "../npm/serving.mjs";
import { startService } from "./service.mjs";

/** Headers that differ by connection, cache and host. Each host has its own entity tags. */
const OF_THE_HOST = [
  "cf-cache-status",
  "connection",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "transfer-encoding",
  // Names a request in the log of `serve`.
  "x-request-id",
  "vary",
];

const [worker, serve] = await Promise.all([
  startService(),
  startServing({ dataset: paths.demoDataset }),
]);
after(() => Promise.all([worker.stop(), serve.stop()]));

/** The Worker redirects pages to addresses without `.html`. Datasets are negotiated: see below. */
const files = readdirSync(paths.page, { recursive: true })
  .filter(
    (name) =>
      statSync(join(paths.page, name)).isFile() &&
      !/^(_headers|[^/\\]*\.html|dataset[\\/].*\.(bin|br))$/.test(name),
  )
  .map((name) => `/${name.split(sep).join("/")}`);

for (const path of ["/", "/docs", "/data-quality", ...files]) {
  test(path, async () => {
    const [beside, here] = await Promise.all(
      [worker, serve].map((host) => host.ask(path, { headers: { "Accept-Encoding": "identity" } })),
    );
    assert.equal(here.status, beside.status);
    assert.deepEqual(own(here.headers), own(beside.headers));
    if (!path.startsWith("/dataset")) assert.ok(here.bytes.equals(beside.bytes));
  });
}

const own = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_HOST.includes(name)));

// The download of the dataset.

const release = JSON.parse(readFileSync(join(paths.page, "dataset.json"), "utf8"));
const download = release.url.replace(/\.gz$/, "");
const whole = readFileSync(join(paths.page, download));
const asIs = (bytes) => bytes;

/** Both hosts negotiate by the same rule. */
const hosts = { "the Worker": startService, serve: startServing };

for (const [name, start] of Object.entries(hosts)) {
  let service;
  before(async () => (service = await start()));
  after(() => service?.stop());
  const send = (target, headers, method = "GET") => service.ask(target, { headers, method });

  test(`${name} negotiates br, gzip or no encoding`, async () => {
    await service.whenCompressed?.();
    for (const [accepts, encoding, decode] of [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["br;q=0, gzip", "gzip", gunzipSync],
      ["identity", undefined, asIs],
    ]) {
      const { status, headers, bytes } = await send(download, { "Accept-Encoding": accepts });
      assert.deepEqual([status, headers["content-encoding"]], [200, encoding], accepts);
      assert.equal(headers.vary, "Accept-Encoding");
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
      assert.equal(headers["content-type"], "application/octet-stream");
      assert.ok(decode(bytes).equals(whole), accepts);
    }
  });

  test(`${name} reports the size with br`, async () => {
    await service.whenCompressed?.();
    const { bytes } = await send(download, { "Accept-Encoding": "br" });
    const description = JSON.parse((await send("/dataset.json")).body);
    assert.deepEqual(description, { ...release, download_bytes: bytes.length });
  });

  test(`${name} serves a gzip file without a content encoding`, async () => {
    const { status, headers, bytes } = await send(release.url, { "Accept-Encoding": "identity" });
    assert.deepEqual([status, headers["content-encoding"]], [200, undefined]);
    assert.ok(gunzipSync(bytes).equals(whole));
  });

  test(`${name} sends no body for a known ETag or for HEAD`, async () => {
    await service.whenCompressed?.();
    for (const accepts of ["br", "gzip", "identity"]) {
      const { etag } = (await send(download, { "Accept-Encoding": accepts })).headers;
      const same = await send(download, { "Accept-Encoding": accepts, "If-None-Match": etag });
      assert.deepEqual([same.status, same.body], [304, ""], accepts);
      const head = await send(download, { "Accept-Encoding": accepts }, "HEAD");
      assert.deepEqual([head.status, head.body], [200, ""], accepts);
    }
    const range = await send(download, { "Accept-Encoding": "identity", Range: "bytes=0-9" });
    assert.ok(
      range.status === 200 ? range.bytes.equals(whole) : whole.subarray(0, 10).equals(range.bytes),
    );
  });

  test(`${name} responds to other names with a problem document`, async () => {
    for (const wrong of [
      "/dataset/",
      "/dataset/x.bin",
      `/dataset/${"0".repeat(64)}.bin`,
      `${download}x`,
      "/dataset/%2e%2e/x.bin",
    ]) {
      const { status, headers } = await send(wrong, { "Accept-Encoding": "br" });
      assert.deepEqual([status, headers["content-type"]], [404, "application/problem+json"], wrong);
    }
    assert.equal((await send(download, {}, "POST")).status, 405);
  });
}
