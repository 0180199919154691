// Compares the page's files from the Worker and from `pack-lookup serve`: the same files with the same headers.
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { after, test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { startServing } from "../npm/serving.mjs";
import { startService } from "./service.mjs";

/** Headers that differ by connection, cache and host. Each host has its own entity tags. */
const OF_THE_HOST = ["cf-cache-status", "connection", "content-length", "date", "etag", "keep-alive", "transfer-encoding", "vary"];

const [worker, serve] = await Promise.all([startService(), startServing({ dataset: paths.demoDataset })]);
after(() => Promise.all([worker.stop(), serve.stop()]));

/** The Worker redirects pages to addresses without `.html`. Datasets are negotiated, which another test covers. */
const files = readdirSync(paths.page, { recursive: true })
  .filter((name) => statSync(join(paths.page, name)).isFile() && !/^(_headers|[^/\\]*\.html|dataset[\\/].*\.(bin|br))$/.test(name))
  .map((name) => `/${name.split(sep).join("/")}`);

for (const path of ["/", "/docs", ...files]) {
  test(path, async () => {
    const [beside, here] = await Promise.all([worker, serve].map((host) => host.ask(path, { headers: { "Accept-Encoding": "identity" } })));
    assert.equal(here.status, beside.status);
    assert.deepEqual(own(here.headers), own(beside.headers));
    if (!path.startsWith("/dataset")) assert.ok(here.bytes.equals(beside.bytes));
  });
}

const own = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_HOST.includes(name)));
