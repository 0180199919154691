// Tests that pages of other origins may download what is public: the dataset, and what changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startServing } from "./serving.mjs";

test("pages of any origin may download the dataset and its description", async (t) => {
  const service = await startServing({ workers: 1 });
  t.after(() => service.stop());
  const headers = { Origin: "https://ward.example" };
  const description = await service.ask("/dataset.json", { headers });
  const { url } = JSON.parse(description.body);
  const paths = [
    "/dataset.json",
    url,
    url.replace(".gz", ""),
    "/releases.json",
    "/data-quality.json",
  ];
  for (const path of paths) {
    const response = await service.ask(path, { headers });
    if (response.status === 404) continue;
    assert.equal(response.status, 200, path);
    assert.equal(response.headers["access-control-allow-origin"], "*", path);
  }
  const page = await service.ask("/", { headers });
  assert.equal(
    page.headers["access-control-allow-origin"],
    undefined,
    "the page is not public data",
  );
});
