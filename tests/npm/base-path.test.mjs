// Tests a path in front of all addresses. In a dataset that is opened under one, links start with
// it, and requests may. Behind a proxy that removes the path and behind one that does not, every
// answer of `serve --base-path` is the same, and every address in it leads through the proxy.
import assert from "node:assert/strict";
import { test, after, before, describe } from "node:test";
import { PackLookup as InWorker } from "../../npm/async.js";
import { PackLookup } from "../../npm/index.js";
import { createServer, request } from "node:http";
import { chromium } from "playwright-core";
import { describeMissing, prepareBrowsers } from "../../scripts/setup/browsers.mjs";
import { chromiumOptions } from "../page/driver.mjs";
import { startServing } from "./serving.mjs";

const GTIN = "/01/09521234000006";

for (const [name, Module] of Object.entries({
  PackLookup,
  "PackLookup of pack-lookup/async": InWorker,
})) {
  test(`${name} answers under a path as without one, with links under it`, async (t) => {
    const packs = await Module.demo({ basePath: "/dmd" });
    const plain = await Module.demo();
    t.after(() => Promise.all([packs.close(), plain.close()]));
    for (const path of [
      "/dmd/api/search?q=amlodipine&limit=1",
      "/api/search?q=amlodipine&limit=1",
    ]) {
      const response = await packs.fetch(path);
      assert.equal(response.status, 200);
      assert.match(response.headers.get("Link"), /<\/dmd\/api\/search\?/);
      assert.equal(
        await response.text(),
        await (await plain.fetch("/api/search?q=amlodipine&limit=1")).text(),
      );
    }
  });

  test(`${name} reads bodies and headers under a path`, async (t) => {
    const packs = await Module.demo({ basePath: "/dmd" });
    t.after(() => packs.close());
    const list = await packs.fetch("https://example.org/dmd/api/check-list", {
      method: "POST",
      body: "1",
    });
    assert.equal((await list.json()).codes.length, 1);
    const link = await packs.fetch(`https://example.org/dmd${GTIN}?linkType=linkset`, {
      headers: { Accept: "application/json" },
    });
    assert.match(await link.text(), /unknown|https:\/\/example\.org\/dmd\//);
    const fhir = await packs.fetch("https://example.org/dmd/fhir/metadata");
    assert.match(await fhir.text(), /"url":"https:\/\/example\.org\/dmd\/fhir"/);
  });

  test(`${name} refuses what is no path`, async () => {
    for (const basePath of [
      "dmd",
      "/dmd/",
      "/",
      "/a b",
      "/a/../b",
      "/api",
      "/med/x",
      '/"',
      "/%41",
      1,
      null,
    ])
      await assert.rejects(Module.demo({ basePath }), { reason: "bad_basePath" }, String(basePath));
    await assert.rejects(Module.demo({ basePath: `/${"a".repeat(300)}` }), {
      reason: "basePath_too_long",
    });
  });
}

const BASE = "/in/pharmacy";
const programs = prepareBrowsers();

/**
 * Starts a proxy under a path. Other paths are 404, so that an address without the path is noticed.
 */
async function startProxy(service, isRemoved) {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url !== BASE && !incoming.url.startsWith(`${BASE}/`))
      return outgoing.writeHead(404).end("not of this service");
    const path = isRemoved ? incoming.url.slice(BASE.length) || "/" : incoming.url;
    const { method, headers } = incoming;
    const forwarded = request(
      { hostname: service.hostname, port: service.port, path, method, headers },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode, answer.rawHeaders)),
    );
    incoming.pipe(forwarded);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

for (const isRemoved of [true, false]) {
  describe(`a proxy that ${isRemoved ? "removes" : "keeps"} the path`, () => {
    let service, proxy;
    const get = (path, options) =>
      fetch(`${proxy.origin}${BASE}${path}`, { redirect: "manual", ...options });

    before(async () => {
      service = await startServing({ base_path: BASE, workers: 1 });
      proxy = await startProxy(service, isRemoved);
    });
    after(() => Promise.all([proxy.stop(), service.stop()]));

    test("each address in an answer leads through the proxy", async () => {
      const pack = (await (await get("/api/search?q=amlodipine&limit=1&ids=string")).json())[0];
      const gtin = pack.gtin_codes[0]?.gtin ?? "9521234567899";
      const answers = [
        "/api/search?q=amlodipine&limit=1",
        pack.url,
        `/med/gtin/${gtin}`,
        `/01/${gtin.padStart(14, "0")}?linkType=linkset`,
        "/opensearch.xml",
        "/fhir/metadata",
        `/fhir/Medication?code=https%3A%2F%2Fdmd.nhs.uk%7C${pack.pack_id}`,
        "/.well-known/gs1resolver",
        "/.well-known/api-catalog",
        "/dataset.json",
        "/data-quality",
      ];
      const seen = new Set();
      for (const path of answers) {
        const response = await get(path);
        assert.ok(response.status < 400, `${path}: ${response.status}`);
        const text = [response.headers.get("link"), await response.text()].join("\n");
        for (const address of addressesIn(text, proxy.origin)) seen.add(address);
      }
      assert.ok(seen.size > 15, `${seen.size} addresses`);
      for (const address of seen) {
        const { pathname } = new URL(address, `${proxy.origin}${BASE}/`);
        assert.ok(pathname.startsWith(`${BASE}/`) || pathname === BASE, address);
      }
    });

    test("a redirect leads through the proxy", async () => {
      const [pack] = await (await get("/api/search?q=amlodipine&limit=1")).json();
      const moved = await get(pack.url.replace("/med/ampp/ampp/", "/med/ampp/ampp/x-"));
      assert.equal(moved.status, 308);
      assert.equal(moved.headers.get("location"), BASE + pack.url);
    });

    test("the document of the interface names the servers behind the proxy", async () => {
      const { servers, paths } = await (await get("/openapi.json")).json();
      assert.deepEqual(
        servers.map(({ url }) => url),
        [`${BASE}/`, `${BASE}/med`, `${BASE}/string-ids`],
      );
      assert.ok(paths["/api/gtin/{gtin}"]);
    });

    test("the path without more leads to the page, and monitors and assistants answer below it", async () => {
      const alone = await fetch(`${proxy.origin}${BASE}`, { redirect: "manual" });
      if (!isRemoved) assert.equal(alone.headers.get("location"), `${BASE}/`);
      for (const path of ["/", "/docs", "/livez", "/healthz"])
        assert.equal((await get(path)).status, 200, path);
      const initialize = { jsonrpc: "2.0", id: 1, method: "ping" };
      const response = await get("/mcp", {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(initialize),
      });
      assert.equal(response.status, 200);
    });

    test("the page works, also without the network", {
      skip: process.env.CI !== "true" && describeMissing(["chromium"], programs),
    }, async (t) => {
      const browser = await chromium.launch({
        ...chromiumOptions(),
        executablePath: programs.chromium,
      });
      t.after(() => browser.close());
      const context = await browser.newContext();
      const page = await context.newPage();
      const lost = [];
      page.on("response", (response) => response.status() >= 400 && lost.push(response.url()));
      await page.goto(`${proxy.origin}${BASE}/`);
      await page.locator(".strip .age").waitFor();
      await page.evaluate(async () => {
        while (!navigator.serviceWorker.controller)
          await new Promise((resolve) => setTimeout(resolve, 50));
      });
      assert.deepEqual(lost, []);
      await context.setOffline(true);
      await page.reload();
      await page.locator(".strip .age").waitFor();
      const offline = await page.evaluate(async () => {
        const response = await fetch("api/search?q=amlodipine&limit=1");
        return [response.status, response.headers.get("Link")];
      });
      assert.equal(offline[0], 200);
      assert.match(offline[1], new RegExp(`<${BASE}/api/search`));
    });
  });
}

/**
 * The addresses of links, and of this service, in a text. The `url` of a record is relative
 * to the address of the service, as the specification of records says.
 */
function addressesIn(text, origin) {
  const found = [];
  const links = text.replaceAll(/"url":"\/med\/ampp\/ampp\/[^"]*"/g, "");
  for (const [, address] of links.matchAll(/(?:href|src|template|anchor|url)"?[=:] ?"([^"#{]*)/g))
    if (!/^(?:https?:|data:|urn:)/.test(address) || address.startsWith(origin)) found.push(address);
  for (const [, address] of text.matchAll(/<(\/[^>]*)>; rel=/g)) found.push(address);
  return found.filter(Boolean);
}
