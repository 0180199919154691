// Tests the resolver as GS1's test suite does, on every GTIN of the demonstration data: it fetches
// the linkset, checks its form, and follows each link. The single answers are cases in
// tests/cases/api.
import assert from "node:assert/strict";
import { test } from "node:test";
import Ajv from "ajv";
import { PackLookup } from "../../npm/core.js";
import { answer } from "../../npm/serve/answers.js";
import { securityText } from "../../npm/http/security.js";
import { paths } from "../../scripts/common/project.mjs";

const ORIGIN = "https://packs.example.org";
const GS1 = "https://ref.gs1.org/voc/";
const packs = await PackLookup.open(paths.demoDataset);
const weighted = (digits) =>
  [...digits].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 ? 1 : 3), 0);
const hasRightCheckDigit = (gtin) => weighted(gtin) % 10 === 0;
const gtins = new Set(
  [...packs]
    .flatMap(({ gtin_codes }) => gtin_codes.map(({ gtin }) => gtin.padStart(14, "0")))
    .filter(hasRightCheckDigit),
);

/** Sends a request as a host does. */
function ask(path, { query = "", ...more } = {}) {
  const { status, headers, body } = packs.respond({ path, query, origin: ORIGIN, ...more });
  return { status, headers: Object.fromEntries(headers), body: new TextDecoder().decode(body) };
}

const linksetOf = (gtin) =>
  JSON.parse(ask(`/01/${gtin}`, { accept: "application/linkset+json" }).body);

// The rules of GS1's schemas for linksets and for descriptions of resolvers, version 1.2.
const url = { type: "string", pattern: "^https?://[a-zA-Z0-9./]+" };
const link = {
  type: "object",
  properties: {
    href: url,
    title: { type: "string" },
    type: { type: "string", pattern: "\\w+/[-+.\\w]+" },
    hreflang: { type: "array", items: { type: "string", pattern: "^\\w{2}(-\\w{2})?$" } },
  },
  required: ["href", "title"],
  additionalProperties: false,
};
const item = {
  type: "object",
  properties: { anchor: url, description: { type: "string" }, itemDescription: { type: "string" } },
  patternProperties: { "^https?://[a-zA-Z0-9./]+$": { type: "array", items: link } },
  required: ["anchor", "description", "itemDescription"],
  additionalProperties: false,
};
const ajv = new Ajv();
const isLinkset = ajv.compile({
  type: "object",
  properties: { linkset: { type: "array", items: item } },
  required: ["linkset"],
  additionalProperties: false,
});
const isDescription = ajv.compile({
  type: "object",
  properties: {
    resolverRoot: url,
    supportedPrimaryKeys: {
      type: "array",
      items: {
        enum: [
          "all",
          "01",
          "8006",
          "8013",
          "8010",
          "410",
          "411",
          "412",
          "413",
          "414",
          "415",
          "417",
          "8017",
          "8018",
          "255",
          "00",
          "253",
          "401",
          "402",
          "8003",
          "8004",
        ],
      },
    },
    supportedLinkType: {
      type: "array",
      items: {
        type: "object",
        properties: {
          namespace: url,
          prefix: { type: "string", pattern: "^[a-zA-Z_][A-Za-z0-9_-]*:$" },
        },
      },
    },
    linkTypeDefaultCanBeLinkset: { type: "boolean" },
  },
  required: ["resolverRoot", "supportedPrimaryKeys"],
});

test("the description of the resolver conforms to its schema", () => {
  const description = JSON.parse(ask("/.well-known/gs1resolver").body);
  assert.ok(isDescription(description), JSON.stringify(isDescription.errors));
  assert.equal(description.resolverRoot, ORIGIN);
});

test("each linkset conforms to its schema, and has one default link without attributes", () => {
  assert.ok(gtins.size > 1000, `${gtins.size}`);
  for (const gtin of gtins) {
    const linkset = linksetOf(gtin);
    assert.ok(isLinkset(linkset), `${gtin}: ${JSON.stringify(isLinkset.errors)}`);
    const [
      {
        anchor,
        [`${GS1}defaultLink`]: [first, ...others],
      },
    ] = linkset.linkset;
    assert.deepEqual(
      [anchor, Object.keys(first), others],
      [`${ORIGIN}/01/${gtin}`, ["href", "title"], []],
    );
    assert.equal(ask(`/01/${gtin}`).headers.Location, first.href);
  }
});

test("each link type redirects to its only link, and offers a choice if it has more", () => {
  let choices = 0;
  for (const gtin of gtins) {
    const [{ anchor: _anchor, description, itemDescription, ...types }] = linksetOf(gtin).linkset;
    assert.equal(itemDescription, description);
    for (const [type, links] of Object.entries(types)) {
      const query = `linkType=${type.replace(GS1, "gs1:")}`;
      const { status, headers, body } = ask(`/01/${gtin}`, { query });
      if (links.length === 1) {
        assert.deepEqual(
          [status, headers.Location.replace(/[?&]linkType=.*/, "")],
          [307, links[0].href],
        );
      } else {
        choices++;
        assert.deepEqual([status, headers.Location], [300, undefined]);
        for (const { href } of links)
          assert.ok(body.includes(new URL(href).pathname), `${gtin}: ${href}`);
      }
    }
  }
  assert.ok(choices > 0);
});

test("each target of a link exists", () => {
  for (const gtin of [...gtins].slice(0, 200)) {
    for (const { href } of Object.values(linksetOf(gtin).linkset[0]).filter(Array.isArray).flat()) {
      const { pathname, search } = new URL(href);
      assert.equal(ask(pathname, { query: search.slice(1) }).status, 200, href);
    }
  }
});

test("each warning about a GTIN is in its linkset", () => {
  for (const gtin of gtins) {
    const { headers } = ask(`/api/gtin/${gtin}`);
    const { headers: same, body } = ask(`/01/${gtin}`, { accept: "application/linkset+json" });
    for (const name of ["X-Gtin-Reuse", "X-Gtin-Period", "Dataset-Notice"])
      assert.equal(same[name], headers[name], `${gtin} ${name}`);
    const { description } = JSON.parse(body).linkset[0];
    assert.ok(description.endsWith(headers["Dataset-Notice"]));
    assert.equal(
      /^This barcode has been used for \d+ packs/.test(description),
      "X-Gtin-Reuse" in headers,
    );
    assert.equal(
      description.includes("The period of this barcode ended on"),
      "X-Gtin-Period" in headers,
    );
  }
});

test("without an origin, or with one that is no origin, links are relative", () => {
  for (const origin of [
    undefined,
    "javascript:",
    "https://evil.example/",
    "https://a b",
    "//evil.example",
  ]) {
    const { headers } = ask("/01/09521234567899", { origin });
    assert.match(headers.Location, /^\/med\/ampp\/ampp\//);
    assert.match(headers.Link, /^<\/01\/09521234567899\?linkType=linkset>/);
  }
});

test("no text in a query reaches a header unencoded", () => {
  for (const query of ["a=\r\nX-Injected: b", "a=💊", 'a=<b>"c"', "a=\\^`{|}"]) {
    const { status, headers } = ask("/01/09521234567899", { query });
    assert.equal(status, 307);
    assert.match(
      headers.Location,
      /^https:\/\/packs\.example\.org\/med\/ampp\/ampp\/[\w-]+\?[!-~]+$/,
    );
    assert.doesNotMatch(headers.Location, /[<>"\\^`{|}]/);
  }
});

test("security.txt has the contact of the operator, and expires 30 days after the request", () => {
  const now = Date.UTC(2026, 10, 26, 12);
  const { status, headers, body } = securityText("GET", "mailto:security@example.org", now);
  assert.deepEqual(
    [status, headers["Content-Type"], body],
    [
      200,
      "text/plain; charset=utf-8",
      "Contact: mailto:security@example.org\nExpires: 2026-12-26T00:00:00.000Z\nPreferred-Languages: en\n",
    ],
  );
  assert.equal(securityText("HEAD", "https://example.org/report", now).body, "");
  for (const contact of [
    undefined,
    "",
    "security@example.org",
    "mailto:a\nContact: mailto:b",
    "javascript:x",
  ])
    assert.equal(securityText("GET", contact, now), undefined);
  assert.equal(securityText("POST", "mailto:security@example.org", now), undefined);
});

test("serve answers security.txt only with a contact", (t) => {
  const asked = {
    method: "GET",
    url: "/.well-known/security.txt",
    headers: { host: "packs.example.org" },
  };
  const handlers = { packs, resource: () => undefined, health: () => undefined };
  t.after(() => delete process.env.PACK_LOOKUP_SECURITY_CONTACT);
  assert.equal(answer(handlers, asked).status, 404);
  process.env.PACK_LOOKUP_SECURITY_CONTACT = "mailto:security@example.org";
  assert.match(
    String(answer(handlers, asked).body),
    /^Contact: mailto:security@example\.org\nExpires: \d{4}-/,
  );
});
