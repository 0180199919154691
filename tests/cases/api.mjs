// Runs HTTP cases against a host. ../README.md says how they work.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exact, readExactCases } from "./read.mjs";

/**
 * Makes a test of each case in a folder or a file. `ask` takes a target and the options of a
 * request.
 */
export function testCases(ask, folder = "api") {
  for (const { title, request, expect } of readExactCases(folder)) {
    test(title, async () => {
      const { method, target, body } = request;
      const response = await ask(target, { method, headers: await headersOf(request, ask), body });
      assert.equal(response.status, expect.status, response.body.slice(0, 300));
      const withoutOrigin = await originRemover(ask);
      assertHeaders(response.headers, expect.headers, withoutOrigin);
      assertBody(withoutOrigin(response.body), expect);
    });
  }
}

/** The headers of a case, with `{etag}` replaced by the ETag of a plain GET. */
async function headersOf({ target, headers = {} }, ask) {
  if (!JSON.stringify(headers).includes("{etag}")) return headers;
  const { etag } = (await ask(target)).headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll("{etag}", etag)]));
}

/** The base of the FHIR resources of each host, by its `ask`. */
const bases = new WeakMap();

/**
 * A function that replaces the host's origin by `{origin}`, and the base of its FHIR
 * resources by `{base}`.
 */
async function originRemover(ask) {
  if (!bases.has(ask)) bases.set(ask, JSON.parse((await ask("/fhir/metadata")).body).implementation.url);
  const base = bases.get(ask);
  return (text) => text.replaceAll(base, "{base}").replaceAll(base.replace(/\/fhir$/, ""), "{origin}");
}

export function assertHeaders(headers, expected = {}, change = (text) => text) {
  for (const [name, value] of Object.entries(expected)) {
    const actual = headers[name.toLowerCase()];
    assertHeader(name, actual === undefined ? undefined : change(actual), value);
  }
}

function assertHeader(name, actual, expected) {
  if (expected === null || expected === true) assert.equal(actual !== undefined, expected === true, `${name}: ${actual}`);
  else if (Array.isArray(expected)) expected.forEach((part) => assertIncludes(actual ?? "", part, name));
  else assert.equal(actual, expected, name);
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

/** The value at a JSON pointer (RFC 6901). */
function at(document, pointer) {
  const keys = pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce((value, key) => value?.[key], document);
}
