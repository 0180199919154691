// Checks that clients of the released API keep working: docs/stability.md lists the promises.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { parseExact } from "../../scripts/openapi/document.mjs";
import { breakingChanges, versionCheck } from "./openapi-compatibility.mjs";

const read = (path) => parseExact(readFileSync(new URL(path, import.meta.url), "utf8"));
const released = read("../cases/openapi-released.json");
const current = read("../../www/public/openapi.json");

test("keeps all promises of the released API", () => assert.deepEqual(breakingChanges(released, current), []));

test("a change has a new version", () => {
  const isNextVersion = versionCheck(released, current);
  assert.ok(isNextVersion(current.info.version), `the document has changed since the released version ${released.info.version}: ${current.info.version} is not the next version`);
});

/** Returns a copy of the document with one change. */
function changed(change) {
  const copy = structuredClone(released);
  change(copy);
  return copy;
}

const pack = ({ components }) => components.schemas.Pack;
const ofSearch = (name) => ({ paths }) => paths["/api/search"].get.parameters.find((one) => one.name === name);
const reasons = ({ components }) => components.schemas.Problem.properties.reason.enum;

describe("reports a breaking change", () => {
  const broken = {
    "a path is removed": [(to) => delete to.paths["/api/suggest"], /\/api\/suggest/],
    "a method is removed": [(to) => delete to.paths["/api/suggest"].head, /head/],
    "a server is removed": [(to) => to.servers.pop(), /\/med/],
    "a status is removed": [(to) => delete to.paths["/api/gtin/{gtin}"].get.responses[404], /404/],
    "a type of body is removed": [(to) => delete to.components.responses.NotFound.content["application/problem+json"], /problem\+json/],
    "a parameter is removed": [(to) => (to.paths["/api/search"].get.parameters = to.paths["/api/search"].get.parameters.filter(({ name }) => name !== "sort")), /sort/],
    "a parameter is required": [(to) => (ofSearch("limit")(to).required = true), /limit.*required/],
    "a new parameter is required": [(to) => to.paths["/api/search"].get.parameters.push({ name: "key", in: "query", required: true, schema: {} }), /key/],
    "a parameter has a lower maximum": [(to) => (ofSearch("limit")(to).schema.maximum = 50), /maximum/],
    "a parameter has fewer values": [(to) => ofSearch("sort")(to).schema.enum.pop(), /relevance/],
    "a default changes": [(to) => (ofSearch("sort")(to).schema.default = "relevance"), /default/],
    "fewer codes are allowed": [(to) => (to.paths["/api/gtin"].get.parameters[0].schema.maxItems = 99), /maxItems/],
    "a field is removed": [(to) => delete pack(to).properties.url, /url/],
    "a field has another name": [(to) => ((pack(to).properties.id = pack(to).properties.pack_id), delete pack(to).properties.pack_id), /pack_id/],
    "a nested field is removed": [(to) => delete pack(to).properties.prices.properties.price_prev, /price_prev/],
    "fields change their order": [(to) => (pack(to).properties = Object.fromEntries(Object.entries(pack(to).properties).reverse())), /order/],
    "a field is optional": [(to) => pack(to).required.shift(), /pack_id/],
    "a field may be null": [(to) => (pack(to).properties.name.type = ["string", "null"]), /name.*type/],
    "a field has another type": [(to) => (to.components.schemas.PackId.oneOf[0].type = "number"), /PackId|pack_id/],
    "an integer has no format": [(to) => delete to.components.schemas.PackId.oneOf[0].format, /format/],
    "a reason is removed": [(to) => reasons(to).splice(reasons(to).indexOf("repeated"), 1), /repeated/],
    "a header is removed": [(to) => delete to.paths["/api/search"].get.responses[200].headers["X-Total-Count"], /X-Total-Count/],
    "a header is optional": [(to) => delete to.components.headers.DatasetRelease.required, /Dataset-Release/],
  };
  for (const [name, [change, pattern]] of Object.entries(broken)) {
    test(name, () => {
      const found = breakingChanges(released, changed(change));
      assert.ok(found.length > 0 && pattern.test(found.join("\n")), found.join("\n"));
    });
  }
});

describe("accepts a compatible change", () => {
  const fine = {
    "a description": (to) => (to.info.description = pack(to).description = "Other words."),
    "a new path": (to) => (to.paths["/api/releases"] = structuredClone(to.paths["/api/about"])),
    "a new parameter": (to) => to.paths["/api/search"].get.parameters.push({ name: "on", in: "query", schema: { type: "string" } }),
    "a new last field": (to) => (pack(to).properties.bnf = { type: "string" }),
    "a new reason": (to) => reasons(to).push("too_early"),
    "a new status": (to) => (to.paths["/api/about"].get.responses[429] = { description: "" }),
    "a new header": (to) => (to.components.responses.NotFound.headers.Age = { schema: {} }),
    "wider bounds": (to) => (ofSearch("limit")(to).schema.maximum = 500),
    "another example": (to) => (to.paths["/api/about"].get.responses[200].content["application/json"].example = {}),
  };
  for (const [name, change] of Object.entries(fine)) test(name, () => assert.deepEqual(breakingChanges(released, changed(change)), []));
});

test("checks the version of a change", () => {
  const next = (change) => versionCheck(released, changed(change));
  const [major, minor, patch] = released.info.version.split(".").map(Number);
  const same = released.info.version;
  const [newer, wider] = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`];
  assert.ok(next(() => {})(same));
  const sentence = next((to) => (to.info.description = "Other words."));
  assert.deepEqual([same, newer, wider].map(sentence), [true, true, true]);
  const path = next((to) => (to.paths["/api/releases"] = {}));
  assert.deepEqual([same, newer, wider].map(path), [false, false, true]);
});
