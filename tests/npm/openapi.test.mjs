// Validates responses against the OpenAPI document: those to the API cases, and the hosts' own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { PackLookup } from "../../npm/core.js";
import { answer, failed, readTarget } from "../../npm/serve/answers.js";
import { generatedFiles } from "../../scripts/openapi/document.mjs";
import { problems, PREFIX } from "../../scripts/openapi/responses.mjs";
import { paths, root } from "../../scripts/common/project.mjs";
import { filesIn, readExactCases } from "../cases/read.mjs";

const text = readFileSync(`${root}/www/public/openapi.json`, "utf8");
const document = JSON.parse(text);
const packs = await PackLookup.open(paths.testDataset, { history: paths.testHistory });
/** FHIR and the resolver are not in the document: other standards describe them. */
const cases = readExactCases(
  ...filesIn("api").filter((file) => !/^api\/(?:fhir|resolver)/.test(file)),
);

test("openapi.json is up to date", async () => {
  for (const [file, content] of await generatedFiles())
    assert.ok(
      readFileSync(file, "utf8") === content,
      `${file} is not up to date: npm run build -- openapi`,
    );
});

test("integers in the document are exact, and integers of examples are safe for readers with floats", () => {
  const example =
    document.paths["/api/gtin/{gtin}"].get.responses[200].content["application/json"].example;
  assert.ok(
    Number.isSafeInteger(example.pack_id) && example.url.endsWith(`-${example.pack_id}`),
    example.url,
  );
  for (const [id] of text.matchAll(/\b[0-9]{16,}(?=[,}\]\n])/g))
    assert.ok(Number.isSafeInteger(Number(id)) || id === "999999999999999999", id);
  assert.match(text, /"maximum": ?999999999999999999[\n}]/);
});

const resolve = (part) =>
  part?.$ref
    ? resolve(
        part.$ref
          .slice(2)
          .split("/")
          .reduce((found, key) => found[key], document),
      )
    : part;

/**
 * A stricter schema. The document lets later versions add fields, but today an unknown
 * field is a fault.
 */
const strict = (part) => {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(strict);
  const whole = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, strict(value)]),
  );
  return part.type === "object" && part.properties
    ? { ...whole, additionalProperties: false }
    : whole;
};

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const formats = {
  date: DAY,
  uri: (value) => URL.canParse(value),
  "uri-reference": (value) => URL.canParse(value, "http://localhost"),
  int64: { type: "number", validate: Number.isInteger },
};
const ajv = new Ajv({ allErrors: true, strict: false, formats });
ajv.addSchema({ $id: "document", ...strict(document) });

const validators = new Map();

function assertValid(pointer, value) {
  if (!validators.has(pointer))
    validators.set(pointer, ajv.compile({ $ref: `document#${pointer}` }));
  const validate = validators.get(pointer);
  assert.ok(validate(value), `${pointer}: ${JSON.stringify(validate.errors?.slice(0, 4))}`);
}

const escaped = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const bare = (path) =>
  path.replace(/^\/(?:med|string-ids)(?=\/api\/)/, "").replace(/(?<=.)\/$/, "");

/** The path of the document that matches a request. */
function pathOf(path) {
  const matches = (template) =>
    new RegExp(`^${template.replace(/\{\w+\}/, "[^/]+").replaceAll(".", "\\.")}$`).test(bare(path));
  const found = Object.keys(document.paths).filter(matches);
  assert.ok(found.length < 2, `${path}: ${found}`);
  return found[0];
}

/**
 * Tells where a response is described: with its path and method, or among the shared responses.
 */
function describedAt(path, method, status) {
  if (path === undefined)
    return status === 405
      ? "/components/responses/MethodNotAllowed"
      : "/components/responses/NotFound";
  const operation =
    Object.keys(document.paths[path]).find((name) => name === method.toLowerCase()) ?? "get";
  const response = document.paths[path][operation].responses[status];
  assert.ok(response, `${operation} ${path} has no ${status}`);
  return response.$ref?.slice(1) ?? `/paths/${escaped(path)}/${operation}/responses/${status}`;
}

const at = (pointer) =>
  pointer
    .slice(1)
    .split("/")
    .reduce((found, key) => found[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);

function assertDescribed({ status, headers, body }, pointer, method) {
  const { headers: described = {}, content } = at(pointer);
  assertHeaders(headers, described, pointer, content);
  if (method === "HEAD" || body.length === 0) return;
  const type = headers.find(([name]) => name === "Content-Type")[1].split(";")[0];
  assert.ok(content?.[type], `${pointer} has no ${type}`);
  if (!type.endsWith("json")) return;
  assertValid(
    `${pointer}/content/${escaped(type)}/schema`,
    JSON.parse(new TextDecoder().decode(body)),
  );
  assert.equal(status < 400, type === "application/json");
}

function assertHeaders(headers, described, pointer) {
  const sent = new Map(headers);
  for (const [name, value] of headers) {
    if (name === "Content-Type") continue;
    assert.ok(described[name], `${pointer} has no header ${name}`);
    const { schema } = resolve(described[name]);
    assert.ok(
      ajv.validate(schema, schema.type === "integer" ? Number(value) : value),
      `${name}: ${value}`,
    );
  }
  const lacking = Object.keys(described).filter(
    (name) => resolve(described[name]).required && !sent.has(name),
  );
  assert.deepEqual(lacking, [], pointer);
}

const bodyOf = ({ body }) => new TextDecoder().decode(body);

describe("each response of the cases matches the document", () => {
  for (const { title, request } of cases) {
    test(title, () => {
      const { method = "GET", target, headers = {}, body } = request;
      const parts = { method, ...readTarget(target), body };
      const etag = () =>
        packs.respond({ ...parts, method: "GET" }).headers.find(([name]) => name === "ETag")[1];
      const ifNoneMatch = headers["If-None-Match"]?.replaceAll("{etag}", etag);
      const seen = packs.respond({ ...parts, ifNoneMatch });
      const path =
        seen.status === 404 &&
        !parts.path.startsWith("/med/ampp/") &&
        new TextDecoder().decode(seen.body).includes("unknown_path")
          ? undefined
          : pathOf(parts.path);
      // Only POST of this path is described.
      if (path === "/api/check-list" && method === "GET")
        return assertValid("/components/schemas/Problem", JSON.parse(bodyOf(seen)));
      assertDescribed(seen, describedAt(path, method, seen.status), method);
    });
  }
});

/** The paths that are 404 without a history. The cases have one. */
const WITHOUT_HISTORY = ["/api/changes", "/api/changes.atom"];

test("a service without a history answers as described", async () => {
  const without = await PackLookup.open(paths.testDataset);
  for (const path of WITHOUT_HISTORY)
    assertDescribed(without.respond({ path }), describedAt(path, "GET", 404), "GET");
});

test("each path, status and parameter of the document has a case", () => {
  const requests = cases.map(({ request: { target, method = "GET" }, expect: { status } }) => ({
    ...readTarget(target),
    method,
    status,
    path: pathOf(readTarget(target).path),
  }));
  for (const [path, { post, get = post }] of Object.entries(document.paths)) {
    const here = requests.filter((one) => one.path === path);
    for (const status of Object.keys(get.responses)
      .map(Number)
      .filter((status) => status < 405 && status !== 304)) {
      assert.ok(
        here.some((one) => one.status === status) ||
          (status === 400 && path.endsWith(".css")) ||
          (status === 404 && WITHOUT_HISTORY.includes(path)),
        `${path} ${status}`,
      );
    }
    for (const { name, in: place } of get.parameters
      .map(resolve)
      .filter(({ in: place }) => place === "query")) {
      assert.ok(
        requests.some((one) => new URLSearchParams(one.query).has(name)),
        `${path} ${place} ${name}`,
      );
    }
  }
});

test("the document has each parameter that a response reports", () => {
  const known = new Set(
    Object.values(document.paths).flatMap(({ post, get = post }) =>
      get.parameters.map((one) => resolve(one).name),
    ),
  );
  const parameters = cases.flatMap(({ expect: { json = {} } }) => json["/parameter"] ?? []);
  assert.ok(parameters.length > 5 && parameters.every((name) => known.has(name)), `${parameters}`);
});

test("the document has the responses of the hosts", () => {
  const tooLong = answer({}, { method: "GET", url: `/${"a".repeat(9_000)}`, headers: {} });
  for (const [response, { status, headers, body }] of Object.entries({
    Failed: failed,
    TooLong: tooLong,
  })) {
    const pairs = Array.from({ length: headers.length / 2 }, (_, place) => [
      headers[2 * place],
      String(headers[2 * place + 1]),
    ]);
    assertDescribed(
      { status, headers: pairs, body: new TextEncoder().encode(body) },
      `/components/responses/${response}`,
      "GET",
    );
    const { type, reason, title } = JSON.parse(body);
    const problem = problems[type.slice(PREFIX.length)];
    assert.deepEqual(
      [problem.status, problem.title, reason in problem.reasons],
      [status, title, true],
    );
  }
});

test("the document has the titles of the core", () => {
  const documents = cases
    .map(({ request: { target, method, body } }) =>
      packs.respond({ method, ...readTarget(target), body }),
    )
    .filter(
      ({ headers, body }) =>
        body.length > 0 && headers.some(([, value]) => value === "application/problem+json"),
    )
    .map(({ body }) => JSON.parse(new TextDecoder().decode(body)));
  for (const { type, title, status, reason } of documents) {
    const { [type.slice(PREFIX.length)]: problem } = problems;
    assert.deepEqual(
      [problem.title, problem.status, reason in problem.reasons],
      [title, status, true],
    );
  }
});

test("each example matches its schema", () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    const method = operations.get ? "get" : "post";
    const { content = {} } = operations[method].responses[200];
    for (const type of Object.keys(content).filter((type) => content[type].example)) {
      assertValid(
        `/paths/${escaped(path)}/${method}/responses/200/content/${escaped(type)}/schema`,
        content[type].example,
      );
    }
  }
});
