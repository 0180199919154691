// Runs HTTP cases against a host. ../README.md says how they work.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exact, readExactCases } from "./read.mjs";

/** Makes a test of each case in a folder. `ask` takes a target and the options of a request. */
export function testCases(ask, folder = "api") {
  for (const { title, request, expect } of readExactCases(folder)) {
    test(title, async () => {
      const seen = await ask(request.target, { method: request.method, headers: await headersOf(request, ask) });
      assert.equal(seen.status, expect.status, seen.body.slice(0, 300));
      assertHeaders(seen.headers, expect.headers);
      assertBody(seen.body, expect);
    });
  }
}

/** Returns the headers of a case, with `{etag}` replaced by the ETag of a plain GET. */
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

/** Returns the value at a JSON pointer (RFC 6901). */
function at(document, pointer) {
  const keys = pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce((value, key) => value?.[key], document);
}
