// The cases of api.json and fhir.json for hosts that are asked over HTTP: mod.rs says what they mean.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/// Integers stay exact: those that a float can't hold become bigints.
const exact = (_key, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;

export const readCases = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"), exact);

/// A test for each case. `ask` takes a target and options of a request.
export function testCases(ask, ...files) {
  for (const file of files.length > 0 ? files : ["./api.json", "./fhir.json"].map(readCases)) testCasesOf(file, ask);
}

function testCasesOf({ always, cases }, ask) {
  for (const { name, request, ...expected } of cases) {
    test(name, async () => {
      const seen = await ask(request.target, { method: request.method, headers: await headersOf(request, ask) });
      assert.equal(seen.status, expected.status, seen.body.slice(0, 300));
      assertHeaders(seen.headers, { ...always, ...expected.headers });
      assertBody(seen.body, expected);
    });
  }
}

/// With `{etag}` replaced by what a plain GET gives.
async function headersOf({ target, headers = {} }, ask) {
  if (!JSON.stringify(headers).includes("{etag}")) return headers;
  const { etag } = (await ask(target)).headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll("{etag}", etag)]));
}

export function assertHeaders(seen, expected = {}) {
  for (const [name, value] of Object.entries(expected)) assertHeader(name, seen[name.toLowerCase()], value);
}

function assertHeader(name, seen, expected) {
  if (expected === null || expected === true) assert.equal(seen !== undefined, expected === true, `${name}: ${seen}`);
  else if (Array.isArray(expected)) expected.forEach((part) => assertIncludes(seen ?? "", part, name));
  else assert.equal(seen, expected, name);
}

function assertBody(body, { json = {}, contains = [], lacks = [], empty = false }) {
  for (const [pointer, value] of Object.entries(json)) assertAt(JSON.parse(body, exact), pointer, value);
  contains.forEach((part) => assertIncludes(body, part, "body"));
  lacks.forEach((part) => assert.ok(!body.includes(part), `the body has ${part}`));
  if (empty) assert.equal(body, "");
}

const assertIncludes = (text, part, what) => assert.ok(text.includes(part), `${what} lacks ${part}: ${text.slice(0, 300)}`);

function assertAt(document, pointer, expected) {
  const found = at(document, pointer);
  if (expected?.absent) assert.equal(found, undefined, pointer);
  else if (expected?.length !== undefined && !Array.isArray(expected) && typeof expected === "object")
    assert.equal(found.length, expected.length, pointer);
  else assert.deepEqual(found, expected, pointer);
}

/// A JSON pointer (RFC 6901).
function at(document, pointer) {
  const keys = pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce((value, key) => value?.[key], document);
}
