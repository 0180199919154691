// Tests a dataset that is opened under a path: links start with it, and requests may.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PackLookup as InWorker } from "../../npm/async.js";
import { PackLookup } from "../../npm/index.js";

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
