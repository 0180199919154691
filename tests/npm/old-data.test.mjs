// Tests what the module and the tools of assistants say of old data.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PackLookup } from "../../npm/core.js";
import { callTool } from "../../npm/mcp/tools.js";
import { paths } from "../../scripts/common/project.mjs";
import { asReal } from "../common/real-data.mjs";

const dataset = asReal(readFileSync(paths.testDataset));
const today = new Date().toISOString().slice(0, 10);

test("old data have a warning, from the age that the caller sets", async () => {
  const old = await PackLookup.open(dataset);
  const { date, age_days: age } = old.about.dataset;
  const expected = `Old data: the release of ${date} is ${age} days old. Names, barcodes and packs may have changed since.`;
  assert.equal(old.about.warning, expected);
  assert.equal(
    Object.fromEntries(old.respond({ path: "/api/gtin/1" }).headers)["Dataset-Notice"],
    expected,
  );
  const { about } = await PackLookup.open(dataset, { oldAfterDays: age + 1 });
  assert.equal(about.warning, undefined);
});

test("each answer to an assistant from old data has the warning", async () => {
  const packs = await PackLookup.open(dataset);
  for (const [tool, args] of [
    ["about", {}],
    ["search_packs", { query: "paracetamol" }],
  ]) {
    const { warnings } = callTool(packs, tool, args, today).structuredContent;
    assert.ok(
      warnings.some(({ code, text }) => code === "stale" && text.includes("days old")),
      tool,
    );
  }
});

test("an age must be a number of days", async () => {
  for (const oldAfterDays of [0, 1.5, 100_000, "14", null])
    await assert.rejects(PackLookup.open(dataset, { oldAfterDays }), {
      reason: "bad_oldAfterDays",
    });
});
