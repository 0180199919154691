// Checks that clients of the released API keep working: docs/stability.md lists the promises.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { parseExact } from "../../scripts/openapi/examples.mjs";

const read = (path) => parseExact(readFileSync(new URL(path, import.meta.url), "utf8"));
const released = read("../cases/openapi-released.json");
const current = read("../../www/public/openapi.json");

test("keeps all promises of the released API", () =>
  assert.deepEqual(breakingChanges(released, current), []));

test("a change has a new version", () => {
  const isNextVersion = versionCheck(released, current);
  assert.ok(
    isNextVersion(current.info.version),
    `the document has changed since the released version ${released.info.version}: ${current.info.version} is not the next version`,
  );
});

/** A copy of the document with one change. */
function changed(change) {
  const copy = structuredClone(released);
  change(copy);
  return copy;
}

const pack = ({ components }) => components.schemas.Pack;
const ofSearch =
  (name) =>
  ({ paths }) =>
    paths["/api/search"].get.parameters.find((one) => one.name === name);
const reasons = ({ components }) => components.schemas.Problem.properties.reason.enum;

describe("reports a breaking change", () => {
  const broken = {
    "a path is removed": [(to) => delete to.paths["/api/suggest"], /\/api\/suggest/],
    "a method is removed": [(to) => delete to.paths["/api/suggest"].head, /head/],
    "a server is removed": [(to) => to.servers.pop(), /\/med/],
    "a status is removed": [(to) => delete to.paths["/api/gtin/{gtin}"].get.responses[404], /404/],
    "a type of body is removed": [
      (to) => delete to.components.responses.NotFound.content["application/problem+json"],
      /problem\+json/,
    ],
    "a parameter is removed": [
      (to) =>
        (to.paths["/api/search"].get.parameters = to.paths["/api/search"].get.parameters.filter(
          ({ name }) => name !== "sort",
        )),
      /sort/,
    ],
    "a parameter is required": [(to) => (ofSearch("limit")(to).required = true), /limit.*required/],
    "a new parameter is required": [
      (to) =>
        to.paths["/api/search"].get.parameters.push({
          name: "key",
          in: "query",
          required: true,
          schema: {},
        }),
      /key/,
    ],
    "a parameter has a lower maximum": [
      (to) => (ofSearch("limit")(to).schema.maximum = 50),
      /maximum/,
    ],
    "a parameter has fewer values": [(to) => ofSearch("sort")(to).schema.enum.pop(), /relevance/],
    "a default changes": [(to) => (ofSearch("sort")(to).schema.default = "relevance"), /default/],
    "fewer codes are allowed": [
      (to) => (to.paths["/api/gtin"].get.parameters[0].schema.maxItems = 99),
      /maxItems/,
    ],
    "a field is removed": [(to) => delete pack(to).properties.url, /url/],
    "a field has another name": [
      (to) => (
        (pack(to).properties.id = pack(to).properties.pack_id), delete pack(to).properties.pack_id
      ),
      /pack_id/,
    ],
    "a nested field is removed": [
      (to) => delete pack(to).properties.prices.properties.price_prev,
      /price_prev/,
    ],
    "fields change their order": [
      (to) =>
        (pack(to).properties = Object.fromEntries(Object.entries(pack(to).properties).reverse())),
      /order/,
    ],
    "a field is optional": [(to) => pack(to).required.shift(), /pack_id/],
    "a field may be null": [
      (to) => (pack(to).properties.name.type = ["string", "null"]),
      /name.*type/,
    ],
    "a field has another type": [
      (to) => (to.components.schemas.PackId.oneOf[0].type = "number"),
      /PackId|pack_id/,
    ],
    "an integer has no format": [
      (to) => delete to.components.schemas.PackId.oneOf[0].format,
      /format/,
    ],
    "a reason is removed": [
      (to) => reasons(to).splice(reasons(to).indexOf("repeated"), 1),
      /repeated/,
    ],
    "a header is removed": [
      (to) => delete to.paths["/api/search"].get.responses[200].headers["X-Total-Count"],
      /X-Total-Count/,
    ],
    "a header is optional": [
      (to) => delete to.components.headers.DatasetRelease.required,
      /Dataset-Release/,
    ],
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
    "a new parameter": (to) =>
      to.paths["/api/search"].get.parameters.push({
        name: "on",
        in: "query",
        schema: { type: "string" },
      }),
    "a new last field": (to) => (pack(to).properties.bnf = { type: "string" }),
    "a new reason": (to) => reasons(to).push("too_early"),
    "a new status": (to) => (to.paths["/api/about"].get.responses[429] = { description: "" }),
    "a new header": (to) => (to.components.responses.NotFound.headers.Age = { schema: {} }),
    "wider bounds": (to) => (ofSearch("limit")(to).schema.maximum = 500),
    "another example": (to) =>
      (to.paths["/api/about"].get.responses[200].content["application/json"].example = {}),
  };
  for (const [name, change] of Object.entries(fine))
    test(name, () => assert.deepEqual(breakingChanges(released, changed(change)), []));
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

// Finds breaking changes between two documents.

const METHODS = ["get", "head", "options"];

/** A message for each breaking change. */
function breakingChanges(before, after) {
  const servers = removed(
    before.servers.map(({ url }) => url),
    after.servers.map(({ url }) => url),
    "server",
  );
  return [
    ...servers,
    ...Object.keys(before.paths).flatMap((path) => pathChanges(path, { before, after })),
  ];
}

const removed = (before, after, at) =>
  before.filter((one) => !after.includes(one)).map((one) => `${at}: ${one} is removed`);

function pathChanges(path, documents) {
  const [before, after] = [documents.before, documents.after].map(({ paths }) => paths[path]);
  if (!after) return [`${path} is removed`];
  return METHODS.filter((method) => before[method]).flatMap((method) => {
    const at = `${method} ${path}`;
    return after[method]
      ? operationChanges(at, documents, before[method], after[method])
      : [`${at} is removed`];
  });
}

function operationChanges(at, documents, before, after) {
  return [
    ...parameterChanges(at, documents, before.parameters, after.parameters),
    ...Object.keys(before.responses).flatMap((status) =>
      responseChanges(
        `${at} ${status}`,
        documents,
        before.responses[status],
        after.responses[status],
      ),
    ),
  ];
}

function resolve(document, part) {
  if (!part?.$ref) return part;
  return resolve(
    document,
    part.$ref
      .slice(2)
      .split("/")
      .reduce((found, key) => found?.[key], document),
  );
}

function parameterChanges(at, documents, before, after) {
  const named = (document, list) =>
    new Map(list.map((one) => resolve(document, one)).map((one) => [`${one.in} ${one.name}`, one]));
  const [was, is] = [named(documents.before, before), named(documents.after, after)];
  const added = [...is]
    .filter(([key, { required }]) => required && !was.get(key)?.required)
    .map(([key]) => `${at}: ${key} is required`);
  const changed = [...was].flatMap(([key, one]) =>
    is.has(key)
      ? requestSchemaChanges(`${at}: ${key}`, one.schema, is.get(key).schema)
      : [`${at}: ${key} is removed`],
  );
  return [...added, ...changed];
}

/**
 * The constraints of parameters. Each function returns whether all values that the first document
 * accepts are still accepted.
 */
const CONSTRAINTS = {
  maximum: (was, is) => is === undefined || (was !== undefined && is >= was),
  maxLength: (was, is) => is === undefined || (was !== undefined && is >= was),
  maxItems: (was, is) => is === undefined || (was !== undefined && is >= was),
  minimum: (was, is) => is === undefined || (was !== undefined && is <= was),
  minLength: (was, is) => is === undefined || (was !== undefined && is <= was),
  minItems: (was, is) => is === undefined || (was !== undefined && is <= was),
  pattern: (was, is) => is === undefined || is === was,
  type: (was, is) => is === undefined || [was].flat().every((type) => [is].flat().includes(type)),
  enum: (was, is) => is === undefined || (was ?? [undefined]).every((word) => is.includes(word)),
  default: (was, is) => is === was,
};

/**
 * Compares the schema of a parameter: every accepted value must still be accepted, and the default
 * must be the same.
 */
function requestSchemaChanges(at, before, after) {
  const narrower = Object.keys(CONSTRAINTS).filter(
    (name) => !CONSTRAINTS[name](before[name], after[name]),
  );
  return narrower.map(
    (name) => `${at}: ${name} was ${shown(before[name])}, and is ${shown(after[name])}`,
  );
}

const shown = (value) => [value ?? "unset"].flat().join(", ");

function responseChanges(at, documents, one, other) {
  const [before, after] = [resolve(documents.before, one), resolve(documents.after, other)];
  if (!after) return [`${at} is removed`];
  return [
    ...headerChanges(at, documents, before.headers, after.headers),
    ...bodyChanges(at, documents, before.content, after.content),
  ];
}

function headerChanges(at, documents, before = {}, after = {}) {
  const isRequired = (document, headers, name) =>
    resolve(document, headers[name])?.required === true;
  return Object.keys(before).flatMap((name) => {
    if (!after[name]) return [`${at}: header ${name} is removed`];
    const isOptionalNow =
      isRequired(documents.before, before, name) && !isRequired(documents.after, after, name);
    return isOptionalNow ? [`${at}: header ${name} is optional`] : [];
  });
}

function bodyChanges(at, documents, before = {}, after = {}) {
  return Object.keys(before).flatMap((type) =>
    after[type]
      ? responseSchemaChanges(`${at} ${type}`, documents, before[type].schema, after[type].schema)
      : [`${at}: ${type} is removed`],
  );
}

/** Compares the schema of a response: clients may rely on all of it. */
function responseSchemaChanges(at, documents, one, other) {
  const [before, after] = [resolve(documents.before, one), resolve(documents.after, other)];
  if (!after) return [`${at} is removed`];
  return [
    ...valueChanges(at, before, after),
    ...fieldChanges(at, documents, before, after),
    ...partChanges(at, documents, before, after),
  ];
}

function valueChanges(at, before, after) {
  const types = (schema) => [schema.type ?? []].flat();
  const added = types(after)
    .filter((type) => !types(before).includes(type))
    .concat(types(before).length > 0 && types(after).length === 0 ? ["anything"] : []);
  const typed = added.map((type) => `${at}: type may be ${type}`);
  const format =
    before.format === after.format
      ? []
      : [`${at}: format was ${shown(before.format)}, and is ${shown(after.format)}`];
  return [...typed, ...format, ...removed(before.enum ?? [], after.enum ?? before.enum ?? [], at)];
}

function fieldChanges(
  at,
  documents,
  { properties = {}, required = [] },
  { properties: other = {}, required: stillRequired = [] },
) {
  const kept = Object.keys(properties).filter((name) => name in other);
  const order = Object.keys(other).filter((name) => name in properties);
  return [
    ...removed(Object.keys(properties), Object.keys(other), at),
    ...required
      .filter((name) => name in other && !stillRequired.includes(name))
      .map((name) => `${at}: ${name} is optional`),
    ...(kept.join() === order.join() ? [] : [`${at}: the order of the fields changed`]),
    ...kept.flatMap((name) =>
      responseSchemaChanges(`${at}.${name}`, documents, properties[name], other[name]),
    ),
  ];
}

function partChanges(at, documents, before, after) {
  const items = before.items
    ? responseSchemaChanges(`${at}[]`, documents, before.items, after.items)
    : [];
  const variants = (before.oneOf ?? []).flatMap((one, place) =>
    responseSchemaChanges(`${at}|${place}`, documents, one, after.oneOf?.[place]),
  );
  return [...items, ...variants];
}

/** Texts for people, which may change. */
const TEXT_KEYS = new Set(["description", "summary", "title", "example"]);
const withoutTexts = (document) => JSON.stringify(document, withoutText);

function withoutText(key, value) {
  if (TEXT_KEYS.has(key) || key === "info") return undefined;
  return typeof value === "bigint" ? String(value) : value;
}

/**
 * A function that checks the new version: any later one if only texts changed, else a new
 * minor version.
 */
function versionCheck(before, after) {
  const parts = (version) => version.split(".").map(Number);
  const [major, minor] = parts(before.info.version);
  const isSame = withoutTexts(before) === withoutTexts(after);
  return (version) => {
    const [next, nextMinor] = parts(version);
    return next === major && (isSame ? nextMinor >= minor : nextMinor > minor);
  };
}
