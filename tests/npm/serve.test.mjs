// Tests `pack-lookup serve`: the whole contract of the API, the files of the page, and robustness.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { PackLookup } from "../../npm/core.js";
import { qualityReport } from "../../npm/import.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { testCases } from "../cases/api.mjs";
import { asReal, trappingPackage } from "../common/changed-files.mjs";
import { inWhole } from "../common/whole.mjs";
import {
  childrenOf,
  folderWith,
  keptHistory,
  line,
  raw,
  replace,
  serving,
  startServing,
  whenAvailable,
} from "./serving.mjs";

const noSignals = { skip: process.platform === "win32" && "Windows has no signals" };
const read = (path) => readFileSync(join(root, path));

describe("the cases of the API", () => {
  let service;
  const history = keptHistory();
  before(async () => (service = await startServing({ dataset: paths.testDataset, history })));
  after(() => service.stop());
  testCases((...request) => service.ask(...request));

  test("each response has the bytes and headers of the module", async () => {
    const packs = await PackLookup.open({
      dataset: readFileSync(paths.testDataset),
      history: paths.testHistory,
      wasm: read("npm/pack_lookup_bg.wasm"),
    });
    for (const target of [
      "/api/about",
      "/api/search?q=para",
      "/api/gtin/1",
      "/med/ampp/pack.css",
      "/no/such/path",
    ]) {
      const seen = await service.ask(target);
      const expected = await packs.fetch(target);
      const ofTheConnection = ["date", "connection", "keep-alive", "x-request-id"];
      const headers = Object.entries(seen.headers).filter(
        ([name]) => !ofTheConnection.includes(name),
      );
      assert.deepEqual(
        Object.fromEntries(headers),
        { ...Object.fromEntries(expected.headers), vary: "Accept-Encoding" },
        target,
      );
      assert.equal(seen.status, expected.status);
      assert.equal(seen.body, await expected.text());
    }
  });
});

describe("answers of the API", () => {
  const TARGET = "/api/search?q=a&limit=20";
  let service;
  before(async () => (service = await startServing()));
  after(() => service.stop());
  const ask = (target, accepts, options = {}) =>
    service.ask(target, {
      ...options,
      headers: { "Accept-Encoding": accepts, ...options.headers },
    });

  test("are compressed as the client accepts", async () => {
    const plain = await service.ask(TARGET);
    assert.deepEqual(
      [plain.headers["content-encoding"], plain.headers.vary],
      [undefined, "Accept-Encoding"],
    );
    for (const [accepts, encoding, decode] of [
      ["gzip, br", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["identity", undefined, (bytes) => bytes],
    ]) {
      const { headers, bytes } = await ask(TARGET, accepts);
      assert.deepEqual(
        [headers["content-encoding"], headers.vary, headers["content-length"]],
        [encoding, "Accept-Encoding", String(bytes.length)],
      );
      assert.deepEqual(decode(bytes), plain.bytes);
      if (encoding)
        assert.ok(
          bytes.length < plain.bytes.length / 3,
          `${encoding}: ${bytes.length} of ${plain.bytes.length} bytes`,
        );
    }
  });

  test("are not compressed if they are short", async () => {
    const { headers, body } = await ask("/api/gtin/1", "gzip");
    assert.deepEqual(
      [headers["content-encoding"], headers["content-length"]],
      [undefined, String(body.length)],
    );
    assert.equal(
      (await ask("/api/about", "gzip", { method: "OPTIONS" })).headers["content-encoding"],
      undefined,
    );
  });

  test("have a weak entity tag if they may be compressed, which still matches", async () => {
    const strong = (await service.ask(TARGET)).headers.etag;
    const { etag } = (await ask(TARGET, "gzip")).headers;
    assert.equal(etag, `W/${strong}`);
    for (const tag of [etag, strong, "*"]) {
      const same = await ask(TARGET, "gzip", { headers: { "If-None-Match": tag } });
      assert.deepEqual(
        [
          same.status,
          same.body,
          same.headers.etag,
          same.headers.vary,
          same.headers["content-encoding"],
        ],
        [304, "", etag, "Accept-Encoding", undefined],
      );
      assert.equal((await service.ask(TARGET, { headers: { "If-None-Match": tag } })).status, 304);
    }
    assert.match((await ask("/fhir/metadata", "gzip")).headers.etag ?? 'W/"', /^W\/"/);
  });

  test("HEAD has the headers of GET", async () => {
    for (const accepts of ["br", "gzip", "identity"]) {
      const [get, head] = [
        await ask(TARGET, accepts),
        await ask(TARGET, accepts, { method: "HEAD" }),
      ];
      assert.equal(head.body, "");
      const ofOneResponse = { date: "", "x-request-id": "" };
      assert.deepEqual({ ...head.headers, ...ofOneResponse }, { ...get.headers, ...ofOneResponse });
    }
  });
});

describe("files", () => {
  let service;
  let assets;
  before(async () => {
    service = await startServing();
    const { body } = await service.ask("/");
    assets = [...body.matchAll(/\/assets\/[^"]+/g)].map(([path]) => path);
  });
  after(() => service.stop());

  test("the page has the headers of every host", async () => {
    const page = await service.ask("/");
    assert.equal(page.status, 200);
    assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
    assert.match(
      page.headers["content-security-policy"],
      /default-src 'none'.*script-src 'self' 'wasm-unsafe-eval'/,
    );
    assert.match(page.headers["permissions-policy"], /camera=\(self\)/);
    assert.equal(page.headers["cache-control"], "public, max-age=0, must-revalidate");
    assert.deepEqual((await service.ask("/index.html")).bytes, page.bytes);
  });

  test("files named by their digest are immutable", async () => {
    assert.ok(assets.length >= 2);
    const { url } = await service.json("/dataset.json");
    for (const path of [...assets, url, url.replace(/\.gz$/, "")]) {
      const { status, headers } = await service.ask(path);
      assert.equal(status, 200);
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable", path);
    }
  });

  test("a file of the module is in gzip until its brotli is made, also in a new process", {
    skip: process.platform !== "linux" && "this looks into /proc",
  }, async (t) => {
    const young = await serving(t, { workers: 1 });
    const path = assets.find((path) => path.endsWith(".wasm"));
    const headers = { "Accept-Encoding": "br, gzip" };
    const inGzip = await young.ask(path, { headers });
    assert.equal(inGzip.headers["content-encoding"], "gzip");
    assert.deepEqual(gunzipSync(inGzip.bytes), read("npm/pack_lookup_bg.wasm"));
    await young.whenPageCompressed();
    process.kill(childrenOf(young.pid)[0], "SIGKILL");
    const inBrotli = await whenAvailable(() => young.ask(path, { headers }));
    assert.equal(inBrotli.headers["content-encoding"], "br");
    assert.deepEqual(brotliDecompressSync(inBrotli.bytes), gunzipSync(inGzip.bytes));
    assert.notEqual(inBrotli.headers.etag, inGzip.headers.etag);
  });

  test("each file has the best encoding that the client accepts", async () => {
    await service.whenPageCompressed();
    // A font is compressed by its own format.
    for (const path of [
      "/",
      "/service-worker.js",
      ...assets.filter((path) => !path.endsWith(".woff2")),
    ]) {
      const plain = await service.ask(path);
      assert.equal(plain.headers["content-encoding"], undefined);
      for (const [accepts, encoding, decode] of [
        ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
        ["gzip", "gzip", gunzipSync],
        ["br;q=0, *", "gzip", gunzipSync],
        ["br;q=0,gzip;q=0.1", "gzip", gunzipSync],
        ["deflate", undefined, (bytes) => bytes],
        ["identity, *;q=0", undefined, (bytes) => bytes],
      ]) {
        const { headers, bytes } = await service.ask(path, {
          headers: { "Accept-Encoding": accepts },
        });
        assert.equal(headers["content-encoding"], encoding, `${path} for ${accepts}`);
        assert.equal(headers.vary, "Accept-Encoding");
        assert.equal(headers["content-length"], String(bytes.length));
        assert.deepEqual(decode(bytes), plain.bytes);
      }
    }
  });

  test("a matching entity tag returns 304, and HEAD returns no body", async () => {
    for (const headers of [{}, { "Accept-Encoding": "br" }]) {
      const whole = await service.ask("/", { headers });
      const { etag } = whole.headers;
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const same = await service.ask("/", { headers: { ...headers, "If-None-Match": tag } });
        assert.deepEqual([same.status, same.body, same.headers.etag], [304, "", etag]);
      }
      assert.equal(
        (await service.ask("/", { headers: { ...headers, "If-None-Match": '"x"' } })).status,
        200,
      );
      const head = await service.ask("/", { method: "HEAD", headers });
      assert.deepEqual(
        [head.status, head.body, head.headers["content-length"]],
        [200, "", whole.headers["content-length"]],
      );
    }
    const other = (await service.ask("/", { headers: { "Accept-Encoding": "br" } })).headers.etag;
    assert.notEqual(other, (await service.ask("/")).headers.etag);
  });

  test("files answer only GET and HEAD", async () => {
    assert.equal((await service.ask("/", { method: "POST" })).status, 405);
    assert.equal((await service.ask("/", { method: "OPTIONS" })).status, 204);
  });

  test("the dataset is the served one in every encoding", async () => {
    const whole = read("npm/packs.bin");
    const { url, sha256, bytes, packs } = await service.json("/dataset.json");
    assert.deepEqual([url, bytes, packs], [`/dataset/${sha256}.bin.gz`, whole.length, 2000]);
    const path = `/dataset/${sha256}.bin`;
    assert.deepEqual(gunzipSync((await service.ask(url)).bytes), whole);
    assert.deepEqual((await service.ask(path)).bytes, whole);
    assert.deepEqual(
      gunzipSync((await service.ask(path, { headers: { "Accept-Encoding": "gzip" } })).bytes),
      whole,
    );
    await service.whenCompressed();
    const br = (await service.ask(path, { headers: { "Accept-Encoding": "br, gzip" } })).bytes;
    assert.deepEqual(brotliDecompressSync(br), whole);
    assert.equal((await service.json("/dataset.json")).download_bytes, br.length);
    for (const wrong of [
      "/dataset/",
      `/dataset/${"0".repeat(64)}.bin`,
      `${path}.br`,
      "/dataset/x.bin",
    ]) {
      assert.equal((await service.ask(wrong)).status, 404);
    }
  });

  test("/data-quality is the report on the dataset, as a page, CSV and JSON", async () => {
    const report = await qualityReport(read("npm/packs.bin"));
    for (const [path, type, content] of [
      ["/data-quality", "text/html; charset=utf-8", report.html],
      ["/data-quality.html", "text/html; charset=utf-8", report.html],
      ["/data-quality.csv", "text/csv; charset=utf-8", report.csv],
      ["/data-quality.json", "application/json", report.json],
    ]) {
      const { status, headers, bytes } = await service.ask(path);
      assert.deepEqual(
        [status, headers["content-type"], headers["content-length"]],
        [200, type, String(content.length)],
        path,
      );
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.ok(bytes.equals(content), path);
      const compressed = await service.ask(path, { headers: { "Accept-Encoding": "gzip" } });
      assert.equal(compressed.headers["content-encoding"], "gzip");
      assert.ok(gunzipSync(compressed.bytes).equals(content), path);
      assert.equal(
        (await service.ask(path, { headers: { "If-None-Match": headers.etag } })).status,
        304,
      );
    }
  });

  test("pages of any origin may download the dataset and its description, and no page", async () => {
    const headers = { Origin: "https://ward.example" };
    const { url } = await service.json("/dataset.json");
    const originsOf = async (path) => {
      const { status, headers: sent } = await service.ask(path, { headers });
      return [status, sent["access-control-allow-origin"]];
    };
    const open = ["/dataset.json", url, url.replace(".gz", ""), "/releases.json"];
    for (const path of [...open, "/data-quality.json"])
      assert.deepEqual(await originsOf(path), [200, "*"], path);
    assert.deepEqual(await originsOf("/"), [200, undefined]);
  });

  test("/healthz returns the release", async () => {
    const { status, body, headers } = await service.ask("/healthz");
    const { status: health, release, packs, uptime_seconds } = JSON.parse(body);
    assert.deepEqual(
      [status, health, packs, headers["cache-control"]],
      [200, "ok", 2000, "no-store"],
    );
    assert.ok(release && uptime_seconds >= 0);
    const { date, age_days, loaded, last_refusal } = JSON.parse(body);
    assert.deepEqual([date, last_refusal], ["2025-11-06", null]);
    assert.ok(age_days > 300 && Date.parse(loaded) <= Date.now());
  });

  test("/third-party-licences.txt has the licences of what the page contains", async () => {
    const { status, body, headers } = await service.ask("/third-party-licences.txt");
    assert.deepEqual([status, headers["content-type"]], [200, "text/plain; charset=utf-8"]);
    assert.match(body, /^lit-html /m);
  });

  test("a connection stays open after a body that was read to its end", async () => {
    const post = (body) =>
      `POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const statusesAfter = async (body) =>
      (await raw(service, post(body) + line("/livez"))).match(/HTTP\/1\.1 \d+/g);
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    assert.deepEqual(await statusesAfter(ping), ["HTTP/1.1 200", "HTTP/1.1 200"]);
    assert.deepEqual(await statusesAfter(ping.padEnd(2_000_000)), ["HTTP/1.1 413"]);
  });

  test("/livez and /readyz answer while the data may be used", async () => {
    for (const path of ["/livez", "/readyz"])
      assert.equal((await service.ask(path)).status, 200, path);
  });
});

describe("old data", () => {
  const realIn = (t) => {
    const { dataset } = folderWith(t);
    writeFileSync(dataset, asReal(readFileSync(dataset)));
    return dataset;
  };

  test("are reported by every answer, and by the log, from the age that the operator sets", async (t) => {
    const dataset = realIn(t);
    for (const [old_after, isOld] of [
      [undefined, true],
      [60_000, false],
    ]) {
      const service = await serving(t, { dataset, old_after });
      for (const target of ["/api/about", "/api/search?q=para", "/fhir/metadata", "/api/gtin/1"]) {
        const { headers } = await service.ask(target);
        assert.equal(/ days old/.test(headers["dataset-notice"]), isOld, target);
      }
      assert.equal((await service.ask("/readyz")).status, 200);
      assert.match(service.output.stderr, isOld ? / days old/ : /packs of the release/);
    }
  });

  test("make a server unready beyond the age that the operator sets", async (t) => {
    const service = await serving(t, { dataset: realIn(t), unready_after: 30 });
    const { status, body } = await service.ask("/readyz");
    const { reason, age_days: age } = JSON.parse(body);
    assert.deepEqual(
      [status, reason],
      [503, `the release is ${age} days old, and the limit is 30`],
    );
    for (const path of ["/livez", "/healthz"])
      assert.equal((await service.ask(path)).status, 200, path);
  });

  test("have an age that is a number of days, or the server does not start", async (t) => {
    for (const name of ["PACK_LOOKUP_OLD_AFTER_DAYS", "PACK_LOOKUP_UNREADY_AFTER_DAYS"]) {
      const service = await startServing({ dataset: realIn(t) }, undefined, {
        env: { [name]: "a week" },
      });
      assert.match(
        service.output.stderr,
        new RegExp(`${name} is a week; it must be a number of days`),
      );
      assert.equal(service.origin, undefined);
    }
  });
});

describe("the settings of the operator", () => {
  test("robots.txt allows nothing by default, and can be replaced by a file", async (t) => {
    const { folder } = folderWith(t);
    const robots = join(folder, "own-robots.txt");
    writeFileSync(robots, "User-agent: *\nDisallow: /api/\n");
    for (const [env, expected] of [
      [{}, /^User-agent: \*\nDisallow: \/\n/m],
      [{ PACK_LOOKUP_ROBOTS: robots }, /^User-agent: \*\nDisallow: \/api\/\n$/],
    ]) {
      const service = await serving(t, { workers: 1 }, undefined, { env });
      const { headers, body } = await service.ask("/robots.txt");
      assert.equal(headers["content-type"], "text/plain; charset=utf-8");
      assert.match(body, expected);
    }
  });

  test("security.txt has the contact, and does not exist without one", async (t) => {
    for (const [contact, expected] of [
      [undefined, 404],
      ["mailto:security@example.org", 200],
    ]) {
      const service = await serving(t, { workers: 1 }, undefined, {
        env: { PACK_LOOKUP_SECURITY_CONTACT: contact },
      });
      const { status, body } = await service.ask("/.well-known/security.txt");
      assert.equal(status, expected);
      if (contact) assert.ok(body.startsWith(`Contact: ${contact}\n`), body);
    }
  });

  test("a setting that would have no effect prevents the start", async () => {
    for (const [env, message] of [
      [{ PACK_LOOKUP_SECURITY_CONTACT: "security@example.org" }, /must start with https/],
      [{ PACK_LOOKUP_ROBOTS: "/no/such/file" }, /there is no such file/],
    ]) {
      const service = await startServing({ workers: 1 }, undefined, { env });
      assert.equal((await service.ended).code, 2);
      assert.match(service.output.stderr, message);
    }
  });
});

describe("hostile clients", () => {
  let service;
  before(async () => (service = await startServing()));
  after(() => service.stop());

  test("no path leaves the folder of the page", async () => {
    const ups = [
      "..",
      "%2e%2e",
      "%2E.",
      "..%2f..",
      "..%5c..",
      "..\\..",
      "%252e%252e",
      "....//",
      "%00/..",
      "..%00",
      "%c0%ae%c0%ae",
    ];
    const files = [
      "package.json",
      "_headers",
      "serve/index.js",
      "etc/passwd",
      "_shared-files.json",
      "index.html.br",
      "index.html%00.js",
    ];
    for (const up of ups) {
      for (const file of files) {
        for (const target of [
          `/${up}/${file}`,
          `/assets/${up}/${file}`,
          `/assets/${up}/${up}/${up}/${file}`,
          `/${file}`,
        ]) {
          assert.match(await raw(service, line(target)), /^HTTP\/1.1 40[04] /, target);
        }
      }
    }
  });

  for (const [target, status] of [
    ["//evil.example/api/about", 404],
    ["///", 404],
    ["/\\evil", 404],
    ["http://evil.example/api/about", 200],
    ["http://evil.example:99999/api/about", 404],
    ["http://[/api/about", 404],
    ["*", 404],
    ["/%", 404],
    ["/%zz/%ff", 400],
    ["/api/gtin/%", 400],
    ["/api/../api/about", 200],
    ["/api/%2e%2e/api/about", 200],
    ["/api/about#x", 200],
    // Node rejects bytes that should be percent-encoded.
    ["/api/search?q=cr\u00e8me", 400],
    ["/api/about?", 200],
    ["/?q=x", 200],
    ["/constructor", 404],
    ["/__proto__", 404],
    ["javascript:alert(1)", 400],
    [`/${"a".repeat(9_000)}`, 414],
    [`/${"a".repeat(20_000)}`, 431],
  ]) {
    test(`${target.slice(0, 40)} returns ${status}`, async () => {
      assert.match(await raw(service, line(target)), new RegExp(`^HTTP/1.1 ${status} `));
    });
  }

  test("invalid requests are rejected, and the server continues", async () => {
    for (const bytes of [
      "\0\0\0\0\r\n\r\n",
      "GET\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
      line("a:1", "CONNECT"),
      "GET / HTTP/9.9\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]) {
      assert.doesNotMatch(await raw(service, bytes), /^HTTP\/1.1 [25]/);
    }
    const crowd = await Promise.all(
      Array.from({ length: 200 }, () => raw(service, line("/api/about"))),
    );
    assert.ok(crowd.every((answer) => answer.startsWith("HTTP/1.1 200 ")));
  });

  test("a request with a body is answered without reading it, and the connection closes", async () => {
    const sent = `POST /api/about HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n${"x".repeat(1000)}`;
    const response = await raw(service, sent);
    assert.match(response, /^HTTP\/1.1 405 /);
    assert.match(response, /Connection: close/i);
  });

  test("an incomplete request times out", inWhole, async () => {
    const began = Date.now();
    assert.match(await raw(service, "GET /api/about HTTP/1.1\r\nHost:"), /^HTTP\/1.1 408 /);
    assert.ok(Date.now() - began < 14_000);
  });
});

/** Sends requests without a pause over kept connections, until `stop` is called. */
function load(service, target, clients = 8) {
  const answers = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const response = await fetch(service.origin + target).catch((error) => ({ error }));
      answers.push(
        response.error
          ? { error: String(response.error.cause ?? response.error) }
          : {
              status: response.status,
              release: response.headers.get("dataset-release"),
              body: await response.text(),
            },
      );
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return { answers, stop: () => ((isOver = true), ended) };
}

describe("a replaced dataset", () => {
  test("is served without losing a request, and each response is from one dataset", async (t) => {
    const { dataset } = folderWith(t);
    const service = await serving(t, { dataset });
    const old = await service.ask("/api/about");
    const oldPath = (await service.json("/dataset.json")).url;
    const loaded = load(service, "/api/about");
    replace(dataset, read("npm/packs.bin"));
    await service.untilSaid("Now serving");
    await pause(500);
    await loaded.stop();
    const now = await service.ask("/api/about");
    assert.notEqual(now.body, old.body);
    const whole = [old, now].map(
      ({ headers, body }) => `200 ${headers["dataset-release"]} ${body}`,
    );
    const seen = new Set(
      loaded.answers.map(
        ({ error, status, release, body }) => error ?? `${status} ${release} ${body}`,
      ),
    );
    assert.deepEqual([...seen].sort(), whole.sort());
    assert.ok(loaded.answers.length > 100);
    const { release, since } = await service.json("/data-quality.json");
    assert.deepEqual(
      [release, since.release],
      [now, old].map(({ body }) => JSON.parse(body).dataset.release),
    );
    // Clients that know the address of the previous dataset still get it.
    assert.equal((await service.ask(oldPath)).status, 200);
  });

  test("is loaded on SIGHUP by every process", { ...noSignals, ...inWhole }, async (t) => {
    const { dataset } = folderWith(t);
    const service = await serving(t, { dataset });
    replace(dataset, read("npm/packs.bin"));
    service.signal("SIGHUP");
    await service.untilSaid("Now serving");
    await pause(200);
    for (let count = 0; count < 20; count++)
      assert.equal((await service.json("/healthz")).packs, 2000);
  });

  test("is rejected and reported if it is damaged", async (t) => {
    const { dataset } = folderWith(t);
    const service = await serving(t, { dataset });
    const old = await service.ask("/api/about");
    const damaged = read("npm/packs.bin");
    damaged[damaged.length - 1] ^= 1;
    replace(dataset, damaged);
    await service.untilSaid("still serving");
    assert.match(service.output.stderr, /packs\.bin: .*; still serving the previous dataset/);
    assert.equal((await service.ask("/api/about")).body, old.body);
    replace(dataset, read("npm/packs.bin"));
    await service.untilSaid("Now serving");
  });

  test("can be a published release", async (t) => {
    const { folder } = folderWith(t);
    const release = join(folder, "release.zip");
    copyFileSync(paths.demoRelease, release);
    const service = await serving(t, { release });
    assert.match(service.output.stderr, /^reading f_/m);
    assert.deepEqual(
      (await service.ask(`/dataset/${(await service.json("/healthz")).sha256}.bin`)).bytes,
      readFileSync(paths.demoDataset),
    );
  });
});

describe("a shutdown", noSignals, () => {
  for (const signal of ["SIGTERM", "SIGINT"]) {
    test(`${signal} answers pending requests, then ends the server`, async () => {
      const service = await startServing();
      const loaded = load(service, "/api/search?q=a&limit=100");
      await service.until(() => loaded.answers.length > 50);
      service.signal(signal);
      const began = Date.now();
      assert.deepEqual(await service.ended, { code: 0, signal: null });
      assert.ok(Date.now() - began < 5_000);
      await loaded.stop();
      const errors = new Set(loaded.answers.flatMap(({ error }) => error ?? []));
      // After the end, connections are refused; no accepted request is cut off.
      for (const error of errors) assert.match(error, /ECONNREFUSED|other side closed|ECONNRESET/);
      assert.ok(loaded.answers.filter(({ status }) => status === 200).length > 50);
    });
  }

  test("a kept connection gets the answer to its next request, and is then closed", async () => {
    const service = await startServing();
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const ask = (agent) => service.ask("/api/about", { agent });
    await Promise.all(agents.map(ask));
    service.signal("SIGTERM");
    await pause(300);
    const answers = await Promise.all(agents.map(ask));
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.connection]),
      Array(8).fill([200, "close"]),
    );
    assert.deepEqual(await service.ended, { code: 0, signal: null });
  });

  test("a kept connection without a request is closed", async () => {
    const service = await startServing();
    const agent = new Agent({ keepAlive: true });
    await service.ask("/api/about", { agent });
    const began = Date.now();
    assert.deepEqual(await service.stop(), { code: 0, signal: null });
    assert.ok(Date.now() - began < 3_000);
    agent.destroy();
  });

  test("a response in transit arrives completely", async () => {
    const service = await startServing();
    const { url } = await service.json("/dataset.json");
    const socket = connect({ host: service.hostname, port: service.port });
    socket.write(line(url.replace(/\.gz$/, "")));
    await new Promise((resolve) => socket.once("readable", resolve));
    service.signal("SIGTERM");
    const [, body] = (await text(socket.setEncoding("latin1"))).split("\r\n\r\n", 2);
    assert.ok(body.length > 0);
    assert.equal((await service.ended).code, 0);
  });

  test("an open connection does not delay the end", inWhole, async () => {
    const service = await startServing();
    const socket = connect({ host: service.hostname, port: service.port });
    socket.on("error", () => {});
    socket.write("GET /api/about HTTP/1.1\r\nHost:");
    await pause(200);
    const began = Date.now();
    assert.equal((await service.stop()).code, 0);
    assert.ok(Date.now() - began < 11_000);
    socket.destroy();
  });

  test("a dead process is replaced", {
    skip: process.platform !== "linux" && "this looks into /proc",
  }, async (t) => {
    const service = await serving(t, { workers: 2 });
    const before = childrenOf(service.pid);
    assert.equal(before.length, 2);
    before.forEach((pid) => process.kill(pid, "SIGKILL"));
    for (let tries = 0; tries < 100; tries++) {
      // A request to a process that dies is never answered.
      const answered = service.ask("/api/about").then(
        ({ status }) => status === 200,
        () => pause(50, false),
      );
      if (await Promise.race([answered, pause(500, false)])) break;
    }
    await pause(500);
    const now = childrenOf(service.pid);
    assert.equal(now.length, 2);
    assert.ok(now.every((pid) => !before.includes(pid)));
  });
});

describe("a trap of the core", () => {
  test("returns one problem document, and restarts in the same process", async (t) => {
    const service = await serving(t, { workers: 1 }, trappingPackage(t, "packs_respond").url);
    const before = childrenOf(service.pid);
    for (const expected of [200, 500, 200, 500, 200]) {
      const { status, headers, body } = await service.ask("/api/search?q=lookedupword");
      assert.equal(status, expected);
      if (status === 500)
        assert.deepEqual(
          [headers["content-type"], JSON.parse(body).reason],
          ["application/problem+json", "internal_error"],
        );
    }
    assert.deepEqual(childrenOf(service.pid), before);
    assert.match(service.output.stderr, /a request failed; restarting the core/);
    assert.doesNotMatch(service.output.stderr, /lookedupword/);
  });
});

describe("a failed start", () => {
  const failureOf = async (options) => {
    const service = await startServing(options);
    const { code } = await service.ended;
    assert.equal(code, 2);
    assert.equal(service.output.stdout, "");
    return service.output.stderr;
  };

  test("prints one sentence, and exits with code 2", async (t) => {
    const { folder, dataset } = folderWith(t);
    const service = await serving(t);
    const damaged = readFileSync(dataset);
    damaged[damaged.length - 1] ^= 1;
    writeFileSync(dataset, damaged);
    const text = join(folder, "release.zip");
    writeFileSync(text, "no zip");
    for (const options of [
      { port: Number(service.port) },
      { host: "256.256.256.256" },
      { dataset },
      { dataset: folder },
      { dataset: join(folder, "none.bin") },
      { dataset: text },
      { release: join(folder, "none.zip") },
      { release: text },
      { release: dataset },
    ]) {
      const output = (await failureOf(options))
        .split("\n")
        .filter((line) => line && !line.startsWith("reading "));
      assert.equal(output.length, 1, `${JSON.stringify(options)}: ${output}`);
      assert.doesNotMatch(
        output[0],
        /^\s+at |Error:|\bE(?:NOENT|ACCES|ADDRINUSE|ISDIR|NOTFOUND|AI_AGAIN)\b/,
      );
    }
  });
});

test("no part of a request is logged", async () => {
  const service = await startServing();
  for (const target of [
    "/api/gtin/5012345678900",
    "/med/api/search?q=lookedupword",
    "/api/search?q=%ff",
    "/lookedupword",
    "//lookedupword",
    "*lookedupword",
  ]) {
    await raw(service, line(target));
  }
  await raw(service, "lookedupword\r\n\r\n");
  await service.stop();
  assert.doesNotMatch(
    service.output.stdout + service.output.stderr,
    /5012345678900|lookedupword|%ff/i,
  );
});
